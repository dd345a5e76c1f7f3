//! A reconciliation for scripts: one JSON object, stable in order.

use plan_guard::Digest;
use schemars::JsonSchema;
use serde::Serialize;

use super::Reconciliation;

/// What `dwp reconcile --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReconcileReport<'a> {
    /// `urn:planwright:schema:reconcile:v1`.
    pub schema: &'static str,
    /// `nothing`, `shown`, `applied`, `unsettled` or `unpublished`.
    pub outcome: &'static str,
    /// The plan's name.
    pub plan: &'a str,
    /// What changes, in the order of the state.
    pub changes: Vec<ChangeLine<'a>>,
    /// What cannot be settled; while there is any, nothing is written.
    pub unsettled: Vec<UnsettledLine<'a>>,
    /// What is worth knowing besides.
    pub notes: &'a [String],
    /// The digest of the state as written.
    pub state_sha256: Option<String>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ChangeLine<'a> {
    /// What it is about.
    pub kind: &'static str,
    /// The task, where it is one's.
    pub task: Option<u64>,
    /// What changes and why.
    pub message: &'a str,
}

/// What nothing on record can settle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct UnsettledLine<'a> {
    /// The task, where it is one's.
    pub task: Option<u64>,
    /// The stable code.
    pub code: &'static str,
    /// What is missing.
    pub message: &'a str,
    /// What to do.
    pub help: &'a str,
    /// The commands that fall short.
    pub commands: &'a [String],
}

impl<'a> ReconcileReport<'a> {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:reconcile:v1";

    /// The report of a reconciliation that came to `outcome`.
    #[must_use]
    pub fn of(
        outcome: &'static str,
        reconciliation: &'a Reconciliation,
        digest: Option<Digest>,
    ) -> Self {
        let changes = reconciliation.changes.iter().map(|change| ChangeLine {
            kind: change.kind.as_str(),
            task: change.task,
            message: &change.message,
        });
        let unsettled = reconciliation.unsettled.iter().map(|open| UnsettledLine {
            task: open.task,
            code: open.code,
            message: &open.message,
            help: &open.help,
            commands: &open.commands,
        });
        Self {
            schema: Self::SCHEMA,
            outcome,
            plan: &reconciliation.plan,
            changes: changes.collect(),
            unsettled: unsettled.collect(),
            notes: &reconciliation.notes,
            state_sha256: digest.map(|digest| digest.to_string()),
        }
    }
}
