//! The narrative of a plan, `PROGRESS.md`: entries in four shapes among other prose (H10).

mod escape;
mod render;

pub use render::{NewEntry, RenderError};

use super::part::section_end;
use super::ranges;
use super::spanned::{Spanned, trim};
use super::title;
use super::words::{is_dash, key, strip_word};
use crate::{Document, Heading};
use plan_diagnostics::Span;

/// The shape of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryKind {
    /// `Task N: title`
    Task(u64),
    /// `Reconciliation`
    Reconciliation,
    /// `Decision: title`
    Decision,
    /// `Turn: title`
    Turn,
    /// `Lock: title`
    Lock,
    /// A heading with a timestamp and another title.
    Other,
}

/// An entry: a heading, and the list under it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its shape.
    pub kind: EntryKind,
    /// The timestamp in the heading, as written. Task entries of older plans have none.
    pub timestamp: Option<Spanned<String>>,
    /// The title behind the shape's name, as it was given to [`NewEntry`]; may be empty.
    pub title: Spanned<String>,
    /// The items of the list, likewise, without nested ones.
    pub bullets: Vec<Spanned<String>>,
    /// The heading.
    pub heading: Span,
    /// What stands under it.
    pub body: Span,
}

impl Entry {
    /// The number of the task of a task entry.
    #[must_use]
    pub const fn task(&self) -> Option<u64> {
        match self.kind {
            EntryKind::Task(number) => Some(number),
            _ => None,
        }
    }
}

/// What a `PROGRESS.md` says. Prose outside the entries is left alone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Progress {
    /// The entries, in order.
    pub entries: Vec<Entry>,
}

impl Progress {
    /// Reads a `PROGRESS.md`.
    #[must_use]
    pub fn read(document: &Document) -> Self {
        let headings = document.headings();
        let entries = headings
            .iter()
            .enumerate()
            .filter(|(_, heading)| !heading.quoted)
            .filter_map(|(index, heading)| entry(document, heading, &headings[index + 1..]))
            .collect();
        Self { entries }
    }

    /// The entries for a task.
    pub fn of_task(&self, number: u64) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(move |entry| entry.task() == Some(number))
    }
}

fn entry(document: &Document, heading: &Heading, later: &[Heading]) -> Option<Entry> {
    let (timestamp, rest) = stamped(document, heading.text);
    let (kind, title) = shape(document, rest, timestamp.is_some())?;
    let end = section_end(heading, later, document.text().len());
    let body = Span::new(heading.span.end.min(end), end);
    let outer = ranges::list_items(document, body).filter(|item| {
        let parent = item
            .parent
            .and_then(|parent| document.list_items().get(parent));
        !parent.is_some_and(|parent| body.contains(parent.span))
    });
    let bullets = outer
        .map(|item| escape::read_bullet(document, item))
        .collect();
    Some(Entry {
        kind,
        timestamp,
        title,
        bullets,
        heading: heading.span,
        body,
    })
}

/// The timestamp before a dash at the start of a heading, and the rest.
fn stamped(document: &Document, span: Span) -> (Option<Spanned<String>>, Span) {
    let text = span.of(document.text());
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let word = text[..end].trim_matches(['[', ']', '`', '*']);
    let rest =
        text[end..].trim_start_matches(|c: char| c.is_whitespace() || is_dash(c) || c == ':');
    if !is_stamp(word) {
        return (None, span);
    }
    let start = span.start + text[..end].find(word).unwrap_or(0);
    let stamp = Spanned::slice(document, Span::new(start, start + word.len()));
    (Some(stamp), Span::new(span.end - rest.len(), span.end))
}

/// Whether a word starts as a date does: `2026-03-02`.
fn is_stamp(word: &str) -> bool {
    let shape = b"0000-00-00";
    word.len() >= shape.len()
        && word.bytes().zip(shape).all(|(byte, wanted)| match wanted {
            b'0' => byte.is_ascii_digit(),
            _ => byte == *wanted,
        })
}

/// The shape of a heading without its timestamp. Without one only tasks, decisions with a title and
/// reconciliations are entries.
fn shape(document: &Document, rest: Span, stamped: bool) -> Option<(EntryKind, Spanned<String>)> {
    let text = rest.of(document.text());
    if let Some(name) = title::task_name(document, rest).filter(|name| name.separated) {
        let title = task_title(document, rest).unwrap_or(name.title);
        return Some((EntryKind::Task(name.number), title));
    }
    let shapes = [
        (
            EntryKind::Reconciliation,
            ["reconciliation", "reconciliación"],
        ),
        (EntryKind::Decision, ["decision", "decisión"]),
        (EntryKind::Turn, ["turn", "turno"]),
        (EntryKind::Lock, ["lock", "bloqueo"]),
    ];
    for (kind, names) in shapes {
        let Some(tail) = names.iter().find_map(|name| strip_word(text, name)) else {
            continue;
        };
        let colon = tail.starts_with([':', '：']);
        let ends = tail.is_empty() || colon || tail.trim_start().starts_with(is_dash);
        let known =
            stamped || (kind == EntryKind::Decision && colon) || kind == EntryKind::Reconciliation;
        if ends && known {
            return Some((kind, tail_title(document, rest, tail)));
        }
    }
    let other = stamped && !key(text).is_empty();
    other.then(|| (EntryKind::Other, escape::read_title(document, rest)))
}

/// The title of `Task N: title`, markup and all.
fn task_title(document: &Document, rest: Span) -> Option<Spanned<String>> {
    let text = rest.of(document.text());
    let tail = title::numbered(text).map(|head| &text[head.behind..])?;
    let separated = tail
        .trim_start()
        .starts_with(|c: char| is_dash(c) || c == ':');
    separated.then(|| tail_title(document, rest, tail))
}

/// The title behind one colon, or one dash.
fn tail_title(document: &Document, rest: Span, tail: &str) -> Spanned<String> {
    let tail = tail.trim_start();
    let kept = tail
        .strip_prefix([':', '：'])
        .or_else(|| tail.strip_prefix(is_dash));
    let kept = kept.unwrap_or(tail);
    let span = Span::new(rest.end - kept.len(), rest.end);
    escape::read_title(document, trim(document.text(), span))
}
