//! The resume ritual: one read-only call, and the one task that comes out of it (P3–P5).
//!
//! [`Ritual::perform`] reads the plan once and takes the steps in their order, each from the one
//! before: goal and tasks, checkpoint, drift, seam. It names the smoke command and stops there:
//! [`Ritual::conclude`] takes that command's result, consumes the ritual and gives what is next, the
//! one task among it. There is no other way to a [`NextTask`].

mod next;
mod report;
mod stages;
mod standing;

use plan_guard::{ConfinedDir, Digest, Lock, RelPath};
use plan_update::{Environment, GitCommit};
use plan_verify::status::StatusReport;
use plan_verify::view::Era;
use plan_verify::{PlanFiles, PlanView, Stage};

pub(crate) use next::RepairKind;
pub use next::{Drifted, Held, Next, NextTask, Repair};
pub use report::{NextReport, ResumeReport, SmokeReport, TaskReport};
pub use stages::{Reanchor, Reconciled, Seam, TaskItem, Whereabouts};

use crate::Error;
use crate::profile::{Profile, admission};
use standing::{Case, Standing};

/// What the caller knows besides the plan's files.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Default)]
pub struct Around {
    /// The commits that git knows, newest first: a reconciliation looks for the tasks' own (H2).
    pub commits: Vec<GitCommit>,
    /// What git says of the work tree, one line each; `None` where there is no git.
    pub git_status: Option<Vec<String>>,
    /// The smoke command of the caller's configuration.
    pub smoke: Option<String>,
}

/// What became of the smoke command. It is believed: nothing here runs one.
///
/// Closed: it was run or not (P3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Smoke {
    /// It was not run.
    NotRun,
    /// It ended with this exit code, of which only 0 passes; `None` where a signal ended it, or it
    /// could not be started.
    Ran(Option<i32>),
}

/// The read-only part of resuming, done (P3).
#[derive(Debug)]
pub struct Ritual {
    plan: String,
    profile: Profile,
    reanchor: Reanchor,
    whereabouts: Whereabouts,
    reconciled: Reconciled,
    seam: Seam,
    smoke: Option<String>,
    standing: Standing,
}

/// A ritual with its end: what it saw, and what is next.
#[derive(Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// All that it saw, with what is next: for people and for scripts.
    pub report: ResumeReport,
    /// What is next.
    pub next: Next,
}

impl Ritual {
    /// Reads the plan in `dir` and takes the steps of the ritual, but for the smoke command. It
    /// writes nothing and takes no lock.
    ///
    /// # Errors
    ///
    /// Reading failed, or the plan cannot be judged (`unverified`).
    pub fn perform(
        dir: &ConfinedDir,
        profile: Profile,
        around: &Around,
        environment: &Environment,
    ) -> Result<Self, Error> {
        let state = RelPath::new("state.json")?;
        let lock = Lock::inspect(dir, &state, &environment.process)?;
        let files = PlanFiles::load(dir)?;
        let view = PlanView::new(&files, &environment.facts, Stage::Standing);
        if let Era::Newer(reason) | Era::Undecidable(reason) = &view.era {
            return Err(Error::unjudgeable(dir.name().to_owned(), reason.clone()));
        }
        let reanchor = Reanchor::of(&view);
        let status = StatusReport::of(&view);
        let whereabouts = Whereabouts::of(&reanchor, &status, around.git_status.as_ref());
        let (drift, lines) = stages::disagreement(&view);
        let reconciled = reconcile(dir, lines, around, environment)?;
        let case = Case {
            view: &view,
            root: dir.root(),
            profile,
            now: &environment.now,
            digest: files.get("state.json").map(|file| Digest::of(file.bytes())),
            drift: &drift,
            reconciled: &reconciled,
        };
        let unmet = match profile {
            Profile::Interactive => Vec::new(),
            Profile::Unattended => admission(&view, lock.as_ref()),
        };
        let standing = case.decide(unmet);
        let task = match &standing {
            Standing::Task(task) => Some(task.id()),
            _ => whereabouts.first_unticked,
        };
        let seam = Seam::of(&view, task);
        Ok(Self {
            plan: dir.name().to_owned(),
            profile,
            reanchor,
            whereabouts,
            reconciled,
            seam,
            smoke: around.smoke.clone(),
            standing,
        })
    }

    /// The README's goal, guidelines and tasks.
    #[must_use]
    pub const fn reanchor(&self) -> &Reanchor {
        &self.reanchor
    }

    /// First open task, checkpoint, work tree.
    #[must_use]
    pub const fn whereabouts(&self) -> &Whereabouts {
        &self.whereabouts
    }

    /// Whether Markdown and state agree.
    #[must_use]
    pub const fn reconciled(&self) -> &Reconciled {
        &self.reconciled
    }

    /// Where the work was left.
    #[must_use]
    pub const fn seam(&self) -> &Seam {
        &self.seam
    }

    /// Whether a task is next, should the smoke command pass.
    #[must_use]
    pub const fn is_at_a_task(&self) -> bool {
        matches!(self.standing, Standing::Task(_))
    }

    /// The smoke command that is to be run before anything else, where a task is next and one is
    /// configured. Without a task there is nothing to test.
    #[must_use]
    pub fn smoke_command(&self) -> Option<&str> {
        self.smoke.as_deref().filter(|_| self.is_at_a_task())
    }

    /// Ends the ritual with what became of the smoke command.
    #[must_use]
    pub fn conclude(self, smoke: Smoke) -> Resumed {
        let next = match self.standing {
            Standing::NotAdmitted(unmet) => Next::NotAdmitted(unmet),
            Standing::ReconcileFirst(drifted) => Next::ReconcileFirst(drifted),
            Standing::ReportAndYield(held) => Next::ReportAndYield(held),
            Standing::Finalize(repair) => Next::Finalize(repair),
            Standing::Complete => Next::Complete,
            Standing::Refine(skipped) => Next::Refine { skipped },
            Standing::Task(task) => match smoke {
                Smoke::NotRun => Next::SmokeFirst,
                Smoke::Ran(Some(0)) => Next::Task(task),
                Smoke::Ran(exit_code) => Next::InvestigateFirst { exit_code },
            },
        };
        let report = ResumeReport {
            schema: ResumeReport::SCHEMA,
            plan: self.plan,
            profile: self.profile,
            reanchor: self.reanchor,
            checkpoint: self.whereabouts,
            reconciliation: self.reconciled,
            seam: self.seam,
            smoke: SmokeReport::of(self.smoke, smoke),
            next: NextReport::of(&next),
        };
        Resumed { report, next }
    }
}

/// In step, or what a reconciliation would come to.
fn reconcile(
    dir: &ConfinedDir,
    drift: Vec<String>,
    around: &Around,
    environment: &Environment,
) -> Result<Reconciled, Error> {
    let in_step = drift.is_empty();
    let (changes, unsettled) = if in_step {
        (Vec::new(), Vec::new())
    } else {
        let outcome = plan_update::reconcile(dir, &around.commits, false, environment)?;
        standing::shown(outcome)
    };
    Ok(Reconciled {
        in_step,
        drift,
        changes,
        unsettled,
    })
}
