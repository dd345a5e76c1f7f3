//! Truthfulness of gate records (E1–E4). Invalidated evidence (E3) is judged with the contract of
//! the state.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_prose::evidence::{self, Admission};
use plan_state::{Gate, Task};

use crate::parallel;
use crate::view::PlanView;

/// A passing record says that nothing ran.
pub static EVIDENCE_ZERO_SELECTION: Rule = Rule {
    code: "evidence-zero-selection",
    severity: Severity::Must,
    title: "A passing record says that nothing ran",
    reason: "A command that selects no test exits with success and proves nothing.",
    requirement: "E1",
};

/// A passing record says that the check never ran.
pub static EVIDENCE_NOT_RUN: Rule = Rule {
    code: "evidence-not-run",
    severity: Severity::Must,
    title: "A passing record says that the check never ran",
    reason: "A record that calls itself a pass and admits that it was never run contradicts itself.",
    requirement: "E2",
};

/// A passing record points to a log that is not there.
pub static EVIDENCE_LOG_POINTER: Rule = Rule {
    code: "evidence-log-pointer",
    severity: Severity::Must,
    title: "A passing record points to a log that is not in the plan",
    reason: "The log is the evidence; one that is missing, or outside the plan, cannot be looked at.",
    requirement: "E4",
};

/// A passing record points to a log outside `analysis_results/`.
pub static EVIDENCE_LOG_PLACE: Rule = Rule {
    code: "evidence-log-place",
    severity: Severity::Should,
    title: "A passing record points to a log outside analysis_results",
    reason: "Evidence is kept under analysis_results, where a finalization fingerprints it.",
    requirement: "E4",
};

pub(super) fn records(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    let tasks: Vec<_> = state.tasks.iter().enumerate().collect();
    let found = parallel::map(&tasks, |(index, task)| of_task(view, *index, task));
    out.extend(found.into_iter().flatten());
}

/// What the passing records of a task admit.
fn of_task(view: &PlanView<'_>, index: usize, task: &Task) -> Vec<Finding> {
    let mut out = Vec::new();
    for position in plan_state::latest_positions(task.gates()) {
        let Some(gate) = task.gates().get(position).filter(|gate| gate.passes) else {
            continue;
        };
        let location = || {
            let pointer = format!("/tasks/{index}/gates/{position}/evidence");
            Location::file("state.json").with_pointer(pointer)
        };
        judge(view, task, gate, &location, &mut out);
    }
    out
}

fn judge(
    view: &PlanView<'_>,
    task: &Task,
    gate: &Gate,
    location: &dyn Fn() -> Location,
    out: &mut Vec<Finding>,
) {
    let evidence = gate.evidence.as_deref().unwrap_or_default();
    let admission = evidence::admits(evidence);
    let mut logs = evidence::log_pointers(evidence).peekable();
    if admission.is_none() && logs.peek().is_none() {
        return;
    }
    let mut report = |rule, message: String, help: &str| {
        out.push(Finding::new(rule, location(), message).with_help(help));
    };
    let rerun = "run the check and record its result, or record it as not passing";
    let subject = format!(
        "Task {}: `{}` counts as passing, and its evidence",
        task.id, gate.command
    );
    match admission {
        Some(Admission::ZeroSelection { .. }) => {
            report(
                &EVIDENCE_ZERO_SELECTION,
                format!("{subject} says that nothing ran: {evidence}"),
                rerun,
            );
        }
        Some(Admission::NotRun { .. }) => {
            report(
                &EVIDENCE_NOT_RUN,
                format!("{subject} says that it was not run: {evidence}"),
                rerun,
            );
        }
        _ => {}
    }
    for log in logs {
        let keep = "keep the log in the plan, under analysis_results";
        match place(view, log) {
            LogPlace::Results => {}
            LogPlace::Plan => report(
                &EVIDENCE_LOG_PLACE,
                format!("{subject} points to {log}"),
                keep,
            ),
            LogPlace::Absent => report(
                &EVIDENCE_LOG_POINTER,
                format!("{subject} points to {log}, which is not in the plan"),
                keep,
            ),
        }
    }
}

enum LogPlace {
    Results,
    Plan,
    Absent,
}

fn place(view: &PlanView<'_>, log: &str) -> LogPlace {
    let log = log.strip_prefix("./").unwrap_or(log);
    match (plan_guard::RelPath::new(log), view.files.contains(log)) {
        (Ok(_), true) if log.starts_with("analysis_results/") => LogPlace::Results,
        (Ok(_), true) => LogPlace::Plan,
        _ => LogPlace::Absent,
    }
}
