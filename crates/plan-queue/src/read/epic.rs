//! Epics: which files are some, and what their sections say (Q8).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::Heading;

use super::page::{Page, after_dash, bold, parts, trimmed};
use super::tags::{Key, tags};
use super::task::{self, As};
use super::{backlog, tail};
use crate::model::{Criterion, Epic, EpicMilestone, EpicStatus, Spanned, Text};
use crate::{QueueFiles, rules};

/// The files that the directory of an epic may hold beside `spec.md`.
const BESIDE: [&str; 3] = ["notes.md", "plan.md", "research.md"];
const NAME_FORM: &str =
    "an epic is a file `roadmap/epic-NNN-<slug>.md`, or a directory of that name with `spec.md`";
const CRITERION_FORM: &str = "a criterion is written `- **C1** — what can be observed`";
const SPLIT_FORM: &str = "a milestone to be is written `- **slug** — Title: story, story`";

/// Reads the epics, by file.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Epic> {
    let mut epics = Vec::new();
    for (file, name) in places(files, out) {
        let Some(page) = Page::open(files, file, out) else {
            continue;
        };
        let (number, slug) = parsed(name).unwrap_or_default();
        let template = page
            .field("status")
            .is_some_and(|status| status.value == "template");
        let zero = number == "000" || page.field("epic").is_some_and(|epic| epic.value == "000");
        if !template && !zero {
            epics.push(epic(&page, number, slug, out));
        }
    }
    epics
}

/// The files of epics with the names of their places; names that nobody reads are findings (Q15).
fn places<'f>(files: &'f QueueFiles, out: &mut Vec<Finding>) -> Vec<(&'f str, &'f str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let is_epic = |name: &str| {
        name.get(..5)
            .is_some_and(|s| s.eq_ignore_ascii_case("epic-"))
    };
    for file in files.directly_in("roadmap") {
        let name = &file["roadmap/".len()..];
        match name.strip_suffix(".md") {
            Some(stem) if parsed(stem).is_some() => found.push((file, stem)),
            _ if is_epic(name) => out.push(nobody_reads(file, NAME_FORM)),
            _ => Page::prose(files, file, out),
        }
    }
    for directory in files.directories_in("roadmap") {
        let name = &directory["roadmap/".len()..];
        if !is_epic(name) {
            continue;
        }
        if parsed(name).is_none() {
            out.push(nobody_reads(directory, NAME_FORM));
            continue;
        }
        let mut has_spec = false;
        for file in files.directly_in(directory) {
            let inner = &file[directory.len() + 1..];
            if inner == "spec.md" {
                has_spec = true;
                found.push((file, name));
            } else if BESIDE.contains(&inner) {
                Page::prose(files, file, out);
            } else if !inner.starts_with('.') {
                let help =
                    "beside `spec.md` an epic holds at most notes.md, plan.md and research.md";
                out.push(nobody_reads(file, help));
            }
        }
        for inner in files.directories_in(directory) {
            out.push(nobody_reads(
                inner,
                "the directory of an epic holds no further directories",
            ));
        }
        if !has_spec {
            let message = format!("`{directory}` has no `spec.md`");
            let location = Location::file(directory);
            out.push(Finding::new(&rules::EPIC_FILE, location, message).with_help(NAME_FORM));
        }
    }
    found.sort_unstable();
    found
}

fn nobody_reads(name: &str, help: &str) -> Finding {
    let message = format!("nobody reads `{name}`");
    Finding::new(&rules::EPIC_FILE, Location::file(name), message).with_help(help)
}

/// `NNN` and `slug` of `epic-NNN-slug`.
fn parsed(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix("epic-")?;
    let number = rest.get(..3)?;
    let slug = rest.get(3..)?.strip_prefix('-')?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !slug.is_empty()).then_some((number, slug))
}

fn epic(page: &Page, number: &str, slug: &str, out: &mut Vec<Finding>) -> Epic {
    let status = page.filled("status");
    let known = status
        .as_ref()
        .and_then(|text| EpicStatus::parse(&text.value));
    let sections = page.sections();
    let criteria = role(page, &sections, "Criterios", out);
    let stories = role(page, &sections, "Historias", out);
    let split = role(page, &sections, "Hitos", out);
    let stories = stories
        .map(|body| task::tasks(page, body, As::Story, out))
        .unwrap_or_default();
    let mut epic = Epic {
        file: Arc::clone(&page.file),
        file_number: number.to_owned(),
        slug: slug.to_owned(),
        number: page.filled("epic"),
        title: page.filled("title"),
        unknown_status: status.clone().filter(|_| known.is_none()),
        status: known
            .zip(status)
            .map(|(value, text)| Spanned::new(value, text.span)),
        service: page.filled("service"),
        criteria: criteria
            .map(|body| self::criteria(page, body, out))
            .unwrap_or_default(),
        context: context(page, &sections),
        split: split
            .map(|body| self::split(page, body, out))
            .unwrap_or_default(),
        split_reason: None,
        stories,
    };
    epic.split_reason = split_reason(page, &epic);
    epic
}

/// The body of the section whose title is `name`, or else of the first whose title contains it. Others
/// that contain it compete, and are not read (Q16).
fn role(
    page: &Page,
    sections: &[(&Heading, Span)],
    name: &str,
    out: &mut Vec<Finding>,
) -> Option<Span> {
    let title = |heading: &Heading| page.doc.heading_title(heading).trim().to_lowercase();
    let wanted = name.to_lowercase();
    let is_exact = |heading: &Heading| {
        title(heading) == wanted || page.masked(heading.text).trim().to_lowercase() == wanted
    };
    let contains = |heading: &Heading| page.masked(heading.text).to_lowercase().contains(&wanted);
    let matching: Vec<&(&Heading, Span)> = sections
        .iter()
        .filter(|(heading, _)| contains(heading))
        .collect();
    let exact = matching.iter().position(|(heading, _)| is_exact(heading));
    let chosen = exact.or(if matching.is_empty() { None } else { Some(0) })?;
    // `Hitos` is a word of prose too: a section that only contains it is read, and competes with none.
    if name == "Hitos" && exact.is_none() {
        return None;
    }
    for (at, (heading, _)) in matching.iter().enumerate() {
        if at != chosen && name != "Hitos" {
            let read = page.masked(matching[chosen].0.text);
            let message = format!("this section is not read: `## {read}` stands for `{name}`");
            let help = "keep one of the two, or rename the other";
            out.push(
                page.finding(&rules::SECTION_COMPETING, heading.span, message)
                    .with_help(help),
            );
        }
    }
    Some(matching[chosen].1)
}

fn criteria(page: &Page, body: Span, out: &mut Vec<Finding>) -> Vec<Criterion> {
    let mut found = Vec::new();
    for item in page.items(body) {
        let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.start));
        let top = item.parent.is_none() && !item.quoted && item.task.is_none();
        match criterion(page, whole).filter(|_| top) {
            Some((id, text)) => found.push(Criterion {
                span: item.span,
                id,
                text,
            }),
            None => out.push(unread(
                page,
                item.line,
                "this bullet is no criterion",
                CRITERION_FORM,
            )),
        }
    }
    task::unread_rows(page, body, CRITERION_FORM, out);
    found
}

fn criterion(page: &Page, span: Span) -> Option<(Text, Text)> {
    let text = page.doc.masked();
    let (name, after) = bold(text, span)?;
    let id = tail::criterion(name.of(text))?;
    let start = after_dash(text, Span::new(after, span.end))?;
    let content = page.text(Span::new(start, span.end));
    (!content.is_blank()).then(|| (Text::new(id, name), content))
}

fn unread(page: &Page, line: Span, message: &str, form: &str) -> Finding {
    let span = trimmed(page.doc.masked(), line);
    page.finding(&rules::ITEM_UNREAD, span, message)
        .with_help(form)
}

fn context(page: &Page, sections: &[(&Heading, Span)]) -> Option<Text> {
    let is_context = |heading: &Heading| {
        let title = page.masked(heading.text).trim().to_lowercase();
        title.starts_with("contexto relevante")
    };
    let (_, body) = sections.iter().find(|(heading, _)| is_context(heading))?;
    Some(Text::new(
        page.doc.content(*body).into_owned(),
        trimmed(page.doc.text(), *body),
    ))
}

fn split(page: &Page, body: Span, out: &mut Vec<Finding>) -> Vec<EpicMilestone> {
    let mut found = Vec::new();
    for item in page.items(body) {
        let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.start));
        let top = item.parent.is_none() && !item.quoted && item.task.is_none();
        match split_item(page, item.span, whole).filter(|_| top) {
            Some(milestone) => found.push(milestone),
            None => out.push(unread(
                page,
                item.line,
                "this bullet is no milestone to be",
                SPLIT_FORM,
            )),
        }
    }
    task::unread_rows(page, body, SPLIT_FORM, out);
    found
}

/// Reads `**slug** — Title (line: name): story, story`.
fn split_item(page: &Page, item: Span, span: Span) -> Option<EpicMilestone> {
    let text = page.doc.masked();
    let (slug, after) = bold(text, span)?;
    let start = after_dash(text, Span::new(after, span.end))?;
    let rest = Span::new(start, span.end);
    let line = backlog::line_tag(text, rest);
    // The colon behind the tag, or else the last one: a title may hold one itself.
    let from = line.map_or(start, |(tag, _)| tag.end);
    let behind = Span::new(from, span.end);
    let colon = match line {
        Some(_) => behind.of(text).find(':'),
        None => behind.of(text).rfind(':'),
    };
    let colon = from + colon?;
    let title = page.text(Span::new(start, line.map_or(colon, |(tag, _)| tag.start)));
    let stories = parts(text, Span::new(colon + 1, span.end), ',');
    let stories: Vec<Text> = stories
        .into_iter()
        .map(|piece| {
            let text = page.text(piece);
            Text::new(
                text.value.trim_matches(['.', '`', '*']).to_owned(),
                text.span,
            )
        })
        .collect();
    (!title.is_blank() && !stories.is_empty()).then(|| EpicMilestone {
        span: item,
        slug: page.text(slug),
        title,
        line: line
            .map(|(_, value)| page.text(value))
            .filter(|name| !name.is_blank()),
        stories,
    })
}

/// `(sin partir: reason)` anywhere in the epic but in its stories.
fn split_reason(page: &Page, epic: &Epic) -> Option<Text> {
    if let Some(title) = &epic.title {
        let whole = Span::new(0, title.value.len());
        let mut found = tags(&title.value, whole, |_| false).into_iter();
        if let Some(tag) = found.find(|tag| tag.key == Key::Unsplit && tag.closed) {
            return Some(Text::new(tag.value.of(&title.value).to_owned(), title.span));
        }
    }
    let in_story = |at: usize| {
        epic.stories
            .iter()
            .any(|story| story.span.start <= at && at < story.span.end)
    };
    let found = tags(page.doc.masked(), page.body(), |at| {
        in_story(at) || page.doc.is_code_at(at) || page.is_code(at)
    });
    let reason = found
        .into_iter()
        .find(|tag| tag.key == Key::Unsplit && tag.closed && !tag.value.is_empty())?;
    Some(page.text(reason.value))
}
