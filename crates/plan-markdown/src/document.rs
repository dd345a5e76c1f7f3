//! A document: the text, what was found in it, and what is wrong with it.

use crate::blocks::{self, Blocks, RawBlock};
use crate::findings::Findings;
use crate::inline::{self, Inline};
use crate::lines::{self, Kind, Line};
use crate::{
    Comment, Fence, Frontmatter, Heading, Item, Label, Link, ListItem, Row, Table, frontmatter,
    heading, items, labels, mask, prefix, table,
};
use plan_diagnostics::{Finding, Span};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A Markdown file, read.
///
/// All parts name byte ranges of [`text`](Self::text); nothing is copied. Labels, links, code spans
/// and table cells are read when they are first asked for.
#[derive(Debug)]
pub struct Document {
    file: String,
    text: Arc<str>,
    /// The text with spaces for comments, where there are any.
    masked: Option<String>,
    pub(crate) lines: Vec<Line>,
    findings: Vec<Finding>,
    headings: Vec<Heading>,
    items: Vec<Item>,
    list_items: Vec<ListItem>,
    fences: Vec<Fence>,
    comments: Vec<Comment>,
    frontmatter: Option<Frontmatter>,
    table_blocks: Vec<RawBlock>,
    tables: OnceLock<Vec<Table>>,
    inline: OnceLock<Inline>,
    labels: OnceLock<Vec<Label>>,
}

impl Document {
    /// Reads a file. Never fails: what is wrong is among the [findings](Self::findings).
    /// `file` is the name that the findings give, relative to the directory judged.
    #[must_use]
    pub fn parse(file: &str, text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        let mut lines = lines::split(&text);
        let mut findings = Findings::new(file, &text);
        if text.starts_with('\u{feff}') {
            lines.iter_mut().take(1).for_each(|line| line.strip = 3);
            findings.byte_order_mark();
        }
        findings.nul_bytes();
        let opening = frontmatter::read(&text, &mut lines);
        findings.frontmatter(&opening, &lines);
        if strip_template(text.as_bytes(), &mut lines) {
            findings.template_indent(&lines);
        }
        let comments = mask::comments(&text, &lines);
        let masked = mask::mask(&text, &comments);
        let content = masked.as_deref().unwrap_or(&text);
        let blocks = read_blocks(content, &mut lines, &mut findings);
        findings.comments(&comments, &lines);
        findings.fences(&blocks, &lines);
        findings.conflict_markers(&lines);
        findings.literal_newlines(&lines);
        findings.too_deep(&lines, blocks.too_deep);
        let scan = items::scan(content, &lines);
        findings.items(&scan);
        let findings = findings.sorted();
        let headings = headings(content, &lines, &blocks, scan.headings, &scan.items);
        let fences = blocks
            .fences
            .iter()
            .map(|block| fence(&text, &lines, *block))
            .collect();
        Self {
            file: file.to_owned(),
            masked,
            findings,
            headings,
            items: scan.items,
            list_items: scan.list_items,
            fences,
            comments,
            frontmatter: opening.frontmatter,
            table_blocks: blocks.tables,
            tables: OnceLock::new(),
            inline: OnceLock::new(),
            labels: OnceLock::new(),
            lines,
            text,
        }
    }

    /// The name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text, byte for byte as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same text, to be kept beyond the document.
    #[must_use]
    pub const fn shared_text(&self) -> &Arc<str> {
        &self.text
    }

    /// The text with spaces for comments; offsets are the same.
    #[must_use]
    pub fn masked(&self) -> &str {
        self.masked.as_deref().unwrap_or(&self.text)
    }

    /// The text of a range, comments included; `""` where it is none.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The text of a range without comments and surrounding space.
    #[must_use]
    pub fn content(&self, span: Span) -> Cow<'_, str> {
        let first = self
            .comments
            .partition_point(|comment| comment.span.end <= span.start);
        let inside = self.comments[first..]
            .iter()
            .take_while(|c| c.span.start < span.end);
        let mut kept: Option<String> = None;
        let mut from = span.start;
        for comment in inside {
            let kept = kept.get_or_insert_default();
            kept.push_str(self.slice(Span::new(from, comment.span.start.max(from))));
            from = comment.span.end;
        }
        match kept {
            None => Cow::Borrowed(self.slice(span).trim()),
            Some(mut kept) => {
                kept.push_str(self.slice(Span::new(from.min(span.end), span.end)));
                Cow::Owned(kept.trim().to_owned())
            }
        }
    }

    /// What is wrong with the file as Markdown, in order of position.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The headings, in order.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        &self.headings
    }

    /// The title of a heading, without number, anchor, trailing parenthesis and closing hashes.
    #[must_use]
    pub fn heading_title(&self, heading: &Heading) -> &str {
        self.slice(heading.title)
    }

    /// The task items, in order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// All list items, task items among them, in order.
    #[must_use]
    pub fn list_items(&self) -> &[ListItem] {
        &self.list_items
    }

    /// The tables, in order.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        self.tables.get_or_init(|| {
            let bytes = self.masked().as_bytes();
            let blocks = self.table_blocks.iter();
            blocks
                .filter_map(|block| table::table(bytes, &self.lines, *block))
                .collect()
        })
    }

    /// Lines that open with a bar and belong to no table, read as rows (requirement Q2).
    #[must_use]
    pub fn stray_rows(&self) -> Vec<Row> {
        let bytes = self.masked().as_bytes();
        let is_text = |line: &&Line| matches!(line.kind, Kind::Text | Kind::Html | Kind::Setext);
        let bar = |line: &&Line| bytes.get(inline::content(bytes, line).start) == Some(&b'|');
        let stray = self.lines.iter().filter(is_text).filter(bar);
        stray.map(|line| table::row_on(bytes, line)).collect()
    }

    /// The fenced code blocks, in order.
    #[must_use]
    pub fn fences(&self) -> &[Fence] {
        &self.fences
    }

    /// The links, in order of their end. Images, and links in code, are not among them.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.inline().links
    }

    /// The code spans, in order: what stands between the backticks, without one space of padding.
    #[must_use]
    pub fn code_spans(&self) -> &[Span] {
        &self.inline().code
    }

    fn inline(&self) -> &Inline {
        self.inline
            .get_or_init(|| inline::read(self.masked(), &self.lines, &self.items))
    }

    /// The comments, in order. One that is never closed is empty where it is read as text.
    #[must_use]
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The frontmatter, where the file opens with one.
    #[must_use]
    pub fn frontmatter(&self) -> Option<&Frontmatter> {
        self.frontmatter.as_ref()
    }

    /// The labels, in order.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        self.labels
            .get_or_init(|| labels::read(self.masked(), &self.lines))
    }

    /// The line ending in use: that of the first line, `"\n"` where there is none.
    #[must_use]
    pub fn line_ending(&self) -> &'static str {
        let rest = self.lines.first().map_or("", |line| &self.text[line.end..]);
        match rest.as_bytes() {
            [b'\r', b'\n', ..] => "\r\n",
            [b'\r', ..] => "\r",
            _ => "\n",
        }
    }
}

/// Marks the four spaces that a template left on lines; whether the file is of that kind.
fn strip_template(bytes: &[u8], lines: &mut [Line]) -> bool {
    let is_blank = |line: &Line| {
        lines::blanks(&bytes[line.text_start()..line.end], 0).0 == line.end - line.text_start()
    };
    let first = lines
        .iter()
        .find(|line| line.kind != Kind::Front && !is_blank(line));
    let indented = |line: &Line| bytes[line.text_start()..line.end].starts_with(b"    ");
    if !first.is_some_and(|line| indented(line) && bytes.get(line.text_start() + 4) == Some(&b'#'))
    {
        return false;
    }
    for line in lines.iter_mut().filter(|line| line.kind != Kind::Front) {
        if indented(line) {
            line.strip += 4;
        }
    }
    true
}

/// Reads the blocks; where an indented one reads as content, takes its indentation away and reads
/// them once more.
fn read_blocks(content: &str, lines: &mut [Line], findings: &mut Findings<'_>) -> Blocks {
    let blocks = blocks::read(content, lines);
    let mut again = false;
    for block in &blocks.indented {
        let range = &mut lines[block.first..=block.last];
        if !range
            .iter()
            .any(|line| blocks::reads_as_content(content, line))
        {
            continue;
        }
        again = true;
        let span = Span::new(range[0].start, range[range.len() - 1].end);
        let count = range.iter().filter(|line| line.kind != Kind::Blank).count();
        findings.indented_content(span, count);
        for line in range {
            let text = &content.as_bytes()[line.text_start()..line.end];
            line.strip += match text {
                [b'\t', ..] => 1,
                [b' ', b' ', b' ', b' ', ..] => 4,
                _ => 0,
            };
        }
    }
    if again {
        blocks::read(content, lines)
    } else {
        blocks
    }
}

/// The headings of all kinds in order, save underlined task items.
fn headings(
    content: &str,
    lines: &[Line],
    blocks: &Blocks,
    in_html: Vec<Heading>,
    items: &[Item],
) -> Vec<Heading> {
    let is_item = |first: usize, last: usize| {
        let next = items.partition_point(|item| item.line.start < lines[first].start);
        items
            .get(next)
            .is_some_and(|item| item.line.start <= lines[last].start)
    };
    let raw = blocks.headings.iter();
    let raw = raw.filter(|raw| !(raw.underlined && is_item(raw.first, raw.last)));
    let mut headings: Vec<Heading> = raw.map(|raw| heading::read(content, lines, *raw)).collect();
    if !in_html.is_empty() {
        headings.extend(in_html);
        headings.sort_by_key(|heading| heading.span.start);
    }
    headings
}

fn fence(text: &str, lines: &[Line], block: RawBlock) -> Fence {
    let bytes = text.as_bytes();
    let (first, last) = (&lines[block.first], &lines[block.last]);
    let start = prefix::content_start(bytes, first);
    let mark = bytes.get(start).copied().unwrap_or(b'`');
    let run = bytes[start..first.end]
        .iter()
        .take_while(|&&byte| byte == mark)
        .count();
    let info = lines::trim_start(bytes, start + run, first.end);
    let next = |index: usize| lines.get(index).map_or(text.len(), |line| line.start);
    let from = next(block.first + 1);
    let closes = block.closed && block.last > block.first;
    let to = if closes {
        last.start
    } else {
        next(block.last + 1)
    };
    Fence {
        span: Span::new(start, last.end),
        info: Span::new(info, lines::trim_end(bytes, info, first.end)),
        content: Span::new(from, to.max(from)),
        closed: block.closed,
    }
}
