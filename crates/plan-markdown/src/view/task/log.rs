//! The log at the end of a task record: status, timestamp, summary, dispositions.

use crate::view::field::{self, Field};
use crate::view::spanned::{Spanned, overlap};
use crate::view::words::{bare, key};
use crate::{Document, LabelKind};
use plan_diagnostics::Span;

/// The status that a log states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogStatus {
    /// `pending`, `not started`
    Pending,
    /// `in progress`
    InProgress,
    /// `completed`, `done`
    Completed,
    /// `blocked`
    Blocked,
    /// `skipped`
    Skipped,
}

/// What the log of a task record says. Fields that are there and empty have an empty value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Log {
    /// The ranges of the log, without the amendments in it: one for each copy of the section, more
    /// where amendments divide it. Empty where the record has no log.
    pub bodies: Vec<Span>,
    /// All fields, in order, repeated ones included.
    pub fields: Vec<Field>,
    /// `Status`, as written: the first that is not empty, or else the first, as for the others.
    pub status: Option<Spanned<String>>,
    /// `Timestamp`, as written.
    pub timestamp: Option<Spanned<String>>,
    /// `Summary`, or `Summary of work`.
    pub summary: Option<Spanned<String>>,
    /// `Skills disposition`.
    pub skills_disposition: Option<Spanned<String>>,
    /// `Documentation decision`.
    pub documentation_decision: Option<Spanned<String>>,
}

impl Log {
    pub(super) fn read(document: &Document, sections: &[Span], amendments: &[Span]) -> Self {
        let bodies: Vec<Span> = sections
            .iter()
            .flat_map(|body| without(*body, amendments))
            .collect();
        let fields: Vec<Field> = bodies
            .iter()
            .flat_map(|body| field::read(document, *body, opens_field))
            .collect();
        Self {
            status: pick(&fields, &["status", "estado"]),
            timestamp: pick(&fields, &["timestamp", "date", "fecha"]),
            summary: pick(&fields, &["summary", "summary of work", "resumen"]),
            skills_disposition: pick(
                &fields,
                &[
                    "skills disposition",
                    "skill disposition",
                    "disposición de skills",
                ],
            ),
            documentation_decision: pick(
                &fields,
                &["documentation decision", "decisión de documentación"],
            ),
            bodies,
            fields,
        }
    }

    /// The first field of a name (letter case, markup and "and" aside).
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.is(name))
    }

    /// The status in the log, where it is one of the known words, ornaments and a remark aside.
    #[must_use]
    pub fn status_word(&self) -> Option<LogStatus> {
        status_word(&self.status.as_ref()?.value)
    }

    /// All `Status` fields, in order.
    pub fn statuses(&self) -> impl Iterator<Item = &Field> {
        self.fields
            .iter()
            .filter(|field| matches!(field.key(), "status" | "estado"))
    }
}

/// The status that a text states: the known word that it starts with, ornaments and markup aside.
#[must_use]
pub fn status_word(text: &str) -> Option<LogStatus> {
    let key = key(bare(text));
    let starts = |words: &[&str]| {
        words.iter().any(|word| {
            key.strip_prefix(word)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    if starts(&["pending", "not started", "todo", "pendiente"]) {
        Some(LogStatus::Pending)
    } else if starts(&["in progress", "started", "en progreso", "en curso"]) {
        Some(LogStatus::InProgress)
    } else if starts(&["completed", "complete", "done", "completado", "completada"]) {
        Some(LogStatus::Completed)
    } else if starts(&["blocked", "bloqueado", "bloqueada"]) {
        Some(LogStatus::Blocked)
    } else if starts(&["skipped", "omitida", "omitido"]) {
        Some(LogStatus::Skipped)
    } else {
        None
    }
}

/// Bold labels, and plain ones that start with a capital letter and are short.
fn opens_field(kind: LabelKind, name: &str) -> bool {
    kind.is_bold() || name.split(' ').count() <= 4
}

fn pick(fields: &[Field], names: &[&str]) -> Option<Spanned<String>> {
    let ours = |field: &&Field| names.contains(&field.key());
    let first = fields
        .iter()
        .find(|field| ours(field) && !field.value.is_blank());
    first
        .or_else(|| fields.iter().find(ours))
        .map(|field| field.value.clone())
}

/// A range without others: what remains of it, in order.
fn without(body: Span, others: &[Span]) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut at = body.start;
    for other in others.iter().filter(|other| overlap(**other, body)) {
        if other.start > at {
            pieces.push(Span::new(at, other.start));
        }
        at = at.max(other.end);
    }
    if at < body.end || pieces.is_empty() {
        pieces.push(Span::new(at.min(body.end), body.end));
    }
    pieces
}
