//! Milestones: the headings under which the tasks of the queue stand (Q4).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Task, Text};

/// A milestone, `## Hito <slug> — <Title>`, and its tasks (Q4).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Milestone {
    /// `BACKLOG.md`, or the file of its own under `backlog/`.
    pub file: Arc<str>,
    /// The heading and everything up to the next one of level 2 or higher.
    pub span: Span,
    /// The heading alone.
    pub heading: Span,
    /// Its name, as written.
    pub slug: Text,
    /// Its title, without `(sin partir: …)`.
    pub title: Text,
    /// The reason in `(sin partir: reason)`.
    pub split_reason: Option<Text>,
    /// `order` of its file; `None` in `BACKLOG.md`.
    pub order: Option<Spanned<i64>>,
    /// The line that it belongs to; `None` is the main tree. A malformed name is kept as written.
    pub line: Option<Text>,
    /// Its tasks, in order.
    pub tasks: Vec<Task>,
}

impl Milestone {
    /// Its name, as written.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug.value
    }

    /// The line that it belongs to; `None` is the main tree.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        self.line.as_ref().map(|line| line.value.as_str())
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}
