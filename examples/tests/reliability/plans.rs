//! The plans that the writers of `dwp` are let loose on, each in a directory of its own.

use std::path::Path;

use plan_testkit::PlanBuilder;

/// The name that every built plan has.
pub(crate) const PLAN: &str = "PLAN_invoice_export";

pub(crate) fn started(root: &Path) {
    let _ = PlanBuilder::full(3).tick(1).start(2).write_into(root);
}

/// With the text of a completion beside the plan.
pub(crate) fn logged(root: &Path) {
    started(root);
    let log = "Summary: the rows are written.\nSkills disposition: none\n";
    std::fs::write(root.join("log.md"), log).unwrap();
}

/// The Markdown is complete; the state lacks the last completion.
pub(crate) fn nearly_complete(root: &Path) {
    let complete = PlanBuilder::full(3).complete().without_receipt();
    let state = complete.files()["state.json"].clone();
    let dir = complete.write_into(root);
    let limits = plan_state::Limits::default();
    let mut raw = plan_state::read_state("state.json", state.as_bytes(), &limits)
        .value
        .unwrap();
    let last = raw.tasks.last_mut().unwrap();
    last.status = plan_state::TaskStatus::InProgress;
    last.completed_at = None;
    let start = || plan_state::Timestamp::from_unix(1_772_445_600).unwrap();
    last.started_at.get_or_insert_with(start);
    raw.completed_count -= 1;
    raw.status = plan_state::PlanStatus::InProgress;
    raw.checkpoint = plan_state::Nullable::Null;
    std::fs::write(dir.join("state.json"), raw.to_json()).unwrap();
}

pub(crate) fn unapproved(root: &Path) {
    let built = PlanBuilder::full(3);
    let readme = built.files()["README.md"].clone();
    let line = readme
        .lines()
        .find(|line| line.contains("Approval:"))
        .unwrap();
    let pending = line.replace("approved", "pending");
    let (was, is) = ("\"approval\": \"approved\"", "\"approval\": \"pending\"");
    let _ = built
        .edit("README.md", line, &pending)
        .edit("state.json", was, is)
        .write_into(root);
}

/// A person has taken the first tick back.
pub(crate) fn drifted(root: &Path) {
    let record = "1.task_write_part_1.md";
    let _ = PlanBuilder::full(3)
        .tick(1)
        .start(2)
        .edit("README.md", "- [x] Task 1", "- [ ] Task 1")
        .edit("README.md", "1/3 completed", "0/3 completed")
        .edit(record, "Status: completed", "Status: in progress")
        .write_into(root);
}

pub(crate) fn lite(root: &Path) {
    let _ = PlanBuilder::lite(3).tick(1).write_into(root);
}

pub(crate) fn legacy(root: &Path) {
    let _ = PlanBuilder::legacy(3).tick(1).start(2).write_into(root);
}

/// With the file of a refining beside the plan.
pub(crate) fn refinable(root: &Path) {
    let _ = PlanBuilder::full(4).tick(1).start(2).write_into(root);
    let text = serde_json::json!({
        "schema": "urn:planwright:schema:refine:v1", "observed": "the driver is slow",
        "reason": "it has to be measured first", "authority": "user",
        "changes": [{"add": {"after": 2, "task": {
            "title": "Measure", "context": "The export.", "goal": "It is measured.",
            "touched_surface": {"surface": ["`src/bench.rs`"], "risk": "isolated"},
            "instructions": "1. Measure.", "acceptance_criteria": ["There is a figure."],
            "validation": ["cargo bench"],
        }}}],
    });
    std::fs::write(root.join("refine.json"), format!("{text}\n")).unwrap();
}

/// A place for plans, with a description beside it.
pub(crate) fn described(root: &Path) {
    let task = |title: &str, goal: &str| {
        serde_json::json!({
            "title": title, "context": "The rows come from the table.", "goal": goal,
            "touched_surface": {"surface": ["src/export.rs"], "risk": "isolated"},
            "instructions": "Write them.", "acceptance_criteria": ["There is a row an invoice."],
            "validation": ["cargo test"],
        })
    };
    let review = "Run the security pass, the final-state validation and the skills reconciliation.";
    let text = serde_json::json!({
        "schema": "urn:planwright:schema:plan-description:v1", "name": PLAN,
        "title": "Export invoices", "goal": "Invoices can be exported.",
        "context": "The service has no export.", "archetype": "individual", "rigor": "standard",
        "format": "full",
        "tasks": [task("Write the export", "There is an export."), task("Final Review", review)],
    });
    std::fs::write(root.join("export.json"), format!("{text}\n")).unwrap();
}

/// A plan whose lock has an owner who is no more.
pub(crate) fn left_locked(root: &Path) {
    started(root);
    let lock = root.join(PLAN).join("state.json.lock");
    std::fs::create_dir(&lock).unwrap();
}
