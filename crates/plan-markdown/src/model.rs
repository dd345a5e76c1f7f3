//! The parts of a document: plain values that name byte ranges of the source.

use plan_diagnostics::Span;

/// A heading of level 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The whole heading, markers and underline included, without the final line ending.
    pub span: Span,
    /// All of its text, without the markers and closing hashes.
    pub text: Span,
    /// The title proper: the text without number, anchor and trailing parenthesis.
    pub title: Span,
    /// A section number before the title, without its final stop: `3`, `3.1`.
    pub number: Option<Span>,
    /// The name inside a trailing anchor, `{#task-1}` or `(#task-1)`: `task-1`.
    pub anchor: Option<Span>,
    /// What stands in a trailing parenthesis that is not an anchor, without the parenthesis.
    pub note: Option<Span>,
    /// Whether it stands in a block quote.
    pub quoted: bool,
}

/// What opens a list item.
///
/// Closed: CommonMark has these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bullet {
    /// `-`
    Dash,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `1.` or `1)`, with its number.
    Number(u32),
    /// Nothing: a task mark at the start of a paragraph.
    None,
}

/// What a task mark says.
///
/// Closed: the last case holds all that there may be besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// `[ ]`
    Open,
    /// `[x]` or `[X]`
    Done,
    /// Anything else, such as `[]`, `[ x]`, `[~]`, or a link `[x](file)`: neither open nor done.
    Odd,
}

/// The brackets of a task item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// The bytes between the brackets.
    pub span: Span,
    /// The brackets and what is between them, escapes included.
    pub outer: Span,
    /// What it says.
    pub kind: MarkKind,
}

/// A task item: a list item with a mark in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// The whole item with its continuation lines and nested items, from the start of its first line
    /// (indentation included) to the end of its last one, without the final line ending.
    pub span: Span,
    /// Its first line, indentation included, without the line ending.
    pub line: Span,
    /// Its mark.
    pub mark: Mark,
    /// What opens it.
    pub bullet: Bullet,
    /// Columns before the bullet, tabs to the next multiple of four, after any quote marks.
    pub indent: usize,
    /// What follows the mark on the first line, without surrounding space.
    pub text: Span,
    /// `text` together with the lines on which the same paragraph goes on.
    pub wrapped: Span,
    /// The task item around it, as an index into [`Document::items`](crate::Document::items).
    pub parent: Option<usize>,
    /// Whether it stands in a block quote.
    pub quoted: bool,
}

/// Any list item, with or without a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListItem {
    /// As in [`Item::span`].
    pub span: Span,
    /// As in [`Item::line`].
    pub line: Span,
    /// What opens it.
    pub bullet: Bullet,
    /// As in [`Item::indent`].
    pub indent: usize,
    /// What follows the bullet (and the mark, in a task item) on the first line.
    pub text: Span,
    /// `text` together with the lines on which the same paragraph goes on.
    pub wrapped: Span,
    /// The list item around it, as an index into [`Document::list_items`](crate::Document::list_items).
    pub parent: Option<usize>,
    /// The task item that it is, as an index into [`Document::items`](crate::Document::items).
    pub task: Option<usize>,
    /// Whether it stands in a block quote.
    pub quoted: bool,
}

/// How a label is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelKind {
    /// `**Name:** value` or `**Name**: value` on a line of its own.
    Bold,
    /// The same, as a list item.
    BoldItem,
    /// `Name: value` on a line of its own.
    Plain,
    /// The same, as a list item.
    PlainItem,
}

impl LabelKind {
    /// Whether the name is in bold.
    #[must_use]
    pub const fn is_bold(self) -> bool {
        matches!(self, Self::Bold | Self::BoldItem)
    }
}

/// A name and its value on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The name, without markup and colon.
    pub name: Span,
    /// What follows on the same line, without surrounding space; empty behind the colon (and the
    /// closing stars) where there is nothing.
    pub value: Span,
    /// `value` together with the lines on which the same paragraph goes on.
    pub wrapped: Span,
    /// From the first star or letter of the name to the end of the value.
    pub span: Span,
    /// How it is written.
    pub kind: LabelKind,
}

/// A fenced code block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fence {
    /// From the opening fence to the end of the closing one.
    pub span: Span,
    /// The info string, without surrounding space.
    pub info: Span,
    /// The lines between the fences, final line ending included.
    pub content: Span,
    /// Whether a closing fence ends it.
    pub closed: bool,
}

/// A table: a header, a separator and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Table {
    /// From the first byte of the header to the end of the last row.
    pub span: Span,
    /// The row above the separator.
    pub header: Row,
    /// The line of dashes.
    pub separator: Span,
    /// The rows below it.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The row, without surrounding space and line ending.
    pub span: Span,
    /// The cells, without surrounding space. Escaped bars and bars in code spans do not split.
    pub cells: Vec<Span>,
}

/// A link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// From the opening bracket to the closing parenthesis or bracket.
    pub span: Span,
    /// The text between the brackets.
    pub text: Span,
    /// The destination as written, without `<` and `>`; for a reference, that of its definition.
    pub dest: Span,
}

/// A comment `<!-- … -->`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comment {
    /// The comment with its delimiters.
    pub span: Span,
    /// Whether `-->` ends it.
    pub closed: bool,
}

/// The frontmatter: `key: value` lines between two lines `---` at the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Frontmatter {
    /// From the opening to the end of the closing `---`.
    pub span: Span,
    /// Its entries in order, repeated ones included.
    pub entries: Vec<Entry>,
}

/// One line of the frontmatter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The key.
    pub key: Span,
    /// The value, without surrounding space and one level of matching quotes.
    pub value: Span,
    /// The whole line, without its line ending.
    pub line: Span,
}
