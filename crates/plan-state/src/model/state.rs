//! The state: how far each task has come (B3, B4).

use crate::Generation;
use crate::members::Members;
use crate::model::{Actor, Blocked, Checkpoint, Gate, Outcome, Promotion};
use crate::nullable::Nullable;
use crate::timestamp::Timestamp;
use crate::vocabulary::{Approval, Format, Materialization, PlanStatus, TaskStatus};

/// A state whose shape is valid in its generation, whatever its contract says.
///
/// [`State`](crate::State) is the same with its contract met.
///
/// Closed: the members are the document's (B3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawState {
    /// The generation that its schema URL names.
    pub generation: Generation,
    /// The plan's name.
    pub plan: String,
    /// When it was last written.
    pub updated_at: Timestamp,
    /// By whom.
    pub updated_by: Option<Actor>,
    /// The plan's status.
    pub status: PlanStatus,
    /// How many tasks are completed.
    pub completed_count: u64,
    /// How many tasks there are.
    pub task_count: u64,
    /// Where the task records are; present in all generations but v1.
    pub format: Option<Format>,
    /// How far the writing of the plan has come; present in all generations but v1.
    pub materialization: Option<Materialization>,
    /// Who let it begin; optional, and never in v1.
    pub approval: Option<Approval>,
    /// A promotion under way; never in v1.
    pub promotion: Nullable<Promotion>,
    /// The tasks in order; at least one.
    pub tasks: Vec<Task>,
    /// Where to resume.
    pub checkpoint: Nullable<Checkpoint>,
    /// What holds the plan.
    pub blocked: Nullable<Blocked>,
    /// Members that the generation does not name (B8).
    pub extra: Members,
}

/// One task.
///
/// Closed: the members are the document's (B4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its number, from 1.
    pub id: u64,
    /// Where its record is.
    pub locator: Locator,
    /// Its title; at most 200 code points in v1.
    pub title: String,
    /// Its status.
    pub status: TaskStatus,
    /// When it was first begun.
    pub started_at: Option<Timestamp>,
    /// When it was completed.
    pub completed_at: Option<Timestamp>,
    /// The commit that holds its work.
    pub commit: Option<String>,
    /// The gate records in order of running; only v1 may leave them out.
    pub gates: Option<Vec<Gate>>,
    /// What was learned.
    pub outcome: Option<Outcome>,
    /// Members that the generation does not name (B8).
    pub extra: Members,
}

/// Where a task's record is; v1 knows files only.
///
/// Closed: the documents know these two (B4).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Locator {
    /// A task file, `{N}.task_{slug}.md`.
    File(String),
    /// An anchor in the README, `#task-{N}`.
    Inline(String),
}

impl RawState {
    /// The task with this id.
    #[must_use]
    pub fn task(&self, id: u64) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }
}

impl Task {
    /// The gate records, none where the member is absent.
    #[must_use]
    pub fn gates(&self) -> &[Gate] {
        self.gates.as_deref().unwrap_or_default()
    }
}

impl Locator {
    /// The file name or the anchor.
    #[must_use]
    pub fn value(&self) -> &str {
        match self {
            Self::File(value) | Self::Inline(value) => value,
        }
    }

    /// The task number that the file name or the anchor carries.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        let digits = match self {
            Self::File(name) => crate::split_task_file(name)?.0,
            Self::Inline(anchor) => anchor.strip_prefix("#task-")?,
        };
        digits.parse().ok()
    }

    /// The format that keeps records so.
    #[must_use]
    pub const fn format(&self) -> Format {
        match self {
            Self::File(_) => Format::Full,
            Self::Inline(_) => Format::Lite,
        }
    }
}
