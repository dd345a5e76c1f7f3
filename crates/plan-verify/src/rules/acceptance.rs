//! What a completed task was to show: criteria, commands, approvals of people (E7–E9).

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Rule, Severity};
use plan_markdown::view::task::CriterionKind;
use plan_state::{Task, gate_passes, latest_records};

use super::log::done;
use crate::human_approval::{Approvals, is_asked_for, unapproved_among};
use crate::view::{Era, PlanView};

/// A completed task has an open criterion.
pub static CRITERION_OPEN: Rule = Rule {
    code: "criterion-open",
    severity: Severity::Should,
    title: "A completed task has an unticked acceptance criterion that no amendment covers",
    reason: "A criterion that is left open without a word was dropped, or forgotten to tick.",
    requirement: "E7",
};

/// At finalization: a task has an open criterion.
pub static CRITERION_OPEN_AT_END: Rule = Rule {
    code: "criterion-open-at-finalization",
    severity: Severity::Must,
    title: "A plan is to be published with an acceptance criterion open",
    reason: "A plan is completed when every criterion is met, or amended with recorded authority.",
    requirement: "E7",
};

/// A declared command has no passing record.
pub static MISSING_EVIDENCE: Rule = Rule {
    code: "missing-evidence",
    severity: Severity::Must,
    title: "A command that a completed task declares has no passing record",
    reason: "The validation of a task is what it declares; a command that was never recorded as \
             passing is a check that nobody can point to.",
    requirement: "E8",
};

/// The same in a plan of the legacy era.
pub static MISSING_EVIDENCE_LEGACY: Rule = Rule {
    code: "missing-evidence-legacy",
    severity: Severity::Should,
    title: "A command that a completed task of an old plan declares has no passing record",
    reason: "Old plans did not tie their records to the declared commands; the gap is worth knowing.",
    requirement: "E8",
};

/// A criterion that names a human approval has none on record.
pub static HUMAN_APPROVAL: Rule = Rule {
    code: "human-approval-missing",
    severity: Severity::Must,
    title: "A completed task has a criterion that asks for a person's approval, and none is recorded",
    reason: "Only the person can close a criterion that names their approval: in their own words, \
             kept in the plan. Trust and standing instructions do not count.",
    requirement: "E9",
};

pub(super) fn criteria(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let rule = if view.is_finalizing() {
        &CRITERION_OPEN_AT_END
    } else {
        &CRITERION_OPEN
    };
    for record in done(view) {
        for criterion in &record.record.criteria {
            let open = matches!(criterion.kind, CriterionKind::Open | CriterionKind::Odd);
            if !open || record.amendments.covers_criterion(&criterion.text.value) {
                continue;
            }
            let message = format!(
                "Task {} is completed, and this criterion is not ticked",
                record.number
            );
            let help = "tick it where it is met; else record an amendment, or reopen the task";
            out.push(Finding::new(rule, record.at(criterion.span), message).with_help(help));
        }
    }
}

pub(super) fn commands(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let rule = if view.era == Era::Legacy {
        &MISSING_EVIDENCE_LEGACY
    } else {
        &MISSING_EVIDENCE
    };
    for record in done(view) {
        // A completion without any record is a breach of the state's contract, and said there.
        let Some((_, task)) = view
            .task(record.number)
            .filter(|(_, task)| !task.gates().is_empty())
        else {
            continue;
        };
        let recorded = passing(task);
        let mut seen = BTreeSet::new();
        for command in &record.record.commands {
            let wanted = command.value.as_str();
            if recorded.contains(wanted)
                || !seen.insert(wanted)
                || record.amendments.covers_command(wanted)
            {
                continue;
            }
            let message = format!(
                "Task {} is completed, and `{wanted}` has no passing record",
                record.number
            );
            let help = "run the command and record it, or withdraw it by an amendment";
            out.push(Finding::new(rule, record.at(command.span), message).with_help(help));
        }
    }
}

/// The commands whose latest record passes.
fn passing(task: &Task) -> BTreeSet<&str> {
    let latest = latest_records(task.gates()).into_iter();
    latest
        .filter(|gate| gate_passes(gate))
        .map(|gate| gate.command.as_str())
        .collect()
}

pub(super) fn approvals(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let mut progress = None;
    // The records of a Lite plan stand in one file.
    let mut own: Option<(&str, Approvals)> = None;
    for record in done(view).filter(|record| record.record.criteria.iter().any(is_asked_for)) {
        let Some(document) = record.document(view) else {
            continue;
        };
        let progress = progress.get_or_insert_with(|| Approvals::of(&view.progress()));
        let (_, own) = match own.take() {
            Some(read) if read.0 == record.file => own.insert(read),
            _ => own.insert((&record.file, Approvals::of(document))),
        };
        let (number, amendments) = (record.number, &record.amendments);
        for criterion in unapproved_among(number, &record.record, own, amendments, progress) {
            let message = format!(
                "Task {number} is completed, and no approval of a person is recorded for this criterion"
            );
            let help = "add `Human approval: NAME, DATE: \"their words\"` to the task's log once they gave it";
            let location = record.at(criterion.span);
            out.push(Finding::new(&HUMAN_APPROVAL, location, message).with_help(help));
        }
    }
}
