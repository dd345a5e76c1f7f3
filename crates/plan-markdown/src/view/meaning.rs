//! What a box says where its form is odd but its meaning plain.

use crate::{Document, Mark, MarkKind};

/// Whether a box is ticked: `[ x]` and a link `[x](file)` are, `[]` is not, `[~]` says neither.
pub(crate) fn ticked(document: &Document, mark: Mark) -> Option<bool> {
    match (mark.kind, document.slice(mark.span).trim()) {
        (MarkKind::Open, _) | (MarkKind::Odd, "") => Some(false),
        (MarkKind::Done, _) | (MarkKind::Odd, "x" | "X") => Some(true),
        (MarkKind::Odd, _) => None,
    }
}
