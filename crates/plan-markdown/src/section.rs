//! Sections: what stands under a heading or behind a bold label.

use crate::Document;
use plan_diagnostics::Span;

/// What opens a section.
///
/// Closed: the records have these two (E).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opener {
    /// A heading, as an index into [`Document::headings`].
    Heading(usize),
    /// A bold label, as an index into [`Document::labels`].
    Label(usize),
}

/// What stands under a heading of level 2 to 6, or behind a bold label (requirement E).
#[derive(Debug, Clone, Copy)]
pub struct Section<'d> {
    pub(crate) document: &'d Document,
    /// What opens it.
    pub opener: Opener,
    /// Its name as written.
    pub name: Span,
    /// Opener and body.
    pub span: Span,
    /// What stands in it, from behind the opener to where it ends.
    pub body: Span,
}

impl Section<'_> {
    /// Whether nothing but space, comments and headings stands in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.document.is_empty(self.body)
    }

    /// The text of the body, comments included.
    #[must_use]
    pub fn text(&self) -> &str {
        self.body.of(self.document.text())
    }
}
