//! A document: the text, what was found in it, and what is wrong with it.

use crate::{
    Comment, Edit, EditError, Fence, Frontmatter, Heading, Item, Label, Link, ListItem, Section,
    Table,
};
use plan_diagnostics::{Finding, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// A Markdown file, read.
#[derive(Debug)]
pub struct Document {
    file: String,
    text: Arc<str>,
}

impl Document {
    /// Reads a file. Never fails: what is wrong is among the [findings](Self::findings).
    /// `file` is the name that the findings give, relative to the directory judged.
    #[must_use]
    pub fn parse(file: &str, text: impl Into<Arc<str>>) -> Self {
        Self {
            file: file.to_owned(),
            text: text.into(),
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

    /// The text of a range, comments included; `""` where it is none.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The text of a range without comments and surrounding space.
    #[must_use]
    pub fn content(&self, span: Span) -> Cow<'_, str> {
        Cow::Borrowed(self.slice(span).trim())
    }

    /// Whether nothing but space, comments and headings stands in a range.
    #[must_use]
    pub fn is_empty(&self, span: Span) -> bool {
        self.content(span).is_empty()
    }

    /// What is wrong with the file as Markdown, in order of position.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &[]
    }

    /// The headings, in order.
    #[must_use]
    pub fn headings(&self) -> &[Heading] {
        &[]
    }

    /// The title of a heading, without number, anchor, trailing parenthesis and closing hashes.
    #[must_use]
    pub fn heading_title(&self, heading: &Heading) -> &str {
        self.slice(heading.title)
    }

    /// The task items, in order.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &[]
    }

    /// All list items, task items among them, in order.
    #[must_use]
    pub fn list_items(&self) -> &[ListItem] {
        &[]
    }

    /// The tables, in order.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &[]
    }

    /// The fenced code blocks, in order.
    #[must_use]
    pub fn fences(&self) -> &[Fence] {
        &[]
    }

    /// The links, in order of their end. Images and links in code are not among them.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &[]
    }

    /// The code spans, in order: the text between the backticks, without one space of padding.
    #[must_use]
    pub fn code_spans(&self) -> &[Span] {
        &[]
    }

    /// The comments, in order.
    #[must_use]
    pub fn comments(&self) -> &[Comment] {
        &[]
    }

    /// The frontmatter, where the file opens with one.
    #[must_use]
    pub fn frontmatter(&self) -> Option<&Frontmatter> {
        None
    }

    /// The labels, in order.
    #[must_use]
    pub fn labels(&self) -> &[Label] {
        &[]
    }

    /// The first label of that name in a range (letter case and markup aside).
    #[must_use]
    pub fn label_within(&self, within: Span, name: &str) -> Option<&Label> {
        let _ = (within, name);
        None
    }

    /// The first section of that name in the file.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<Section<'_>> {
        self.section_within(Span::new(0, self.text.len()), name)
    }

    /// The first section of that name in a range. A section that a label opens ends at the next
    /// heading or label named in [`SECTION_NAMES`](crate::SECTION_NAMES).
    #[must_use]
    pub fn section_within(&self, within: Span, name: &str) -> Option<Section<'_>> {
        self.section_among(within, name, crate::SECTION_NAMES)
    }

    /// The first section of that name in a range, with the caller's own list of known labels.
    #[must_use]
    pub fn section_among(&self, within: Span, name: &str, known: &[&str]) -> Option<Section<'_>> {
        let _ = (within, name, known);
        None
    }

    /// The section under a heading, given as an index into [`headings`](Self::headings): up to the
    /// next heading of the same or a higher level in `within`.
    #[must_use]
    pub fn section_of(&self, heading: usize, within: Span) -> Option<Section<'_>> {
        let _ = (heading, within);
        None
    }

    /// Whether a range is code, fenced or indented, or a comment, at its start.
    #[must_use]
    pub fn is_code_at(&self, offset: usize) -> bool {
        let _ = offset;
        false
    }

    /// The line around an offset, without its line ending.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> Span {
        Span::new(offset, offset)
    }

    /// The 1-based number of the line around an offset.
    #[must_use]
    pub fn line_number(&self, offset: usize) -> usize {
        let _ = offset;
        1
    }

    /// The lines of content (no code, comment, frontmatter or blank line) in a range, each without
    /// indentation and line ending.
    #[must_use]
    pub fn content_lines(&self, within: Span) -> Vec<Span> {
        let _ = within;
        Vec::new()
    }

    /// The line ending in use: that of the first line, `"\n"` where there is none.
    #[must_use]
    pub fn line_ending(&self) -> &'static str {
        "\n"
    }

    /// The text with the edits made; all other bytes stay.
    ///
    /// # Errors
    /// Where the text in a range is not what its edit expects, or two edits overlap.
    pub fn apply(&self, edits: &[Edit]) -> Result<String, EditError> {
        let _ = edits;
        Ok(self.text.to_string())
    }
}
