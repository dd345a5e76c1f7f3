//! Texts in which only paragraphs and flat lists can stand: read without comrak.
//!
//! A queue has thousands of small files of that kind. A line that may open, close or underline any
//! other block makes the whole text one for comrak.

use crate::lines::{Kind, Line, blanks};

/// Marks the lines of a text, if it is plain; whether it is. The lines are as they were otherwise.
pub(super) fn read(bytes: &[u8], lines: &mut [Line]) -> bool {
    let mut open = false;
    for line in &*lines {
        match shape(bytes, line, open) {
            Some(shape) => open = shape != Shape::Blank,
            None => return false,
        }
    }
    open = false;
    for line in lines {
        let Some(shape) = shape(bytes, line, open) else {
            return false; // never: it had a shape before
        };
        open = shape != Shape::Blank;
        line.first = false;
        line.item = shape == Shape::Item;
        if line.kind != Kind::Front {
            line.kind = if open { Kind::Text } else { Kind::Blank };
        }
    }
    true
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Blank,
    /// An item of a list in the first column.
    Item,
    /// The start of a paragraph in the first column, or a line that goes on with one.
    Text,
}

/// What a line is, where it can be nothing else. `open` says that the line before was not blank.
fn shape(bytes: &[u8], line: &Line, open: bool) -> Option<Shape> {
    let start = line.text_start().min(line.end);
    let text = &bytes[start..line.end];
    let (indent, columns) = blanks(text, 0);
    if line.kind == Kind::Front || indent == text.len() {
        return Some(Shape::Blank);
    }
    let content = &text[indent..];
    if columns == 0
        && let [b'-' | b'*' | b'+', b' ', rest @ ..] = content
    {
        return is_words(rest).then_some(Shape::Item);
    }
    // Indented behind a blank line it may be code, or part of an item.
    let starts = open || columns == 0;
    (starts && columns <= super::MOST_INDENT && is_words(content)).then_some(Shape::Text)
}

/// Whether a text can open nothing but a paragraph, and end none that is open.
fn is_words(text: &[u8]) -> bool {
    match text {
        [first, ..] if first.is_ascii_alphabetic() || *first >= 0x80 => true,
        [b'0'..=b'9', ..] => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            !matches!(text.get(digits), Some(b'.' | b')'))
        }
        [b'*', b'*', third, ..] => third.is_ascii_alphanumeric() || *third >= 0x80,
        [b'`', second, ..] => second.is_ascii_alphanumeric(),
        [b'(' | b'[' | b'"' | b'\'' | b'/' | b'$' | b'@', ..] => true,
        _ => false,
    }
}
