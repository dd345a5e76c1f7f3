//! Work in progress: one file a runner, never shared (Q13).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Text};
use crate::Lane;

/// The work in progress of a runner: `wip/<runner>.md` (Q13).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wip {
    /// The file.
    pub file: Arc<str>,
    /// The name of the file without `.md`.
    pub name: String,
    /// `task`, where it is not empty.
    pub task: Option<Text>,
    /// `phase`, as written.
    pub phase: Option<Text>,
    /// `service`.
    pub service: Option<Text>,
    /// `lane`, where it is one of the lanes.
    pub lane: Option<Spanned<Lane>>,
    /// Whether the file says `IDLE`.
    pub idle: bool,
    /// The numbered steps, under `## Plan aprobado` where there is such a section.
    pub steps: Vec<Step>,
    /// What stands under `## Crítica`; `None` where nothing does.
    pub critique: Option<Text>,
    /// What stands under `## Bloqueos`, `(ninguno)` aside.
    pub blockers: Vec<Blocker>,
}

impl Wip {
    /// Whether it names a task and is not idle (Q13).
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.task.is_some() && !self.idle
    }

    /// The task that it is about, where it is active.
    #[must_use]
    pub fn active_task(&self) -> Option<&str> {
        let task = self.task.as_ref().filter(|_| !self.idle)?;
        Some(&task.value)
    }

    /// Whether it is the file of that runner (Q13): by what both names come to.
    #[must_use]
    pub fn is_of(&self, runner: &str) -> bool {
        runner_key(&self.name) == runner_key(runner)
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// The name of a runner as a file name: lower-cased, runs of other characters as one hyphen (Q13),
/// none at the ends.
///
/// ```
/// assert_eq!(plan_queue::model::runner_key("/home/ana/Trees/one"), "home-ana-trees-one");
/// ```
#[must_use]
pub fn runner_key(runner: &str) -> String {
    let mut key = String::with_capacity(runner.len());
    for c in runner.chars() {
        if c.is_ascii_alphanumeric() {
            key.push(c.to_ascii_lowercase());
        } else if !key.ends_with('-') && !key.is_empty() {
            key.push('-');
        }
    }
    key.truncate(key.trim_end_matches('-').len());
    key
}

/// One step of an approved plan, `1. [ ] text`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The whole item.
    pub span: Span,
    /// The bytes between its brackets.
    pub mark: Span,
    /// Its number.
    pub number: u32,
    /// Whether it is done.
    pub done: bool,
    /// What is to be done.
    pub text: Text,
}

/// An item under `## Bloqueos`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Blocker {
    /// The whole item.
    pub span: Span,
    /// Whether it has a box, and whether that is ticked.
    pub ticked: Option<bool>,
    /// Its text.
    pub text: Text,
}
