//! Which tasks a task waits for, declared or by order, and what a blocker therefore holds (D12).

use std::collections::BTreeSet;

use plan_state::{RawState, TaskStatus};

use crate::Records;

/// The tasks that `task` depends on directly: the declared ones, else all earlier ones (D12).
pub(crate) fn direct(state: &RawState, records: &Records, task: u64) -> Vec<u64> {
    match records
        .get(task)
        .and_then(|record| record.depends_on.as_ref())
    {
        Some(declared) => declared.clone(),
        None => state
            .tasks
            .iter()
            .map(|other| other.id)
            .filter(|id| *id < task)
            .collect(),
    }
}

/// The direct dependencies of `task` that are neither completed nor validly skipped.
pub(crate) fn open(state: &RawState, records: &Records, task: u64) -> Vec<u64> {
    let mut open = direct(state, records, task);
    open.retain(|id| !is_settled(state, records, *id));
    open
}

/// Whether the task is completed, or skipped by an amendment that permits it (C6).
fn is_settled(state: &RawState, records: &Records, id: u64) -> bool {
    state.task(id).is_some_and(|task| match task.status {
        TaskStatus::Completed => true,
        TaskStatus::Skipped => records.permits_skip(id),
        TaskStatus::Pending | TaskStatus::InProgress | TaskStatus::Blocked => false,
    })
}

/// Whether `task` says itself what it depends on, and no chain of dependencies leads from it to
/// `blocked`: only then does it go on while `blocked` is held (D12).
pub(crate) fn is_free_of(state: &RawState, records: &Records, task: u64, blocked: u64) -> bool {
    let declares = records
        .get(task)
        .is_some_and(|record| record.depends_on.is_some());
    declares && !reaches(state, records, task, blocked)
}

/// Whether a chain of dependencies leads from `from` to `to`. Each task is visited once, without
/// recursion: chains may be long, and cycles are the check's findings, not ours.
fn reaches(state: &RawState, records: &Records, from: u64, to: u64) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(task) = waiting.pop() {
        if task == to {
            return true;
        }
        if seen.insert(task) {
            waiting.extend(
                direct(state, records, task)
                    .iter()
                    .filter(|id| !seen.contains(id)),
            );
        }
    }
    false
}
