//! Tasks and stories: `- [ ] **slug** [lane] — description …` (Q5, Q8).

use std::sync::Arc;

use plan_diagnostics::{Finding, Span};
use plan_markdown::{Bullet, ListItem, MarkKind};

use super::page::{Page, after_dash, bold, trimmed};
use super::tail;
use crate::model::{Spanned, Task, Text};
use crate::{Lane, rules};

/// The form that messages show for a task of the queue.
pub(crate) const TASK_FORM: &str = "a task is written `- [ ] **slug** [lane] — description. _Aceptación: what can be observed._ (service: path)`";
/// The form that messages show for a story of an epic.
pub(crate) const STORY_FORM: &str =
    "a story is written `- [ ] **slug** (→ C1) — description. (service: path)`";

/// What an item is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum As {
    Task,
    Story,
}

impl As {
    const fn form(self) -> &'static str {
        match self {
            Self::Task => TASK_FORM,
            Self::Story => STORY_FORM,
        }
    }
}

/// Reads the items in a range as tasks, in order; whatever else is a bullet or a row there is a finding.
pub(crate) fn tasks(page: &Page, within: Span, kind: As, out: &mut Vec<Finding>) -> Vec<Task> {
    let mut found = Vec::new();
    page.item_findings(within, out);
    for item in page.items(within) {
        if let Some(task) = task(page, item, kind, out) {
            found.push(task);
        }
    }
    unread_rows(page, within, kind.form(), out);
    found
}

/// Reports the rows of tables in a range in which no table belongs.
pub(crate) fn unread_rows(page: &Page, within: Span, form: &str, out: &mut Vec<Finding>) {
    for row in page.rows(within) {
        let message = "nobody reads a table row here";
        out.push(
            page.finding(&rules::ROW_UNREAD, row.span, message)
                .with_help(form),
        );
    }
}

fn task(page: &Page, item: &ListItem, kind: As, out: &mut Vec<Finding>) -> Option<Task> {
    let unread = |why: String| {
        let span = trimmed(page.doc.masked(), item.line);
        page.finding(&rules::ITEM_UNREAD, span, why)
            .with_help(kind.form())
    };
    if item.parent.is_some() {
        out.push(unread(
            "a bullet nested under another is not read".to_owned(),
        ));
        return None;
    }
    if item.quoted {
        out.push(unread("a bullet in a quote is not read".to_owned()));
        return None;
    }
    let mark = item.task.and_then(|index| page.doc.items().get(index));
    let Some(mark) = mark.map(|item| item.mark) else {
        out.push(unread("this bullet has no box `[ ]`".to_owned()));
        return None;
    };
    if matches!(item.bullet, Bullet::Number(_) | Bullet::None) {
        out.push(unread("this item does not open with `-`".to_owned()));
        return None;
    }
    let text = page.doc.masked();
    let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.start));
    let Some((slug, after)) = bold(text, whole) else {
        out.push(unread(
            "this item does not name its slug in bold behind the box".to_owned(),
        ));
        return None;
    };
    let (lane, unknown_lane, after) = lane(page, Span::new(after, whole.end));
    let tail::Read { mut tail, rest } = tail::read(page, Span::new(after, whole.end), out);
    let rest_span = Span::new(0, rest.len());
    match after_dash(&rest, rest_span) {
        Some(at) => rest[at..].trim().clone_into(&mut tail.description),
        None if kind == As::Story => rest.trim().clone_into(&mut tail.description),
        None => {
            out.push(unread(
                "no dash stands between slug and description".to_owned(),
            ));
            rest.trim().clone_into(&mut tail.description);
        }
    }
    loose_text(page, item, kind, out);
    Some(Task {
        file: Arc::clone(&page.file),
        span: item.span,
        line_number: page.doc.line_number(slug.start),
        mark: mark.span,
        ticked: mark.kind == MarkKind::Done,
        slug: page.text(slug),
        lane,
        unknown_lane,
        tail,
    })
}

/// The word in brackets behind the slug: a lane, or a word that is none; and where the rest starts.
pub(crate) fn lane(page: &Page, span: Span) -> (Option<Spanned<Lane>>, Option<Text>, usize) {
    let text = page.doc.masked();
    let inside = trimmed(text, span);
    let Some(rest) = inside.of(text).strip_prefix('[') else {
        return (None, None, span.start);
    };
    let Some(length) = rest.find(']') else {
        return (None, None, span.start);
    };
    if rest[length + 1..].starts_with('(') {
        return (None, None, span.start); // a link
    }
    let word = page.text(Span::new(inside.start + 1, inside.start + 1 + length));
    let after = inside.start + length + 2;
    match Lane::parse(&word.value) {
        Some(lane) => (Some(Spanned::new(lane, word.span)), None, after),
        None => (None, Some(word), after),
    }
}

/// Reports text that belongs to an item and stands behind a blank line: it is not read.
fn loose_text(page: &Page, item: &ListItem, kind: As, out: &mut Vec<Finding>) {
    let behind = Span::new(item.wrapped.end.max(item.line.end), item.span.end);
    if behind.is_empty() {
        return;
    }
    let nested = page.items(behind).map(|nested| nested.span.start).next();
    let behind = Span::new(behind.start, nested.unwrap_or(behind.end).max(behind.start));
    let lines = page.doc.content_lines(behind);
    if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
        let span = Span::new(first.start, last.end);
        let message =
            "this text stands apart from the item that it is indented under, and is not read";
        out.push(
            page.finding(&rules::TEXT_UNREAD, span, message)
                .with_help(kind.form()),
        );
    }
}
