//! Checkpoints: where work waits for a person to look at it (Q14).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::Text;

/// `checkpoints/<milestone>.md`, or `AWAITING_REVIEW.md` (Q14).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checkpoint {
    /// The file.
    pub file: Arc<str>,
    /// The milestone that the name of the file gives; `None` for `AWAITING_REVIEW.md`.
    pub milestone: Option<String>,
    /// `hito`, which must be the same.
    pub hito: Option<Text>,
    /// `status`, as written.
    pub status: Option<Text>,
    /// Whether `status` is `resuelta`.
    pub resolved: bool,
    /// Whom it holds while it is not resolved.
    pub holds: Holds,
    /// What is to be reviewed: the text below the frontmatter.
    pub action: Text,
}

impl Checkpoint {
    /// Whether it holds that line now (Q14); `None` is the main tree.
    #[must_use]
    pub fn stops(&self, line: Option<&str>) -> bool {
        !self.resolved
            && match &self.holds {
                Holds::All => true,
                Holds::MainTree => line.is_none(),
                Holds::Line(name) => line == Some(name.as_str()),
            }
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// Whom a checkpoint holds.
///
/// Closed: the protocol knows these (Q14).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// Every line: `line` is absent, or no name of a line.
    All,
    /// The main tree: `line` is empty.
    MainTree,
    /// One line.
    Line(String),
}
