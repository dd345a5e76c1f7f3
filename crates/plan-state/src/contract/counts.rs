//! Ids and counts (C1).

use plan_diagnostics::Finding;

use super::breach;
use crate::model::RawState;
use crate::rules::contract::{COMPLETED_COUNT, TASK_COUNT, TASK_IDS};
use crate::vocabulary::TaskStatus;

pub(super) fn check(state: &RawState, findings: &mut Vec<Finding>) {
    for (index, (task, expected)) in state.tasks.iter().zip(1_u64..).enumerate() {
        if task.id != expected {
            let message = format!("task {} stands where task {expected} belongs", task.id);
            findings.push(breach(&TASK_IDS, format!("/tasks/{index}/id"), message));
        }
    }
    let tasks = state.tasks.len() as u64;
    if state.task_count != tasks {
        let message = format!(
            "`task_count` is {}; there are {tasks} tasks",
            state.task_count
        );
        findings.push(breach(&TASK_COUNT, "/task_count", message));
    }
    let completed = completed_count(state);
    if state.completed_count != completed {
        let message = format!(
            "`completed_count` is {}; {completed} are completed",
            state.completed_count
        );
        findings.push(breach(&COMPLETED_COUNT, "/completed_count", message));
    }
}

fn completed_count(state: &RawState) -> u64 {
    let completed = state
        .tasks
        .iter()
        .filter(|task| task.status == TaskStatus::Completed);
    completed.count() as u64
}
