//! Status, blocker, checkpoint, promotion: the members about the plan as a whole (B3, C3, C4).

use std::collections::BTreeSet;

use plan_diagnostics::Finding;

use super::breach;
use crate::model::{Blocked, RawState, Task};
use crate::rules::contract::{BLOCKER, CHECKPOINT, PROMOTION, STATUS};
use crate::vocabulary::{Materialization, PlanStatus, TaskStatus};

/// The step of the checkpoint of a completed plan (C4).
pub const TERMINAL_STEP: &str = "done";

/// The status that tasks and blocker add up to (C3).
///
/// A plan with a skipped task is never completed; without any task it is pending.
#[must_use]
pub fn derived_status(tasks: &[Task], blocked: Option<&Blocked>) -> PlanStatus {
    status_of(tasks.iter().map(|task| task.status), blocked.is_some())
}

/// The status that statuses add up to, `held` being whether there is a blocked record.
pub(crate) fn status_of(statuses: impl Iterator<Item = TaskStatus>, held: bool) -> PlanStatus {
    let statuses: BTreeSet<TaskStatus> = statuses.collect();
    let only = |status| statuses.iter().all(|other| *other == status);
    if held || statuses.contains(&TaskStatus::Blocked) {
        PlanStatus::Blocked
    } else if only(TaskStatus::Pending) {
        PlanStatus::Pending
    } else if only(TaskStatus::Completed) {
        PlanStatus::Completed
    } else {
        PlanStatus::InProgress
    }
}

pub(super) fn check(state: &RawState, findings: &mut Vec<Finding>) {
    let derived = derived_status(&state.tasks, state.blocked.get());
    if state.status != derived {
        let message = format!("`status` is {}; the tasks make it {derived}", state.status);
        findings.push(breach(&STATUS, "/status", message));
    }
    blocker(state, findings);
    checkpoint(state, derived, findings);
    promotion(state, findings);
}

fn blocker(state: &RawState, findings: &mut Vec<Finding>) {
    let holds = state.blocked.get().map(|blocked| blocked.task);
    if let Some(id) = holds
        && state
            .task(id)
            .is_none_or(|task| task.status != TaskStatus::Blocked)
    {
        let message = match state.task(id) {
            Some(task) => format!("the blocker names task {id}, which is {}", task.status),
            None => format!("the blocker names task {id}, which does not exist"),
        };
        findings.push(breach(&BLOCKER, "/blocked/task", message));
    }
    for (index, task) in state.tasks.iter().enumerate() {
        if task.status == TaskStatus::Blocked && holds != Some(task.id) {
            let message = format!("task {} is blocked, and no record says by what", task.id);
            findings.push(breach(&BLOCKER, format!("/tasks/{index}/status"), message));
        }
    }
}

fn checkpoint(state: &RawState, derived: PlanStatus, findings: &mut Vec<Finding>) {
    let checkpoint = state.checkpoint.get();
    if let Some(id) = checkpoint.map(|checkpoint| checkpoint.task)
        && state.task(id).is_none()
    {
        let message = format!("the checkpoint names task {id}, which does not exist");
        findings.push(breach(&CHECKPOINT, "/checkpoint/task", message));
        return;
    }
    let last = state.tasks.last().map(|task| task.id);
    let terminal = checkpoint.is_some_and(|checkpoint| {
        Some(checkpoint.task) == last && checkpoint.step.as_deref() == Some(TERMINAL_STEP)
    });
    if derived == PlanStatus::Completed && !terminal {
        let message = format!(
            "the plan is completed, and its checkpoint is not the last task's `{TERMINAL_STEP}`"
        );
        findings.push(breach(&CHECKPOINT, "/checkpoint", message));
    }
}

fn promotion(state: &RawState, findings: &mut Vec<Finding>) {
    let promoting = state.materialization == Some(Materialization::Promoting);
    let message = match (promoting, state.promotion.get()) {
        (true, None) => "`materialization` is promoting, and no promotion is recorded",
        (false, Some(_)) => "a promotion is recorded, and `materialization` is not promoting",
        _ => return,
    };
    findings.push(breach(&PROMOTION, "/promotion", message.to_owned()));
}
