//! `renumber-epic`: another number for an epic, wherever it is named (Q8, Q27).

use std::fmt;

use plan_diagnostics::Span;
use plan_markdown::{Edit, edit};

use super::judge::{create, judged};
use super::promote;
use crate::model::{Epic, number_key};
use crate::read::page::{Page, bold};
use crate::read::tags::{Key, tags};
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Queue, QueueFiles};

/// What became of the number of an epic.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Renumbered {
    /// Its number before.
    pub from: String,
    /// Its number now: three digits.
    pub to: String,
    /// Its file now, or the `spec.md` of its directory, relative to the planning directory.
    pub file: String,
    /// The other files that name it, and do so by its new number now.
    pub named_in: Vec<String>,
}

impl fmt::Display for Renumbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "epic {} → {} ({})", self.from, self.to, self.file)
    }
}

/// The files in which an epic may be named, beside its own and the closings.
const NAMED_IN: [&str; 8] = [
    "BACKLOG.md",
    "backlog/",
    "roadmap/",
    "RECURRING.md",
    "INBOX.md",
    "inbox/",
    "HUMAN_ACTIONS.md",
    "human/",
];

/// Gives an epic another number: the name of its file or directory, its frontmatter and title, and every
/// `(epic: NNN)` and every mention of its file in the queue, the roadmap, the inbox and people's actions
/// (Q27). Of a closing only the tag of its first line changes, since the rest is on record.
///
/// Where two epics have one number, the epic is named by its slug or file, and only what is said of its own
/// stories changes.
///
/// The same call again changes nothing where it names the epic by its slug, or by the name that its file had.
/// By its old number it cannot be told from a call that names no epic, since nothing says that the number
/// was this one's: that is refused.
///
/// # Errors
///
/// A refusal where there is no such epic, or more than one; where the new number is none, or taken; and where
/// the queue would get a fault that it does not have.
pub fn renumber_epic(
    files: &QueueFiles,
    queue: &Queue,
    old: &str,
    new: &str,
) -> Planned<Renumbered> {
    let new = number(new)?;
    let epic = match promote::find(queue, old) {
        Ok(epic) => epic,
        Err(refusal) => renumbered(queue, old, &new).ok_or(refusal)?,
    };
    let shared = is_shared(queue, epic);
    if shared && number_key(old) == number_key(epic.number()) {
        let message = format!("more than one epic has the number {}", epic.number());
        let help = format!(
            "name the one that is meant by its slug, such as `{}`",
            epic.slug
        );
        return Err(Refusal::new("epic-ambiguous", message).with_help(help));
    }
    let mut outcome = Renumbered {
        from: epic.number().to_owned(),
        to: new.clone(),
        file: epic.file.to_string(),
        named_in: Vec::new(),
    };
    if epic.number() == new && epic.file_number == new {
        return Ok(Step::Already(outcome));
    }
    free(files, queue, epic, &new)?;
    let renumbering = Renumbering {
        epic,
        new: &new,
        shared,
    };
    let mut draft = Draft::new(files);
    for (file, moved) in own_files(files, epic, &new)? {
        let text = renumbering.renamed(&draft, &file)?;
        create(&mut draft, files, &moved, text)?;
        draft.remove(&file)?;
        if *file == *epic.file {
            outcome.file = moved;
        }
    }
    for (file, _) in files.iter().filter(|(file, _)| renumbering.may_be_in(file)) {
        let text = renumbering.renamed(&draft, file)?;
        if draft.text(file) != Some(text.as_str()) {
            draft.write(file, text)?;
            outcome.named_in.push(file.to_owned());
        }
    }
    for done in queue
        .done
        .iter()
        .filter(|done| renumbering.has_story(done.slug()))
    {
        let tag = done
            .epic
            .as_ref()
            .filter(|number| renumbering.is_old(&number.value));
        if let Some(tag) = tag {
            draft.replace(&done.file, tag.span, &new)?;
            outcome.named_in.push(done.file.to_string());
        }
    }
    outcome.named_in.sort_unstable();
    judged(&draft, files, queue)?;
    let summary = format!("Renumber the epic {} as {new}", outcome.from);
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

/// The epic of this number that had this file name under another one.
fn renumbered<'q>(queue: &'q Queue, old: &str, new: &str) -> Option<&'q Epic> {
    let name = old.trim_end_matches(".md").trim_start_matches("roadmap/");
    let (number, slug) = name.strip_prefix("epic-")?.split_once('-')?;
    let is_number = number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_it = |epic: &&Epic| epic.slug == slug && epic.number() == new && epic.file_number == new;
    queue.epics.iter().filter(|_| is_number).find(is_it)
}

/// Three digits that are not 000.
fn number(text: &str) -> Result<String, Refusal> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = format!("{text:0>3}");
    if digits && number.len() == 3 && number != "000" {
        return Ok(number);
    }
    let message = format!("`{text}` is no number for an epic");
    Err(Refusal::new("number-malformed", message).with_help("epics are numbered from 001 to 999"))
}

fn is_shared(queue: &Queue, epic: &Epic) -> bool {
    let same = |other: &&Epic| number_key(other.number()) == number_key(epic.number());
    queue.epics.iter().filter(same).count() > 1
}

/// Refuses a number that another epic has, in its name or its frontmatter.
fn free(files: &QueueFiles, queue: &Queue, epic: &Epic, new: &str) -> Result<(), Refusal> {
    let start = format!("roadmap/epic-{new}-");
    let own = place(epic);
    let unreadable = files.problems().iter().map(|problem| problem.file.as_str());
    let names = files
        .iter()
        .map(|(name, _)| name)
        .chain(files.directories());
    let mut names = names.chain(unreadable);
    let named = names.find(|name| name.starts_with(&start) && !name.starts_with(own));
    let numbered = || {
        let mut others = queue.epics.iter().filter(|other| other.file != epic.file);
        let other = others.find(|other| number_key(other.number()) == number_key(new));
        other.map(|other| &*other.file)
    };
    let Some(there) = named.or_else(numbered) else {
        return Ok(());
    };
    let message = format!("the number {new} is taken by `{there}`");
    let used = queue
        .epics
        .iter()
        .filter_map(|epic| epic.file_number.parse::<u16>().ok());
    let help = format!(
        "the next after the last is {:03}",
        used.max().unwrap_or(0) + 1
    );
    Err(Refusal::new("number-taken", message).with_help(help))
}

/// The file of an epic, or its directory.
fn place(epic: &Epic) -> &str {
    epic.file.strip_suffix("/spec.md").unwrap_or(&epic.file)
}

/// The files of an epic, each with its name to be.
fn own_files(files: &QueueFiles, epic: &Epic, new: &str) -> Result<Vec<(String, String)>, Refusal> {
    let place = place(epic);
    let moved = |file: &str| {
        let rest = file.strip_prefix(&format!("roadmap/epic-{}-", epic.file_number));
        (
            file.to_owned(),
            format!("roadmap/epic-{new}-{}", rest.unwrap_or(file)),
        )
    };
    if place == &*epic.file {
        return Ok(vec![moved(place)]);
    }
    let unreadable = files.problems().iter().map(|problem| problem.file.as_str());
    let unreadable = unreadable.filter(|name| is_within(name, place));
    if let Some(odd) = files.directories_in(place).chain(unreadable).next() {
        let message = format!("`{odd}` cannot be moved along");
        let help =
            "the directory of an epic holds spec.md, and at most notes.md, plan.md and research.md";
        return Err(Refusal::new("epic-unfit", message).with_help(help));
    }
    Ok(files.directly_in(place).map(moved).collect())
}

fn is_within(file: &str, place: &str) -> bool {
    let rest = file.strip_prefix(place);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// One epic and its number to be.
struct Renumbering<'q> {
    epic: &'q Epic,
    new: &'q str,
    /// Whether another epic has its number.
    shared: bool,
}

impl Renumbering<'_> {
    fn is_old(&self, number: &str) -> bool {
        number_key(number) == number_key(self.epic.number())
    }

    /// Whether what is said of a task under the old number is said of this epic.
    fn has_story(&self, slug: &str) -> bool {
        !self.shared || self.epic.stories.iter().any(|story| story.slug() == slug)
    }

    /// Whether a file that is not the epic's own may name it.
    fn may_be_in(&self, file: &str) -> bool {
        let listed =
            |name: &&str| file == *name || (name.ends_with('/') && file.starts_with(*name));
        let aside = is_within(file, place(self.epic)) || file.starts_with("human/done/");
        NAMED_IN.iter().any(listed) && !aside && file.ends_with(".md")
    }

    /// A file with the new number wherever it names the epic.
    fn renamed(&self, draft: &Draft<'_>, file: &str) -> Result<String, Refusal> {
        let Some(text) = draft.text(file) else {
            let message = format!("`{file}` is not UTF-8, and cannot be rewritten");
            let help = "write it as UTF-8, or move it out first";
            return Err(Refusal::new("file-unreadable", message).with_help(help));
        };
        let page = Page::of(file, text.into());
        let mut spans = self.tags(&page);
        spans.extend(self.mentions(&page));
        if file == &*self.epic.file {
            spans.extend(self.epic.number.as_ref().map(|number| number.span));
            spans.extend(self.title(&page));
        }
        let edits: Vec<Edit> = spans
            .iter()
            .map(|span| edit::replace(&page.doc, *span, self.new))
            .collect();
        page.doc
            .apply(&edits)
            .map_err(|error| Refusal::new(error.code(), error.to_string()))
    }

    /// The number in the title of the epic, where it stands there as a word of its own.
    fn title(&self, page: &Page) -> Option<Span> {
        let heading = page
            .doc
            .headings()
            .iter()
            .find(|heading| heading.level == 1)?;
        let (text, number) = (page.doc.slice(heading.text), self.epic.number());
        let part = |c: char| c.is_alphanumeric() || c == '-' || c == '.';
        let at = words(text, number, part).next()?;
        let start = heading.text.start + at;
        Some(Span::new(start, start + number.len()))
    }

    /// The numbers in the tags that name the epic, outside of code.
    fn tags(&self, page: &Page) -> Vec<Span> {
        let masked = page.doc.masked();
        let found = tags(masked, page.body(), |at| {
            page.doc.is_code_at(at) || page.is_code(at)
        });
        let old = found
            .iter()
            .filter(|tag| tag.key == Key::Epic && tag.closed && self.is_old(tag.value.of(masked)));
        old.filter(|tag| self.is_of_own(page, tag.span))
            .map(|tag| tag.value)
            .collect()
    }

    /// Whether a tag speaks of this epic, and not of another of the same number: by the item it stands in.
    fn is_of_own(&self, page: &Page, tag: Span) -> bool {
        let mut items = page
            .doc
            .list_items()
            .iter()
            .filter(|item| item.span.contains(tag));
        let slug = items
            .next_back()
            .and_then(|item| bold(page.doc.masked(), item.text));
        match slug {
            Some((slug, _)) => self.has_story(slug.of(page.doc.masked())),
            None => !self.shared,
        }
    }

    /// The numbers in mentions of the name of its file or directory.
    fn mentions(&self, page: &Page) -> Vec<Span> {
        let old = &self.epic.file_number;
        let name = format!("epic-{old}-{}", self.epic.slug);
        let found = words(page.doc.masked(), &name, |c| {
            c.is_alphanumeric() || c == '-'
        });
        let content = found.filter(|at| !page.doc.is_code_at(*at));
        let starts = content.map(|at| at + "epic-".len());
        starts
            .map(|start| Span::new(start, start + old.len()))
            .collect()
    }
}

/// Where a word stands in a text with no character beside it that would be part of it.
fn words<'t>(
    text: &'t str,
    word: &'t str,
    part: impl Fn(char) -> bool + 't,
) -> impl Iterator<Item = usize> + 't {
    let found = text.match_indices(word).map(|(at, _)| at);
    found.filter(move |at| {
        let before = text[..*at].chars().next_back();
        let behind = text[at + word.len()..].chars().next();
        !before.is_some_and(&part) && !behind.is_some_and(&part)
    })
}
