//! What an operation would write, as plain data.

use plan_guard::{Expect, RelPath};

use super::Refusal;

/// What a planner answers (Q24–Q33).
pub type Planned<T> = Result<Step<T>, Refusal>;

/// What an operation comes to, where it is not refused.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<T> {
    /// This is to be written.
    Change {
        /// What.
        change: Change,
        /// What it comes to.
        outcome: T,
    },
    /// It is so already: nothing to write, as for who claims what it holds (Q24).
    Already(T),
}

impl<T> Step<T> {
    /// What it comes to.
    #[must_use]
    pub const fn outcome(&self) -> &T {
        match self {
            Self::Change { outcome, .. } | Self::Already(outcome) => outcome,
        }
    }

    /// What is to be written, if anything.
    #[must_use]
    pub const fn change(&self) -> Option<&Change> {
        match self {
            Self::Change { change, .. } => Some(change),
            Self::Already(_) => None,
        }
    }
}

/// A change of the queue: files that come, change or go, all of them or none.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What it does, in the form of the subject of a commit.
    pub summary: String,
    /// The files, in the order in which they are written.
    pub files: Vec<FileChange>,
}

impl Change {
    /// The files that others get to see: all but those under `wip/`.
    pub fn shared(&self) -> impl Iterator<Item = &FileChange> {
        let shared = |file: &&FileChange| file.scope == Scope::Shared;
        self.files.iter().filter(shared)
    }

    /// The files under `wip/`.
    pub fn local(&self) -> impl Iterator<Item = &FileChange> {
        let local = |file: &&FileChange| file.scope == Scope::Local;
        self.files.iter().filter(local)
    }
}

/// One file of a change.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The file, relative to the planning directory.
    pub path: RelPath,
    /// What it must be for the change to be right: what the planner read.
    pub expect: Expect,
    /// What it is to hold; `None` where it goes.
    pub content: Option<String>,
    /// Who gets to see it.
    pub scope: Scope,
}

/// Who gets to see a file of the queue.
///
/// Closed: a file is shared or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Everybody: it may go into a commit.
    Shared,
    /// This work tree alone, as work in progress does (Q13): never in a commit.
    Local,
}

impl Scope {
    /// The scope of a file, by its folder.
    #[must_use]
    pub fn of(file: &str) -> Self {
        if file.starts_with("wip/") {
            Self::Local
        } else {
            Self::Shared
        }
    }
}
