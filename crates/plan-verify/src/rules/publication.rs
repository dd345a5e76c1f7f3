//! The receipt of a completed plan: is it there, and does it still hold (F2)?

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_guard::Digest;
use plan_state::PlanStatus;

use crate::fingerprint::{Fingerprint, progress_length};
use crate::receipt::{RECEIPT_FILE, Receipt, ReceiptArtefact};
use crate::view::PlanView;

/// A completed plan has no receipt.
pub static RECEIPT_MISSING: Rule = Rule {
    code: "receipt-missing",
    severity: Severity::Should,
    title: "A completed plan has no receipt",
    reason: "Without a receipt nothing says that the completed state was checked against the plan's \
             artefacts when it was published.",
    requirement: "F2",
};

/// The receipt cannot be read.
pub static RECEIPT_UNREADABLE: Rule = Rule {
    code: "receipt-unreadable",
    severity: Severity::Must,
    title: "The receipt of a completed plan cannot be read",
    reason: "A receipt that cannot be read verifies nothing, and looks as if it did.",
    requirement: "F2",
};

/// The receipt does not match the plan.
pub static RECEIPT_MISMATCH: Rule = Rule {
    code: "receipt-mismatch",
    severity: Severity::Must,
    title: "A completed plan is not what its receipt says was verified",
    reason: "Whatever changed after the publication was never checked; the plan is to be published \
             anew, or the change to be undone.",
    requirement: "F2",
};

/// A gate record cites the receipt.
pub static RECEIPT_CITED: Rule = Rule {
    code: "receipt-cited",
    severity: Severity::Must,
    title: "A gate record cites the plan's own receipt",
    reason: "The receipt is what the checks lead to; as evidence for them it would prove itself.",
    requirement: "F2",
};

pub(super) fn receipt(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let completed = view
        .state
        .read()
        .is_some_and(|state| state.status == PlanStatus::Completed);
    if !completed || view.is_finalizing() {
        return;
    }
    let location = Location::file(RECEIPT_FILE);
    let Some(text) = view.files.text(RECEIPT_FILE) else {
        if !view.files.contains(RECEIPT_FILE) {
            let message = "the plan is completed and has no receipt";
            let help = "publish it through the finalizer, which checks every artefact first";
            out.push(Finding::new(&RECEIPT_MISSING, location, message).with_help(help));
        }
        return;
    };
    match Receipt::from_json(text) {
        Ok(receipt) => compare(view, &receipt, out),
        Err(error) => out.push(Finding::new(&RECEIPT_UNREADABLE, location, error)),
    }
}

fn compare(view: &PlanView<'_>, receipt: &Receipt, out: &mut Vec<Finding>) {
    let mut mismatch = |file: &str, pointer: &str, message: String| {
        let location = match pointer {
            "" => Location::file(file),
            pointer => Location::file(file).with_pointer(pointer),
        };
        let help = "undo the change, or reopen the plan and publish it anew";
        out.push(Finding::new(&RECEIPT_MISMATCH, location, message).with_help(help));
    };
    if receipt.plan != view.files.name() {
        let message = format!(
            "the receipt is of {}, not of {}",
            receipt.plan,
            view.files.name()
        );
        mismatch(RECEIPT_FILE, "/plan", message);
    }
    let state = view
        .files
        .get("state.json")
        .map(|content| Digest::of(content.bytes()).to_string());
    if state.as_ref() != Some(&receipt.state_sha256) {
        mismatch(
            "state.json",
            "",
            "state.json changed after the receipt was written".into(),
        );
    }
    let now = Fingerprint::of(view.files, progress_length(receipt));
    if now.digest.to_string() == receipt.artifacts_sha256 {
        return;
    }
    let changed = differences(&receipt.artifacts, &now.receipt_artefacts());
    if changed.is_empty() {
        let message = "its digest of all artefacts does not follow from its list of them";
        mismatch(RECEIPT_FILE, "/artifacts_sha256", message.into());
    }
    for (file, message) in changed {
        mismatch(&file, "", message);
    }
}

/// What became of the artefacts: both lists are in the order of the names.
fn differences(then: &[ReceiptArtefact], now: &[ReceiptArtefact]) -> Vec<(String, String)> {
    use std::collections::BTreeMap;
    let by_name = |list: &[ReceiptArtefact]| -> BTreeMap<String, ReceiptArtefact> {
        list.iter()
            .filter(|a| a.sha256.is_some())
            .map(|a| (a.name.clone(), a.clone()))
            .collect()
    };
    let (then, now) = (by_name(then), by_name(now));
    let mut out = Vec::new();
    for (name, before) in &then {
        match now.get(name) {
            None => out.push((
                name.clone(),
                format!("{name} was removed after the receipt was written"),
            )),
            Some(after) if after != before => {
                out.push((
                    name.clone(),
                    format!("{name} changed after the receipt was written"),
                ));
            }
            Some(_) => {}
        }
    }
    let added = now.keys().filter(|name| !then.contains_key(*name));
    out.extend(added.map(|name| {
        (
            name.clone(),
            format!("{name} was added after the receipt was written"),
        )
    }));
    out
}

pub(super) fn cited(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    for (index, task) in state.tasks.iter().enumerate() {
        for (gate_index, gate) in task.gates().iter().enumerate() {
            let evidence = gate.evidence.as_deref().unwrap_or_default();
            if gate.passes && evidence.contains("FINALIZATION.") {
                let pointer = format!("/tasks/{index}/gates/{gate_index}/evidence");
                let location = Location::file("state.json").with_pointer(pointer);
                let message = format!(
                    "Task {}: the evidence of `{}` is the receipt",
                    task.id, gate.command
                );
                out.push(Finding::new(&RECEIPT_CITED, location, message));
            }
        }
    }
}
