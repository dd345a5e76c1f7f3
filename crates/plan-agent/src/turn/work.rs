//! Work on the one task of a turn: gates, checkpoint, and the three ways to end it (P6–P10).

use plan_markdown::view::progress::EntryKind;
use plan_prose::credential;
use plan_state::TaskStatus;
use plan_update::{
    Completion, CompletionOutcome, Environment, GateReport, Lessons, Note, NoteOutcome, Refusal,
    RefusalCode, Request, Resume,
};

use super::{End, Ending, Obstacle, Turn, close, hindrance};
use crate::Error;
use crate::journal::Attempt;
use crate::narrative::one_line;
use crate::retry;
use crate::ritual::NextTask;
use crate::stop::Stop;

/// Turns in a row without progress after which a task stops (P8).
const PATIENCE: usize = 2;

/// A task in hand. Dropping it lets the lease go and leaves the task in progress, as a kill does;
/// only [`complete`](Self::complete), [`stop`](Self::stop) and [`pause`](Self::pause) end the turn.
#[derive(Debug)]
#[must_use = "a task in hand is to be completed, stopped or paused"]
pub struct Work {
    turn: Turn,
    task: NextTask,
    attempts: Vec<Attempt>,
    checkpointed: bool,
}

/// What completes a task, besides the gates that were recorded.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Done {
    /// The text of Completion & Log; not needed where the record's own log is filled in.
    pub log: Option<String>,
    /// Whether every acceptance criterion is met, so that the open ones are ticked.
    pub criteria_met: bool,
    /// What was learned.
    pub lessons: Lessons,
    /// The commit that holds the work: 7 to 40 lower-case hexadecimal digits.
    pub commit: Option<String>,
}

/// A failure that was shown to be there without the task's own change: a decision that is recorded,
/// no stop, and never a pass (P9).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseFailure {
    /// The command that fails.
    pub command: String,
    /// The commit before the task's change, on which it fails too.
    pub base: String,
    /// What it showed there.
    pub evidence: String,
    /// Why the task goes on, or what is done about it later.
    pub reason: String,
}

impl Work {
    pub(super) const fn new(turn: Turn, task: NextTask) -> Self {
        Self {
            turn,
            task,
            attempts: Vec::new(),
            checkpointed: false,
        }
    }

    /// The task.
    #[must_use]
    pub const fn task(&self) -> &NextTask {
        &self.task
    }

    /// Records what a gate showed, in the state, at once: an interruption afterwards does not lose
    /// it. After a failure the same command needs a hypothesis that was not tried (P10).
    ///
    /// `Some` says why nothing was recorded.
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn gate(
        &mut self,
        gate: GateReport,
        hypothesis: Option<&str>,
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        if let Some(obstacle) = self.may_try(&gate.command, hypothesis)? {
            return Ok(Some(obstacle));
        }
        let attempt = Attempt {
            command: gate.command.clone(),
            passes: gate.passes,
            evidence: gate.evidence.clone(),
            hypothesis: hypothesis.map(one_line),
        };
        let request = Request {
            gates: vec![gate],
            ..self.turn.request(self.task.id, TaskStatus::InProgress)
        };
        let obstacle = self.update(&request, environment)?;
        if obstacle.is_none() {
            self.attempts.push(attempt);
        }
        Ok(obstacle)
    }

    fn may_try(&self, command: &str, hypothesis: Option<&str>) -> Result<Option<Obstacle>, Error> {
        if let Some(leak) = hypothesis.and_then(credential::find) {
            let refusal = Refusal::new(
                RefusalCode::Credential,
                format!("the hypothesis holds what looks like {}", leak.kind),
                "leave it out: what is recorded is kept",
            );
            return Ok(Some(Obstacle::Refused(refusal)));
        }
        let state = close::read(&self.turn)?;
        let recorded = state.and_then(|(state, _)| {
            let gates = state.task(self.task.id)?.gates().to_vec();
            gates.into_iter().rev().find(|gate| gate.command == command)
        });
        // What failed before a stop was looked at by whoever lifted the blocker.
        let failed = !self.turn.journal.was_stopped(self.task.id)
            && recorded.is_some_and(|gate| !gate.passes);
        let earlier: Vec<&Attempt> = self
            .turn
            .journal
            .attempts(self.task.id)
            .chain(&self.attempts)
            .collect();
        let judged = retry::judge(&earlier, command, hypothesis, failed);
        Ok(judged.err().map(Obstacle::Retry))
    }

    /// Writes where inside the task to resume (P7). `Some` says why it was not written.
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn checkpoint(
        &mut self,
        place: Resume,
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        let request = Request {
            checkpoint: Some(place),
            ..self.turn.request(self.task.id, TaskStatus::InProgress)
        };
        let obstacle = self.update(&request, environment)?;
        self.checkpointed |= obstacle.is_none();
        Ok(obstacle)
    }

    /// Records a failure that is there at the base commit too, as a decision in `PROGRESS.md` (P9).
    /// The gate stays failed. `Some` says why it was not recorded.
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn failed_at_base(
        &mut self,
        failure: &BaseFailure,
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        let BaseFailure {
            command,
            base,
            evidence,
            reason,
        } = failure;
        let task = self.task.id;
        let note = Note {
            kind: EntryKind::Decision,
            title: format!("a failure that was there before task {task}"),
            bullets: vec![
                format!("Options: stop task {task}; go on with it"),
                format!("Choice: go on; `{}` counts as failed", one_line(command)),
                format!(
                    "Reason: it fails at {} too ({}); {}",
                    one_line(base),
                    one_line(evidence),
                    one_line(reason)
                ),
                format!("Revert: stop task {task} with `gate-failed`"),
            ],
        };
        Ok(
            match plan_update::note(&self.turn.dir, &note, environment)? {
                NoteOutcome::Applied | NoteOutcome::Unchanged => None,
                NoteOutcome::Conflict(conflict) => Some(Obstacle::Conflict(conflict)),
                NoteOutcome::Refused(refusal) => Some(Obstacle::Refused(refusal)),
            },
        )
    }

    /// Completes the task, in record, README, `PROGRESS.md` and state; the last one is published by
    /// the finalizer (H6, D7). Where that is refused, the work is given back.
    ///
    /// # Errors
    ///
    /// Reading or writing failed; the next turn finishes what was begun.
    pub fn complete(self, done: Done, environment: &Environment) -> Result<Ending, Error> {
        let completion = Completion {
            log: done.log,
            criteria_met: done.criteria_met,
            ..Completion::new(Request {
                lessons: done.lessons,
                commit: done.commit,
                ..self.turn.request(self.task.id, TaskStatus::Completed)
            })
        };
        let outcome = plan_update::complete(&self.turn.dir, &completion, None, environment)?;
        let obstacle = match outcome {
            CompletionOutcome::Applied(_) | CompletionOutcome::Unchanged(_) => {
                let ended = close::end_with(
                    &self.turn,
                    End::Completed,
                    Some(self.task.id),
                    &self.attempts,
                    environment,
                )?;
                return Ok(Ending::Ended(ended));
            }
            CompletionOutcome::Conflict { conflict, .. } => Obstacle::Conflict(conflict),
            CompletionOutcome::Refused(refusal) => Obstacle::Refused(refusal),
            CompletionOutcome::Unpublished { report, .. } => Obstacle::Unpublished(report),
        };
        Ok(self.hindered(obstacle))
    }

    /// Stops the plan at the task: fills its blocker, and ends the turn (P9).
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn stop(self, stop: &Stop, environment: &Environment) -> Result<Ending, Error> {
        let task = self.task.id;
        match close::stop(&self.turn, task, stop, &self.attempts, environment)? {
            Ok(ended) => Ok(Ending::Ended(ended)),
            Err(obstacle) => Ok(self.hindered(obstacle)),
        }
    }

    /// Ends the turn inside the task. An unattended turn needs a checkpoint written in it (P7); the
    /// second turn in a row that brings no progress stops the plan instead (P8).
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn pause(self, environment: &Environment) -> Result<Ending, Error> {
        if self.turn.profile == crate::Profile::Unattended && !self.checkpointed {
            return Ok(self.hindered(Obstacle::CheckpointMissing));
        }
        let task = self.task.id;
        let spent = close::fruitless(&self.turn, task, &self.attempts, environment)?;
        if spent >= PATIENCE {
            let stop = Stop::NoProgress {
                spent: format!("{spent} turns"),
            };
            return self.stop(&stop, environment);
        }
        let attempts = &self.attempts;
        let ended = close::end_with(&self.turn, End::Paused, Some(task), attempts, environment)?;
        Ok(Ending::Ended(ended))
    }

    fn update(
        &self,
        request: &Request,
        environment: &Environment,
    ) -> Result<Option<Obstacle>, Error> {
        let outcome = plan_update::update(&self.turn.dir, request, None, environment)?;
        Ok(hindrance(outcome))
    }

    fn hindered(self, obstacle: Obstacle) -> Ending {
        Ending::Hindered {
            obstacle,
            work: Some(Box::new(self)),
        }
    }
}
