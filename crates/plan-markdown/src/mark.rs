//! Task marks: brackets at the start of an item, in the forms that people write.

use crate::{Mark, MarkKind};
use plan_diagnostics::Span;

/// Longer than this between the brackets is no mark.
const LONGEST: usize = 16;

/// Words that people put between the brackets.
const WORDS: &[&str] = &[
    "done",
    "todo",
    "wip",
    "doing",
    "skip",
    "skipped",
    "blocked",
    "pending",
    "completed",
    "in progress",
    "yes",
    "no",
    "ok",
];

/// How the brackets are written, where a renderer sees no task item in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As they should be.
    Usual,
    /// `[x]Task`: no space behind them.
    Tight,
    /// `\[x\]`
    Escaped,
    /// `**[x] Task**`: inside bold or other markup.
    Wrapped,
    /// `[x](file)`, `[x][name]`, `[x]: url`: a link.
    Link,
}

/// A mark as found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) mark: Mark,
    pub(crate) form: Form,
    /// Where the text behind it starts, space not yet skipped.
    pub(crate) after: usize,
}

/// What stands between the brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// A blank or an x, perhaps with stray spaces.
    Plain(MarkKind),
    Symbol,
    Word,
}

/// Reads a mark at an offset of a line that ends at `end`.
pub(crate) fn read(text: &str, at: usize, end: usize) -> Option<Found> {
    let bytes = text.as_bytes();
    let wrap = bytes[at..end]
        .iter()
        .take(4)
        .take_while(|b| matches!(b, b'*' | b'_' | b'~'))
        .count();
    let outer = at + wrap;
    let escaped = bytes[outer..end].starts_with(b"\\[");
    let open = outer + usize::from(escaped);
    if bytes[open..end].first() != Some(&b'[') {
        return None;
    }
    let start = open + 1;
    let near = &bytes[start..end.min(start + LONGEST)];
    let close = start + memchr::memchr(b']', near)?;
    let stop = if escaped && bytes[start..close].last() == Some(&b'\\') {
        close - 1
    } else {
        close
    };
    let inner = inner(text.get(start..stop)?)?;
    let (form, after) = form(bytes, close + 1, end, inner)?;
    let kind = match inner {
        Inner::Plain(kind) if form != Form::Link => kind,
        _ => MarkKind::Odd,
    };
    let form = match form {
        Form::Usual | Form::Tight if escaped => Form::Escaped,
        Form::Usual | Form::Tight if wrap > 0 => Form::Wrapped,
        form => form,
    };
    let after = if wrap > 0 {
        skip_wrapping(bytes, after, end)
    } else {
        after
    };
    let mark = Mark {
        span: Span::new(start, stop),
        outer: Span::new(outer, close + 1),
        kind,
    };
    Some(Found { mark, form, after })
}

fn inner(inner: &str) -> Option<Inner> {
    let plain = match inner {
        " " => Some(MarkKind::Open),
        "x" | "X" => Some(MarkKind::Done),
        _ => None,
    };
    let trimmed = inner.trim();
    if plain.is_some() || trimmed.is_empty() || trimmed.eq_ignore_ascii_case("x") {
        return Some(Inner::Plain(plain.unwrap_or(MarkKind::Odd)));
    }
    let mut chars = trimmed.chars();
    // A pipe may part the cells of a row: without it the row would be none.
    let symbols = trimmed
        .chars()
        .all(|c| !c.is_alphanumeric() && !matches!(c, '[' | '`' | '^' | '|'));
    if symbols && chars.by_ref().count() <= 2 {
        return Some(Inner::Symbol);
    }
    let word = trimmed.chars().nth(1).is_none()
        || WORDS.iter().any(|word| word.eq_ignore_ascii_case(trimmed));
    (word && trimmed.chars().all(|c| c.is_alphabetic() || c == ' ')).then_some(Inner::Word)
}

/// What follows the closing bracket, and where the text starts.
fn form(bytes: &[u8], at: usize, end: usize, inner: Inner) -> Option<(Form, usize)> {
    let plain = matches!(inner, Inner::Plain(_));
    match bytes[at..end].first() {
        None | Some(b' ' | b'\t') => Some((Form::Usual, at)),
        Some(b'(') if plain => Some((Form::Link, closing(bytes, at, end, b')'))),
        Some(b'[') if plain => Some((Form::Link, closing(bytes, at, end, b']'))),
        Some(b':') if plain => Some((Form::Link, at + 1)),
        Some(b'(' | b'[' | b':') => None,
        Some(_) if inner == Inner::Word => None,
        Some(_) => Some((Form::Tight, at)),
    }
}

/// Behind the closing bracket of a link's destination, or behind its opening one without any.
fn closing(bytes: &[u8], at: usize, end: usize, close: u8) -> usize {
    memchr::memchr(close, &bytes[at..end]).map_or(at + 1, |length| at + length + 1)
}

fn skip_wrapping(bytes: &[u8], at: usize, end: usize) -> usize {
    at + bytes[at..end]
        .iter()
        .take_while(|b| matches!(b, b'*' | b'_' | b'~'))
        .count()
}
