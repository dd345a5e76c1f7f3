//! Labelled lines, in every form in which plans carry them, several on one line included.

use super::spanned::{trim, trim_comments};
use super::words::is_emoji;
use crate::{Document, LabelKind};
use plan_diagnostics::Span;

/// A name and what follows it on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// The name, without markup and colon.
    pub(crate) name: Span,
    /// The value; empty, behind the colon and the closing stars, where there is none.
    pub(crate) value: Span,
    /// The whole line, or the part of it up to a literal `\n`.
    pub(crate) span: Span,
    /// How it is written.
    pub(crate) kind: LabelKind,
    /// Bytes of indentation before it.
    pub(crate) indent: usize,
}

/// The labels among the content lines of a range, in order.
pub(crate) fn lines(document: &Document, within: Span) -> Vec<Line> {
    let mut found = Vec::new();
    for line in document.content_lines_where(within, has_colon) {
        for segment in segments(document.text(), line) {
            found.extend(parse(document.text(), segment).map(|label| Line {
                indent: line.start - document.line_at(line.start).start,
                value: trim_comments(document, label.value),
                ..label
            }));
        }
    }
    found
}

/// A colon of full width.
const WIDE_COLON: &[u8] = "：".as_bytes();

/// Whether a colon may stand in a text: no label is without one.
fn has_colon(text: &[u8]) -> bool {
    memchr::memchr2(b':', WIDE_COLON[0], text).is_some()
}

/// The labels among the headings of a range, in order.
pub(crate) fn headings(document: &Document, within: Span) -> Vec<Line> {
    document.headings()[document.headings_within(within)]
        .iter()
        .filter(|heading| within.contains(heading.span) && !heading.quoted)
        .filter(|heading| !heading.text.of(document.text()).contains('\n'))
        .filter_map(|heading| parse(document.text(), heading.text))
        .collect()
}

/// A line cut at each literal `\n` that a label follows.
fn segments(text: &str, line: Span) -> impl Iterator<Item = Span> {
    let mut cuts = Vec::new();
    let mut start = line.start;
    let breaks = memchr::memchr_iter(b'\\', line.of(text).as_bytes());
    let breaks = breaks.filter(|at| line.of(text).as_bytes().get(at + 1) == Some(&b'n'));
    for at in breaks.map(|at| line.start + at) {
        if parse(text, trim(text, Span::new(at + 2, line.end))).is_some() {
            cuts.push(trim(text, Span::new(start, at)));
            start = at + 2;
        }
    }
    let last = trim(text, Span::new(start, line.end));
    cuts.into_iter().chain([last])
}

/// Reads one line, or part of one, as a label.
pub(crate) fn parse(text: &str, line: Span) -> Option<Line> {
    let line = trim(text, line);
    let (inner, item) = unbullet(text, unquote(text, line));
    let found = ["**", "__", "*", "_"]
        .into_iter()
        .find(|mark| inner.of(text).starts_with(mark))
        .map_or_else(|| plain(text, inner), |mark| marked(text, inner, mark))?;
    let (name, value, bold) = found;
    let kind = match (bold, item) {
        (true, false) => LabelKind::Bold,
        (true, true) => LabelKind::BoldItem,
        (false, false) => LabelKind::Plain,
        (false, true) => LabelKind::PlainItem,
    };
    Some(Line {
        name,
        value: trim(text, value),
        span: line,
        kind,
        indent: 0,
    })
}

fn unquote(text: &str, line: Span) -> Span {
    let kept = line.of(text).trim_start_matches(['>', ' ', '\t']);
    Span::new(line.end - kept.len(), line.end)
}

/// The line behind its bullet, and whether it has one.
pub(crate) fn unbullet(text: &str, line: Span) -> (Span, bool) {
    let slice = line.of(text);
    let digits = slice.bytes().take_while(u8::is_ascii_digit).count();
    let bullet = match slice.as_bytes().get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        Some(b'.' | b')') if (1..10).contains(&digits) => digits + 1,
        _ => return (line, false),
    };
    match slice[bullet..].trim_start() {
        rest if rest.len() < slice.len() - bullet => {
            (Span::new(line.end - rest.len(), line.end), true)
        }
        _ => (line, false),
    }
}

type Found = (Span, Span, bool);

/// `**Name:** value`, `**Name**: value`, `**Name: value**`.
fn marked(text: &str, line: Span, mark: &str) -> Option<Found> {
    let open = line.start + mark.len();
    let rest = text.get(open..line.end)?;
    let close = open + window(rest, 400).find(mark)?;
    let after = close + mark.len();
    let bold = mark.len() == 2;
    let inner = text.get(open..close)?;
    if inner.starts_with(char::is_whitespace) {
        return None;
    }
    if let Some(name) = inner.trim_end().strip_suffix([':', '：']) {
        return named(
            text,
            Span::new(open, open + name.len()),
            Span::new(after, line.end),
            bold,
        );
    }
    let behind = &text[after..line.end];
    if let Some(value) = behind.trim_start().strip_prefix([':', '：']) {
        let value = Span::new(line.end - value.len(), line.end);
        return named(text, Span::new(open, close), value, bold);
    }
    if !behind
        .chars()
        .all(|c| c.is_whitespace() || is_emoji(c) || c == '.')
    {
        return None;
    }
    let (name, value, _) = plain(text, Span::new(open, close))?;
    Some((name, value, bold))
}

fn named(text: &str, name: Span, value: Span, bold: bool) -> Option<Found> {
    let name = trim(text, name);
    let usable = name.len() <= 80 && name.of(text).contains(char::is_alphanumeric);
    usable.then_some((name, value, bold))
}

/// The first bytes of a text: names are short, and a long line must not be searched again for each
/// of its parts.
fn window(text: &str, length: usize) -> &str {
    let end = (0..=length.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

/// `Name: value`, where the name is a few plain words.
fn plain(text: &str, line: Span) -> Option<Found> {
    let slice = line.of(text);
    let lead = slice.trim_start_matches(|c: char| is_emoji(c) || c.is_whitespace());
    let start = line.end - lead.len();
    let (colon, width) = colon(window(lead, 80))?;
    let (name, rest) = (&lead[..colon], &lead[colon + width..]);
    let separated =
        rest.is_empty() || rest.starts_with(char::is_whitespace) || rest.starts_with("\\n");
    let fits = |c: char| {
        c.is_alphanumeric() || matches!(c, ' ' | '/' | '&' | '-' | '_' | '\'' | '(' | ')')
    };
    let worded = separated
        && name.starts_with(char::is_alphabetic)
        && name.len() <= 60
        && name.chars().all(fits)
        && name.split_whitespace().count() <= 6;
    let name = Span::new(start, start + name.trim_end().len());
    worded.then(|| (name, Span::new(line.end - rest.len(), line.end), false))
}

/// Where the first colon of a text stands, and how many bytes it has.
fn colon(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b':', WIDE_COLON[0], bytes).find_map(|at| match bytes[at] {
        b':' => Some((at, 1)),
        _ => bytes[at..]
            .starts_with(WIDE_COLON)
            .then_some((at, WIDE_COLON.len())),
    })
}
