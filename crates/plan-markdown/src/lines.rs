//! The lines of a file: where each starts and ends, and what kind of line it is.

/// What a line is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing but space (or a comment).
    Blank,
    /// A paragraph, a list item, or anything else that is read as text.
    Text,
    /// A fenced code block, its fences included.
    Fence,
    /// An indented code block.
    Indented,
    /// HTML whose content is text, such as `<details>`.
    Html,
    /// HTML whose content is not: `<pre>`, `<script>`, declarations.
    Raw,
    /// A table.
    Table,
    /// A heading that opens with hashes.
    Heading,
    /// The text of an underlined heading.
    Setext,
    /// The underline of a heading.
    Underline,
    /// A thematic break.
    Rule,
    /// The frontmatter.
    Front,
}

/// One line. It ends before its line ending, which is `\n`, `\r\n` or a lone `\r`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: Kind,
    /// Bytes at its start that are no content: a byte order mark, a template's indentation.
    pub(crate) strip: u8,
    /// Whether a block of this kind starts here.
    pub(crate) first: bool,
    /// Whether CommonMark sees a list item start here.
    pub(crate) item: bool,
}

impl Line {
    /// Where its content starts, indentation included.
    pub(crate) const fn text_start(&self) -> usize {
        self.start + self.strip as usize
    }
}

/// Splits a text into lines. A final line ending opens no further line.
pub(crate) fn split(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let mut lines = Vec::with_capacity(bytes.len() / 40 + 1);
    let mut start = 0;
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        if at < start {
            continue; // the `\n` of a `\r\n`
        }
        lines.push(line(start, at));
        start = at
            + if bytes[at..].starts_with(b"\r\n") {
                2
            } else {
                1
            };
    }
    if start < bytes.len() {
        lines.push(line(start, bytes.len()));
    }
    lines
}

const fn line(start: usize, end: usize) -> Line {
    Line {
        start,
        end,
        kind: Kind::Text,
        strip: 0,
        first: false,
        item: false,
    }
}

/// The index of the line that an offset is on; a line ending belongs to the line before it.
pub(crate) fn index_at(lines: &[Line], offset: usize) -> usize {
    lines
        .partition_point(|line| line.start <= offset)
        .saturating_sub(1)
}

/// Spaces and tabs at the start of a range: how many bytes, and the column behind them where they
/// start in column `column`.
pub(crate) fn blanks(bytes: &[u8], column: usize) -> (usize, usize) {
    let mut column = column;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b' ' => column += 1,
            b'\t' => column = (column / 4 + 1) * 4,
            _ => return (at, column),
        }
    }
    (bytes.len(), column)
}

/// The end of a range without spaces and tabs behind it, never before its start.
pub(crate) fn trim_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let mut end = end;
    while end > start && matches!(bytes[end - 1], b' ' | b'\t') {
        end -= 1;
    }
    end
}

/// The start of a range without spaces and tabs before it, never behind its end.
pub(crate) fn trim_start(bytes: &[u8], start: usize, end: usize) -> usize {
    start + blanks(&bytes[start..end], 0).0
}
