//! Status, times, outcome and checkpoint of the task that moves (D4, D6).

use plan_state::{Checkpoint, Nullable, Outcome, RawState, Task, TaskStatus};

use crate::{Context, Request};

/// Sets the status, and the times that follow from it; a replay keeps the times there are (D4).
pub(super) fn advance(task: &mut Task, request: &Request, context: &Context) {
    let from = std::mem::replace(&mut task.status, request.status);
    if let Some(commit) = &request.commit {
        task.commit = Some(commit.clone());
    }
    if from == request.status {
        return;
    }
    let begun = !matches!(request.status, TaskStatus::Pending | TaskStatus::Skipped);
    if begun && task.started_at.is_none() {
        task.started_at = Some(context.now.clone());
    }
    task.completed_at = (request.status == TaskStatus::Completed).then(|| context.now.clone());
}

/// Adds what was learned to the outcome.
pub(super) fn learn(task: &mut Task, request: &Request) {
    let lessons = &request.lessons;
    if *lessons == crate::Lessons::default() {
        return;
    }
    let outcome = task.outcome.get_or_insert_with(Outcome::default);
    add(&mut outcome.tried, &lessons.tried);
    add(&mut outcome.failed, &lessons.failed);
    if let Some(worked) = &lessons.worked {
        outcome.worked = Some(worked.clone());
    }
    if let Some(notes) = &lessons.notes {
        outcome.notes = Some(notes.clone());
    }
}

/// Adds the entries that are not there yet, so that a replay adds none.
fn add(list: &mut Option<Vec<String>>, entries: &[String]) {
    if entries.is_empty() {
        return;
    }
    let list = list.get_or_insert_default();
    for entry in entries {
        if !list.contains(entry) {
            list.push(entry.clone());
        }
    }
}

/// Sets the checkpoint (D6): where the request says, else, after a change of status, at the first
/// task neither completed nor skipped, or at the last one when there is none.
pub(super) fn checkpoint(state: &mut RawState, request: &Request, context: &Context, moved: bool) {
    let named = request.checkpoint.as_ref();
    let reason = request.reopen_reason.as_ref().filter(|_| moved);
    if !moved && named.is_none() {
        return;
    }
    let (task, default_step) = resume_at(state, request, named.is_some());
    let previous = state
        .checkpoint
        .get()
        .filter(|place| place.task == task && !moved);
    let terminal = default_step == DONE;
    let named_step = named
        .and_then(|place| place.step.clone())
        .filter(|_| !terminal);
    let step = named_step
        .or_else(|| previous.and_then(|place| place.step.clone()))
        .unwrap_or_else(|| default_step.to_owned());
    let note = reason
        .cloned()
        .or_else(|| named.and_then(|place| place.note.clone()))
        .or_else(|| previous.and_then(|place| place.note.clone()));
    let next = Checkpoint {
        task,
        step: Some(step),
        at: context.now.clone(),
        note,
    };
    if !state
        .checkpoint
        .get()
        .is_some_and(|place| same_place(place, &next))
    {
        state.checkpoint = Nullable::Value(next);
    }
}

const START: &str = "start";
const DONE: &str = "done";

/// The task to resume and the step it begins with. A place that the request names is inside the
/// request's own task, as long as that one is open.
fn resume_at(state: &RawState, request: &Request, named: bool) -> (u64, &'static str) {
    match first_open(state) {
        (_, START) if named && !request.status.is_settled() => (request.task, START),
        place => place,
    }
}

/// The first task neither completed nor skipped, to start; the last one, done, where there is none.
pub(crate) fn first_open(state: &RawState) -> (u64, &'static str) {
    let mut open = state.tasks.iter().filter(|task| !task.status.is_settled());
    match open.next() {
        Some(task) => (task.id, START),
        None => (state.tasks.last().map_or(1, |task| task.id), DONE),
    }
}

/// Whether two checkpoints name the same place, whenever they were set: a replay keeps the first.
fn same_place(a: &Checkpoint, b: &Checkpoint) -> bool {
    (a.task, &a.step, &a.note) == (b.task, &b.step, &b.note)
}
