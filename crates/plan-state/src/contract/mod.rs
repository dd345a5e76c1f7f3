//! What must hold between the members of a state, beyond its shape (C).

mod completion;
mod counts;
mod locators;
mod status;

use plan_diagnostics::{Finding, Location, Rule};

use crate::model::RawState;
use crate::rules::contract::SKIPPED;
use crate::vocabulary::TaskStatus;

pub(crate) use self::status::status_of;
pub use self::status::{TERMINAL_STEP, derived_status};

/// The file that findings of the contract name.
pub(crate) const FILE: &str = "state.json";

/// Every breach of C1–C5, and of the rule on promotions (B3), with the pointer of the value at
/// fault; the file is `state.json`.
///
/// [`json::Document::place`](crate::json::Document::place) adds the spans.
#[must_use]
pub fn breaches(state: &RawState) -> Vec<Finding> {
    let mut findings = Vec::new();
    counts::check(state, &mut findings);
    locators::check(state, &mut findings);
    status::check(state, &mut findings);
    completion::check(state, &mut findings);
    findings
}

/// A finding in the state at a JSON pointer.
pub(crate) fn breach(rule: &'static Rule, pointer: impl Into<String>, message: String) -> Finding {
    Finding::new(rule, Location::file(FILE).with_pointer(pointer), message)
}

/// Skipped tasks that nothing permits to be skipped (C6); `permitted` says of a task whether the
/// amendments in its record do, as [`Amendments::permits_skip`](crate::amendment::Amendments::permits_skip)
/// judges.
#[must_use]
pub fn unauthorized_skips(state: &RawState, permitted: impl Fn(u64) -> bool) -> Vec<Finding> {
    let tasks = state.tasks.iter().enumerate();
    let skipped = tasks.filter(|(_, task)| task.status == TaskStatus::Skipped);
    let unauthorized = skipped.filter(|(_, task)| !permitted(task.id));
    unauthorized
        .map(|(index, task)| {
            let message = format!(
                "task {} is skipped, and no amendment of the user says so",
                task.id
            );
            breach(&SKIPPED, format!("/tasks/{index}/status"), message)
        })
        .collect()
}
