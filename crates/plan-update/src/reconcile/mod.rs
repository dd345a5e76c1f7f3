//! Reconciling: the state made anew from the Markdown, which wins every disagreement (A3, H2).
//!
//! [`Reconciliation::of`] is pure: a plan as it was read and git subjects as facts in; what changes,
//! why, and what cannot be settled out. [`reconcile`] shows that, or applies it under the lock:
//! first the entry in PROGRESS.md, then the state, so that an interrupted call is repeated without a
//! second entry. Where anything cannot be settled, nothing is written.

mod base;
mod report;
mod settle;
mod skeleton;
mod task;
mod value;

use plan_diagnostics::{Report, Verdict};
use plan_guard::{Acquired, ConfinedDir, Digest, Lock, Replaced, Snapshot, Step};
use plan_markdown::view::progress::{EntryKind, NewEntry};
use plan_state::{PlanStatus, State, Timestamp};
use plan_verify::finalize::{self, Setting};
use plan_verify::view::Part;
use plan_verify::{CompletedCandidate, PlanFiles, PlanView, Stage, check_view};

use crate::commit::acquire;
use crate::page::{NO_PROGRESS, Page, bullet, told_since};
use crate::{Conflict, Environment, Error, Refusal, input, words};

pub use report::{ChangeLine, ReconcileReport, UnsettledLine};
pub use value::{Change, ChangeKind, GitCommit, Reconciliation, Unsettled};

/// What became of a reconciliation.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum ReconcileOutcome {
    /// State and Markdown agree, and the state meets its contract: nothing to do.
    Nothing(Reconciliation),
    /// What would be done; nothing was written.
    Shown(Reconciliation),
    /// It was done, and PROGRESS.md says so.
    Applied {
        /// What was done.
        reconciliation: Reconciliation,
        /// The digest of the state file.
        digest: Digest,
    },
    /// Something cannot be settled from what is on record; nothing was written.
    Unsettled(Reconciliation),
    /// Another writer was there first.
    Conflict(Conflict),
    /// The plan cannot be reconciled as it is; nothing was written.
    Refused(Refusal),
    /// The reconciled plan would be complete, and does not pass the finalizer.
    Unpublished {
        /// What would be done.
        reconciliation: Reconciliation,
        /// Why the result is not published.
        report: Box<Report>,
    },
}

/// Reconciles the plan in `dir`: shows what is to change, or with `write` applies it under the
/// lock (H2). `commits` are what git knows, newest first.
///
/// # Errors
///
/// Reading or writing failed. Every file is whole, and the call can be repeated.
pub fn reconcile(
    dir: &ConfinedDir,
    commits: &[GitCommit],
    write: bool,
    environment: &Environment,
) -> Result<ReconcileOutcome, Error> {
    if !write {
        return Ok(match plan(dir, commits, environment)? {
            Planned::Settled(settled) => ReconcileOutcome::Shown(settled.reconciliation),
            Planned::Other(outcome) => *outcome,
        });
    }
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(ReconcileOutcome::Conflict(Conflict::LockHeld(Box::new(
                info,
            ))));
        }
    };
    let outcome = apply(&lock, commits, environment);
    lock.release()?;
    outcome
}

/// What is to be done, or what to answer instead.
enum Planned {
    Settled(Box<Settled>),
    Other(Box<ReconcileOutcome>),
}

/// A reconciliation in which nothing is open, and the state that it was made from.
struct Settled {
    reconciliation: Reconciliation,
    next: State,
    before: Option<Snapshot>,
    updated_at: Option<Timestamp>,
}

/// Reads and judges the plan; nothing is written here.
fn plan(
    dir: &ConfinedDir,
    commits: &[GitCommit],
    environment: &Environment,
) -> Result<Planned, Error> {
    let other = |outcome| Ok(Planned::Other(Box::new(outcome)));
    if let Some(refusal) = input::interrupted(dir)? {
        return other(ReconcileOutcome::Refused(refusal));
    }
    let before = dir.read(&input::state_file()?)?;
    let mut files = PlanFiles::load(dir)?;
    if let Some(before) = &before {
        files.insert("state.json", before.bytes());
    }
    let view = PlanView::new(&files, &environment.facts, Stage::Standing);
    let (reconciliation, next) = match settle::settle(&view, commits, &environment.now) {
        Ok(settled) => settled,
        Err(refusal) => return other(ReconcileOutcome::Refused(refusal)),
    };
    if !reconciliation.unsettled.is_empty() {
        return other(ReconcileOutcome::Unsettled(reconciliation));
    }
    let Some(next) = next.filter(|_| !reconciliation.changes.is_empty()) else {
        return other(ReconcileOutcome::Nothing(reconciliation));
    };
    if let Err(refusal) = carries_no_credential(&reconciliation, &next) {
        return other(ReconcileOutcome::Refused(refusal));
    }
    let updated_at = match &view.state {
        Part::Read(state) => Some(state.updated_at.clone()),
        _ => None,
    };
    Ok(Planned::Settled(Box::new(Settled {
        reconciliation,
        next,
        before,
        updated_at,
    })))
}

/// What stands in the Markdown by hand is not carried into state and PROGRESS.md with a secret (P19).
fn carries_no_credential(reconciliation: &Reconciliation, next: &State) -> Result<(), Refusal> {
    for task in next.tasks() {
        words::no_credential(&format!("title of task {}", task.id), &task.title)?;
    }
    let mut changes = reconciliation.changes.iter();
    changes.try_for_each(|change| words::no_credential("change", &change.message))
}

fn apply(
    lock: &Lock,
    commits: &[GitCommit],
    environment: &Environment,
) -> Result<ReconcileOutcome, Error> {
    let Settled {
        reconciliation,
        next,
        before,
        updated_at,
    } = match plan(lock.dir(), commits, environment)? {
        Planned::Settled(settled) => *settled,
        Planned::Other(outcome) => return Ok(*outcome),
    };
    let mut progress = match Page::read(lock.dir(), "PROGRESS.md", Some(NO_PROGRESS))? {
        Ok(page) => page,
        Err(refusal) => return Ok(ReconcileOutcome::Refused(refusal)),
    };
    tell(
        &mut progress,
        &reconciliation,
        updated_at.as_ref(),
        environment,
    )?;
    if next.status() == PlanStatus::Completed
        && let Some(report) = unpublishable(lock, &progress, &next, environment)?
    {
        return Ok(ReconcileOutcome::Unpublished {
            reconciliation,
            report: Box::new(report),
        });
    }
    at(lock, "reconcile-progress")?;
    if let Err(conflict) = progress.write(lock)? {
        return Ok(ReconcileOutcome::Conflict(conflict));
    }
    at(lock, "reconcile-state")?;
    write(lock, reconciliation, next, before.as_ref(), environment)
}

/// Adds the reconciliation to PROGRESS.md, unless an interrupted call left it (H10).
fn tell(
    progress: &mut Page,
    reconciliation: &Reconciliation,
    updated_at: Option<&Timestamp>,
    environment: &Environment,
) -> Result<(), Error> {
    let changes = reconciliation.changes.iter();
    let bullets: Vec<String> = changes.map(|change| bullet(&change.message)).collect();
    if told_since(
        &progress.document(),
        EntryKind::Reconciliation,
        &bullets,
        updated_at,
    ) {
        return Ok(());
    }
    progress.append_entry(&NewEntry {
        timestamp: environment.now.as_str(),
        kind: EntryKind::Reconciliation,
        title: "",
        bullets: &bullets,
    })
}

/// What the finalizer would say of a reconciled plan that is complete.
fn unpublishable(
    lock: &Lock,
    progress: &Page,
    next: &State,
    environment: &Environment,
) -> Result<Option<Report>, Error> {
    let mut files = PlanFiles::load(lock.dir())?;
    files.insert(progress.name(), progress.text());
    files.insert("state.json", next.to_json());
    let report = check_view(&PlanView::new(
        &files,
        &environment.facts,
        Stage::Finalizing,
    ));
    Ok((report.verdict() != Verdict::Clean).then_some(report))
}

/// Writes the state, or has the finalizer publish it (D7).
fn write(
    lock: &Lock,
    reconciliation: Reconciliation,
    next: State,
    before: Option<&Snapshot>,
    environment: &Environment,
) -> Result<ReconcileOutcome, Error> {
    let file = input::state_file()?;
    let expected = before.map(Snapshot::digest);
    let (next, expected) = match (CompletedCandidate::new(next), expected) {
        (Ok(candidate), Some(expected)) => {
            return publish(lock, reconciliation, &candidate, expected, environment);
        }
        // Without a state there are no gates, and so no completed task; nothing else publishes one.
        (Ok(_), None) => return Ok(ReconcileOutcome::Unsettled(reconciliation)),
        (Err(next), expected) => (next, expected),
    };
    if next.status() != PlanStatus::Completed {
        input::set_receipt_aside(lock)?;
    }
    Ok(
        match lock.replace_read(&file, next.to_json().as_bytes(), before)? {
            Replaced::Written { digest } => ReconcileOutcome::Applied {
                reconciliation,
                digest,
            },
            Replaced::Unchanged => ReconcileOutcome::Nothing(reconciliation),
            Replaced::Conflict { actual, .. } => ReconcileOutcome::Conflict(Conflict::File {
                file: file.as_str().to_owned(),
                expected,
                actual,
            }),
        },
    )
}

fn publish(
    lock: &Lock,
    reconciliation: Reconciliation,
    candidate: &CompletedCandidate,
    expected: Digest,
    environment: &Environment,
) -> Result<ReconcileOutcome, Error> {
    let setting = Setting {
        facts: &environment.facts,
        tool: environment.tool,
        now: &environment.now,
    };
    Ok(
        match finalize::publish(lock, candidate, expected, &setting)? {
            finalize::Outcome::Published(published)
            | finalize::Outcome::AlreadyPublished(published) => ReconcileOutcome::Applied {
                reconciliation,
                digest: published.digest,
            },
            finalize::Outcome::Refused(report) => ReconcileOutcome::Unpublished {
                reconciliation,
                report: Box::new(report),
            },
            finalize::Outcome::Conflict(moved) => {
                ReconcileOutcome::Conflict(Conflict::Moved(moved))
            }
        },
    )
}

/// The moment before a step, for tests.
fn at(lock: &Lock, step: &'static str) -> Result<(), Error> {
    let probed = lock.probe().at(Step::Caller(step));
    probed.map_err(|source| Error::stopped(step, source))
}
