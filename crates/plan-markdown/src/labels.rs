//! Labels: `**Name:** value` and its kin.

use crate::lines::{Kind, Line, trim_end, trim_start};
use crate::{Label, LabelKind, mark, prefix};
use memchr::memmem;
use plan_diagnostics::Span;

/// Longer names than this many bytes are text.
const LONGEST_NAME: usize = 80;
/// Names of more words than this are text.
const MOST_WORDS: usize = 6;

/// The labels of a text in which comments are masked.
pub(crate) fn read(text: &str, lines: &[Line]) -> Vec<Label> {
    let bytes = text.as_bytes();
    let mut labels: Vec<Label> = Vec::new();
    // The label whose value may go on.
    let mut open: Option<usize> = None;
    for line in lines {
        if !matches!(line.kind, Kind::Text | Kind::Setext | Kind::Html) {
            open = None;
            continue;
        }
        let (start, is_item) = content_start(text, line);
        let end = trim_end(bytes, start, line.end);
        if is_item || start == line.end {
            open = None;
        }
        let first = label(text, start, end, is_item);
        // Prose behind a bold label may look like a label in lower case: it is both.
        let is_prose =
            first.is_none_or(|label| !label.kind.is_bold() && bytes[start].is_ascii_lowercase());
        let goes_on = match open.and_then(|open| labels.get_mut(open)) {
            Some(label) if first.is_none() || (label.kind.is_bold() && is_prose) => {
                label.wrapped.end = end;
                true
            }
            _ => false,
        };
        if let Some(first) = first {
            push_all(text, first, end, &mut labels);
            if !goes_on {
                open = labels.len().checked_sub(1);
            }
        }
    }
    labels
}

/// Behind quote marks, bullets and a task mark.
fn content_start(text: &str, line: &Line) -> (usize, bool) {
    let bytes = text.as_bytes();
    let before = prefix::read(bytes, line).at;
    let start = prefix::content_start(bytes, line);
    let after = mark::read(text, start, line.end).map_or(start, |found| found.after.min(line.end));
    (trim_start(bytes, after, line.end), start > before)
}

/// Takes a label, and those behind a literal `\n` on the same line.
fn push_all(text: &str, first: Label, end: usize, labels: &mut Vec<Label>) {
    let bytes = text.as_bytes();
    let mut label = Some(first);
    while let Some(mut here) = label.take() {
        let value = here.value;
        let breaks = memmem::find_iter(value.of(text).as_bytes(), b"\\n");
        for at in breaks.map(|at| value.start + at) {
            let start = trim_start(bytes, at + 2, end);
            let bullet = prefix::bullet(bytes, start, end).map(|(_, after)| after);
            let start = trim_start(bytes, bullet.unwrap_or(start), end);
            if bytes[start..end].starts_with(b"**") {
                label = self::label(text, start, end, here.kind == LabelKind::BoldItem);
            }
            if label.is_some() {
                here.value.end = trim_end(bytes, value.start, at);
                here.wrapped = here.value;
                here.span.end = here.span.end.min(here.value.end.max(here.value.start));
                break;
            }
        }
        labels.push(here);
    }
}

/// The label that opens at an offset.
fn label(text: &str, start: usize, end: usize, is_item: bool) -> Option<Label> {
    let bytes = text.as_bytes();
    let (name, colon, bold) = match &bytes[start..end] {
        [b'*', b'*', ..] => bold(bytes, start, end, b"**")?,
        [b'_', b'_', ..] => bold(bytes, start, end, b"__")?,
        _ => plain(bytes, start, end)?,
    };
    let from = trim_start(bytes, colon, end);
    let value = if from == end {
        Span::new(colon, colon)
    } else {
        Span::new(from, end)
    };
    let kind = match (bold, is_item) {
        (true, false) => LabelKind::Bold,
        (true, true) => LabelKind::BoldItem,
        (false, false) => LabelKind::Plain,
        (false, true) => LabelKind::PlainItem,
    };
    Some(Label {
        name,
        value,
        wrapped: value,
        span: Span::new(start, value.end),
        kind,
    })
}

/// Name, the offset behind the colon (and stars), and that it is bold.
fn bold(bytes: &[u8], start: usize, end: usize, stars: &[u8]) -> Option<(Span, usize, bool)> {
    let from = start + 2;
    let near = end.min(from + LONGEST_NAME);
    let close = from + memmem::find(&bytes[from..near], stars)?;
    let inner = trim_end(bytes, from, close);
    if bytes[from..inner].last() == Some(&b':') {
        let name = trim_end(bytes, from, inner - 1);
        return (name > from).then_some((Span::new(from, name), close + 2, true));
    }
    let behind = close + 2;
    let colon = bytes[behind..end].first() == Some(&b':');
    (colon && inner > from).then_some((Span::new(from, inner), behind + 1, true))
}

fn plain(bytes: &[u8], start: usize, end: usize) -> Option<(Span, usize, bool)> {
    let near = &bytes[start..end.min(start + LONGEST_NAME)];
    let opens = near
        .first()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    if !opens {
        return None;
    }
    let fits =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b" -/&()'_+#.".contains(byte);
    let length = near.iter().position(|byte| !fits(byte))?;
    let name = &near[..length];
    let words = name.iter().filter(|&&byte| byte == b' ').count() + 1;
    let spaced = matches!(
        bytes[start + length + 1..end.max(start + length + 1)].first(),
        None | Some(b' ' | b'\t')
    );
    let is_name =
        near[length] == b':' && spaced && words <= MOST_WORDS && name.last() != Some(&b' ');
    is_name.then_some((Span::new(start, start + length), start + length + 1, false))
}
