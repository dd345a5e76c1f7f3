//! Gate records: appended, never rewritten, and not repeated (D5).

use plan_state::{Gate, Task};

use crate::{Context, GateReport, Request};

/// Appends the reports, save one equal to its command's latest record but for the time.
pub(super) fn append(task: &mut Task, request: &Request, context: &Context) {
    if request.gates.is_empty() {
        return;
    }
    let gates = task.gates.get_or_insert_default();
    for report in &request.gates {
        let gate = record(report, context);
        let latest = gates
            .iter()
            .rev()
            .find(|latest| latest.command == gate.command);
        if !latest.is_some_and(|latest| same_result(latest, &gate)) {
            gates.push(gate);
        }
    }
}

/// The record of a report.
fn record(report: &GateReport, context: &Context) -> Gate {
    Gate {
        command: report.command.clone(),
        passes: report.passes,
        exit_code: report.exit_code,
        last_run: report
            .last_run
            .clone()
            .unwrap_or_else(|| context.now.clone()),
        evidence: Some(report.evidence.clone()),
    }
}

/// Whether two records of a command say the same, whenever they ran.
fn same_result(a: &Gate, b: &Gate) -> bool {
    (a.passes, a.exit_code, &a.evidence) == (b.passes, b.exit_code, &b.evidence)
}
