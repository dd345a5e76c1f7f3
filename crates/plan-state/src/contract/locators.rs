//! Where the task records are (C2).

use std::collections::HashMap;

use plan_diagnostics::Finding;

use super::breach;
use crate::model::{Locator, RawState, Task};
use crate::rules::contract::LOCATOR;
use crate::vocabulary::Format;

pub(super) fn check(state: &RawState, findings: &mut Vec<Finding>) {
    let mut taken: HashMap<&Locator, u64> = HashMap::new();
    for (index, task) in state.tasks.iter().enumerate() {
        let pointer = if state.generation.is_current() {
            format!("/tasks/{index}/locator")
        } else {
            format!("/tasks/{index}/file")
        };
        let mut report = |message| findings.push(breach(&LOCATOR, pointer.clone(), message));
        if let Some(other) = taken.insert(&task.locator, task.id) {
            report(format!(
                "{} is already the locator of task {other}",
                task.locator.value()
            ));
        }
        foreign(task).into_iter().for_each(&mut report);
        state
            .format
            .and_then(|format| misplaced(task, format))
            .into_iter()
            .for_each(&mut report);
    }
}

/// A locator that names another task.
fn foreign(task: &Task) -> Option<String> {
    let value = task.locator.value();
    let ours = task.locator.number() == Some(task.id);
    (!ours).then(|| {
        format!(
            "the locator of task {} is {value}, which names another",
            task.id
        )
    })
}

/// A locator of the other format.
fn misplaced(task: &Task, format: Format) -> Option<String> {
    let (value, wanted) = (
        task.locator.value(),
        match format {
            Format::Lite => "an anchor in the README",
            Format::Full => "a task file",
        },
    );
    (task.locator.format() != format).then(|| {
        format!(
            "the locator of task {} is {value}; a {format} plan has {wanted}",
            task.id
        )
    })
}
