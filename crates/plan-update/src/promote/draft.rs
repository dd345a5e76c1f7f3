//! What a promotion makes of a Lite README: task files with the text of the records, and a README
//! that links to them (H4).

use plan_diagnostics::Span;
use plan_markdown::edit::replace;
use plan_markdown::view::edit;
use plan_markdown::view::readme::{LiteRecord, Readme};
use plan_markdown::view::task::{Criterion, TaskRecord};
use plan_markdown::{Document, Edit};
use plan_state::{Format, Locator, RawState};

use crate::refusal::RefusalCode as Code;
use crate::{Error, Refusal};

/// The longest word for a file that is made from a title.
const LONGEST: usize = 60;

/// A promotion, worked out in full before anything is written.
#[derive(Debug)]
pub(super) struct Draft {
    /// The README with the records in it.
    pub(super) lite: String,
    /// The README that links to the files.
    pub(super) full: String,
    /// The task files in order, by name.
    pub(super) files: Vec<(String, String)>,
}

impl Draft {
    /// Works out the promotion of the plan with this README and state.
    pub(super) fn of(lite: &str, state: &RawState) -> Result<Result<Self, Refusal>, Error> {
        let document = Document::parse("README.md", lite);
        let readme = Readme::read(&document);
        let names: Vec<(u64, String)> = names(state);
        let mut files = Vec::with_capacity(names.len());
        for (id, name) in &names {
            let mut records = readme.records_of(*id);
            let (Some(record), None) = (records.next(), records.next()) else {
                return Ok(Err(unfit(&format!(
                    "the README has not one record of Task {id}"
                ))));
            };
            let text = task_file(&document, record, &names);
            if let Some(part) = lost(&document, record, name, &text) {
                let told = format!("Task {id}: {part} would not be read from a file as it is now");
                return Ok(Err(unfit(&told)));
            }
            files.push((name.clone(), text));
        }
        if readme.records.len() != names.len() {
            return Ok(Err(unfit(
                "the README has a record of a task that the state has not",
            )));
        }
        let full = switched(&document, &readme, &names)?;
        let again = Document::parse("README.md", full.as_str());
        let again = Readme::read(&again);
        let linked = names.iter().all(|(id, name)| {
            let mut entries = again.entries(*id);
            let link = entries.next().and_then(|entry| entry.link.as_ref());
            link.is_some_and(|link| link.value == *name) && entries.next().is_none()
        });
        if !linked || !again.records.is_empty() {
            let told = "the README's task list would not be read back with its links";
            return Ok(Err(unfit(told)));
        }
        Ok(Ok(Self {
            lite: lite.to_owned(),
            full,
            files,
        }))
    }

    /// The state with the tasks where `format` keeps them.
    pub(super) fn located(&self, state: &RawState, format: Format) -> RawState {
        let mut next = state.clone();
        next.format = Some(format);
        for (task, (name, _)) in next.tasks.iter_mut().zip(&self.files) {
            task.locator = match format {
                Format::Full => Locator::File(name.clone()),
                Format::Lite => Locator::Inline(format!("#task-{}", task.id)),
            };
        }
        next
    }

    /// The names of the files.
    pub(super) fn names(&self) -> Vec<String> {
        self.files.iter().map(|(name, _)| name.clone()).collect()
    }
}

fn unfit(told: &str) -> Refusal {
    Refusal::new(
        Code::RecordUnreadable,
        format!("the plan cannot be promoted: {told}"),
        "mend the README first; `dwp check` shows what is wrong with it",
    )
}

/// The file of each task: named after its title, the last one as the Final Review.
fn names(state: &RawState) -> Vec<(u64, String)> {
    let last = state.tasks.last().map(|task| task.id);
    let name = |task: &plan_state::Task| {
        let slug = if Some(task.id) == last {
            "final_review".to_owned()
        } else {
            slug(&task.title, task.id)
        };
        (task.id, format!("{}.task_{slug}.md", task.id))
    };
    state.tasks.iter().map(name).collect()
}

fn slug(title: &str, id: u64) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric());
    let mut slug = String::new();
    for word in words.filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= LONGEST {
            break;
        }
        if !slug.is_empty() {
            slug.push('_');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    if slug.is_empty() || slug == "final_review" {
        slug = format!("task_{id}");
    }
    slug
}

/// The text of a record as a file: headings raised so that its own is of level 1, its anchor gone,
/// links to other records pointing to their files. All other bytes are as they were.
fn task_file(document: &Document, record: &LiteRecord, names: &[(u64, String)]) -> String {
    let raise = usize::from(record.level.saturating_sub(1));
    let mut edits = Vec::new();
    for heading in document.headings() {
        let marks = document.slice(heading.span);
        let is_atx = marks.trim_start().starts_with('#');
        if !record.span.contains(heading.span) || heading.quoted || !is_atx {
            continue;
        }
        let start = heading.span.start + (marks.len() - marks.trim_start().len());
        edits.push(replace(document, Span::new(start, start + raise), ""));
    }
    if let Some(anchor) = &record.anchor {
        edits.extend(anchor_note(document, record, anchor.span));
    }
    edits.extend(links(document, names, |span| record.span.contains(span)));
    let text = cut(document, record.span, edits);
    let body = text.trim_end_matches(['\n', '\r', ' ', '\t']);
    format!("{body}{}", document.line_ending())
}

/// The note around an anchor, with the space before it: ` {#task-1}`.
fn anchor_note(document: &Document, record: &LiteRecord, anchor: Span) -> Option<Edit> {
    let text = document.text();
    let before = text.get(record.heading.start..anchor.start)?;
    let open = before.rfind(['{', '('])?;
    let head = before.get(..open)?.trim_end();
    let behind = text.get(anchor.end..record.heading.end)?;
    let close = behind.find(['}', ')'])? + 1;
    let span = Span::new(record.heading.start + head.len(), anchor.end + close);
    Some(replace(document, span, ""))
}

/// Links to records, pointing to the files.
fn links(document: &Document, names: &[(u64, String)], within: impl Fn(Span) -> bool) -> Vec<Edit> {
    let links = document.links().iter().filter(|link| within(link.span));
    let edit = |link: &plan_markdown::Link| {
        let number = document
            .slice(link.dest)
            .strip_prefix("#task-")?
            .parse::<u64>()
            .ok()?;
        let (_, name) = names.iter().find(|(id, _)| *id == number)?;
        Some(replace(document, link.dest, format!("./{name}")))
    };
    links.filter_map(edit).collect()
}

/// A range of a document with edits inside it.
fn cut(document: &Document, span: Span, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(span.len());
    let mut at = span.start;
    for edit in edits.iter().filter(|edit| edit.span.start >= span.start) {
        if edit.span.start < at {
            continue;
        }
        out.push_str(document.slice(Span::new(at, edit.span.start)));
        out.push_str(&edit.replacement);
        at = edit.span.end;
    }
    out.push_str(document.slice(Span::new(at, span.end)));
    out
}

/// The README without the records, and with a link to each file in the task list.
fn switched(
    document: &Document,
    readme: &Readme,
    names: &[(u64, String)],
) -> Result<String, Error> {
    let outside = |span: Span| {
        !readme
            .records
            .iter()
            .any(|record| record.span.contains(span))
    };
    let mut edits = links(document, names, outside);
    for entry in &readme.tasks {
        let Some((_, name)) = names.iter().find(|(id, _)| *id == entry.number) else {
            continue;
        };
        let linked = edits.iter().any(|edit| entry.span.contains(edit.span));
        let item = document.items().get(entry.item).filter(|_| !linked);
        if let Some(item) = item {
            let end = Span::new(item.text.end, item.text.end);
            edits.push(replace(document, end, format!(" — [{name}](./{name})")));
        }
    }
    for record in &readme.records {
        // A record inside another one goes with it.
        let inside = readme
            .records
            .iter()
            .any(|other| other.span != record.span && other.span.contains(record.span));
        if !inside {
            edits.push(replace(document, record.span, ""));
        }
    }
    let text = document.apply(&edits)?;
    let body = text.trim_end_matches(['\n', '\r']);
    let text = format!("{body}{}", document.line_ending());
    let document = Document::parse("README.md", text.as_str());
    let readme = Readme::read(&document);
    if readme.plan_format.is_none() {
        return Ok(text);
    }
    let edits = edit::property(&document, &readme, "Plan Format", "Full");
    Ok(document.apply(&edits)?)
}

/// What of a record is read differently from its file; nothing where all of it is covered.
fn lost(lite: &Document, record: &LiteRecord, name: &str, text: &str) -> Option<&'static str> {
    let before = TaskRecord::read(lite, record.span);
    let file = Document::parse(name, text);
    let after = TaskRecord::read_file(&file);
    let sections = |record: &TaskRecord, document: &Document| -> Vec<_> {
        let section = |s: &plan_markdown::view::task::TaskSection| {
            (s.name, s.nested, words(s.part.body.of(document.text())))
        };
        record.sections.iter().map(section).collect()
    };
    let criteria = |list: &[Criterion]| -> Vec<_> {
        list.iter()
            .map(|c| (c.kind, words(&c.text.value)))
            .collect()
    };
    let fields = |record: &TaskRecord| -> Vec<_> {
        let fields = record.log.fields.iter();
        fields
            .map(|f| (f.name.value.clone(), words(&f.value.value)))
            .collect()
    };
    let amendments = |record: &TaskRecord, document: &Document| -> Vec<_> {
        let amendments = record.amendments.iter();
        amendments
            .map(|a| (a.name(), words(a.span.of(document.text()))))
            .collect()
    };
    let value = |spanned: &plan_markdown::view::Spanned<String>| spanned.value.clone();
    let checks = [
        (
            "the number",
            after.number.as_ref().map(|n| n.value) == Some(record.number),
        ),
        (
            "the title",
            after.title.as_ref().map(value) == before.title.as_ref().map(value),
        ),
        (
            "a section",
            sections(&before, lite) == sections(&after, &file),
        ),
        (
            "a criterion",
            criteria(&before.criteria) == criteria(&after.criteria),
        ),
        (
            "the checklist",
            criteria(&before.checklist) == criteria(&after.checklist),
        ),
        (
            "a command",
            before
                .commands
                .iter()
                .map(value)
                .eq(after.commands.iter().map(value)),
        ),
        (
            "the dependencies",
            before.depends_on.as_ref().map(|d| &d.value)
                == after.depends_on.as_ref().map(|d| &d.value),
        ),
        ("the log", fields(&before) == fields(&after)),
        (
            "an amendment",
            amendments(&before, lite) == amendments(&after, &file),
        ),
    ];
    checks
        .into_iter()
        .find(|(_, same)| !same)
        .map(|(part, _)| part)
}

/// The words of a text without the marks of headings and the targets of links, which change.
fn words(text: &str) -> Vec<String> {
    let kept = |word: &&str| !word.chars().all(|c| c == '#');
    let plain = |word: &str| match word.split_once("](") {
        Some((head, tail)) => {
            let behind = tail.split_once(')').map_or("", |(_, behind)| behind);
            format!("{head}]{behind}")
        }
        None => word.to_owned(),
    };
    text.split_whitespace().filter(kept).map(plain).collect()
}
