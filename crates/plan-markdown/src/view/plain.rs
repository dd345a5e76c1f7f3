//! Inline text without its markup, with the way back to the source.

use crate::Document;
use plan_diagnostics::Span;

/// A link inside a plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainLink {
    /// Where its text stands in the plain text, in bytes of it.
    pub(crate) start: usize,
    /// Where that ends.
    pub(crate) end: usize,
    /// The destination, in the source.
    pub(crate) dest: Span,
}

/// Text without emphasis marks, link syntax and comments. Code spans keep their backticks.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    /// The text.
    pub(crate) text: String,
    /// For each byte of the text, its place in the source.
    offsets: Vec<usize>,
    /// The links, in order.
    pub(crate) links: Vec<PlainLink>,
}

impl Plain {
    /// Reads a range of a document.
    pub(crate) fn read(document: &Document, span: Span) -> Self {
        let mut reader = Reader {
            document,
            span,
            out: Self::default(),
        };
        reader.run(span);
        reader.out
    }

    /// The source of a range of the plain text; `None` where that is empty.
    pub(crate) fn source(&self, start: usize, end: usize) -> Option<Span> {
        let last = *self.offsets.get(end.checked_sub(1)?)?;
        let first = *self.offsets.get(start)?;
        (start < end).then(|| Span::new(first, last + 1))
    }

    fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.offsets.extend(at..at + c.len_utf8());
    }
}

struct Reader<'d> {
    document: &'d Document,
    span: Span,
    out: Plain,
}

impl Reader<'_> {
    fn run(&mut self, span: Span) {
        let mut at = span.start;
        while at < span.end {
            at = self.verbatim(at, span.end);
            if at < span.end {
                at = self.step(at, span.end).max(at + 1);
            }
        }
    }

    /// Takes over what is no markup; the place behind it.
    fn verbatim(&mut self, at: usize, end: usize) -> usize {
        let rest = self.document.text().get(at..end).unwrap_or_default();
        let opens = |byte: u8| matches!(byte, b'`' | b'[' | b'<' | b'\\' | b'*' | b'_' | b'~');
        let length = rest.bytes().position(opens).unwrap_or(rest.len());
        self.out.text.push_str(&rest[..length]);
        self.out.offsets.extend(at..at + length);
        at + length
    }

    /// Reads what stands at a place; the place behind it.
    fn step(&mut self, at: usize, end: usize) -> usize {
        let text = self.document.text();
        let Some(c) = text.get(at..end).and_then(|rest| rest.chars().next()) else {
            return at + 1;
        };
        let rest = &text[at..end];
        match c {
            '`' => self.code(at, rest),
            '[' => self.link(at, end).unwrap_or_else(|| self.keep(c, at)),
            '<' if rest.starts_with("<!--") => self.comment(at, end),
            '\\' => self.escaped(at, rest),
            '*' | '_' | '~' => self.emphasis(c, at, rest),
            _ => self.keep(c, at),
        }
    }

    fn keep(&mut self, c: char, at: usize) -> usize {
        self.out.push(c, at);
        at + c.len_utf8()
    }

    fn code(&mut self, at: usize, rest: &str) -> usize {
        let ticks = run(rest, '`');
        let length = closing(&rest[ticks..], ticks).map_or(ticks, |close| ticks + close + ticks);
        for (index, c) in rest[..length].char_indices() {
            self.out.push(c, at + index);
        }
        at + length
    }

    fn link(&mut self, at: usize, end: usize) -> Option<usize> {
        let links = self.document.links();
        let first = links.partition_point(|link| link.span.end <= at);
        // Links inside this one end before it; few of them can.
        let mut near = links[first..]
            .iter()
            .take_while(|link| link.span.end <= end);
        let link = near.find(|link| link.span.start == at)?;
        if link.span.end > end || link.text.end > link.span.end {
            return None;
        }
        let start = self.out.text.len();
        self.run(link.text);
        let stop = self.out.text.len();
        self.out.links.push(PlainLink {
            start,
            end: stop,
            dest: link.dest,
        });
        Some(link.span.end)
    }

    fn comment(&self, at: usize, end: usize) -> usize {
        let comments = self.document.comments();
        let index = comments.partition_point(|comment| comment.span.start < at);
        let comment = comments
            .get(index)
            .filter(|comment| comment.span.start == at);
        comment.map_or(at + 4, |comment| comment.span.end.min(end))
    }

    fn escaped(&mut self, at: usize, rest: &str) -> usize {
        match rest[1..].chars().next() {
            Some(c) if c.is_ascii_punctuation() => self.keep(c, at + 1),
            _ => self.keep('\\', at),
        }
    }

    /// Drops a run of emphasis marks; keeps one that stands between spaces or inside a word.
    fn emphasis(&mut self, c: char, at: usize, rest: &str) -> usize {
        let length = run(rest, c);
        let before = self.document.text()[self.span.start.min(at)..at]
            .chars()
            .next_back();
        let after = rest[length..].chars().next();
        let open_space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let literal = (open_space(before) && open_space(after) && length < 3 && after.is_some())
            || (c == '_' && word(before) && word(after))
            || (c == '~' && length != 2)
            || (c == '*'
                && length == 1
                && !rest[1..].contains('*')
                && !closes(&self.out.text, before));
        if literal {
            for index in 0..length {
                self.out.push(c, at + index);
            }
        }
        at + length
    }
}

/// Whether a single star at this place may close an emphasis.
fn closes(written: &str, before: Option<char>) -> bool {
    !written.is_empty() && before.is_some_and(|c| c.is_alphanumeric() || c.is_ascii_punctuation())
}

/// The length of the run of a character at the start of a text.
pub(crate) fn run(text: &str, c: char) -> usize {
    text.len() - text.trim_start_matches(c).len()
}

/// Where a run of exactly so many backticks starts in a text.
pub(crate) fn closing(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('`') {
        let length = run(&text[at + found..], '`');
        if length == ticks {
            return Some(at + found);
        }
        at += found + length;
    }
    None
}

/// The content of a text that is one code span and nothing else, without one space of padding.
pub(crate) fn only_code(text: &str, span: Span) -> Option<Span> {
    let span = super::spanned::trim(text, span);
    let slice = span.of(text);
    let ticks = run(slice, '`');
    if ticks == 0 {
        return None;
    }
    let close = closing(&slice[ticks..], ticks)?;
    let inner = Span::new(span.start + ticks, span.start + ticks + close);
    (inner.end + ticks == span.end).then(|| unpad(text, inner))
}

/// The content of a code span without the one space of padding at both ends.
pub(crate) fn unpad(text: &str, inner: Span) -> Span {
    let slice = inner.of(text);
    let padded = slice.len() > 2 && slice.starts_with(' ') && slice.ends_with(' ');
    if padded && !slice.trim().is_empty() {
        Span::new(inner.start + 1, inner.end - 1)
    } else {
        inner
    }
}

/// The contents of the code spans of a range, in order, whatever the length of their backticks.
pub(crate) fn code_spans(text: &str, span: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = span.start;
    while let Some(open) = text.get(at..span.end).and_then(|rest| rest.find('`')) {
        let open = at + open;
        let ticks = run(&text[open..span.end], '`');
        at = open + ticks;
        if let Some(close) = closing(&text[at..span.end], ticks) {
            found.push(unpad(text, Span::new(at, at + close)));
            at += close + ticks;
        }
    }
    found
}
