//! Why a step to another phase is refused, and what to do instead.

use std::fmt;

use super::{Phase, Role};
use crate::Lane;

/// Why a phase is refused (Q22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PhaseRefusal {
    /// A manual task is done by hand, and runs no phases.
    Manual,
    /// The task is closed.
    Closed,
    /// A building session handed the task over; the reviewing one goes on.
    HandedOver,
    /// Neither the lane nor the role runs that phase.
    NotInLane {
        /// The lane.
        lane: Option<Lane>,
        /// The session's role.
        role: Option<Role>,
        /// The phase asked for.
        phase: Phase,
    },
    /// Another phase comes first.
    OutOfOrder {
        /// The phase asked for.
        phase: Phase,
        /// What has to run first.
        first: Phase,
    },
    /// Nothing stands under `## Crítica`, and the lane criticises its plans.
    CritiqueMissing,
}

impl PhaseRefusal {
    /// A stable word for the kind of refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Manual => "phase-of-manual",
            Self::Closed => "phase-after-done",
            Self::HandedOver => "review-pending",
            Self::NotInLane { .. } => "phase-not-in-lane",
            Self::OutOfOrder { .. } => "phase-out-of-order",
            Self::CritiqueMissing => "critique-missing",
        }
    }

    /// What to do instead.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Manual => "do the task by hand, and close it with the same evidence".to_owned(),
            Self::Closed => "take another task".to_owned(),
            Self::HandedOver => "let the reviewing session close it, or send it back".to_owned(),
            Self::NotInLane { .. } => "go to one of the phases that are listed".to_owned(),
            Self::OutOfOrder { first, .. } => format!("run {first} first"),
            Self::CritiqueMissing => {
                "write what the critique objected, and what changed, under `## Crítica`".to_owned()
            }
        }
    }
}

impl fmt::Display for PhaseRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manual => f.write_str("a manual task runs no phases"),
            Self::Closed => f.write_str("the task is closed"),
            Self::HandedOver => f.write_str("the task waits for the session that reviews it"),
            Self::NotInLane { lane, role, phase } => {
                let lane = lane.map_or("of an unclassified task", Lane::as_str);
                let who = role.map_or_else(String::new, |role| format!(" of a {role} session"));
                write!(f, "{phase} is no phase{who} in the lane {lane}")
            }
            Self::OutOfOrder { phase, first } => write!(f, "{phase} comes after {first}"),
            Self::CritiqueMissing => f.write_str("Build needs the critique of the plan"),
        }
    }
}

impl std::error::Error for PhaseRefusal {}
