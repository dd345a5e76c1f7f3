//! Blocks: asks comrak what every line is part of.
//!
//! Only blocks are asked for, and only their lines are used. So comrak gets a text of as many lines
//! in which whatever does not matter to blocks is left out: the rest of a line of words, all but one
//! of several blank lines. That spares it the inline work, and spares us what hostile inlines cost.
//! Containers nested deeper than any plan needs are cut off, since comrak's time grows with the
//! square of their depth.

mod plain;

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
    if let Some(blocks) = plain::read(text.as_bytes(), lines) {
        return blocks;
    }
    let mut blocks = Blocks::default();
    let (source, mut numbers) = simplified(text, lines, &mut blocks.too_deep);
    numbers.push(lines.len());
    let arena = Arena::new();
    let root = comrak::parse_document(&arena, &source, &options());
    walk(
        root,
        &mut Walk {
            lines,
            numbers: &numbers,
            blocks: &mut blocks,
        },
    );
    blocks
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options
}

/// The text that comrak gets, and for each of its lines the index of the first line of ours that it
/// stands for.
fn simplified(
    text: &str,
    lines: &mut [Line],
    too_deep: &mut Option<usize>,
) -> (String, Vec<usize>) {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    let mut numbers = Vec::with_capacity(lines.len() + 1);
    let has_definitions = memchr::memmem::find(bytes, b"]:").is_some();
    let mut after_blank = false;
    // One blank line says all that several do, except behind a list item that is empty, or that is
    // once its definitions are taken out: there, each of them may end the item by its indent.
    let mut blanks_matter = has_definitions;
    for (index, line) in lines.iter_mut().enumerate() {
        line.first = false;
        line.item = false;
        let start = line.text_start().min(line.end);
        let indent = blanks(&bytes[start..line.end], 0);
        let is_blank = line.kind == Kind::Front || start + indent.0 == line.end;
        if line.kind != Kind::Front {
            line.kind = if is_blank { Kind::Blank } else { Kind::Text };
        }
        if is_blank && after_blank && !blanks_matter {
            continue;
        }
        after_blank = is_blank;
        numbers.push(index);
        if is_blank {
            if blanks_matter {
                out.resize(out.len() + indent.1.min(MOST_INDENT), b' ');
            }
        } else {
            blanks_matter = has_definitions || may_be_empty_item(&bytes[start..line.end]);
            if push(&mut out, bytes, (start, line.end), indent, has_definitions) {
                too_deep.get_or_insert(index);
            }
        }
        out.push(b'\n');
    }
    (String::from_utf8(out).unwrap_or_default(), numbers)
}

/// Whether a line may end in the bullet of an item without content.
fn may_be_empty_item(line: &[u8]) -> bool {
    let last = line.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    last.is_some_and(|byte| matches!(byte, b'-' | b'+' | b'*' | b'.' | b')'))
}

/// Writes one line that is not blank; whether it is nested too deep.
fn push(
    out: &mut Vec<u8>,
    bytes: &[u8],
    (start, end): (usize, usize),
    (indent, columns): (usize, usize),
    has_definitions: bool,
) -> bool {
    let content = &bytes[start + indent..end];
    if columns > MOST_INDENT {
        out.resize(out.len() + MOST_INDENT, b' ');
    } else {
        out.extend_from_slice(&bytes[start..start + indent]);
    }
    if content[0] == b'|' && is_row(content) && !has_definitions {
        push_row(out, bytes, start + indent, end);
        return columns > MOST_INDENT;
    }
    let head = head(content);
    let whole = keeps_all(&content[..head]);
    let (kept, deep) = push_head(out, content, head, whole || has_definitions);
    let rest = &content[kept..];
    let neutral = |table: &'static [u8; 256]| rest.iter().map(|&byte| table[usize::from(byte)]);
    if whole {
        out.extend_from_slice(rest);
    } else if has_definitions {
        out.extend(neutral(&DEFINING));
    } else if memchr::memchr2(b'|', b'>', rest).is_some() {
        out.extend(neutral(&NEUTRAL));
    } else if !rest.is_empty() && !out.ends_with(b"# ") {
        out.push(b'x'); // an empty heading is a heading too
    }
    deep || columns > MOST_INDENT
}

/// Bytes that only inlines care about become a letter. `<`, `/` and `>` stay, since the end of an
/// HTML block may depend on them.
static NEUTRAL: [u8; 256] = neutral(b"*_[`!&\"\0");

/// The same where a file has definitions: a label, a destination or a title may go on over lines, so
/// that whatever may end one stays too.
static DEFINING: [u8; 256] = neutral(b"*_`!&\0");

/// Each byte as it is, those given aside, which become a letter.
const fn neutral(dropped: &[u8]) -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte as u8;
        byte += 1;
    }
    let mut at = 0;
    while at < dropped.len() {
        table[dropped[at] as usize] = b'x';
        at += 1;
    }
    table
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

/// Whether a line may be a fence or open with a tag, so that its inline bytes matter to blocks.
fn keeps_all(head: &[u8]) -> bool {
    head.contains(&b'<')
        || head
            .windows(3)
            .any(|window| matches!(window, b"```" | b"~~~"))
}

/// Writes the start of a line, `whole` or up to where inline markup opens in it; how much that is,
/// and whether it is nested too deep.
fn push_head(out: &mut Vec<u8>, content: &[u8], head: usize, whole: bool) -> (usize, bool) {
    let mut quotes = 0;
    for (at, &byte) in content[..head].iter().enumerate() {
        // A line with a letter is no thematic break, and a star before anything but space no bullet.
        let is_markup = match byte {
            b'[' | b'_' | b'`' => true,
            b'*' => !matches!(content.get(at + 1), None | Some(b' ' | b'\t')),
            _ => false,
        };
        if is_markup && !whole && head < content.len() {
            return (at, quotes > MOST_QUOTES);
        }
        quotes += usize::from(byte == b'>');
        let drop = byte == b'\0' || (byte == b'>' && quotes > MOST_QUOTES);
        out.push(if drop { b'x' } else { byte });
    }
    (head, quotes > MOST_QUOTES)
}

/// Whether a line that opens with a bar is best given as a row of our own reading: no separator, and
/// with nothing that may end an HTML block.
fn is_row(content: &[u8]) -> bool {
    let ends = |window: &[u8]| matches!(window, b"?>" | b"]>" | b"</");
    !table::is_separator(content)
        && (memchr::memchr2(b'>', b'<', content).is_none() || !content.windows(2).any(ends))
}

/// Writes a table row with the number of cells that our own reading gives.
fn push_row(out: &mut Vec<u8>, bytes: &[u8], start: usize, end: usize) {
    out.push(b'|');
    table::each_cell(bytes, start, end, |_, _| out.extend_from_slice(b"x|"));
}

/// What the visit of the blocks needs.
struct Walk<'a> {
    lines: &'a mut [Line],
    numbers: &'a [usize],
    blocks: &'a mut Blocks,
}

/// Visits the blocks without recursion.
fn walk<'a>(root: Node<'a>, to: &mut Walk<'_>) {
    let mut next = root.first_child();
    while let Some(node) = next {
        let inside = to.visit(node);
        next = inside.then(|| node.first_child()).flatten();
        let mut up = Some(node);
        while next.is_none() {
            let Some(here) = up else { break };
            next = here.next_sibling();
            up = here.parent();
        }
    }
}

impl Walk<'_> {
    /// The first and the last of our lines that a block covers.
    fn range(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let first = *self.numbers.get(start.checked_sub(1)?)?;
        let next = self.numbers.get(end).or(self.numbers.last()).copied()?;
        let last = next.max(first + 1) - 1;
        (first < self.lines.len()).then_some((first, last.min(self.lines.len() - 1)))
    }

    /// Notes what a block is; whether there are blocks in it to visit.
    fn visit<'a>(&mut self, node: Node<'a>) -> bool {
        let data = node.data();
        let position = data.sourcepos;
        let Some((first, last)) = self.range(position.start.line, position.end.line) else {
            return false;
        };
        let block = RawBlock {
            first,
            last,
            closed: true,
        };
        match &data.value {
            NodeValue::List(_) | NodeValue::BlockQuote => return true,
            NodeValue::Item(_) | NodeValue::TaskItem(_) => {
                self.lines[first].item = true;
                return true;
            }
            NodeValue::CodeBlock(code) if code.fenced => {
                fill(self.lines, first, last, Kind::Fence);
                self.blocks.fences.push(RawBlock {
                    closed: code.closed,
                    ..block
                });
            }
            NodeValue::CodeBlock(_) => {
                fill(self.lines, first, last, Kind::Indented);
                self.blocks.indented.push(block);
            }
            NodeValue::HtmlBlock(html) => {
                let is_text = matches!(html.block_type, 6 | 7);
                fill(
                    self.lines,
                    first,
                    last,
                    if is_text { Kind::Html } else { Kind::Raw },
                );
            }
            NodeValue::Table(_) => {
                fill(self.lines, first, last, Kind::Table);
                self.blocks.tables.push(block);
            }
            NodeValue::ThematicBreak => fill(self.lines, first, first, Kind::Rule),
            NodeValue::Heading(heading) => self.heading(heading.level, heading.setext, first, last),
            _ => {}
        }
        false
    }

    fn heading(&mut self, level: u8, underlined: bool, first: usize, last: usize) {
        if underlined {
            fill(self.lines, first, last, Kind::Setext);
            self.lines[last].kind = Kind::Underline;
        } else {
            fill(self.lines, first, first, Kind::Heading);
        }
        let last = if underlined { last } else { first };
        self.blocks.headings.push(RawHeading {
            level,
            first,
            last,
            underlined,
        });
    }
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

#[cfg(test)]
mod tests;
