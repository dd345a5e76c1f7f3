//! What comes out of the ritual: one task, or what has to be done first, or nothing (P4).

use std::path::{Path, PathBuf};

use plan_guard::Digest;
use plan_state::{Blocked, Task};
use plan_update::Refusal;
use plan_verify::PlanView;

use crate::profile::{Profile, Unmet};
use crate::stop;

/// What a turn is to do.
#[derive(Debug)]
#[non_exhaustive]
#[must_use]
pub enum Next {
    /// This task, and no other.
    Task(NextTask),
    /// The smoke command was not run: no task comes out before its result is handed in.
    SmokeFirst,
    /// The smoke command failed: what it tests is broken before anything is begun.
    InvestigateFirst {
        /// Its exit code; `None` where a signal ended it, or it could not be started.
        exit_code: Option<i32>,
    },
    /// Markdown and state disagree, or a completion was interrupted.
    ReconcileFirst(Drifted),
    /// The plan is held: report that and yield.
    ReportAndYield(Held),
    /// Every task is done, and the publication is not.
    Finalize(Repair),
    /// The plan is completed and published.
    Complete,
    /// Only these tasks are left, and they are skipped: the plan is to be refined.
    Refine {
        /// The skipped tasks.
        skipped: Vec<u64>,
    },
    /// The plan may not run with nobody watching (P2).
    NotAdmitted(Vec<Unmet>),
}

impl Next {
    /// The kebab-case word; they never change meaning.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Task(_) => "task",
            Self::SmokeFirst => "smoke-first",
            Self::InvestigateFirst { .. } => "investigate-first",
            Self::ReconcileFirst(_) => "reconcile-first",
            Self::ReportAndYield(_) => "report-and-yield",
            Self::Finalize(_) => "finalize",
            Self::Complete => "complete",
            Self::Refine { .. } => "refine",
            Self::NotAdmitted(_) => "not-admitted",
        }
    }
}

/// The one task that comes next. Only the ritual gives one, and a turn takes it away.
///
/// No other one is made of it (P4):
///
/// ```compile_fail,E0451
/// fn another(task: plan_agent::NextTask) -> plan_agent::NextTask {
///     plan_agent::NextTask { id: 4, ..task }
/// }
/// ```
#[derive(Debug)]
pub struct NextTask {
    pub(crate) id: u64,
    pub(crate) root: PathBuf,
    pub(crate) profile: Profile,
    pub(crate) digest: Digest,
    title: String,
    status: &'static str,
    file: String,
    record: String,
    commands: Vec<String>,
}

impl NextTask {
    pub(super) fn of(
        view: &PlanView<'_>,
        task: &Task,
        (root, profile, digest): (&Path, Profile, Digest),
    ) -> Self {
        let record = view.records_of(task.id).first();
        let text = record.and_then(|record| {
            let document = record.document(view)?;
            Some(document.slice(record.record.within).to_owned())
        });
        let commands = record.map_or(&[][..], |record| &record.record.commands);
        Self {
            id: task.id,
            root: root.to_owned(),
            profile,
            digest,
            title: task.title.clone(),
            status: task.status.as_str(),
            file: record.map_or_else(String::new, |record| record.file.clone()),
            record: text.unwrap_or_default(),
            commands: commands
                .iter()
                .map(|command| command.value.clone())
                .collect(),
        }
    }

    /// Its number.
    #[must_use]
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its status: `pending`, or `in_progress` where it was begun before.
    #[must_use]
    pub const fn status(&self) -> &'static str {
        self.status
    }

    /// The file that its record stands in.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text of its record, whole.
    #[must_use]
    pub fn record(&self) -> &str {
        &self.record
    }

    /// The commands that its Validation declares: its gates (E8).
    #[must_use]
    pub fn commands(&self) -> &[String] {
        &self.commands
    }
}

/// Markdown and state disagree, or a completion was interrupted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Drifted {
    /// How, one line each.
    pub lines: Vec<String>,
    /// What a reconciliation cannot settle, one line each: then it is for a person, and stop
    /// condition 3 (P9).
    pub unsettled: Vec<String>,
    /// The task at which the plan would go on.
    pub task: Option<u64>,
    /// What settles everything, where something does: it may be the turn's one act.
    pub repair: Option<Repair>,
}

/// What may be a turn's one act instead of a task: it finishes what an earlier one began (P4).
#[derive(Debug)]
pub struct Repair {
    pub(crate) kind: RepairKind,
    pub(crate) root: PathBuf,
    pub(crate) profile: Profile,
}

/// What is repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RepairKind {
    /// A completion that was interrupted after its evidence was recorded.
    Completion(u64),
    /// State and Markdown.
    Reconciliation,
    /// A publication that left its marker.
    Recovery,
    /// A completed plan without a receipt.
    Publication,
}

impl Repair {
    /// The word for it.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self.kind {
            RepairKind::Completion(_) => "finish-completion",
            RepairKind::Reconciliation => "reconcile",
            RepairKind::Recovery => "recover-finalization",
            RepairKind::Publication => "publish",
        }
    }
}

/// What holds a plan, and who can let it go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held {
    /// The task that is held.
    pub task: Option<u64>,
    /// Why.
    pub reason: String,
    /// What would lift it.
    pub needs: Option<String>,
    /// Since when, RFC 3339, where it is a blocker.
    pub since: Option<String>,
    /// Who must act (P11).
    pub who: String,
}

impl Held {
    pub(super) fn of(blocked: &Blocked) -> Self {
        Self {
            task: Some(blocked.task),
            reason: blocked.reason.clone(),
            needs: blocked.needs.clone(),
            since: Some(blocked.since.as_str().to_owned()),
            who: stop::who_lifts(&blocked.reason).to_owned(),
        }
    }

    /// A refining was interrupted: until it is finished, nothing else is done with the plan (H8).
    pub(super) fn refining() -> Self {
        Self {
            task: None,
            reason: "a refining of the plan was interrupted".to_owned(),
            needs: Some("the refining finished: dwp refine PLAN_DIR --resume".to_owned()),
            since: None,
            who: "whoever refines the plan".to_owned(),
        }
    }

    /// No open task may begin.
    pub(super) fn refused(first: Option<(u64, Refusal)>) -> Self {
        let (task, reason, needs) = match first {
            Some((task, refusal)) => (Some(task), refusal.message, Some(refusal.help)),
            None => (None, "no open task may begin".to_owned(), None),
        };
        Self {
            task,
            reason,
            needs,
            since: None,
            who: stop::A_PERSON.to_owned(),
        }
    }
}
