//! A page: one file of the queue as a document, and the questions that every reader asks of it.

use std::cell::OnceCell;
use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Rule, Span};
use plan_markdown::{Document, Heading, ListItem, Row};

use crate::QueueFiles;
use crate::model::{Passage, Text};

/// One file, read as Markdown.
pub(crate) struct Page {
    /// Its name, relative to the planning directory.
    pub(crate) file: Arc<str>,
    pub(crate) doc: Document,
    /// The rows outside of tables.
    stray: OnceCell<Vec<Row>>,
}

/// The rules of plan-markdown that hold for prose too: what hides content, or doubles it.
const STRUCTURE: &[&str] = &[
    "md-conflict-marker",
    "md-unclosed-comment",
    "md-unclosed-fence",
    "md-unclosed-frontmatter",
    "md-duplicate-frontmatter-key",
    "md-frontmatter-line",
    "md-nul-byte",
];

/// What a queue does not mind: a byte order mark (Q1), and prose that looks like tasks.
const ITEMS: &[&str] = &["md-byte-order-mark", "md-odd-mark", "md-unusual-item"];

impl Page {
    /// The page of a file, where the file is there and text. What is wrong with it as Markdown goes
    /// into `out`, findings on single items aside: those are for [`items`](Self::items).
    pub(crate) fn open(files: &QueueFiles, file: &str, out: &mut Vec<Finding>) -> Option<Self> {
        let page = Self::of(file, Arc::clone(files.text(file)?));
        page.markdown(out, |code| !ITEMS.contains(&code));
        Some(page)
    }

    /// The page of a file that is prose: of its faults only those count that hide content.
    pub(crate) fn prose(files: &QueueFiles, file: &str, out: &mut Vec<Finding>) {
        if let Some(text) = files.text(file) {
            let page = Self::of(file, Arc::clone(text));
            page.markdown(out, |code| STRUCTURE.contains(&code));
        }
    }

    /// The page of a text.
    pub(crate) fn of(file: &str, text: Arc<str>) -> Self {
        Self {
            file: file.into(),
            doc: Document::parse(file, text),
            stray: OnceCell::new(),
        }
    }

    fn markdown(&self, out: &mut Vec<Finding>, counts: impl Fn(&str) -> bool) {
        let findings = self.doc.findings().iter();
        out.extend(findings.filter(|f| counts(f.rule.code)).cloned());
    }

    /// Takes over what plan-markdown says about the items whose marks lie in a range.
    pub(crate) fn item_findings(&self, within: Span, out: &mut Vec<Finding>) {
        let findings = self.doc.findings();
        let start = |f: &Finding| f.location.span.map_or(0, |span| span.start);
        let first = findings.partition_point(|f| start(f) < within.start);
        let inside = findings[first..]
            .iter()
            .take_while(|f| start(f) < within.end);
        let of_items = |f: &&Finding| ITEMS[1..].contains(&f.rule.code);
        out.extend(inside.filter(of_items).cloned());
    }

    /// The whole file.
    pub(crate) fn whole(&self) -> Span {
        Span::new(0, self.doc.text().len())
    }

    /// The text of a range with comments as spaces.
    pub(crate) fn masked(&self, span: Span) -> &str {
        span.of(self.doc.masked())
    }

    /// The text of a range on one line, without comments.
    pub(crate) fn text(&self, span: Span) -> Text {
        let span = trimmed(self.doc.masked(), span);
        Text::new(one_line(&self.doc.content(span)), span)
    }

    /// The text of a range on one line, without comments, shared with the file where it can be.
    pub(crate) fn passage(&self, span: Span) -> Passage {
        let span = trimmed(self.doc.masked(), span);
        let content = self.doc.content(span);
        if memchr::memchr2(b'\n', b'\r', content.as_bytes()).is_some() {
            Passage::new(self.doc.shared_text(), span, &one_line(&content))
        } else {
            Passage::new(self.doc.shared_text(), span, &content)
        }
    }

    /// The value of a key of the frontmatter; the first where it is repeated.
    pub(crate) fn field(&self, key: &str) -> Option<Text> {
        let entries = &self.doc.frontmatter()?.entries;
        let entry = entries.iter().find(|e| self.doc.slice(e.key) == key)?;
        Some(Text::slice(&self.doc, entry.value))
    }

    /// The value of a key of the frontmatter, where it is not empty.
    pub(crate) fn filled(&self, key: &str) -> Option<Text> {
        self.field(key).filter(|text| !text.is_blank())
    }

    /// Whether the frontmatter gives a key more than once.
    pub(crate) fn repeats(&self, key: &str) -> bool {
        let entries = self.doc.frontmatter().map(|front| front.entries.iter());
        entries.is_some_and(|entries| entries.filter(|e| self.doc.slice(e.key) == key).count() > 1)
    }

    /// What stands below the frontmatter.
    pub(crate) fn body(&self) -> Span {
        let start = self.doc.frontmatter().map_or(0, |front| front.span.end);
        Span::new(start, self.doc.text().len())
    }

    /// Whether a range holds nothing but space, comments and headings.
    pub(crate) fn is_empty(&self, span: Span) -> bool {
        self.doc.is_empty(span)
    }

    /// The list items whose first line starts in a range.
    pub(crate) fn items(&self, within: Span) -> impl Iterator<Item = &ListItem> {
        let items = self.doc.list_items();
        let first = items.partition_point(|item| item.line.start < within.start);
        items[first..]
            .iter()
            .take_while(move |item| item.line.start < within.end)
    }

    /// The rows in a range: those of tables, headers aside, and those outside of tables (Q2).
    pub(crate) fn rows(&self, within: Span) -> impl Iterator<Item = &Row> {
        let stray = self.stray.get_or_init(|| self.doc.stray_rows());
        let tables = self.doc.tables().iter().flat_map(|table| &table.rows);
        tables
            .chain(stray)
            .filter(move |row| within.contains(row.span))
    }

    /// The headings of level 2 outside of quotes, each with what stands below it up to the next.
    pub(crate) fn sections(&self) -> Vec<(&Heading, Span)> {
        let headings: Vec<&Heading> = self
            .doc
            .headings()
            .iter()
            .filter(|heading| heading.level == 2 && !heading.quoted)
            .collect();
        let next = headings.iter().skip(1).map(|heading| heading.span.start);
        let ends = next.chain([self.doc.text().len()]);
        let sections = headings.iter().zip(ends);
        sections
            .map(|(heading, end)| (*heading, Span::new(heading.span.end, end)))
            .collect()
    }

    /// A finding at a place in the file.
    pub(crate) fn finding(
        &self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
    ) -> Finding {
        Finding::new(rule, Location::span(&*self.file, span), message)
    }

    /// Whether an offset lies within a code span.
    pub(crate) fn is_code(&self, offset: usize) -> bool {
        let spans = self.doc.code_spans();
        let next = spans.partition_point(|span| span.end <= offset);
        spans.get(next).is_some_and(|span| span.start <= offset)
    }
}

/// A text on one line: the lines trimmed, and joined by single spaces.
pub(crate) fn one_line(text: &str) -> String {
    let bytes = text.as_bytes();
    let ends = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        memchr::memchr2(b'\n', b'\r', rest).map(|at| from + at)
    };
    let Some(first) = ends(0) else {
        return text.trim().to_owned();
    };
    let mut out = String::with_capacity(text.len());
    let (mut start, mut end) = (0, Some(first));
    loop {
        let line = Span::new(start, end.unwrap_or(text.len())).of(text).trim();
        if !out.is_empty() && !line.is_empty() {
            out.push(' ');
        }
        out.push_str(line);
        let Some(at) = end else { return out };
        start = at + 1;
        end = ends(start);
    }
}

/// The range without white space at either end; empty at its start where there is nothing else.
pub(crate) fn trimmed(text: &str, span: Span) -> Span {
    let slice = span.of(text);
    let kept = slice.trim_start();
    let start = span.start + (slice.len() - kept.len());
    if kept.is_empty() {
        return Span::new(span.start, span.start);
    }
    Span::new(start, start + kept.trim_end().len())
}

/// The parts of a range between separators, trimmed; empty ones left out.
pub(crate) fn parts(text: &str, span: Span, separator: char) -> Vec<Span> {
    let mut start = span.start;
    let mut out = Vec::new();
    for part in span.of(text).split(separator) {
        let piece = trimmed(text, Span::new(start, start + part.len()));
        if !piece.is_empty() {
            out.push(piece);
        }
        start += part.len() + separator.len_utf8();
    }
    out
}

/// Where the text behind a dash starts, if the range opens with one: an em dash, an en dash or a
/// hyphen (Q4), with space behind it or nothing.
pub(crate) fn after_dash(text: &str, span: Span) -> Option<usize> {
    let slice = span.of(text);
    let rest = slice.trim_start();
    let behind = rest
        .strip_prefix('—')
        .or_else(|| rest.strip_prefix('–'))
        .or_else(|| rest.strip_prefix('-'))?;
    let spaced = behind.is_empty() || behind.starts_with(char::is_whitespace);
    spaced.then(|| span.start + (slice.len() - behind.len()))
}

/// Where an arrow is in a text, and how long it is: `→` or `->` (Q4).
pub(crate) fn arrow(text: &str) -> Option<(usize, usize)> {
    let long = text.find('→').map(|at| (at, '→'.len_utf8()));
    let short = text.find("->").map(|at| (at, 2));
    [long, short].into_iter().flatten().min()
}

/// What stands in bold at the start of a range: the text between `**` and `**`, trimmed, and where
/// the rest starts.
pub(crate) fn bold(text: &str, span: Span) -> Option<(Span, usize)> {
    let inner = span.of(text).strip_prefix("**")?;
    let length = inner.find("**")?;
    let start = span.start + 2;
    let name = trimmed(text, Span::new(start, start + length));
    (!name.is_empty()).then_some((name, start + length + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q5_lines_are_joined() {
        assert_eq!(one_line("  a  b "), "a  b");
        assert_eq!(one_line("a\r\n   b\n\n\tc"), "a b c");
    }

    #[test]
    fn q4_dashes_and_arrows_in_both_forms() {
        let after =
            |text: &str| after_dash(text, Span::new(0, text.len())).map(|at| text[at..].to_owned());
        assert_eq!(after(" — x").as_deref(), Some(" x"));
        assert_eq!(after("- x").as_deref(), Some(" x"));
        assert_eq!(after("–").as_deref(), Some(""));
        assert_eq!(after("-x"), None);
        assert_eq!(arrow("a -> b → c"), Some((2, 2)));
        assert_eq!(arrow("a → b"), Some((2, 3)));
    }
}
