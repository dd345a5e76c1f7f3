//! What a completed task rests on (C5).

use plan_diagnostics::Finding;

use super::breach;
use crate::Generation;
use crate::gates::{Fault, counted, fault};
use crate::model::{RawState, Task};
use crate::rules::contract::{COMPLETED_AT, EVIDENCE, EVIDENCE_INVALIDATED, GATES, OLD_COMPLETION};
use crate::vocabulary::TaskStatus;

pub(super) fn check(state: &RawState, findings: &mut Vec<Finding>) {
    for (index, task) in state.tasks.iter().enumerate() {
        if task.status == TaskStatus::Completed {
            findings.extend(task_breaches(
                state.generation,
                task,
                &format!("/tasks/{index}"),
            ));
        }
    }
}

/// What a task falls short of as a completed one, `pointer` being its own (C5).
pub(crate) fn task_breaches(generation: Generation, task: &Task, pointer: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let id = task.id;
    if task.completed_at.is_none() {
        let message = format!("task {id} is completed, and has no `completed_at`");
        findings.push(breach(&COMPLETED_AT, pointer, message));
    }
    if generation == Generation::V1 && task.gates.is_none() {
        let message = format!("task {id} was completed without gate records");
        findings.push(breach(&OLD_COMPLETION, pointer, message));
        return findings;
    }
    let counted = counted(task.gates());
    if counted.is_empty() {
        let message = format!("task {id} is completed, and has no gate record");
        findings.push(breach(&GATES, format!("{pointer}/gates"), message));
    }
    findings.extend(counted.into_iter().filter_map(|(index, gate)| {
        let fault = fault(gate)?;
        let (rule, member) = place(fault);
        let message = format!(
            "task {id} is completed on the record of {:?}, {fault}",
            gate.command
        );
        Some(breach(
            rule,
            format!("{pointer}/gates/{index}{member}"),
            message,
        ))
    }));
    findings
}

/// The rule that a fault breaks, and the member of the record that it is in.
const fn place(fault: Fault) -> (&'static plan_diagnostics::Rule, &'static str) {
    match fault {
        Fault::NoCommand => (&EVIDENCE, "/command"),
        Fault::NoEvidence => (&EVIDENCE, ""),
        Fault::Failed => (&EVIDENCE, "/passes"),
        Fault::NoExitCode => (&EVIDENCE, ""),
        Fault::ExitCode(_) => (&EVIDENCE, "/exit_code"),
        Fault::Invalidated => (&EVIDENCE_INVALIDATED, "/evidence"),
    }
}
