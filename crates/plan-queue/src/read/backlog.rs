//! The queue: milestones in `BACKLOG.md`, then the files under `backlog/` (Q4, Q5).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::Heading;

use super::listing;
use super::page::{Page, after_dash, trimmed};
use super::tags::{Key, closing, tags};
use super::task::{self, As};
use crate::model::{Milestone, Spanned};
use crate::{QueueFiles, Slug, rules};

const FORM: &str = "a milestone is written `## Hito <slug> — <Title>`";

/// Reads the queue, in its order (Q4).
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Milestone> {
    let mut milestones = Vec::new();
    if let Some(page) = Page::open(files, "BACKLOG.md", out) {
        milestones = in_page(&page, out);
    }
    let mut own: Vec<(i64, Milestone)> = Vec::new();
    for file in listing::entries(files, "backlog", &[], out) {
        let Some(page) = Page::open(files, file, out) else {
            continue;
        };
        let found = in_own_file(&page, out);
        let order = found.order.unwrap_or(i64::MAX);
        own.extend(
            found
                .milestones
                .into_iter()
                .map(|milestone| (order, milestone)),
        );
    }
    // Stable: files of one order stay in the order of their names.
    own.sort_by_key(|(order, _)| *order);
    milestones.extend(own.into_iter().map(|(_, milestone)| milestone));
    foreign(files, &milestones, out);
    milestones
}

/// Reports a queue without a milestone whose `BACKLOG.md` holds tables: some other tool's backlog.
fn foreign(files: &QueueFiles, milestones: &[Milestone], out: &mut Vec<Finding>) {
    let Some(text) = files.text("BACKLOG.md").filter(|_| milestones.is_empty()) else {
        return;
    };
    let page = Page::of("BACKLOG.md", Arc::clone(text));
    let rows: Vec<Span> = page.rows(page.whole()).map(|row| row.span).collect();
    if let Some(first) = rows.first() {
        let message = format!(
            "there is no milestone in the queue, and {} table row(s) in this file that nobody reads",
            rows.len()
        );
        out.push(
            page.finding(&rules::ROW_UNREAD, *first, message)
                .with_help(FORM),
        );
    }
}

struct OwnFile {
    order: Option<i64>,
    milestones: Vec<Milestone>,
}

/// Reads `backlog/<slug>.md`: one milestone, its order, and perhaps its line.
fn in_own_file(page: &Page, out: &mut Vec<Finding>) -> OwnFile {
    let mut milestones = in_page(page, out);
    let order = order(page, out);
    let line = page.filled("line");
    if let Some(line) = line.as_ref().filter(|line| !Slug::is_valid(&line.value)) {
        let message = format!("`{}` is no name of a line", line.value);
        let help = "a line is named in lower-case letters and digits, joined by single hyphens";
        out.push(
            page.finding(&rules::LINE_NAME, line.span, message)
                .with_help(help),
        );
    }
    let stem = listing::stem(&page.file);
    match &milestones[..] {
        [] => {
            let location = Location::file(&*page.file);
            let message = "there is no milestone in this file";
            out.push(Finding::new(&rules::MILESTONE_FILE, location, message).with_help(FORM));
        }
        [only] if only.slug() != stem => {
            let message = format!(
                "the milestone `{}` stands in a file named `{stem}.md`",
                only.slug()
            );
            let help = format!("rename the file to `backlog/{}.md`", only.slug());
            out.push(
                page.finding(&rules::MILESTONE_FILE, only.heading, message)
                    .with_help(help),
            );
        }
        [_] => {}
        [_, more @ ..] => {
            for milestone in more {
                let message = "a file under `backlog/` holds one milestone; this is another";
                let help = "give it a file of its own, named by its slug";
                out.push(
                    page.finding(&rules::MILESTONE_FILE, milestone.heading, message)
                        .with_help(help),
                );
            }
        }
    }
    for milestone in &mut milestones {
        milestone.order.clone_from(&order);
        milestone.line.clone_from(&line);
    }
    OwnFile {
        order: order.map(|order| order.value),
        milestones,
    }
}

fn order(page: &Page, out: &mut Vec<Finding>) -> Option<Spanned<i64>> {
    let help =
        "write `order: N`, a whole number, in the frontmatter: it gives the place in the queue";
    let Some(text) = page.filled("order") else {
        let message = "the file does not say its place in the queue";
        let location = Location::file(&*page.file);
        out.push(Finding::new(&rules::MILESTONE_ORDER, location, message).with_help(help));
        return None;
    };
    if let Ok(order) = text.value.parse() {
        return Some(Spanned::new(order, text.span));
    }
    let message = format!("`{}` is no whole number", text.value);
    out.push(
        page.finding(&rules::MILESTONE_ORDER, text.span, message)
            .with_help(help),
    );
    None
}

/// The milestones of a file; everything outside of them is prose, unless it looks like a task.
fn in_page(page: &Page, out: &mut Vec<Finding>) -> Vec<Milestone> {
    let mut milestones = Vec::new();
    let sections = page.sections();
    let opening = sections
        .first()
        .map_or(page.whole().end, |(heading, _)| heading.span.start);
    prose(page, Span::new(0, opening), out);
    for (heading, body) in sections {
        if !names_milestone(page, heading) {
            prose(page, body, out);
            continue;
        }
        let Some(mut milestone) = milestone(page, heading) else {
            let message = "this heading opens no milestone, and nobody reads the tasks below it";
            out.push(
                page.finding(&rules::HEADING_UNREAD, heading.span, message)
                    .with_help(FORM),
            );
            prose(page, body, out);
            continue;
        };
        milestone.span.end = body.end;
        milestone.tasks = task::tasks(page, body, As::Task, out);
        milestones.push(milestone);
    }
    for heading in page.doc.headings() {
        if heading.level != 2
            && names_milestone(page, heading)
            && milestone(page, heading).is_some()
        {
            let message = format!(
                "a milestone is a heading of level 2; this is one of level {}",
                heading.level
            );
            out.push(
                page.finding(&rules::HEADING_UNREAD, heading.span, message)
                    .with_help(FORM),
            );
        }
    }
    milestones
}

fn names_milestone(page: &Page, heading: &Heading) -> bool {
    let title = page.masked(heading.text);
    let word = title.split(char::is_whitespace).next().unwrap_or_default();
    word.trim_end_matches([':', '.'])
        .eq_ignore_ascii_case("hito")
}

/// Reads `Hito <slug> — <Title>`.
fn milestone(page: &Page, heading: &Heading) -> Option<Milestone> {
    let text = page.doc.masked();
    let title = trimmed(text, heading.text);
    let rest = title.of(text).strip_prefix("Hito")?;
    let slug = trimmed(text, Span::new(title.end - rest.len(), title.end));
    let length = slug.of(text).find(char::is_whitespace)?;
    let slug_span = Span::new(slug.start, slug.start + length);
    let mut after = Span::new(slug_span.end, slug.end);
    after.start = after_dash(text, after)?;
    let unsplit = tags(text, after, |_| false)
        .into_iter()
        .find(|tag| tag.key == Key::Unsplit && tag.closed && !tag.value.is_empty());
    let name = match unsplit {
        Some(tag) => {
            let before = page
                .masked(Span::new(after.start, tag.span.start))
                .trim_end();
            let behind = page.masked(Span::new(tag.span.end, after.end));
            let span = trimmed(text, Span::new(after.start, tag.span.start));
            Spanned::new(format!("{before}{behind}").trim().to_owned(), span)
        }
        None => page.text(after),
    };
    if name.is_blank() {
        return None;
    }
    Some(Milestone {
        file: Arc::clone(&page.file),
        span: heading.span,
        heading: heading.span,
        slug: page.text(slug_span),
        title: name,
        split_reason: unsplit.map(|tag| page.text(tag.value)),
        order: None,
        line: None,
        tasks: Vec::new(),
    })
}

/// Outside of milestones nothing is read: what looks like a task there is lost, and reported.
fn prose(page: &Page, within: Span, out: &mut Vec<Finding>) {
    for item in page.items(within) {
        if item.task.is_some() && page.masked(item.text).starts_with("**") {
            let message = "this item stands under no milestone, and nobody reads it";
            let span = trimmed(page.doc.masked(), item.line);
            out.push(
                page.finding(&rules::ITEM_UNREAD, span, message)
                    .with_help(FORM),
            );
        }
    }
}

/// Where a `(line: name)` tag stands at the end of a title, if there is one (Q8).
pub(crate) fn line_tag(text: &str, span: Span) -> Option<(Span, Span)> {
    let found = tags(text, span, |_| false);
    let tag = found.into_iter().find(|tag| tag.key == Key::Line)?;
    closing(text, tag.span.start, span.end)?;
    Some((tag.span, tag.value))
}
