//! Sending an escalation: once, by putting it on record (P13, P16).

use plan_guard::{ConfinedDir, RelPath, Snapshot};
use plan_state::{Limits, RawState, TaskStatus, read_state};
use plan_update::{Environment, NoteOutcome, Outcome, Refusal, RefusalCode, Request};

use super::blocker::block;
use super::{Class, Escalation, EscalationId, Question, open_questions};
use crate::Error;
use crate::recording::{Recording, Unfit, UnfitCode};

/// Puts a question on record in the plan in `dir`: as the blocker of its task through the guarded
/// updater, or in PROGRESS.md where it can wait. [`Recording::Unchanged`] says that it was sent
/// already: the task is blocked, whatever the words of its blocker, or the same question waits.
///
/// # Errors
///
/// Reading or writing failed. Every file is whole, and the call can be repeated.
pub fn escalate(
    dir: &ConfinedDir,
    question: &Question,
    environment: &Environment,
) -> Result<Recording<Escalation>, Error> {
    match question.judge() {
        Err(unfit) => Ok(Recording::Unfit(unfit)),
        Ok(class) if question.waits => ask_later(dir, question, class, environment),
        Ok(class) => block_task(dir, question, class, environment),
    }
}

fn block_task(
    dir: &ConfinedDir,
    question: &Question,
    class: &Class,
    environment: &Environment,
) -> Result<Recording<Escalation>, Error> {
    let snapshot = dir.read(&RelPath::new("state.json")?)?;
    let state = snapshot.as_ref().and_then(state_of);
    let standing = state.as_ref().and_then(|state| {
        let blocked = state.blocked.get()?;
        (blocked.task == question.task).then(|| Escalation::of_blocker(&state.plan, blocked))
    });
    if let Some(sent) = standing {
        return Ok(Recording::Unchanged(sent));
    }
    let block = match block(question, class) {
        Ok(block) => block,
        Err(unfit) => return Ok(Recording::Unfit(unfit)),
    };
    let request = Request {
        block: Some(block),
        ..Request::new(question.task, TaskStatus::Blocked)
    };
    // What was read without the lock is an expectation: another blocker would be a conflict.
    let expected = snapshot.as_ref().map(Snapshot::digest);
    let sent = |plan: &str| question.sent(plan, class, environment);
    Ok(
        match plan_update::update(dir, &request, expected, environment)? {
            Outcome::Applied(summary) => Recording::Applied(sent(&summary.plan)),
            Outcome::Unchanged(summary) => Recording::Unchanged(sent(&summary.plan)),
            Outcome::Conflict(conflict) => Recording::Conflict(conflict),
            Outcome::Refused(refusal) => Recording::Refused(refusal),
            Outcome::Unpublished(_) => Recording::Refused(Refusal::new(
                RefusalCode::CandidateInvalid,
                "blocking a task would complete the plan",
                "report this: a plan with a blocked task is not complete",
            )),
        },
    )
}

fn ask_later(
    dir: &ConfinedDir,
    question: &Question,
    class: &Class,
    environment: &Environment,
) -> Result<Recording<Escalation>, Error> {
    let snapshot = dir.read(&RelPath::new("state.json")?)?;
    let state = snapshot.as_ref().and_then(state_of);
    if state.is_some_and(|state| state.task(question.task).is_none()) {
        return Ok(Recording::Unfit(unknown(question)));
    }
    let waiting = open_questions(dir.name(), &crate::told(dir)?);
    let same =
        |asked: &Escalation| (asked.id.task, &asked.question) == (question.task, &question.text);
    if let Some(asked) = waiting.into_iter().find(same) {
        return Ok(Recording::Unchanged(asked));
    }
    let sent = question.sent(dir.name(), class, environment);
    Ok(
        match plan_update::note(dir, &question.note(class), environment)? {
            NoteOutcome::Applied => Recording::Applied(sent),
            NoteOutcome::Unchanged => Recording::Unchanged(sent),
            NoteOutcome::Conflict(conflict) => Recording::Conflict(conflict),
            NoteOutcome::Refused(refusal) => Recording::Refused(refusal),
        },
    )
}

impl Question {
    /// The escalation that this question is once it is on record.
    fn sent(&self, plan: &str, class: &Class, environment: &Environment) -> Escalation {
        Escalation {
            id: EscalationId {
                plan: plan.to_owned(),
                task: self.task,
                since: environment.now.as_str().to_owned(),
            },
            class: Some(class.clone()),
            question: self.text.clone(),
            needs: self.needs.clone(),
            options: self.options.clone(),
            recommended: self.recommended.clone(),
            waits: self.waits,
        }
    }
}

fn unknown(question: &Question) -> Unfit {
    Unfit::new(
        UnfitCode::TaskUnknown,
        format!("the plan has no task {}", question.task),
        "name one of its tasks",
    )
}

/// The state, where it can be read; what is wrong with it is the updater's to say.
fn state_of(snapshot: &Snapshot) -> Option<RawState> {
    read_state("state.json", snapshot.bytes(), &Limits::default()).value
}
