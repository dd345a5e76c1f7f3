//! The texts that a sequence brings: descriptions, evidence, refinings.

use std::path::Path;

use plan_state::Limits;
use plan_testkit::PlanBuilder;
use plan_update::{DESCRIPTION_SCHEMA, Description, GateReport, REFINE_SCHEMA, read_description};

use crate::model::Model;
use crate::ops::{Cmd, Refining, Shown, Start};
use crate::rules::new_task;

pub(crate) const LOG: &str =
    "Summary: written in one pass.\nSkills disposition: none\nDocumentation decision: none\n";
pub(crate) const NONE: &str = "invalidated: none; preserved: none";

/// A directory in memory where there is such a place: durable writes take long on disks.
pub(crate) fn scratch() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        tempfile::tempdir_in(memory).unwrap()
    } else {
        tempfile::tempdir().unwrap()
    }
}

pub(crate) fn v2() -> PlanBuilder {
    PlanBuilder::full(3)
        .edit("manifest.json", "plan-manifest/v5", "plan-manifest/v2")
        .edit("manifest.json", "\"5.0.0\"", "\"2.4.0\"")
        .edit("state.json", "plan-state/v5", "plan-state/v2")
        .edit("README.md", "DWP spec 5.0.0", "DWP spec 2.4.0")
}

pub(crate) fn command(model: &Model, place: usize, cmd: Cmd) -> String {
    match (cmd, model.tasks.get(place)) {
        (Cmd::Declared, Some(task)) => task.command.clone(),
        _ => "cargo clippy".to_owned(),
    }
}

/// The evidence of a run; its number tells it from all others.
pub(crate) fn evidence(shown: Shown, run: u32) -> String {
    match shown {
        Shown::Pass => format!("64 passed, run {run}."),
        Shown::Fail => format!("1 failed, run {run}."),
        Shown::Zero => format!("ran=0, run {run}."),
        Shown::NotRun => format!("the suite was never executed, run {run}."),
    }
}

pub(crate) fn report(model: &Model, place: usize, cmd: Cmd, shown: Shown, run: u32) -> GateReport {
    let passes = shown != Shown::Fail;
    GateReport {
        command: command(model, place, cmd),
        passes,
        exit_code: Some(i64::from(!passes)),
        evidence: evidence(shown, run),
        last_run: None,
    }
}

fn task(title: &str, command: &str, criterion: &str, waits: Option<&[u64]>) -> serde_json::Value {
    let mut task = serde_json::json!({
        "title": title, "context": "Part of the export.", "goal": "It is written.",
        "touched_surface": {"surface": ["`src/export.rs`"], "risk": "isolated"},
        "instructions": "Run the security pass, the final-state validation and the skills reconciliation.",
        "acceptance_criteria": [criterion], "validation": [command],
    });
    if let Some(waits) = waits {
        task["depends_on"] = waits.into();
    }
    task
}

pub(crate) fn description(start: Start, full: bool) -> Description {
    let model = Model::new(start);
    let tasks = model.tasks.iter().map(|one| {
        let criterion = format!("Part {} has one row an invoice.", one.key);
        let waits = one.waits.as_ref().map(|_| [].as_slice());
        task(&one.title, &one.command, &criterion, waits)
    });
    let mut text = serde_json::json!({
        "schema": DESCRIPTION_SCHEMA, "name": "PLAN_invoice_export", "title": "Export invoices",
        "goal": "Invoices can be exported.", "context": "The service has no export.",
        "archetype": "individual", "rigor": "standard", "format": if full { "full" } else { "lite" },
        "tasks": tasks.collect::<Vec<_>>(),
    });
    if start.approved {
        text["approval"] =
            serde_json::json!({"status": "approved", "by": "Ada", "words": "go ahead"});
    }
    let reading = read_description(
        "description",
        text.to_string().as_bytes(),
        &Limits::default(),
    );
    reading.value.unwrap()
}

/// The file of a refining; the reason tells it from those of other turns.
pub(crate) fn refine_file(model: &Model, refining: Refining, turn: u32) -> String {
    let new = |nth, waits: Option<&[u64]>| {
        let one = new_task(turn, nth);
        task(
            &one.title,
            &one.command,
            &format!("Piece {} works.", one.key),
            waits,
        )
    };
    let change = match refining {
        Refining::Add { after, waits } => {
            let waits = waits.then_some([1].as_slice());
            serde_json::json!({"add": {"after": after, "task": new(0, waits)}})
        }
        Refining::Remove(pick) => serde_json::json!({"remove": {"task": model.number(pick)}}),
        Refining::Split(pick) => {
            let into = [new(0, None), new(1, None)];
            serde_json::json!({"split": {"task": model.number(pick), "into": into}})
        }
        Refining::Move { task, after } => {
            serde_json::json!({"move": {"task": model.number(task), "after": after}})
        }
    };
    serde_json::json!({
        "schema": REFINE_SCHEMA, "observed": "it is slow", "authority": "user",
        "reason": format!("it has to be measured, turn {turn}"), "changes": [change],
    })
    .to_string()
}
