//! Blocks: asks comrak what every line is part of.
//!
//! Only blocks are asked for, and only their lines are used. So comrak gets a text with the same
//! lines in which the bytes that matter to inlines alone are overwritten: that spares it the inline
//! work, and spares us what hostile inlines cost. Containers nested deeper than any plan needs are
//! cut off, since comrak's time grows with the square of their depth.

use crate::lines::{Kind, Line, blanks};
use crate::{prefix, table};
use comrak::nodes::{Node, NodeValue};
use comrak::{Arena, Options};

/// Deeper quotes than this are read as text.
pub(crate) const MOST_QUOTES: usize = 64;
/// Deeper indentation than this many columns is read as this.
pub(crate) const MOST_INDENT: usize = 256;
/// After this many bytes without a letter, a line's start is over.
const LONGEST_HEAD: usize = 512;

/// A heading by its lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawHeading {
    pub(crate) level: u8,
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) underlined: bool,
}

/// A block by its lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawBlock {
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) closed: bool,
}

/// What comrak sees.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) headings: Vec<RawHeading>,
    pub(crate) fences: Vec<RawBlock>,
    pub(crate) tables: Vec<RawBlock>,
    pub(crate) indented: Vec<RawBlock>,
    /// Lines that are nested deeper than comrak was told.
    pub(crate) too_deep: Option<usize>,
}

/// Reads the blocks of a text, and writes into the lines what they are.
pub(crate) fn read(text: &str, lines: &mut [Line]) -> Blocks {
    let mut blocks = Blocks::default();
    let source = simplified(text, lines, &mut blocks.too_deep);
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.table = true;
    let root = comrak::parse_document(&arena, &source, &options);
    walk(root, lines, &mut blocks);
    blocks
}

/// The text that comrak gets: one line for each of ours.
fn simplified(text: &str, lines: &mut [Line], too_deep: &mut Option<usize>) -> String {
    let bytes = text.as_bytes();
    let neutral = neutral(memchr::memmem::find(bytes, b"</").is_some());
    let mut out = Vec::with_capacity(bytes.len() + 1);
    for (index, line) in lines.iter_mut().enumerate() {
        line.first = false;
        line.item = false;
        let start = line.text_start().min(line.end);
        let indent = blanks(&bytes[start..line.end], 0);
        if line.kind == Kind::Front || start + indent.0 == line.end {
            if line.kind != Kind::Front {
                line.kind = Kind::Blank;
            }
        } else {
            line.kind = Kind::Text;
            if push(&mut out, bytes, (start, line.end), indent, &neutral) {
                too_deep.get_or_insert(index);
            }
        }
        out.push(b'\n');
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Bytes that only inlines care about become a letter. Where end tags occur, `<` stays, since the
/// end of an HTML block may depend on it.
fn neutral(has_end_tags: bool) -> [u8; 256] {
    let mut table = std::array::from_fn(|byte| u8::try_from(byte).unwrap_or(b'x'));
    for byte in b"*_[`!&\0" {
        table[usize::from(*byte)] = b'x';
    }
    if !has_end_tags {
        table[usize::from(b'<')] = b'x';
    }
    table
}

/// Writes one line that is not blank; whether it is nested too deep.
fn push(
    out: &mut Vec<u8>,
    bytes: &[u8],
    (start, end): (usize, usize),
    (indent, columns): (usize, usize),
    neutral: &[u8; 256],
) -> bool {
    let content = &bytes[start + indent..end];
    if columns > MOST_INDENT {
        out.resize(out.len() + MOST_INDENT, b' ');
    } else {
        out.extend_from_slice(&bytes[start..start + indent]);
    }
    if content[0] == b'|' && !table::is_separator(content) {
        push_row(out, bytes, start + indent, end);
        return columns > MOST_INDENT;
    }
    let head = head(content);
    let deep = push_head(out, &content[..head]);
    let rest = &content[head..];
    if keeps_all(&content[..head], rest) {
        out.extend_from_slice(rest);
    } else {
        out.extend(rest.iter().map(|&byte| neutral[usize::from(byte)]));
    }
    deep || columns > MOST_INDENT
}

/// How many bytes come before the first letter.
fn head(content: &[u8]) -> usize {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    let head = content.iter().position(letter).unwrap_or(content.len());
    if head <= LONGEST_HEAD {
        head
    } else {
        LONGEST_HEAD
    }
}

/// Whether a line is a fence or opens with a tag, so that its inline bytes matter to blocks.
fn keeps_all(head: &[u8], rest: &[u8]) -> bool {
    let fence = |byte: u8| head.iter().rev().take_while(|&&b| b == byte).count() >= 3;
    match head.last() {
        Some(b'`') => fence(b'`') && memchr::memchr(b'`', rest).is_some(),
        Some(b'<' | b'/' | b'!' | b'?') => memchr::memchr(b'<', head).is_some(),
        _ => false,
    }
}

fn push_head(out: &mut Vec<u8>, head: &[u8]) -> bool {
    let mut quotes = 0;
    for &byte in head {
        quotes += usize::from(byte == b'>');
        let drop = byte == b'\0' || (byte == b'>' && quotes > MOST_QUOTES);
        out.push(if drop { b'x' } else { byte });
    }
    quotes > MOST_QUOTES
}

/// Writes a table row with the number of cells that our own reading gives.
fn push_row(out: &mut Vec<u8>, bytes: &[u8], start: usize, end: usize) {
    out.push(b'|');
    table::each_cell(bytes, start, end, |_, _| out.extend_from_slice(b"x|"));
}

/// Visits the blocks without recursion.
fn walk<'a>(root: Node<'a>, lines: &mut [Line], blocks: &mut Blocks) {
    let mut next = root.first_child();
    while let Some(node) = next {
        let inside = visit(node, lines, blocks);
        next = inside.then(|| node.first_child()).flatten();
        let mut up = Some(node);
        while next.is_none() {
            let Some(here) = up else { break };
            next = here.next_sibling();
            up = here.parent();
        }
    }
}

/// Notes what a block is; whether there are blocks in it to visit.
fn visit<'a>(node: Node<'a>, lines: &mut [Line], blocks: &mut Blocks) -> bool {
    let data = node.data();
    let position = data.sourcepos;
    let first = position.start.line.saturating_sub(1);
    let last = position.end.line.min(lines.len()).max(first + 1) - 1;
    if first >= lines.len() {
        return false;
    }
    let block = RawBlock {
        first,
        last,
        closed: true,
    };
    match &data.value {
        NodeValue::List(_) | NodeValue::BlockQuote => return true,
        NodeValue::Item(_) | NodeValue::TaskItem(_) => {
            lines[first].item = true;
            return true;
        }
        NodeValue::CodeBlock(code) if code.fenced => {
            fill(lines, first, last, Kind::Fence);
            blocks.fences.push(RawBlock {
                closed: code.closed,
                ..block
            });
        }
        NodeValue::CodeBlock(_) => {
            fill(lines, first, last, Kind::Indented);
            blocks.indented.push(block);
        }
        NodeValue::HtmlBlock(html) => {
            let is_text = matches!(html.block_type, 6 | 7);
            fill(
                lines,
                first,
                last,
                if is_text { Kind::Html } else { Kind::Raw },
            );
        }
        NodeValue::Table(_) => {
            fill(lines, first, last, Kind::Table);
            blocks.tables.push(block);
        }
        NodeValue::ThematicBreak => fill(lines, first, first, Kind::Rule),
        NodeValue::Heading(heading) => {
            let underlined = heading.setext;
            if underlined {
                fill(lines, first, last, Kind::Setext);
                lines[last].kind = Kind::Underline;
            } else {
                fill(lines, first, first, Kind::Heading);
            }
            let last = if underlined { last } else { first };
            blocks.headings.push(RawHeading {
                level: heading.level,
                first,
                last,
                underlined,
            });
        }
        _ => {}
    }
    false
}

fn fill(lines: &mut [Line], first: usize, last: usize, kind: Kind) {
    for line in &mut lines[first..=last] {
        // Blank lines stay blank outside of fences.
        if line.kind != Kind::Blank || kind == Kind::Fence {
            line.kind = kind;
        }
    }
    lines[first].first = true;
}

/// Whether a line of an indented code block reads as content: a task item, or a heading of level two
/// or deeper.
pub(crate) fn reads_as_content(text: &str, line: &Line) -> bool {
    let bytes = text.as_bytes();
    let start = prefix::content_start(bytes, line);
    let rest = &bytes[start..line.end];
    let opens = prefix::read(bytes, line).at < start;
    let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
    let is_heading = (2..=6).contains(&hashes) && rest.get(hashes) == Some(&b' ');
    is_heading || (opens && crate::mark::read(text, start, line.end).is_some())
}
