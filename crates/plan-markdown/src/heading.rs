//! Headings: level, number, title, anchor.

use crate::blocks::RawHeading;
use crate::lines::{Line, trim_end};
use crate::{Heading, prefix};
use plan_diagnostics::Span;

/// The heading on the lines that comrak names.
pub(crate) fn read(text: &str, lines: &[Line], raw: RawHeading) -> Heading {
    let bytes = text.as_bytes();
    let (first, last) = (&lines[raw.first], &lines[raw.last]);
    let start = prefix::content_start(bytes, first);
    let quoted = prefix::read(bytes, first).quotes > 0;
    if raw.underlined {
        let line = &lines[raw.last.saturating_sub(1).max(raw.first)];
        let end = trim_end(bytes, start.min(line.end), line.end);
        return parts(
            text,
            raw.level,
            Span::new(start, last.end),
            Span::new(start, end),
            quoted,
        );
    }
    hashed(text, first, start, quoted)
}

/// The heading of a line whose content opens with hashes.
pub(crate) fn hashed(text: &str, line: &Line, start: usize, quoted: bool) -> Heading {
    let bytes = text.as_bytes();
    let level = bytes[start..line.end]
        .iter()
        .take(6)
        .take_while(|&&b| b == b'#')
        .count();
    let inner = start + level;
    let from = crate::lines::trim_start(bytes, inner, line.end);
    let mut to = trim_end(bytes, from, line.end);
    // Closing hashes count where a space, or nothing, stands before them.
    let closing = bytes[from..to]
        .iter()
        .rev()
        .take_while(|&&b| b == b'#')
        .count();
    let before = to - closing;
    if closing > 0 && (before == from || matches!(bytes[before - 1], b' ' | b'\t')) {
        to = trim_end(bytes, from, before);
    }
    let level = u8::try_from(level).unwrap_or(6).max(1);
    parts(
        text,
        level,
        Span::new(start, line.end),
        Span::new(from, to),
        quoted,
    )
}

fn parts(text: &str, level: u8, span: Span, whole: Span, quoted: bool) -> Heading {
    let mut heading = Heading {
        level,
        span,
        text: whole,
        title: whole,
        number: None,
        anchor: None,
        note: None,
        quoted,
    };
    anchor(text, &mut heading);
    unwrap_bold(text, &mut heading);
    number(text, &mut heading);
    note(text, &mut heading);
    let title = heading.title.of(text).trim_end_matches([':', ' ', '\t']);
    heading.title.end = heading.title.start + title.len();
    heading
}

/// Takes `{#name}` or `(#name)` off the end of the title; `[title](#name)` loses its brackets too.
fn anchor(text: &str, heading: &mut Heading) {
    let title = heading.title.of(text);
    let (open, close) = match title.as_bytes().last() {
        Some(b'}') => ("{#", '}'),
        Some(b')') => ("(#", ')'),
        _ => return,
    };
    let Some(at) = title.rfind(open) else { return };
    let name = &title[at + 2..title.len() - 1];
    if name.is_empty() || name.contains([' ', close]) {
        return;
    }
    let start = heading.title.start + at + 2;
    heading.anchor = Some(Span::new(start, start + name.len()));
    let before = title[..at].trim_end();
    heading.title.end = heading.title.start + before.len();
    if before.starts_with('[') && title[..at].ends_with(']') {
        heading.title = Span::new(heading.title.start + 1, heading.title.end - 1);
    }
}

/// Takes `3`, `3.1` and the like off the start, where a full stop or parenthesis, or a stop inside,
/// shows that it is a section number.
fn number(text: &str, heading: &mut Heading) {
    let title = heading.title.of(text);
    let length = title
        .bytes()
        .take_while(|b| b.is_ascii_digit() || *b == b'.')
        .count();
    let closed = title[length..].starts_with(')');
    let digits = title[..length].trim_end_matches('.').len();
    let rest = &title[length + usize::from(closed)..];
    let numbers = title.starts_with(|c: char| c.is_ascii_digit())
        && title[..length].contains('.') | closed
        && rest.starts_with([' ', '\t']);
    if numbers {
        let start = heading.title.start;
        heading.number = Some(Span::new(start, start + digits));
        heading.title.start = heading.title.end - rest.trim_start().len();
    }
}

/// Takes a trailing parenthesis off the end, where something stands before it.
fn note(text: &str, heading: &mut Heading) {
    let title = heading.title.of(text);
    if !title.ends_with(')') {
        return;
    }
    let mut depth = 0usize;
    let open = title.bytes().enumerate().rev().find(|(_, byte)| {
        match byte {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let Some((open, _)) = open else { return };
    let before = title[..open].trim_end();
    if before.is_empty() || before.len() == open {
        return;
    }
    let start = heading.title.start;
    heading.note = Some(Span::new(start + open + 1, heading.title.end - 1));
    heading.title.end = start + before.len();
}

fn unwrap_bold(text: &str, heading: &mut Heading) {
    let title = heading.title.of(text);
    let inner = title
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains("**")) {
        heading.title = Span::new(heading.title.start + 2, heading.title.end - 2);
    }
}
