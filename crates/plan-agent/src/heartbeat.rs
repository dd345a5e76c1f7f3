//! A heartbeat: one turn from waking to yielding, around a worker that is handed in (P6, P12).
//!
//! What a scheduler does at each wake-up, whatever it is. The worker does the task and says what it
//! came to; everything else is here: the lease, the ritual, repairs, gates, and the ways to end.

use plan_guard::{ConfinedDir, Owner};
use plan_state::Actor;
use plan_update::{Environment, GateReport, RefusalCode, Resume};

use crate::ritual::{Around, Drifted, Next, NextTask, ResumeReport, Resumed, Smoke};
use crate::stop::{Missing, Stop};
use crate::turn::{Begun, Done, Ended, Ending, Obstacle, Turn, Woken, Work};
use crate::{Error, Profile, RetryFault};

/// Who takes turns, and over which plan.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct Host<'h> {
    /// The plan's directory.
    pub plan: &'h ConfinedDir,
    /// Who watches.
    pub profile: Profile,
    /// Whom the state names for what is written.
    pub actor: Option<Actor>,
    /// What is known besides the plan's files.
    pub around: Around,
}

/// What a worker brings back from a task.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The gates that were run, in order.
    pub gates: Vec<Tried>,
    /// What it came to.
    pub came_to: CameTo,
}

/// A gate that was run.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// What it showed.
    pub gate: GateReport,
    /// Of a retry: what was taken to be the cause (P10).
    pub hypothesis: Option<String>,
}

/// What the work on a task came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CameTo {
    /// It is done: the task is completed where the gates carry it, and else stopped.
    Done(Done),
    /// There is more to do: resume here.
    Unfinished(Resume),
    /// It cannot go on.
    Stop(Stop),
}

/// What a heartbeat came to.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Beat {
    /// Another process has the turn.
    Busy(Option<Owner>),
    /// There was nothing to do: the report says why, and who must act.
    Yielded(Box<ResumeReport>),
    /// A turn was taken.
    Ended(Ended),
    /// A turn was begun and could not be ended, mostly since another writer was there first. The next
    /// one goes on from the plan as it is.
    Hindered(Obstacle),
}

/// Takes one turn, if there is one to take: wakes, resumes, does one task by the `worker` or finishes
/// what an earlier turn left, records, and yields (P6).
///
/// `environment` gives the facts of each moment that is written, `smoke` the result of the smoke
/// command; it is asked only where a task is next.
///
/// # Errors
///
/// Reading or writing failed. The plan is whole, and the next heartbeat goes on from it.
pub fn heartbeat(
    host: &Host<'_>,
    environment: impl Fn() -> Environment,
    smoke: impl FnOnce() -> Smoke,
    worker: impl FnOnce(&NextTask) -> Shift,
) -> Result<Beat, Error> {
    let woken = Turn::wake(host.plan, host.profile, host.actor.clone(), &environment())?;
    let turn = match woken {
        Woken::Turn(turn) => *turn,
        Woken::Busy(owner) => return Ok(Beat::Busy(owner)),
    };
    let ritual = turn.resume(&host.around, &environment())?;
    let smoke = if ritual.is_at_a_task() {
        smoke()
    } else {
        Smoke::NotRun
    };
    let Resumed { report, next } = ritual.conclude(smoke);
    let commits = &host.around.commits;
    let ending = match next {
        Next::Task(task) => match turn.begin(task, &environment())? {
            Begun::Hindered(obstacle) => return Ok(Beat::Hindered(obstacle)),
            Begun::Work(work) => {
                let shift = worker(work.task());
                carry_out(*work, shift, &environment())?
            }
        },
        Next::Finalize(repair) => turn.repair(repair, commits, &environment())?,
        Next::ReconcileFirst(Drifted {
            repair: Some(repair),
            ..
        }) => turn.repair(repair, commits, &environment())?,
        Next::ReconcileFirst(Drifted {
            task: Some(task),
            unsettled,
            ..
        }) if host.profile == Profile::Unattended => {
            let stop = Stop::RealityDiverged {
                observed: unsettled.join("; "),
            };
            turn.stop(task, &stop, &environment())?
        }
        _ => return Ok(Beat::Yielded(Box::new(report))),
    };
    Ok(match ending {
        Ending::Ended(ended) => Beat::Ended(ended),
        Ending::Hindered { obstacle, .. } => Beat::Hindered(obstacle),
    })
}

/// Records what a worker brought back, and ends the turn: as it says, or by a stop where that is
/// refused.
fn carry_out(mut work: Work, shift: Shift, environment: &Environment) -> Result<Ending, Error> {
    for Tried { gate, hypothesis } in shift.gates {
        let command = gate.command.clone();
        if let Some(obstacle) = work.gate(gate, hypothesis.as_deref(), environment)? {
            return give_up(work, obstacle, &command, environment);
        }
    }
    match shift.came_to {
        CameTo::Stop(stop) => work.stop(&stop, environment),
        CameTo::Unfinished(place) => match work.checkpoint(place, environment)? {
            None => work.pause(environment),
            Some(obstacle) => give_up(work, obstacle, "the checkpoint", environment),
        },
        CameTo::Done(done) => match work.complete(done, environment)? {
            Ending::Hindered {
                obstacle,
                work: Some(work),
            } => give_up(*work, obstacle, "the completion", environment),
            ending => Ok(ending),
        },
    }
}

/// Stops where a step of the turn is refused; where another writer was first, there is nothing to
/// stop.
fn give_up(
    work: Work,
    obstacle: Obstacle,
    about: &str,
    environment: &Environment,
) -> Result<Ending, Error> {
    match stop_for(&obstacle, about) {
        Some(stop) => work.stop(&stop, environment),
        None => Ok(Ending::Hindered {
            obstacle,
            work: Some(Box::new(work)),
        }),
    }
}

/// The stop condition that an obstacle is.
fn stop_for(obstacle: &Obstacle, about: &str) -> Option<Stop> {
    let refusal = match obstacle {
        Obstacle::Conflict(_) => return None,
        Obstacle::Retry(fault) => {
            let spent = match fault {
                RetryFault::Exhausted => format!("two retries of `{about}`"),
                _ => format!("a retry of `{about}` on no new hypothesis"),
            };
            return Some(Stop::NoProgress { spent });
        }
        Obstacle::Refused(refusal) => refusal,
        other => {
            let observed = format!("{about} is refused: {other}");
            return Some(Stop::RealityDiverged { observed });
        }
    };
    Some(match refusal.code {
        RefusalCode::HumanApprovalMissing => Stop::AuthorityMissing {
            missing: Missing::Approval,
            what: refusal.message.clone(),
        },
        RefusalCode::MissingEvidence
        | RefusalCode::EvidenceZeroSelection
        | RefusalCode::EvidenceNotRun
        | RefusalCode::EvidenceLogPointer => Stop::GateFailed {
            command: refusal.commands.join("`, `"),
            evidence: refusal.message.clone(),
            fix: refusal.help.clone(),
        },
        _ => Stop::RealityDiverged {
            observed: format!("{about} is refused: {}; {}", refusal.message, refusal.help),
        },
    })
}
