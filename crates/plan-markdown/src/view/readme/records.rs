//! The task records of a Lite plan: sections of the README, one for each task.

use crate::view::part::section_end;
use crate::view::spanned::Spanned;
use crate::view::title::task_name;
use crate::{Document, Heading};
use plan_diagnostics::Span;

/// A task record in a README: `## Task 2 — Title {#task-2}` and what stands under it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LiteRecord {
    /// The number in the heading.
    pub number: u64,
    /// The title without number, markup and anchor.
    pub title: Spanned<String>,
    /// The anchor's name without `#`, from `{#task-2}` or `(#task-2)`.
    pub anchor: Option<Spanned<String>>,
    /// The heading's level.
    pub level: u8,
    /// The heading.
    pub heading: Span,
    /// What stands under it, up to the next heading of the same or a higher level.
    pub body: Span,
    /// Heading and body: the range to read a task record from.
    pub span: Span,
}

/// The records of a README, in order. A heading without an anchor inside a record is a part of it.
pub(super) fn read(document: &Document) -> Vec<LiteRecord> {
    let headings = document.headings();
    let mut records: Vec<LiteRecord> = Vec::new();
    let mut end = 0;
    for (index, heading) in headings.iter().enumerate() {
        let Some(record) = record(document, heading, &headings[index + 1..]) else {
            continue;
        };
        let inside = record.heading.start < end;
        if record.anchor.is_some() || !inside {
            end = end.max(record.span.end);
            records.push(record);
        }
    }
    records
}

fn record(document: &Document, heading: &Heading, later: &[Heading]) -> Option<LiteRecord> {
    if heading.quoted || heading.level < 2 {
        return None;
    }
    let name = task_name(document, heading.text)?;
    if heading.anchor.is_none() && !name.separated {
        return None;
    }
    let end = section_end(heading, later, document.text().len());
    let body = Span::new(heading.span.end.min(end), end);
    Some(LiteRecord {
        number: name.number,
        title: name.title,
        anchor: heading
            .anchor
            .map(|anchor| Spanned::slice(document, anchor)),
        level: heading.level,
        heading: heading.span,
        body,
        span: Span::new(heading.span.start, end),
    })
}
