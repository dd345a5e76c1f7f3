//! Completing a task in one call (H6): task log → README box and count → PROGRESS.md → state.json.
//!
//! Everything is drafted in memory and judged there first: the transition with its evidence, on the
//! Markdown as it will be, and then the plan as a whole, which the completion must not make worse.
//! Only then is anything written, each file once and only where it changes. An interruption leaves
//! the writes before it; the call repeated drafts the same, finds them done, and makes the rest.

mod draft;
mod entry;
mod judge;
mod log;

use plan_diagnostics::Report;
use plan_guard::{Acquired, ConfinedDir, Digest, Lock, Snapshot, Step};
use plan_state::{State, TaskStatus};

use crate::commit::{acquire, carry_out};
use crate::page::Ahead;
use crate::transition::transition;
use crate::{Conflict, Environment, Error, Outcome, Refusal, Request, Summary, Transition, input};
use draft::Draft;
pub(crate) use judge::worse;

/// What completes a task, besides what its record says already (H6).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The task, its gate records and its outcome. Its status is `completed`.
    pub request: Request,
    /// The text of Completion & Log: fields such as `Summary` and `Skills disposition`, and prose.
    /// Not needed where the record's own log is filled in.
    pub log: Option<String>,
    /// Whether the caller says that every acceptance criterion of the task is met, so that the open
    /// ones are ticked. Without that word none is: passing gates do not say it (E7).
    pub criteria_met: bool,
}

impl Completion {
    /// The completion of `request.task` with its evidence; any other status becomes `completed`.
    #[must_use]
    pub fn new(request: Request) -> Self {
        Self {
            request: Request {
                status: TaskStatus::Completed,
                ..request
            },
            log: None,
            criteria_met: false,
        }
    }
}

/// What became of a completion.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum CompletionOutcome {
    /// The task is completed, in Markdown and state; this call wrote what was missing.
    Applied(Completed),
    /// Markdown and state said so already; nothing was touched.
    Unchanged(Completed),
    /// Another writer was there first; worth a retry, which goes on from the files `written`.
    Conflict {
        /// Who, or what moved.
        conflict: Conflict,
        /// The files that were written before that was seen.
        written: Vec<String>,
    },
    /// A rule forbids it; nothing was written.
    Refused(Refusal),
    /// The plan would be complete, and does not pass the finalizer. Mostly that is seen before
    /// anything is written; where `written` names files, the Markdown is done and only the state is
    /// not: mend what the report names and repeat the call.
    Unpublished {
        /// Why.
        report: Box<Report>,
        /// The files that were written before that was seen.
        written: Vec<String>,
    },
}

/// A task that is completed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completed {
    /// The state.
    pub summary: Summary,
    /// The files that this call wrote, in the order of writing.
    pub written: Vec<String>,
    /// The acceptance criteria that are still open and not amended: an advisory now, and in the way
    /// of publishing the plan later (E7).
    pub open_criteria: Vec<String>,
}

/// Completes a task of the plan in `dir` under its lock (H6).
///
/// `expected` is the digest of the state that the caller decided on, if it wants to be told when
/// that has moved on.
///
/// # Errors
///
/// Reading or writing failed. Every file is whole, and the call can be repeated.
pub fn complete(
    dir: &ConfinedDir,
    completion: &Completion,
    expected: Option<Digest>,
    environment: &Environment,
) -> Result<CompletionOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(CompletionOutcome::Conflict {
                conflict: Conflict::LockHeld(Box::new(info)),
                written: Vec::new(),
            });
        }
    };
    let outcome = complete_under(&lock, completion, expected, environment);
    lock.release()?;
    outcome
}

fn complete_under(
    lock: &Lock,
    completion: &Completion,
    expected: Option<Digest>,
    environment: &Environment,
) -> Result<CompletionOutcome, Error> {
    let (snapshot, state) = match input::state_under(lock, expected)? {
        Ok(read) => read,
        Err(input::Unready::Refused(refusal)) => return Ok(CompletionOutcome::Refused(refusal)),
        Err(input::Unready::Conflict(conflict)) => {
            return Ok(CompletionOutcome::Conflict {
                conflict,
                written: Vec::new(),
            });
        }
    };
    let decided = match decide(lock, (&snapshot, &state), completion, environment)? {
        Ok(decided) => decided,
        Err(outcome) => return Ok(outcome),
    };
    write(lock, (&snapshot, &state), &decided, completion, environment)
}

/// A completion that was judged, ready to be written.
struct Decided {
    draft: Draft,
    granted: Transition,
}

/// Drafts and judges; nothing is written here.
fn decide(
    lock: &Lock,
    (snapshot, state): (&Snapshot, &State),
    completion: &Completion,
    environment: &Environment,
) -> Result<Result<Decided, CompletionOutcome>, Error> {
    let request = &completion.request;
    let refused = |refusal| Ok(Err(CompletionOutcome::Refused(refusal)));
    let mut draft = match Draft::of_record(lock.dir(), state, completion, environment)? {
        Ok(draft) => draft,
        Err(refusal) => return refused(refusal),
    };
    let ahead: Ahead = draft.ahead();
    let context = input::gather(lock.dir(), &ahead, state, request, environment)?;
    let granted = match transition(state, request, &context) {
        Ok(granted) => granted,
        Err(refusal) => return refused(refusal),
    };
    let next = match &granted {
        Transition::Write(next) => next.raw(),
        Transition::Completes(candidate) => candidate.state().raw(),
        Transition::Unchanged => state.raw(),
    };
    if let Err(refusal) = draft.judge_log(next) {
        return refused(refusal);
    }
    if let Err(refusal) = draft.tell(state, next, request.task, environment)? {
        return refused(refusal);
    }
    let judged = judge::as_it_will_be(lock, &draft, snapshot, &granted, environment)?;
    Ok(match judged {
        judge::Judged::Fine => Ok(Decided { draft, granted }),
        judge::Judged::Worse(refusal) => Err(CompletionOutcome::Refused(refusal)),
        judge::Judged::Unpublishable(report) => Err(CompletionOutcome::Unpublished {
            report: Box::new(report),
            written: Vec::new(),
        }),
    })
}

/// Writes what changes, in the order of H6.
fn write(
    lock: &Lock,
    before: (&Snapshot, &State),
    decided: &Decided,
    completion: &Completion,
    environment: &Environment,
) -> Result<CompletionOutcome, Error> {
    let mut written = Vec::new();
    for (step, page) in decided.draft.pages() {
        at(lock, step)?;
        match page.write(lock)? {
            Ok(true) => written.push(page.name().to_owned()),
            Ok(false) => {}
            Err(conflict) => return Ok(CompletionOutcome::Conflict { conflict, written }),
        }
    }
    at(lock, "complete-state")?;
    let outcome = carry_out(
        lock,
        before,
        &decided.granted,
        &completion.request,
        environment,
    )?;
    let open_criteria = decided.draft.open_criteria.clone();
    Ok(match outcome {
        Outcome::Applied(summary) => {
            written.push("state.json".to_owned());
            CompletionOutcome::Applied(Completed {
                summary,
                written,
                open_criteria,
            })
        }
        Outcome::Unchanged(summary) => {
            let completed = Completed {
                summary,
                open_criteria,
                written,
            };
            if completed.written.is_empty() {
                CompletionOutcome::Unchanged(completed)
            } else {
                CompletionOutcome::Applied(completed)
            }
        }
        Outcome::Conflict(conflict) => CompletionOutcome::Conflict { conflict, written },
        Outcome::Refused(refusal) => CompletionOutcome::Refused(refusal),
        Outcome::Unpublished(report) => CompletionOutcome::Unpublished { report, written },
    })
}

/// The moment before a step, for tests.
fn at(lock: &Lock, step: &'static str) -> Result<(), Error> {
    let probed = lock.probe().at(Step::Caller(step));
    probed.map_err(|source| Error::stopped(step, source))
}
