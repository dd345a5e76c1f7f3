//! Publishing a completed plan: only from a candidate, only after everything was checked (F).
//!
//! [`publish`] does, under a lock that its caller holds throughout, in this order:
//!
//! 1. judges the candidate and every artefact, with the candidate as the state;
//! 2. takes the fingerprint of the artefacts and writes the marker `.finalizing.json`;
//! 3. reads everything again, and makes sure that nothing moved meanwhile;
//! 4. publishes `state.json`;
//! 5. reads everything again, and judges what is on disk;
//! 6. writes the receipt `analysis_results/FINALIZATION.json`;
//! 7. removes the marker.
//!
//! A crash on the way leaves the old state and at most a marker, or the new state and the marker.
//! From then on checks, updates and publications fail until [`recover`] has succeeded. Recovery is
//! those same steps, taken again from the first with the candidate that the marker holds: nothing
//! is taken for checked because somebody may have checked it before the crash. It asks of the disk
//! only that `state.json` is one of the two states that the marker knows.
//!
//! Conflicts and refusals are values, and `Err` is for reading and writing that failed. Nothing
//! here commits, pushes, runs a stored command or repairs Markdown (F5).

mod candidate;
mod desk;
mod error;
mod judge;
mod marker;
mod outcome;
mod publish;
mod read;
mod receipt;
mod recover;
pub mod rules;

use plan_diagnostics::render::Tool;
use plan_state::Timestamp;

use crate::facts::Facts;

pub use candidate::CompletedCandidate;
pub use error::Error;
pub use marker::{MARKER_SCHEMA, Marker};
pub use outcome::{Conflict, Outcome, Publication, Recovery};
pub use publish::publish;
pub use read::CANDIDATE_FILE;
pub use recover::recover;

/// By whom, when and in which world a plan is published.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// What the check is told about the world outside the plan.
    pub facts: &'a Facts,
    /// The tool that marker and receipt name.
    pub tool: Tool<'a>,
    /// The time that marker and receipt carry.
    pub now: &'a Timestamp,
}
