//! How far all plans of a workspace have come, as one value (P18).

use std::fmt;

use plan_diagnostics::escape_terminal;
use serde::Serialize;

use super::StatusReport;

/// How far the plans of a workspace have come: each as a report of its own, told apart by what they
/// are, and counted.
///
/// ```
/// use plan_verify::status::{StatusReport, WorkspaceStatus};
/// use plan_verify::{Facts, PlanFiles, PlanView, Stage};
///
/// let readme = "# Plan\n\n- [x] Task 1: Read\n- [ ] Task 2: Write\n";
/// let files = PlanFiles::new("PLAN_invoice_export", [("README.md", readme)]);
/// let facts = Facts::default();
/// let report = StatusReport::of(&PlanView::new(&files, &facts, Stage::Standing));
/// let all = WorkspaceStatus::of([report], []);
/// assert_eq!(all.in_progress, ["PLAN_invoice_export"]);
/// assert_eq!((all.tasks.completed, all.tasks.pending), (1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct WorkspaceStatus {
    /// `urn:planwright:schema:workspace-status:v1`.
    pub schema: &'static str,
    /// The plans that are completed, by name.
    pub completed: Vec<String>,
    /// Those in progress.
    pub in_progress: Vec<String>,
    /// Those that a blocker holds.
    pub blocked: Vec<String>,
    /// Those not begun.
    pub pending: Vec<String>,
    /// The tasks of all plans, counted.
    pub tasks: TaskCounts,
    /// The reports, in the order of the plans' names.
    pub plans: Vec<StatusReport>,
    /// The plans that could not be read; they are in none of the lists above.
    pub unreadable: Vec<UnreadablePlan>,
}

/// How many tasks there are of each status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TaskCounts {
    /// Completed tasks.
    pub completed: usize,
    /// Tasks in progress.
    pub in_progress: usize,
    /// Blocked tasks.
    pub blocked: usize,
    /// Tasks not begun.
    pub pending: usize,
    /// Tasks taken out of scope.
    pub skipped: usize,
}

/// A plan whose status cannot be told.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct UnreadablePlan {
    /// Its name, or its path where it has none.
    pub plan: String,
    /// Why.
    pub reason: String,
}

impl WorkspaceStatus {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:workspace-status:v1";

    /// The status of a workspace with these plans.
    #[must_use]
    pub fn of(
        plans: impl IntoIterator<Item = StatusReport>,
        unreadable: impl IntoIterator<Item = UnreadablePlan>,
    ) -> Self {
        let mut plans: Vec<StatusReport> = plans.into_iter().collect();
        plans.sort_by(|a, b| a.plan.cmp(&b.plan));
        let mut unreadable: Vec<UnreadablePlan> = unreadable.into_iter().collect();
        unreadable.sort_by(|a, b| a.plan.cmp(&b.plan));
        let named = |status: &str| -> Vec<String> {
            let with = plans.iter().filter(|report| report.status == status);
            with.map(|report| report.plan.clone()).collect()
        };
        Self {
            schema: Self::SCHEMA,
            completed: named("completed"),
            in_progress: named("in_progress"),
            blocked: named("blocked"),
            pending: named("pending"),
            tasks: TaskCounts::of(&plans),
            plans,
            unreadable,
        }
    }
}

impl TaskCounts {
    fn of(plans: &[StatusReport]) -> Self {
        plans.iter().fold(Self::default(), |sum, plan| Self {
            completed: sum.completed + plan.completed.len(),
            in_progress: sum.in_progress + plan.in_progress.len(),
            blocked: sum.blocked + plan.blocked.len(),
            pending: sum.pending + plan.pending.len(),
            skipped: sum.skipped + plan.skipped.len(),
        })
    }
}

/// The report for people: the plans by status, then each plan's own report. Texts of the plans are
/// escaped, so that none ends a line.
impl fmt::Display for WorkspaceStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, plans) in [
            ("completed", &self.completed),
            ("in progress", &self.in_progress),
            ("blocked", &self.blocked),
            ("pending", &self.pending),
        ] {
            write!(f, "{name}: {}", plans.len())?;
            if !plans.is_empty() {
                write!(f, " ({})", escape_terminal(&plans.join(", ")))?;
            }
            writeln!(f)?;
        }
        let TaskCounts {
            completed,
            in_progress,
            blocked,
            pending,
            skipped,
        } = self.tasks;
        writeln!(
            f,
            "tasks: {completed} completed, {in_progress} in progress, {blocked} blocked, \
             {pending} pending, {skipped} skipped"
        )?;
        for plan in &self.plans {
            write!(f, "\n{plan}")?;
        }
        for UnreadablePlan { plan, reason } in &self.unreadable {
            write!(f, "\n{plan}: unreadable: {reason}\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Facts, PlanFiles, PlanView, Stage};

    fn report(name: &str, boxes: &str) -> StatusReport {
        let tasks = boxes.chars().enumerate().map(|(at, mark)| {
            let number = at + 1;
            format!("- [{mark}] Task {number}: Part {number}\n")
        });
        let readme = format!("# Plan\n\n{}", tasks.collect::<String>());
        let files = PlanFiles::new(name, [("README.md", readme.as_str())]);
        StatusReport::of(&PlanView::new(&files, &Facts::default(), Stage::Standing))
    }

    #[test]
    fn p18_the_plans_of_a_workspace_are_told_apart() {
        let all = WorkspaceStatus::of(
            [
                report("PLAN_b_b", "x "),
                report("PLAN_a_a", "xx"),
                report("PLAN_c_c", "  "),
            ],
            [UnreadablePlan {
                plan: "PLAN_d_d".into(),
                reason: "no README".into(),
            }],
        );
        assert_eq!(all.completed, ["PLAN_a_a"]);
        assert_eq!(all.in_progress, ["PLAN_b_b"]);
        assert_eq!(all.pending, ["PLAN_c_c"]);
        assert_eq!((all.tasks.completed, all.tasks.pending), (3, 3));
        let text = all.to_string();
        assert!(
            text.starts_with("completed: 1 (PLAN_a_a)\nin progress: 1 (PLAN_b_b)\nblocked: 0\n"),
            "{text}"
        );
        assert!(
            text.ends_with("\nPLAN_d_d: unreadable: no README\n"),
            "{text}"
        );
    }

    #[test]
    fn p18_an_empty_workspace_has_a_status_too() {
        let all = WorkspaceStatus::of([], []);
        assert_eq!(all.tasks, TaskCounts::default());
        assert!(all.to_string().starts_with("completed: 0\n"));
    }
}
