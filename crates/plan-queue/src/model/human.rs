//! What only a person can do, and which task waits for it (Q10).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Text};
use crate::Date;

/// A human action: a row of `HUMAN_ACTIONS.md`, or a file under `human/` (Q10).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HumanAction {
    /// The file.
    pub file: Arc<str>,
    /// The row, or the whole file.
    pub span: Span,
    /// What it holds up: the slug of a task, or something else that no task is held by.
    pub task: Text,
    /// Its state.
    pub state: Spanned<HumanState>,
    /// The date behind the state.
    pub date: Option<Date>,
    /// Where it came up.
    pub origin: Text,
    /// What is to be done, and what lifts the hold.
    pub action: Text,
    /// Whether it is a row of a table, not a file of its own.
    pub is_row: bool,
}

impl HumanAction {
    /// Whether the task that it names must wait: in any state but `resuelta` (Q10).
    #[must_use]
    pub fn holds(&self) -> bool {
        self.state.value != HumanState::Resolved
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// The state of a human action.
///
/// Closed: the words are the queue's (Q10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HumanState {
    /// `pendiente`.
    Pending,
    /// `resuelta`.
    Resolved,
    /// Anything else: an error that holds like `pendiente`.
    Other(String),
}
