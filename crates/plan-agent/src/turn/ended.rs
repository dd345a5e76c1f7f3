//! How a turn ends, and what may keep it from ending (P7, P11).

use std::fmt;

use plan_diagnostics::Report;
use plan_state::PlanStatus;
use plan_update::{Conflict, Reconciliation, Refusal};

use super::Work;
use crate::retry::RetryFault;

/// A turn that is over. Its lease is free again.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Ended {
    /// The plan's name.
    pub plan: String,
    /// How.
    pub end: End,
    /// The task that it was about.
    pub task: Option<u64>,
    /// The plan's status now, where it could be read.
    pub plan_status: Option<PlanStatus>,
    /// What happened, in one sentence.
    pub message: String,
    /// Who must act, where the plan waits for a person (P11).
    pub who: Option<String>,
    /// What is worth knowing besides.
    pub notes: Vec<String>,
}

/// How a turn ended. Each of these is a success: the process exits 0 (P11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Its task is completed.
    Completed,
    /// Its task is left at a checkpoint.
    Paused,
    /// The plan is stopped, under the condition of this code (P9).
    Stopped(&'static str),
    /// What an earlier turn began is finished.
    Repaired,
}

impl End {
    /// The word for it, as the record of turns has it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Paused => "paused",
            Self::Stopped(_) => "stopped",
            Self::Repaired => "repaired",
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.plan, self.message)?;
        if let Some(who) = &self.who {
            write!(f, "; who must act: {who}")?;
        }
        Ok(())
    }
}

/// What became of an attempt to end a turn.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Ending {
    /// It is over.
    Ended(Ended),
    /// It is not: the work goes on, where there was some, and may be ended another way.
    Hindered {
        /// Why.
        obstacle: Obstacle,
        /// The work as it was, given back.
        work: Option<Box<Work>>,
    },
}

impl Ending {
    /// The end, or what is in its way; work that was given back is let go.
    ///
    /// # Errors
    ///
    /// The obstacle.
    pub fn ended(self) -> Result<Ended, Obstacle> {
        match self {
            Self::Ended(ended) => Ok(ended),
            Self::Hindered { obstacle, .. } => Err(obstacle),
        }
    }
}

/// Why a step of a turn is not made.
#[derive(Debug)]
#[non_exhaustive]
#[must_use]
pub enum Obstacle {
    /// A rule forbids it; nothing was written.
    Refused(Refusal),
    /// Another writer was there first; worth a retry.
    Conflict(Conflict),
    /// The plan would be complete, and does not pass the finalizer.
    Unpublished(Box<Report>),
    /// Drift that a reconciliation cannot settle: stop condition 3.
    Unsettled(Box<Reconciliation>),
    /// A retry that may not be made (P10).
    Retry(RetryFault),
    /// An unattended turn would end inside its task, and no checkpoint was written in it (P7).
    CheckpointMissing,
}

impl Obstacle {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(refusal) => refusal.code.as_str(),
            Self::Conflict(conflict) => conflict.code(),
            Self::Unpublished(_) => "finalization-refused",
            Self::Unsettled(_) => "drift-unsettled",
            Self::Retry(fault) => fault.code(),
            Self::CheckpointMissing => "checkpoint-missing",
        }
    }

    /// Whether the same may go well a moment later.
    #[must_use]
    pub const fn is_conflict(&self) -> bool {
        matches!(self, Self::Conflict(_))
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::Refused(refusal) => write!(f, "{}; {}", refusal.message, refusal.help),
            Self::Conflict(Conflict::LockHeld(info)) => write!(f, "{info}"),
            Self::Conflict(_) => f.write_str("the plan has moved on: wake again"),
            Self::Unpublished(report) => {
                let messages = report.findings().map(|finding| finding.message.as_str());
                f.write_str(&messages.collect::<Vec<_>>().join("; "))
            }
            Self::Unsettled(said) => {
                let open = said.unsettled.iter().map(|open| open.message.as_str());
                f.write_str(&open.collect::<Vec<_>>().join("; "))
            }
            Self::Retry(fault) => f.write_str(fault.message()),
            Self::CheckpointMissing => f.write_str(
                "an unattended turn does not end inside a task without a checkpoint: write one first",
            ),
        }
    }
}
