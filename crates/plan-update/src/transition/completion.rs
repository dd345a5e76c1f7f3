//! What a task must show before it is completed (C5, E1, E2, E4, E8, E9).

use plan_prose::evidence::{self, Admission};
use plan_state::{Gate, RawState, Task, TaskStatus, counted_records, gate_passes};

use crate::refusal::RefusalCode as Code;
use crate::{Context, LogPointer, Refusal, Request};

/// Judges the evidence that the task would be completed on, stored and new together.
pub(super) fn judge(next: &RawState, request: &Request, context: &Context) -> Result<(), Refusal> {
    let Some(task) = next.task(request.task) else {
        return Ok(());
    };
    if task.status != TaskStatus::Completed {
        return Ok(());
    }
    judge_task(task, context)
}

/// Judges the evidence of one task, as that of a completed one.
pub(crate) fn judge_task(task: &Task, context: &Context) -> Result<(), Refusal> {
    let counting = counted_records(task.gates());
    truthful(task, &counting, context)?;
    sufficient(task, &counting, context)?;
    approved_by_people(task, context)
}

/// No passing record says of itself that it is none (E1, E2, E4).
fn truthful(task: &Task, counting: &[&Gate], context: &Context) -> Result<(), Refusal> {
    let untrue = |code: Code| {
        let tripped = counting
            .iter()
            .filter(|gate| fault(gate, context) == Some(code));
        tripped.map(|gate| gate.command.clone()).collect::<Vec<_>>()
    };
    for (code, says) in [
        (Code::EvidenceZeroSelection, "says that nothing ran"),
        (Code::EvidenceNotRun, "admits that the check was not run"),
        (
            Code::EvidenceLogPointer,
            "points to a log that is not in the plan directory",
        ),
    ] {
        let commands = untrue(code);
        if !commands.is_empty() {
            let message = format!(
                "task {} cannot be completed: the evidence of {} {says}",
                task.id,
                quoted(&commands),
            );
            let help = "run the check and record what it shows";
            return Err(Refusal::new(code, message, help).with_commands(commands));
        }
    }
    Ok(())
}

/// What a record that calls itself a pass gives away.
fn fault(gate: &Gate, context: &Context) -> Option<Code> {
    let text = gate.evidence.as_deref().filter(|_| gate.passes)?;
    let absent = |path: &str| context.logs.get(path) != Some(&LogPointer::Present);
    match evidence::admits(text) {
        Some(Admission::ZeroSelection { .. }) => Some(Code::EvidenceZeroSelection),
        Some(Admission::NotRun { .. }) => Some(Code::EvidenceNotRun),
        Some(_) | None => evidence::log_pointers(text)
            .any(absent)
            .then_some(Code::EvidenceLogPointer),
    }
}

/// Every command that counts passes, every declared one is among them or covered, and there is at
/// least one (C5, E8).
fn sufficient(task: &Task, counting: &[&Gate], context: &Context) -> Result<(), Refusal> {
    let mut short: Vec<String> = counting
        .iter()
        .filter(|gate| !gate_passes(gate) && !context.records.covers(task.id, &gate.command))
        .map(|gate| gate.command.clone())
        .collect();
    for declared in context.records.commands(task.id) {
        let passes = counting
            .iter()
            .any(|gate| gate.command == declared && gate_passes(gate));
        let covered = context.records.covers(task.id, declared);
        if !passes && !covered && !short.iter().any(|command| command == declared) {
            short.push(declared.to_owned());
        }
    }
    if !short.is_empty() {
        let (have, record) = if short.len() == 1 {
            ("has", "record")
        } else {
            ("have", "records")
        };
        let message = format!(
            "task {} cannot be completed: {} {have} no passing {record}",
            task.id,
            quoted(&short),
        );
        let help = "run the command, then record it with --gate";
        return Err(Refusal::new(Code::MissingEvidence, message, help).with_commands(short));
    }
    if counting.iter().any(|gate| gate_passes(gate)) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::MissingEvidence,
        format!(
            "task {} cannot be completed: it has no gate record",
            task.id
        ),
        "run a check that shows the work, then record it with --gate",
    ))
}

/// Criteria that name a human approval have it on record (E9).
fn approved_by_people(task: &Task, context: &Context) -> Result<(), Refusal> {
    match context.records.unapproved(task.id).next() {
        None => Ok(()),
        Some(criterion) => Err(Refusal::new(
            Code::HumanApprovalMissing,
            format!(
                "task {} cannot be completed: no recorded approval of a person meets the criterion \"{criterion}\"",
                task.id,
            ),
            "have the person approve it, and keep their words in the plan directory; neither trust nor a standing instruction counts",
        )),
    }
}

/// Commands as prose: each in backquotes.
fn quoted(commands: &[String]) -> String {
    commands
        .iter()
        .map(|command| format!("`{command}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
