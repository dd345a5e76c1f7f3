//! Leaving `completed`: with a reason, after its amendment, and with what it invalidates stamped
//! (D3, D4, G4).

use plan_prose::evidence;
use plan_state::{Gate, Task, TaskStatus};

use crate::refusal::RefusalCode as Code;
use crate::{Context, Refusal, Request};

/// Whether the request opens a completed task.
fn reopens(task: &Task, request: &Request) -> bool {
    task.status == TaskStatus::Completed && request.status != TaskStatus::Completed
}

/// A completed task is left with a reason, and only after an amendment says why.
pub(super) fn judge(task: &Task, request: &Request, context: &Context) -> Result<(), Refusal> {
    if !reopens(task, request) {
        return Ok(());
    }
    let given = request
        .reopen_reason
        .as_ref()
        .is_some_and(|reason| !reason.trim().is_empty());
    if !given {
        return Err(Refusal::new(
            Code::ReopenWithoutReason,
            format!(
                "task {} is completed and cannot become `{}` without a reason",
                task.id, request.status
            ),
            "record an amendment in the task's record, then say why with --reopen-reason",
        ));
    }
    if !context.records.permits_reopen(task) {
        return Err(Refusal::new(
            Code::AmendmentMissing,
            format!("no amendment in the record of task {} reopens it", task.id),
            "append one that names what changed and which evidence it invalidates, then reopen the task",
        ));
    }
    Ok(())
}

/// Stamps the records of the commands that the amendments invalidate or withdraw; they stay (G4).
pub(super) fn stamp(task: &mut Task, request: &Request, context: &Context) {
    if !reopens(task, request) {
        return;
    }
    for (command, why) in context.records.stamps(task) {
        if let Some(gate) = latest_of(task, &command) {
            let text = gate.evidence.as_deref().unwrap_or_default();
            if !evidence::is_invalidated(text) {
                gate.evidence = Some(evidence::invalidate(text, &why));
            }
        }
    }
}

/// The latest record of a command.
fn latest_of<'t>(task: &'t mut Task, command: &str) -> Option<&'t mut Gate> {
    task.gates
        .as_mut()?
        .iter_mut()
        .rev()
        .find(|gate| gate.command == command)
}
