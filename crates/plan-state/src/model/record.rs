//! The closed objects inside a state: gates, outcome, checkpoint, blocker, promotion (B3, B5, B6).

use crate::limits;
use crate::timestamp::Timestamp;
use crate::vocabulary::PromotionPhase;

/// A record that asserts the result of one command. It never proves that the command ran (D10).
///
/// Closed: the members are the document's (B5).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    /// The command as typed; at most 500 code points.
    #[schemars(length(max = limits::COMMAND))]
    pub command: String,
    /// Whether the result was accepted.
    pub passes: bool,
    /// The exit code, where one was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub exit_code: Option<i64>,
    /// When it ran last.
    pub last_run: Timestamp,
    /// What it showed, in a line; at most 500 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::EVIDENCE))]
    pub evidence: Option<String>,
}

/// What was learned from a task.
///
/// Closed: the members are the document's (B6).
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// What was tried; each at most 300 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>", inner(length(max = limits::ATTEMPT)))]
    pub tried: Option<Vec<String>>,
    /// What failed; each at most 300 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>", inner(length(max = limits::ATTEMPT)))]
    pub failed: Option<Vec<String>>,
    /// What worked; at most 500 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::WORKED))]
    pub worked: Option<String>,
    /// Anything else; at most 1000 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::NOTES))]
    pub notes: Option<String>,
}

/// Where to resume.
///
/// Closed: the members are the document's (B6).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The task to go on with.
    #[schemars(range(min = 1))]
    pub task: u64,
    /// Where inside it; at most 200 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::STEP))]
    pub step: Option<String>,
    /// When it was set.
    pub at: Timestamp,
    /// What to know; at most 500 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::NOTE))]
    pub note: Option<String>,
}

/// What holds the plan.
///
/// Closed: the members are the document's (B6).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blocked {
    /// The task that it holds.
    #[schemars(range(min = 1))]
    pub task: u64,
    /// Why; at most 1000 code points.
    #[schemars(length(max = limits::REASON))]
    pub reason: String,
    /// Since when.
    pub since: Timestamp,
    /// What would lift it; at most 500 code points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", length(max = limits::NEEDS))]
    pub needs: Option<String>,
}

/// A promotion from Lite to Full under way (H4).
///
/// Closed: the members are the document's (B3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// How far it has come.
    pub phase: PromotionPhase,
    /// The destination task files, from the second phase on.
    pub tasks: Option<Vec<String>>,
}
