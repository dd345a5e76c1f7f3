//! What a reconciliation says: changes with their reasons, and what cannot be settled (H2).

use std::fmt;

use plan_diagnostics::Finding;
use plan_diagnostics::escape_terminal;

use crate::Refusal;

/// A commit as git knows it: a fact that the caller gathers.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitCommit {
    /// Its hash, 7 to 40 lower-case hexadecimal digits; others are passed over.
    pub hash: String,
    /// The first line of its message.
    pub subject: String,
}

impl GitCommit {
    /// The task that the subject ends in, `Task N of PLAN_name`, where the plan is this one.
    pub(super) fn task_of(&self, plan: &str) -> Option<u64> {
        let head = self
            .subject
            .trim_end()
            .strip_suffix(plan)?
            .strip_suffix(" of ")?;
        let (before, number) = head.rsplit_once("Task ")?;
        let apart = !before.ends_with(|c: char| c.is_alphanumeric());
        apart.then(|| number.parse().ok()).flatten()
    }

    pub(super) fn is_hash(&self) -> bool {
        let hex = self
            .hash
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        hex && (7..=40).contains(&self.hash.len())
    }
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The state is made where there was none, or none that could be read.
    Regenerated,
    /// A part of an unreadable state that cannot be kept.
    Lost,
    /// Name, format or another property of the plan.
    Plan,
    /// A task is new, or gone.
    Task,
    /// A task's title or locator.
    Identity,
    /// A task's status.
    Status,
    /// A task's time of completion or commit.
    Trace,
    /// The blocker.
    Blocker,
    /// Counts and plan status.
    Counts,
    /// Where to resume.
    Checkpoint,
}

impl ChangeKind {
    /// The kebab-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Regenerated => "regenerated",
            Self::Lost => "lost",
            Self::Plan => "plan",
            Self::Task => "task",
            Self::Identity => "identity",
            Self::Status => "status",
            Self::Trace => "trace",
            Self::Blocker => "blocker",
            Self::Counts => "counts",
            Self::Checkpoint => "checkpoint",
        }
    }
}

/// One change of the state, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// What it is about.
    pub kind: ChangeKind,
    /// The task, where it is one's.
    pub task: Option<u64>,
    /// What changes and why, in one line, as PROGRESS.md will have it.
    pub message: String,
}

/// What nothing on record can settle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsettled {
    /// The task, where it is one's.
    pub task: Option<u64>,
    /// The stable code, of a refusal or of a rule.
    pub code: &'static str,
    /// What is missing.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The commands that fall short, where evidence is what is missing.
    pub commands: Vec<String>,
}

impl Unsettled {
    pub(super) fn of_refusal(task: u64, refusal: Refusal) -> Self {
        Self {
            task: Some(task),
            code: refusal.code.as_str(),
            message: format!(
                "Task {task} is ticked in the README, and {}",
                refusal.message
            ),
            help: format!(
                "{}; or untick the box, so that the task goes on",
                refusal.help
            ),
            commands: refusal.commands,
        }
    }

    pub(super) fn of_finding(finding: &Finding) -> Self {
        let place = finding.location.pointer.as_deref().unwrap_or_default();
        Self {
            task: None,
            code: finding.rule.code,
            message: format!("the reconciled state would break its contract: {} (at {place})", finding.message),
            help: finding.help.clone().unwrap_or_else(|| {
                "untick the tasks concerned in the README, reconcile, and complete them with their evidence".to_owned()
            }),
            commands: Vec::new(),
        }
    }

    pub(super) fn plain(
        task: Option<u64>,
        code: &'static str,
        message: String,
        help: &str,
    ) -> Self {
        Self {
            task,
            code,
            message,
            help: help.to_owned(),
            commands: Vec::new(),
        }
    }
}

/// What reconciling a plan comes to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Reconciliation {
    /// The plan's name.
    pub plan: String,
    /// What changes, in the order of the state.
    pub changes: Vec<Change>,
    /// What cannot be settled; while there is any, nothing is written.
    pub unsettled: Vec<Unsettled>,
    /// What is worth knowing besides.
    pub notes: Vec<String>,
}

impl Reconciliation {
    pub(super) fn change(&mut self, kind: ChangeKind, task: Option<u64>, message: String) {
        self.changes.push(Change {
            kind,
            task,
            message,
        });
    }
}

/// For people, one fact a line. Texts of the plan are escaped, so that none ends a line.
impl fmt::Display for Reconciliation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in &self.changes {
            writeln!(f, "- {}", escape_terminal(&change.message))?;
        }
        for open in &self.unsettled {
            writeln!(
                f,
                "unsettled ({}): {}",
                open.code,
                escape_terminal(&open.message)
            )?;
            writeln!(f, "  help: {}", escape_terminal(&open.help))?;
        }
        for note in &self.notes {
            writeln!(f, "note: {}", escape_terminal(note))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task_of(subject: &str) -> Option<u64> {
        let (hash, subject) = ("0a1b2c3".to_owned(), subject.to_owned());
        GitCommit { hash, subject }.task_of("PLAN_invoice_export")
    }

    /// H2: only a subject that ends in the plan's own mark names a task of it.
    #[test]
    fn h2_subjects_name_a_task_of_this_plan() {
        assert_eq!(
            task_of("Write rows: Task 2 of PLAN_invoice_export"),
            Some(2)
        );
        assert_eq!(task_of("Task 12 of PLAN_invoice_export "), Some(12));
        for other in [
            "Task 2 of PLAN_invoice",
            "Task 2 of PLAN_invoice_export_more",
            "Task 2 of PLAN_invoice_export (fix)",
            "Subtask 2 of PLAN_invoice_export",
            "SomeTask 2 of PLAN_invoice_export",
            "Task two of PLAN_invoice_export",
            "",
        ] {
            assert_eq!(task_of(other), None, "{other}");
        }
    }
}
