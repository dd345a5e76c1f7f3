//! The one act of a turn that finishes what an earlier one began (P4).

use plan_guard::Lock;
use plan_state::{Limits, State, TaskStatus};
use plan_update::{
    Completion, CompletionOutcome, Conflict, Environment, GitCommit, ReconcileOutcome,
};
use plan_verify::CompletedCandidate;
use plan_verify::finalize::{self, Recovery, Setting};

use super::{End, Ending, Obstacle, Turn, close};
use crate::ritual::{Repair, RepairKind};
use crate::{Error, narrative};

impl Turn {
    /// Finishes an interrupted completion or publication, or reconciles, and ends the turn. `commits`
    /// are what git knows, newest first (H2).
    ///
    /// # Errors
    ///
    /// Reading or writing failed, or the repair is of another plan or profile (`misplaced`).
    pub fn repair(
        self,
        repair: Repair,
        commits: &[GitCommit],
        environment: &Environment,
    ) -> Result<Ending, Error> {
        let Repair {
            kind,
            root,
            profile,
        } = repair;
        self.is_of(&root, profile)?;
        let (task, obstacle) = match kind {
            RepairKind::Completion(task) => (Some(task), self.finish(task, commits, environment)?),
            RepairKind::Reconciliation => (None, self.reconcile(commits, environment)?),
            RepairKind::Recovery | RepairKind::Publication => {
                (None, self.publish(kind, environment)?)
            }
        };
        if let Some(obstacle) = obstacle {
            return Ok(Ending::Hindered {
                obstacle,
                work: None,
            });
        }
        let ended = close::end_with(&self, End::Repaired, task, &[], environment)?;
        Ok(Ending::Ended(ended))
    }

    /// Repeats the completion, which makes what is missing. Where that is refused, as with a log that
    /// a person wrote by hand, the reconciliation takes its place.
    fn finish(
        &self,
        task: u64,
        commits: &[GitCommit],
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        let completion = Completion::new(self.request(task, TaskStatus::Completed));
        Ok(
            match plan_update::complete(&self.dir, &completion, None, environment)? {
                CompletionOutcome::Applied(_) | CompletionOutcome::Unchanged(_) => None,
                CompletionOutcome::Conflict { conflict, .. } => Some(Obstacle::Conflict(conflict)),
                CompletionOutcome::Unpublished { report, .. } => {
                    Some(Obstacle::Unpublished(report))
                }
                CompletionOutcome::Refused(refusal) => {
                    let reconciled = self.reconcile(commits, environment)?;
                    reconciled.map(|_| Obstacle::Refused(refusal))
                }
            },
        )
    }

    fn reconcile(
        &self,
        commits: &[GitCommit],
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        Ok(
            match plan_update::reconcile(&self.dir, commits, true, environment)? {
                ReconcileOutcome::Nothing(_)
                | ReconcileOutcome::Shown(_)
                | ReconcileOutcome::Applied { .. } => None,
                ReconcileOutcome::Unsettled(said) => Some(Obstacle::Unsettled(Box::new(said))),
                ReconcileOutcome::Conflict(conflict) => Some(Obstacle::Conflict(conflict)),
                ReconcileOutcome::Refused(refusal) => Some(Obstacle::Refused(refusal)),
                ReconcileOutcome::Unpublished { report, .. } => Some(Obstacle::Unpublished(report)),
            },
        )
    }

    fn publish(
        &self,
        kind: RepairKind,
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        let lock = match narrative::acquire(&self.dir, environment)? {
            Ok(lock) => lock,
            Err(conflict) => return Ok(Some(Obstacle::Conflict(conflict))),
        };
        let setting = Setting {
            facts: &environment.facts,
            tool: environment.tool,
            now: &environment.now,
        };
        let outcome = if kind == RepairKind::Recovery {
            recover(&lock, &setting)
        } else {
            publish(&lock, &setting)
        };
        lock.release()?;
        outcome
    }
}

fn recover(lock: &Lock, setting: &Setting<'_>) -> Result<Option<Obstacle>, Error> {
    Ok(match finalize::recover(lock, None, None, setting)? {
        // Without a marker somebody recovered it meanwhile.
        Recovery::Recovered { .. } | Recovery::NoMarker | Recovery::OtherCandidate { .. } => None,
        Recovery::Refused(report) => Some(Obstacle::Unpublished(Box::new(report))),
        Recovery::Conflict(moved) => Some(Obstacle::Conflict(Conflict::Moved(moved))),
    })
}

/// Publishes the completed state that is there: it has no receipt yet.
fn publish(lock: &Lock, setting: &Setting<'_>) -> Result<Option<Obstacle>, Error> {
    let Some(file) = lock.dir().read(lock.target())? else {
        return Ok(None);
    };
    let reading = State::read("state.json", file.bytes(), &Limits::default());
    let state = reading.value.and_then(Result::ok);
    let Some(Ok(candidate)) = state.map(CompletedCandidate::new) else {
        return Ok(None);
    };
    Ok(
        match finalize::publish(lock, &candidate, file.digest(), setting)? {
            finalize::Outcome::Published(_) | finalize::Outcome::AlreadyPublished(_) => None,
            finalize::Outcome::Refused(report) => Some(Obstacle::Unpublished(Box::new(report))),
            finalize::Outcome::Conflict(moved) => Some(Obstacle::Conflict(Conflict::Moved(moved))),
        },
    )
}
