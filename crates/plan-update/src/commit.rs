//! The guarded write: lock, read, compare, judge, write, read back (D2, D8, D9).

use std::time::Duration;

use plan_diagnostics::Report;
use plan_diagnostics::render::Tool;
use plan_guard::{
    Acquired, ConfinedDir, Digest, Lock, LockInfo, LockRequest, Probe, Process, RelPath, Replaced,
    Snapshot,
};
use plan_state::{PlanStatus, State, TaskStatus, Timestamp};
use plan_verify::finalize::{self, Setting};
use plan_verify::{CompletedCandidate, Facts};

use crate::input::Unready;
use crate::page::Ahead;
use crate::transition::transition;
use crate::{Error, Refusal, Request, Transition, input};

/// Who writes, when, and how long to wait for the lock.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The process, for the lock's owner record.
    pub process: Process,
    /// The time that is written.
    pub now: Timestamp,
    /// How long to wait for another holder of the lock; zero fails at once.
    pub wait: Duration,
    /// What the check is told about the world outside the plan, where an update completes it (F1).
    pub facts: Facts,
    /// The tool that a receipt names.
    pub tool: Tool<'static>,
    /// The hook that tests use to stop a write at any step.
    #[doc(hidden)]
    pub probe: Probe,
}

impl Environment {
    /// An environment that fails at once where the lock is held, knows nothing of git, and signs
    /// with the name and version of this crate.
    #[must_use]
    pub fn new(process: Process, now: Timestamp) -> Self {
        Self {
            process,
            now,
            wait: Duration::ZERO,
            facts: Facts::default(),
            tool: Tool {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
            },
            probe: Probe::none(),
        }
    }
}

/// What became of an update. Conflicts and refusals are values: nothing was written.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Outcome {
    /// The state was written and read back; where it completes the plan, it was published by the
    /// finalizer, with its receipt (D7).
    Applied(Summary),
    /// The state already said so; the file is as it was.
    Unchanged(Summary),
    /// Another writer was there first; worth a retry.
    Conflict(Conflict),
    /// A rule of D3 forbids it.
    Refused(Refusal),
    /// The plan would be complete, and the finalizer does not publish it: its report says why (F1).
    Unpublished(Box<Report>),
}

/// Why an update is worth a retry.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
pub enum Conflict {
    /// Another process holds the lock (`lock-held`).
    LockHeld(Box<LockInfo>),
    /// The file is not the one that was expected (`stale-snapshot`).
    Stale {
        /// The digest that the caller, or the decision, was based on.
        expected: Digest,
        /// The digest found; `None` where the file is gone.
        actual: Option<Digest>,
    },
    /// Files of the plan changed while it was being published (`stale-snapshot`).
    Moved(finalize::Conflict),
    /// A Markdown file changed while the call was working on it (`stale-snapshot`).
    File {
        /// The file.
        file: String,
        /// The digest that was read; `None` where it was not there.
        expected: Option<Digest>,
        /// The digest found; `None` where the file is gone.
        actual: Option<Digest>,
    },
}

impl Conflict {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::LockHeld(_) => "lock-held",
            Self::Stale { .. } | Self::Moved(_) | Self::File { .. } => "stale-snapshot",
        }
    }
}

/// The state after an update, in a few figures.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The plan's name.
    pub plan: String,
    /// The plan's status.
    pub status: PlanStatus,
    /// The task concerned.
    pub task: u64,
    /// Its status.
    pub task_status: TaskStatus,
    /// How many tasks are completed.
    pub completed: u64,
    /// How many tasks there are.
    pub total: u64,
    /// The digest of the state file.
    pub digest: Digest,
}

impl Summary {
    pub(crate) fn of(state: &State, request: &Request, digest: Digest) -> Self {
        Self {
            plan: state.plan().to_owned(),
            status: state.status(),
            task: request.task,
            task_status: state
                .task(request.task)
                .map_or(request.status, |task| task.status),
            completed: state.completed_count(),
            total: state.task_count(),
            digest,
        }
    }
}

/// Makes one update of `state.json` in `dir` under its lock (D2).
///
/// `expected` is the digest of the state that the caller decided on, if it wants to be told when
/// that has moved on.
///
/// # Errors
///
/// Reading or writing failed, or the request cannot be judged; the state file is whole, old or new.
pub fn update(
    dir: &ConfinedDir,
    request: &Request,
    expected: Option<Digest>,
    environment: &Environment,
) -> Result<Outcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => return Ok(Outcome::Conflict(Conflict::LockHeld(Box::new(info)))),
    };
    let outcome = update_under(&lock, request, expected, environment);
    lock.release()?;
    outcome
}

/// Takes the plan's lock (D8).
pub(crate) fn acquire(dir: &ConfinedDir, environment: &Environment) -> Result<Acquired, Error> {
    let request = LockRequest {
        process: &environment.process,
        wait: environment.wait,
        probe: environment.probe.clone(),
    };
    Ok(Lock::acquire(dir, &input::state_file()?, &request)?)
}

/// Reads, compares, judges and writes, all under the lock.
fn update_under(
    lock: &Lock,
    request: &Request,
    expected: Option<Digest>,
    environment: &Environment,
) -> Result<Outcome, Error> {
    let (snapshot, state) = match input::state_under(lock, expected)? {
        Ok(read) => read,
        Err(Unready::Refused(refusal)) => return Ok(Outcome::Refused(refusal)),
        Err(Unready::Conflict(conflict)) => return Ok(Outcome::Conflict(conflict)),
    };
    let context = input::gather(lock.dir(), &Ahead::new(), &state, request, environment)?;
    match transition(&state, request, &context) {
        Err(refusal) => Ok(Outcome::Refused(refusal)),
        Ok(granted) => carry_out(lock, (&snapshot, &state), &granted, request, environment),
    }
}

/// Writes what a granted transition leads to, where the state is still the one it was judged on.
pub(crate) fn carry_out(
    lock: &Lock,
    (snapshot, state): (&Snapshot, &State),
    granted: &Transition,
    request: &Request,
    environment: &Environment,
) -> Result<Outcome, Error> {
    match granted {
        Transition::Unchanged => Ok(Outcome::Unchanged(Summary::of(
            state,
            request,
            snapshot.digest(),
        ))),
        Transition::Completes(candidate) => {
            publish(lock, candidate, snapshot, request, environment)
        }
        Transition::Write(next) => {
            write(lock, &input::state_file()?, snapshot, state, next, request)
        }
    }
}

/// Hands a completed candidate to the finalizer (D7, F1).
fn publish(
    lock: &Lock,
    candidate: &CompletedCandidate,
    before: &Snapshot,
    request: &Request,
    environment: &Environment,
) -> Result<Outcome, Error> {
    let setting = Setting {
        facts: &environment.facts,
        tool: environment.tool,
        now: &environment.now,
    };
    Ok(
        match finalize::publish(lock, candidate, before.digest(), &setting)? {
            finalize::Outcome::Published(published) => {
                Outcome::Applied(Summary::of(candidate.state(), request, published.digest))
            }
            finalize::Outcome::AlreadyPublished(published) => {
                Outcome::Unchanged(Summary::of(candidate.state(), request, published.digest))
            }
            finalize::Outcome::Refused(report) => Outcome::Unpublished(Box::new(report)),
            finalize::Outcome::Conflict(moved) => Outcome::Conflict(Conflict::Moved(moved)),
        },
    )
}

/// Writes the next state where the file is still the one that was judged (D9).
fn write(
    lock: &Lock,
    file: &RelPath,
    before: &Snapshot,
    state: &State,
    next: &State,
    request: &Request,
) -> Result<Outcome, Error> {
    if state.status() == PlanStatus::Completed {
        input::set_receipt_aside(lock)?;
    }
    let written = lock.replace_read(file, next.to_json().as_bytes(), Some(before))?;
    Ok(match written {
        Replaced::Written { digest } => Outcome::Applied(Summary::of(next, request, digest)),
        Replaced::Unchanged => Outcome::Unchanged(Summary::of(next, request, before.digest())),
        Replaced::Conflict { actual, .. } => Outcome::Conflict(Conflict::Stale {
            expected: before.digest(),
            actual,
        }),
    })
}
