//! Code spans and links, paragraph by paragraph, in linear time.

use crate::lines::{Kind, Line, trim_end, trim_start};
use crate::ticks::{Ticks, escaped};
use crate::{Item, Link, prefix};
use plan_diagnostics::Span;
use std::collections::BTreeMap;

/// A destination, a title or a reference is not looked for further than this.
const FURTHEST: usize = 1024;

/// Parentheses in a destination are not nested deeper.
const MOST_PARENTHESES: usize = 32;

/// What is found within paragraphs.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    pub(crate) code: Vec<Span>,
    pub(crate) links: Vec<Link>,
}

/// Reads a text in which comments are masked. The marks of task items are no links.
pub(crate) fn read(text: &str, lines: &[Line], items: &[Item]) -> Inline {
    let definitions = definitions(text, lines);
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        definitions,
        items,
        out: Inline::default(),
    };
    let mut index = 0;
    while index < lines.len() {
        let length = paragraph(&lines[index..]);
        if let Some(last) = length.checked_sub(1) {
            reader.region(
                lines[index].text_start().min(lines[index].end),
                lines[index + last].end,
            );
        }
        index += length.max(1);
    }
    reader.out
}

/// How many lines form one paragraph; none where a line has no inlines.
fn paragraph(lines: &[Line]) -> usize {
    let is_text = |line: &Line| matches!(line.kind, Kind::Text | Kind::Setext | Kind::Html);
    let Some((first, rest)) = lines.split_first() else {
        return 0;
    };
    match first.kind {
        Kind::Heading | Kind::Table => 1,
        _ if is_text(first) => {
            1 + rest
                .iter()
                .take_while(|line| is_text(line) && !line.item)
                .count()
        }
        _ => 0,
    }
}

/// The definitions `[name]: destination`; the first of a name counts.
fn definitions(text: &str, lines: &[Line]) -> BTreeMap<String, Span> {
    let bytes = text.as_bytes();
    let mut found = BTreeMap::new();
    if memchr::memmem::find(bytes, b"]:").is_none() {
        return found;
    }
    for line in lines.iter().filter(|line| line.kind == Kind::Text) {
        let start = prefix::read(bytes, line).at;
        let Some(rest) = text[start..line.end].strip_prefix('[') else {
            continue;
        };
        let Some((name, dest)) = rest.split_once("]:") else {
            continue;
        };
        let from = trim_start(bytes, line.end - dest.len(), line.end);
        let dest = text[from..line.end].split([' ', '\t']).next().unwrap_or("");
        let name = name.trim().to_lowercase();
        if !name.is_empty() && !dest.is_empty() {
            found
                .entry(name)
                .or_insert(bare(bytes, from, from + dest.len()));
        }
    }
    found
}

/// A destination without `<` and `>`.
fn bare(bytes: &[u8], start: usize, end: usize) -> Span {
    match &bytes[start..end] {
        [b'<', .., b'>'] => Span::new(start + 1, end - 1),
        _ => Span::new(start, end),
    }
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    definitions: BTreeMap<String, Span>,
    items: &'a [Item],
    out: Inline,
}

impl Reader<'_> {
    fn region(&mut self, start: usize, end: usize) {
        let mut ticks: Option<Ticks> = None;
        let mut open: Vec<usize> = Vec::new();
        let mut at = start;
        while let Some(found) = memchr::memchr3(b'`', b'[', b']', &self.bytes[at..end]) {
            at += found;
            if escaped(self.bytes, start, at) {
                at += 1;
                continue;
            }
            match self.bytes[at] {
                b'`' => {
                    let ticks = ticks.get_or_insert_with(|| Ticks::new(end));
                    at = match ticks.span(self.bytes, at) {
                        Ok((from, to, end)) => {
                            self.out.code.push(unpadded(self.bytes, from, to));
                            end
                        }
                        Err(end) => end,
                    };
                }
                b'[' => {
                    open.push(at);
                    at += 1;
                }
                _ => {
                    let from = open.pop();
                    at = from.map_or(at + 1, |from| self.close(start, from, at, end));
                }
            }
        }
    }

    /// Reads what follows the bracket that closes at `at`; gives where to go on.
    fn close(&mut self, start: usize, from: usize, at: usize, end: usize) -> usize {
        let text = Span::new(from + 1, at);
        let image = from > start && self.bytes[from - 1] == b'!';
        let found = match self.bytes[at + 1..end].first() {
            Some(b'(') => destination(self.bytes, at + 2, end),
            Some(b'[') => self.reference(text, at + 2, end),
            _ => None,
        };
        let found = found.or_else(|| Some((self.definition(text, from)?, at + 1)));
        let Some((dest, stop)) = found else {
            return at + 1;
        };
        if !image {
            self.out.links.push(Link {
                span: Span::new(from, stop),
                text,
                dest,
            });
        }
        stop
    }

    /// `[text][name]` or `[text][]`, from behind the second opening bracket.
    fn reference(&self, text: Span, at: usize, end: usize) -> Option<(Span, usize)> {
        let near = end.min(at + FURTHEST);
        let close = at + memchr::memchr(b']', &self.bytes[at..near])?;
        let name = if close == at {
            text
        } else {
            Span::new(at, close)
        };
        Some((
            *self
                .definitions
                .get(&name.of(self.text).trim().to_lowercase())?,
            close + 1,
        ))
    }

    /// `[name]` alone, where it is defined, is no mark of a task item and no definition itself.
    fn definition(&self, text: Span, from: usize) -> Option<Span> {
        if self.definitions.is_empty() || text.len() > FURTHEST {
            return None;
        }
        let dest = *self
            .definitions
            .get(&text.of(self.text).trim().to_lowercase())?;
        let before = self
            .items
            .partition_point(|item| item.mark.outer.start < from);
        let is_mark = self
            .items
            .get(before)
            .is_some_and(|item| item.mark.outer.start == from);
        let defines = self.bytes.get(text.end + 1) == Some(&b':');
        (!is_mark && !defines).then_some(dest)
    }
}

/// Code without one space of padding on both sides.
fn unpadded(bytes: &[u8], from: usize, to: usize) -> Span {
    match &bytes[from..to] {
        [b' ', inner @ .., b' '] if inner.iter().any(|&byte| byte != b' ') => {
            Span::new(from + 1, to - 1)
        }
        _ => Span::new(from, to),
    }
}

/// A destination and perhaps a title, from behind the opening parenthesis to behind the closing one.
fn destination(bytes: &[u8], at: usize, end: usize) -> Option<(Span, usize)> {
    let end = end.min(at + FURTHEST);
    let start = skip_space(bytes, at, end);
    let stop = if bytes[start..end].first() == Some(&b'<') {
        start + memchr::memchr2(b'>', b'\n', &bytes[start..end])? + 1
    } else {
        balanced(bytes, start, end)
    };
    let dest = bare(bytes, start, stop);
    let mut next = skip_space(bytes, stop, end);
    if let Some(quote @ (b'"' | b'\'')) = bytes[next..end].first() {
        next += 1 + memchr::memchr(*quote, &bytes[next + 1..end])? + 1;
        next = skip_space(bytes, next, end);
    }
    (bytes[next..end].first() == Some(&b')')).then_some((dest, next + 1))
}

/// The end of a run without spaces in which parentheses are balanced.
fn balanced(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'\\' => at += 1,
            b'(' if depth == MOST_PARENTHESES => break,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            byte if byte.is_ascii_whitespace() => break,
            _ => {}
        }
        at += 1;
    }
    // A backslash may stand before a character of several bytes, or at the end.
    let mut at = at.min(end);
    while at < end && bytes[at] & 0xC0 == 0x80 {
        at += 1;
    }
    at
}

fn skip_space(bytes: &[u8], start: usize, end: usize) -> usize {
    let start = start.min(end);
    start
        + bytes[start..end]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count()
}

/// The bounds of a line's content: indentation and trailing space aside.
pub(crate) fn content(bytes: &[u8], line: &Line) -> Span {
    let start = trim_start(bytes, line.text_start().min(line.end), line.end);
    Span::new(start, trim_end(bytes, start, line.end))
}
