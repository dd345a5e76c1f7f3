//! What came of sharing a change.

use crate::write::{Change, Refusal};

/// What came of sharing a change. A conflict is a value: neither a lost race nor a task that another
/// holds is an error.
///
/// Closed: every case asks the caller for an answer of its own.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shared<T> {
    /// The change is on the remote. What is local in it, such as work in progress, is the caller's to
    /// write.
    Landed(Landed<T>),
    /// It was so already: a call that is repeated after a crash comes to this.
    Already {
        /// What it comes to.
        outcome: T,
        /// The branch that says so.
        branch: String,
        /// Whether others see it: not so on the work branch (Q34).
        is_visible: bool,
    },
    /// The queue does not allow it as it stands on the remote now; a claim of another runner is a
    /// refusal that names the runner.
    Refused(Refusal),
    /// This would be pushed.
    Shown(Landed<T>),
    /// Other pushes were faster every time: a conflict, worth a retry.
    Exhausted {
        /// How many pushes were made.
        pushes: u32,
    },
}

/// A change that was pushed, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Landed<T> {
    /// What it comes to.
    pub outcome: T,
    /// The change.
    pub change: Change,
    /// Its commit; `None` where it was not made, or where nothing in the change is shared.
    pub commit: Option<String>,
    /// The branch of the remote.
    pub branch: String,
    /// Why that is the work branch: what the remote said to a push to the planning branch (Q34).
    pub instead: Option<String>,
    /// How many pushes it took.
    pub pushes: u32,
}

impl<T> Landed<T> {
    /// Whether others see it: not so on the work branch, until somebody merges that (Q34).
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.instead.is_none()
    }
}
