//! Texts of nothing but paragraphs, flat lists, headings and fenced code: read without comrak.
//!
//! A queue has thousands of small files of that kind, and most task files are. A line that may open,
//! close or underline any other block, and one whose part depends on more than the line before it,
//! make the whole text one for comrak.

use super::{Blocks, RawBlock, RawHeading};
use crate::lines::{Kind, Line, blanks};

/// Marks the lines of a text, if it is plain, and gives its blocks. The lines are as they were
/// otherwise.
pub(super) fn read(bytes: &[u8], lines: &mut [Line]) -> Option<Blocks> {
    let mut shapes = Vec::with_capacity(lines.len());
    let mut before = Before::Blank;
    for line in &*lines {
        let shape = shape(bytes, line, before)?;
        before = shape.leaves(before);
        shapes.push(shape);
    }
    if matches!(before, Before::Fence(_)) {
        return None;
    }
    let mut blocks = Blocks::default();
    for (index, (line, shape)) in lines.iter_mut().zip(shapes).enumerate() {
        mark(line, shape);
        blocks.add(index, shape);
    }
    Some(blocks)
}

/// What a line is, where it can be nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Blank,
    /// An item of a list in the first column.
    Item,
    /// The start of a paragraph in the first column, or a line that goes on with one.
    Text,
    /// A heading of this level in the first column.
    Heading(u8),
    /// A fence of so many backticks that opens a block of code in the first column.
    Opening(usize),
    /// A line of code.
    Code,
    /// The fence that closes the code.
    Closing,
}

/// What a line follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// No open paragraph.
    Blank,
    /// A paragraph of its own.
    Paragraph,
    /// The paragraph of an item.
    Item,
    /// Code behind a fence of so many backticks.
    Fence(usize),
}

impl Shape {
    /// What the next line follows.
    const fn leaves(self, before: Before) -> Before {
        match (self, before) {
            (Self::Item, _) | (Self::Text, Before::Item) => Before::Item,
            (Self::Text, _) => Before::Paragraph,
            (Self::Opening(length), _) => Before::Fence(length),
            (Self::Code, before) => before,
            (Self::Blank | Self::Heading(_) | Self::Closing, _) => Before::Blank,
        }
    }
}

fn shape(bytes: &[u8], line: &Line, before: Before) -> Option<Shape> {
    let start = line.text_start().min(line.end);
    let text = &bytes[start..line.end];
    let (indent, columns) = blanks(text, 0);
    let content = &text[indent..];
    if let Before::Fence(length) = before {
        let run = ticks(content);
        let closes =
            columns < 4 && run >= length && blanks(&content[run..], 0).0 + run == content.len();
        return Some(if closes { Shape::Closing } else { Shape::Code });
    }
    if line.kind == Kind::Front || content.is_empty() {
        return Some(Shape::Blank);
    }
    if columns > 0 {
        // Indented behind a blank line it may be code, or part of an item.
        let goes_on = before != Before::Blank && columns <= super::MOST_INDENT;
        return (goes_on && is_words(content)).then_some(Shape::Text);
    }
    match content {
        [b'-' | b'*' | b'+', b' ', rest @ ..] => is_words(rest).then_some(Shape::Item),
        [b'0'..=b'9', ..] => numbered(content, before),
        [b'#', ..] => {
            let level = content.iter().take_while(|&&byte| byte == b'#').count();
            let is_heading = level <= 6 && content.get(level) == Some(&b' ');
            is_heading.then_some(Shape::Heading(u8::try_from(level).ok()?))
        }
        [b'`', b'`', b'`', ..] => {
            let length = ticks(content);
            let is_fence = !content[length..].contains(&b'`');
            is_fence.then_some(Shape::Opening(length))
        }
        _ => is_words(content).then_some(Shape::Text),
    }
}

/// A line that opens with a digit. Among the lines of a paragraph only `1.` opens a list.
fn numbered(content: &[u8], before: Before) -> Option<Shape> {
    if is_words(content) {
        return Some(Shape::Text);
    }
    let digits = content.iter().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let opens = before != Before::Paragraph || &content[..digits] == b"1";
    match &content[digits + 1..] {
        [b' ', rest @ ..] if opens && digits <= 9 => is_words(rest).then_some(Shape::Item),
        _ => None,
    }
}

/// How many backticks a text opens with.
fn ticks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b'`').count()
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

fn mark(line: &mut Line, shape: Shape) {
    line.first = matches!(shape, Shape::Heading(_) | Shape::Opening(_));
    line.item = shape == Shape::Item;
    line.kind = match shape {
        Shape::Blank if line.kind == Kind::Front => Kind::Front,
        Shape::Blank => Kind::Blank,
        Shape::Item | Shape::Text => Kind::Text,
        Shape::Heading(_) => Kind::Heading,
        Shape::Opening(_) | Shape::Code | Shape::Closing => Kind::Fence,
    };
}

impl Blocks {
    /// Takes in the line at an index.
    fn add(&mut self, index: usize, shape: Shape) {
        match shape {
            Shape::Heading(level) => self.headings.push(RawHeading {
                level,
                first: index,
                last: index,
                underlined: false,
            }),
            Shape::Opening(_) => self.fences.push(RawBlock {
                first: index,
                last: index,
                closed: true,
            }),
            Shape::Closing => {
                if let Some(fence) = self.fences.last_mut() {
                    fence.last = index;
                }
            }
            _ => {}
        }
    }
}
