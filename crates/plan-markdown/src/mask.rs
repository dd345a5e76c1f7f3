//! Comments: where they are, and the text with spaces in their place.

use crate::Comment;
use crate::lines::{Line, blanks};
use crate::prefix;
use crate::ticks::{Ticks, escaped};
use memchr::memmem;
use plan_diagnostics::Span;

/// The comments of a file, in order.
///
/// A comment opens outside of code, fenced or in backticks. One that is never closed runs to the end
/// of the file where it opens a line; within a line it is text, and of no length here.
pub(crate) fn comments(text: &str, lines: &[Line]) -> Vec<Comment> {
    if memmem::find(text.as_bytes(), b"<!--").is_none() {
        return Vec::new();
    }
    Search {
        bytes: text.as_bytes(),
        lines,
        found: Vec::new(),
        fence: None,
        at: 0,
    }
    .run()
}

/// The text with every comment overwritten by spaces; line endings and offsets stay.
pub(crate) fn mask(text: &str, comments: &[Comment]) -> Option<String> {
    if comments.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for comment in comments {
        for byte in &mut bytes[comment.span.start..comment.span.end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).ok()
}

struct Search<'a> {
    bytes: &'a [u8],
    lines: &'a [Line],
    found: Vec<Comment>,
    /// The byte and the length of an open fence.
    fence: Option<(u8, usize)>,
    /// Everything before it is read.
    at: usize,
}

impl Search<'_> {
    fn run(mut self) -> Vec<Comment> {
        let mut ticks = Ticks::new(0);
        let mut paragraph_end = 0;
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            if line.end < self.at || (self.at <= line.start && self.is_fence(&line)) {
                continue;
            }
            let mut at = self.at.max(line.text_start());
            while let Some(found) =
                memchr::memchr2(b'`', b'<', &self.bytes[at.min(line.end)..line.end])
            {
                at += found;
                if escaped(self.bytes, line.start, at) {
                    at += 1;
                } else if self.bytes[at] == b'`' {
                    if paragraph_end < line.end {
                        paragraph_end = self.paragraph_end(index);
                        ticks = Ticks::new(paragraph_end);
                    }
                    at = ticks
                        .span(self.bytes, at)
                        .map_or_else(|end| end, |(_, _, end)| end);
                } else {
                    at = self.opening(&line, at);
                }
            }
            self.at = at.max(line.end);
        }
        self.found
    }

    /// Reads a `<`; gives where to go on.
    fn opening(&mut self, line: &Line, at: usize) -> usize {
        if !self.bytes[at..].starts_with(b"<!--") {
            return at + 1;
        }
        // `<!-->` is a whole comment: its end may share the dashes.
        if let Some(length) = memmem::find(&self.bytes[at + 2..], b"-->") {
            let end = at + 2 + length + 3;
            self.found.push(Comment {
                span: Span::new(at, end),
                closed: true,
            });
            return end;
        }
        let opens_line = prefix::content_start(self.bytes, line) == at;
        let end = if opens_line { self.bytes.len() } else { at };
        self.found.push(Comment {
            span: Span::new(at, end),
            closed: false,
        });
        // Without a closing delimiter no later comment can be closed: one report is enough.
        self.bytes.len()
    }

    /// Reads the start of a line; whether it belongs to a fenced block.
    fn is_fence(&mut self, line: &Line) -> bool {
        let start = prefix::content_start(self.bytes, line);
        let text = &self.bytes[start..line.end];
        let byte = text.first().copied().unwrap_or(b' ');
        let length = text.iter().take_while(|&&next| next == byte).count();
        let is_run = matches!(byte, b'`' | b'~') && length >= 3;
        let rest = &text[length.min(text.len())..];
        if let Some((open, least)) = self.fence {
            let closes = is_run && byte == open && length >= least;
            if closes && blanks(rest, 0).0 == rest.len() {
                self.fence = None;
            }
            return true;
        }
        if is_run && (byte == b'~' || memchr::memchr(b'`', rest).is_none()) {
            self.fence = Some((byte, length));
            return true;
        }
        false
    }

    /// The end of the last line before the next blank one.
    fn paragraph_end(&self, index: usize) -> usize {
        let rest = &self.lines[index..];
        let blank = |line: &&Line| {
            let text = &self.bytes[line.start..line.end];
            blanks(text, 0).0 < text.len()
        };
        rest.iter()
            .take_while(blank)
            .last()
            .map_or(self.lines[index].end, |line| line.end)
    }
}
