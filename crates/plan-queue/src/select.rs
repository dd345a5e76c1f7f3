//! Choosing the task: what a runner takes up next, and why nothing else (Q19, Q20, Q31).
//!
//! [`Situation::obstacles`] is the one answer to "can this be taken": context, claim and check ask it.
//! [`Situation::choose`] puts the order of Q19 on top.

mod choice;
mod claims;
mod obstacle;
mod situation;

pub(crate) use choice::phase_of;
pub use choice::{Because, Choice, Stop};
pub use claims::{ClaimVersions, Held, Seen};
pub(crate) use obstacle::stands_for;
pub use obstacle::{Bearer, Obstacle};
pub use situation::Situation;

use crate::phase::Role;

/// Who asks: facts that the caller gathers.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Caller<'a> {
    /// The runner: whose a claim and a work in progress are.
    pub runner: &'a str,
    /// The line of work, which is that of the branch `line/<name>`; `None` is the main tree.
    pub line: Option<&'a str>,
    /// The part of the session, where two share a task (Q31).
    pub role: Option<Role>,
    /// The milestone to which new work is limited; what the runner has already is not.
    pub milestone: Option<&'a str>,
}
