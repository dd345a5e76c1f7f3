//! What was passed over, and why (Q20): the parts of a [`Context`](super::Context) that say it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::select::Bearer;

/// A slug that several tasks have, so that none of them can be taken by it (Q15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Repeated {
    /// The slug.
    pub slug: String,
    /// How many tasks of the queue have it, those of other lines and ticked ones included.
    pub tasks: usize,
    /// The first of them, in queue order: five at most.
    pub at: Vec<Bearer>,
}

/// A task that another runner has claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Taken {
    /// The task.
    pub slug: String,
    /// Whom to ask.
    pub owner: Option<String>,
    /// Whose it is.
    pub runner: Option<String>,
}

/// A task that waits for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Waiting {
    /// The task.
    pub slug: String,
    /// Those of its dependencies that are not done.
    pub depends_on: Vec<String>,
}

/// Something that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct HeldTask {
    /// The task, or what else is held up.
    pub slug: String,
    /// What the person has to do.
    pub action: String,
    /// The file that says so.
    pub file: String,
}
