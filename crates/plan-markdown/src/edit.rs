//! Edits: the smallest change of bytes that does what is wanted (requirement H7).

use crate::{Document, Item, Label};
use plan_diagnostics::Span;

/// A replacement of one range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced; empty for an insertion.
    pub span: Span,
    /// What must stand there for the edit to apply.
    pub expect: String,
    /// What stands there afterwards.
    pub replacement: String,
}

/// Why an edit was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The text in the range is not the one that the edit expects, or the range is not in the file.
    #[error("{file}: bytes {start}..{end} do not hold what the edit expects; read the file again")]
    Unexpected {
        /// The file.
        file: String,
        /// Start of the range.
        start: usize,
        /// End of the range.
        end: usize,
    },
    /// Two edits change the same bytes.
    #[error(
        "{file}: two edits overlap at byte {at}; apply one, read the file again, then the other"
    )]
    Overlap {
        /// The file.
        file: String,
        /// Where the second one starts.
        at: usize,
    },
}

impl EditError {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unexpected { .. } => "edit-unexpected",
            Self::Overlap { .. } => "edit-overlap",
        }
    }
}

/// Ticks (`[x]`) or unticks (`[ ]`) a task item; an odd mark becomes a plain one.
#[must_use]
pub fn tick(document: &Document, item: &Item, done: bool) -> Edit {
    let _ = done;
    replace(document, item.mark.span, "")
}

/// Replaces what stands in a range.
#[must_use]
pub fn replace(document: &Document, span: Span, replacement: impl Into<String>) -> Edit {
    Edit {
        span,
        expect: span.of(document.text()).to_owned(),
        replacement: replacement.into(),
    }
}

/// Writes the value of a label, with a space before it where the label had none.
#[must_use]
pub fn fill(document: &Document, label: &Label, value: &str) -> Edit {
    replace(document, label.value, value)
}

/// Inserts lines after an item (with its continuation lines and nested items). `None` where they
/// stand there already.
#[must_use]
pub fn insert_after(document: &Document, item: &Item, lines: &str) -> Option<Edit> {
    Some(replace(
        document,
        Span::new(item.span.end, item.span.end),
        lines,
    ))
}

/// Appends a section or an entry at the end of the file, one blank line before it. `None` where the
/// file ends with it already.
#[must_use]
pub fn append(document: &Document, entry: &str) -> Option<Edit> {
    append_within(document, Span::new(0, document.text().len()), entry)
}

/// Appends a section or an entry at the end of a range, such as a section's body, one blank line
/// before it. `None` where the range ends with it already.
#[must_use]
pub fn append_within(document: &Document, within: Span, entry: &str) -> Option<Edit> {
    Some(replace(document, Span::new(within.end, within.end), entry))
}
