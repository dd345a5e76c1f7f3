//! What a transition is judged by, besides the state: plain facts, gathered by the guarded write.

use std::collections::BTreeMap;

use plan_state::{Approval, Timestamp};

use crate::Records;

/// The facts that [`transition`](crate::transition) is judged by.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct Context {
    /// The time of the update, written wherever the update sets a time.
    pub now: Timestamp,
    /// The README's Approval, which is the value where the state has none (B3).
    pub readme_approval: Option<Approval>,
    /// What the task records say; at least those that
    /// [`Request::records_needed`](crate::Request::records_needed) names.
    pub records: Records,
    /// What became of each `log=PATH` of the task's evidence (E4).
    pub logs: BTreeMap<String, LogPointer>,
}

/// What a `log=PATH` points at (E4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogPointer {
    /// A file inside the plan directory.
    Present,
    /// Nothing, or nothing inside the plan directory.
    Absent,
}
