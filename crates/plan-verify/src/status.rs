//! How far a plan, or a workspace of plans, has come: one value with a text and a JSON form (P18).

mod workspace;

pub use workspace::{TaskCounts, UnreadablePlan, WorkspaceStatus};

use std::fmt;

use plan_diagnostics::escape_terminal;
use plan_state::Projection;
use plan_state::drift::{self, Drift};
use plan_state::{PlanStatus, TaskStatus};
use serde::Serialize;

use crate::receipt::{MARKER_FILE, REFINING_FILE};
use crate::view::PlanView;

/// How far a plan has come: what is completed, in progress, blocked, pending and skipped, where it
/// resumes, what holds it, and where README and state disagree.
///
/// The state tells, where there is one; else the README's boxes do.
///
/// ```
/// use plan_verify::{Facts, PlanFiles, PlanView, Stage, status::StatusReport};
///
/// let readme = "# Plan\n\n- [x] Task 1: Read\n- [ ] Task 2: Write\n";
/// let files = PlanFiles::new("PLAN_invoice_export", [("README.md", readme)]);
/// let facts = Facts::default();
/// let status = StatusReport::of(&PlanView::new(&files, &facts, Stage::Standing));
/// assert_eq!((status.completed.len(), status.pending[0].id), (1, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct StatusReport {
    /// `urn:planwright:schema:status:v1`.
    pub schema: &'static str,
    /// The plan's name.
    pub plan: String,
    /// Its status: `pending`, `in_progress`, `completed` or `blocked`.
    pub status: &'static str,
    /// Who let it begin: `pending`, `approved` or `pre_approved`.
    pub approval: &'static str,
    /// Whether this is told by `state.json`; else by the README alone.
    pub from_state: bool,
    /// How many tasks there are.
    pub task_count: usize,
    /// The completed tasks, in order.
    pub completed: Vec<TaskLine>,
    /// Those in progress.
    pub in_progress: Vec<TaskLine>,
    /// Those that are blocked.
    pub blocked: Vec<TaskLine>,
    /// Those not begun.
    pub pending: Vec<TaskLine>,
    /// Those taken out of scope.
    pub skipped: Vec<TaskLine>,
    /// Where to resume.
    pub checkpoint: Option<Place>,
    /// What holds the plan.
    pub blocker: Option<Blocker>,
    /// Where README and state disagree, one line a task.
    pub drift: Vec<String>,
    /// Whether a finalization was interrupted.
    pub finalization_interrupted: bool,
    /// Whether a refining was interrupted, and is to be finished first (H8).
    pub refining_interrupted: bool,
}

/// A task in a status report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TaskLine {
    /// Its number.
    pub id: u64,
    /// Its title.
    pub title: String,
}

/// Where to resume.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Place {
    /// The task.
    pub task: u64,
    /// Where inside it.
    pub step: Option<String>,
    /// What to know.
    pub note: Option<String>,
    /// Since when, RFC 3339.
    pub at: String,
}

/// What holds a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Blocker {
    /// The task that it holds.
    pub task: u64,
    /// Why.
    pub reason: String,
    /// What would lift it.
    pub needs: Option<String>,
    /// Since when, RFC 3339.
    pub since: String,
}

impl StatusReport {
    /// The status of a plan.
    #[must_use]
    pub fn of(view: &PlanView<'_>) -> Self {
        let projection = view.projection();
        let state = view.state.read();
        let tasks: Vec<(u64, String, TaskStatus)> = match state {
            Some(state) => state
                .tasks
                .iter()
                .map(|t| (t.id, t.title.clone(), t.status))
                .collect(),
            None => projection
                .tasks
                .iter()
                .map(|t| (t.number, t.title.clone(), t.status))
                .collect(),
        };
        let with = |wanted: TaskStatus| -> Vec<TaskLine> {
            let wanted = tasks.iter().filter(|(_, _, status)| *status == wanted);
            wanted
                .map(|(id, title, _)| TaskLine {
                    id: *id,
                    title: title.clone(),
                })
                .collect()
        };
        Self {
            schema: "urn:planwright:schema:status:v1",
            plan: view.files.name().to_owned(),
            status: state
                .map_or_else(|| projection.status(), |state| state.status)
                .as_str(),
            approval: view.approval().as_str(),
            from_state: state.is_some(),
            task_count: tasks.len(),
            completed: with(TaskStatus::Completed),
            in_progress: with(TaskStatus::InProgress),
            blocked: with(TaskStatus::Blocked),
            pending: with(TaskStatus::Pending),
            skipped: with(TaskStatus::Skipped),
            checkpoint: state
                .and_then(|state| state.checkpoint.get())
                .map(|place| Place {
                    task: place.task,
                    step: place.step.clone(),
                    note: place.note.clone(),
                    at: place.at.as_str().to_owned(),
                }),
            blocker: state
                .and_then(|state| state.blocked.get())
                .map(|blocked| Blocker {
                    task: blocked.task,
                    reason: blocked.reason.clone(),
                    needs: blocked.needs.clone(),
                    since: blocked.since.as_str().to_owned(),
                }),
            drift: state
                .map(|state| {
                    drift::compare(&projection, state)
                        .iter()
                        .map(Drift::to_string)
                        .collect()
                })
                .unwrap_or_default(),
            finalization_interrupted: view.files.contains(MARKER_FILE),
            refining_interrupted: view.files.contains(REFINING_FILE),
        }
    }

    /// Whether every task is completed.
    #[must_use]
    pub fn is_completed(&self) -> bool {
        self.status == PlanStatus::Completed.as_str()
    }
}

/// The report for people, one fact a line. Texts of the plan are escaped, so that
/// none ends a line.
impl fmt::Display for StatusReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = if self.from_state {
            ""
        } else {
            " (by the README: there is no state.json)"
        };
        writeln!(
            f,
            "{}: {}{source}",
            escape_terminal(&self.plan),
            self.status
        )?;
        writeln!(f, "approval: {}", self.approval)?;
        writeln!(
            f,
            "completed: {} of {}",
            self.completed.len(),
            self.task_count
        )?;
        for (name, tasks) in [
            ("completed", &self.completed),
            ("in progress", &self.in_progress),
            ("blocked", &self.blocked),
            ("pending", &self.pending),
            ("skipped", &self.skipped),
        ] {
            for task in tasks {
                writeln!(
                    f,
                    "  {name:<11}  Task {}: {}",
                    task.id,
                    escape_terminal(&task.title)
                )?;
            }
        }
        if let Some(place) = &self.checkpoint {
            write!(f, "checkpoint: Task {}", place.task)?;
            for part in [&place.step, &place.note].into_iter().flatten() {
                write!(f, ", {}", escape_terminal(part))?;
            }
            writeln!(f, " ({})", escape_terminal(&place.at))?;
        }
        if let Some(blocker) = &self.blocker {
            write!(
                f,
                "blocked by Task {} since {}: {}",
                blocker.task,
                escape_terminal(&blocker.since),
                escape_terminal(&blocker.reason)
            )?;
            if let Some(needs) = &blocker.needs {
                write!(f, "; needs: {}", escape_terminal(needs))?;
            }
            writeln!(f)?;
        }
        for line in &self.drift {
            writeln!(f, "drift: {}", escape_terminal(line))?;
        }
        if self.finalization_interrupted {
            writeln!(
                f,
                "a finalization was interrupted: dwp finalize PLAN_DIR --recover"
            )?;
        }
        if self.refining_interrupted {
            writeln!(
                f,
                "a refining was interrupted: dwp refine PLAN_DIR --resume"
            )?;
        }
        Ok(())
    }
}

impl PlanView<'_> {
    /// The state as the plan's Markdown alone has it (H1).
    #[must_use]
    pub fn projection(&self) -> Projection {
        let records = self
            .records
            .iter()
            .map(|record| (record.number, &record.record))
            .collect();
        match &self.readme {
            Some(readme) => Projection::of(&readme.readme, &records),
            None => Projection::default(),
        }
    }
}
