//! `dwp schema`, the committed copies of its schemas, and what `dwp` prints held against them.

#[path = "../common/meets.rs"]
mod meets;

pub(crate) use meets::meets;

use plan_testkit::PlanBuilder;
use planwright_examples::dwp::schemas;

use crate::run::{Plan, run};

#[test]
fn every_listed_schema_prints_as_json_with_its_id() {
    let list = run(&["schema"]);
    assert_eq!(list.code, 0);
    assert!(list.out.lines().count() >= 15, "{}", list.out);
    for line in list.out.lines() {
        let (name, id) = line.split_once("  ").unwrap();
        let schema = run(&["schema", name]).json();
        assert_eq!(schema["$id"], id, "{name}");
    }
}

#[test]
fn an_unknown_schema_is_a_usage_error() {
    assert_eq!(run(&["schema", "no-such"]).code, 2);
}

#[test]
fn b11_the_committed_schemas_are_current() {
    meets::are_committed(&schemas());
}

/// Every output names a schema of the list, and meets it.
#[test]
fn outputs_meet_their_schemas() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let other = "0".repeat(64);
    let update = |arguments: &[&str]| {
        plan.update(&[&["--task", "2", "--format", "json"], arguments].concat())
    };
    let outputs = [
        run(&["check", plan.path(), "--format", "json"]),
        run(&["check", plan.path(), plan.path(), "--format", "json"]),
        run(&["status", plan.path(), "--format", "json"]),
        run(&["resume", plan.path(), "--format", "json"]),
        run(&["resume", plan.path(), "--smoke", "true", "--format", "json"]),
        run(&[
            "resume",
            plan.path(),
            "--profile",
            "unattended",
            "--format",
            "json",
        ]),
        run(&["status", plan.path(), plan.path(), "--format", "json"]),
        run(&["lock", plan.path(), "--format", "json"]),
        run(&["lock", plan.path(), "--break-unowned", "--format", "json"]),
        update(&["--status", "in_progress", "--gate", "t|1|x"]),
        update(&["--status", "completed"]),
        update(&["--status", "in_progress", "--expected-sha256", &other]),
        run(&[
            "approve",
            plan.path(),
            "--by",
            "Ana",
            "--words",
            "ok",
            "--format",
            "json",
        ]),
        run(&[
            "approve",
            plan.path(),
            "--by",
            "Ana",
            "--words",
            "ok",
            "--trust",
            "--format",
            "json",
        ]),
        run(&["finalize", plan.path(), "--recover", "--format", "json"]),
        run(&["complete", plan.path(), "--task", "2", "--format", "json"]),
        run(&["reconcile", plan.path(), "--format", "json"]),
        drifted(&["--write"]),
        run(&[
            "list",
            plan.dir.parent().unwrap().to_str().unwrap(),
            "--format",
            "json",
        ]),
        run(&["diff", plan.path(), drifting().path(), "--format", "json"]),
        run(&["outcomes", plan.path(), "--format", "json"]),
        amended("Part 1 has one row an invoice."),
        amended("No such criterion."),
    ];
    meet_their_schemas(outputs);
}

/// Every output names a schema of the list, and meets it.
pub(crate) fn meet_their_schemas(outputs: impl IntoIterator<Item = crate::run::Ran>) {
    let known = schemas();
    for output in outputs {
        let value = output.json();
        let listed = known
            .iter()
            .any(|known| value["schema"] == known.id.as_str());
        assert!(listed, "not listed: {value}");
    }
}

/// A plan whose README ticks a task that the state has no evidence for, and unticks another.
fn drifting() -> Plan {
    let builder = PlanBuilder::full(3).tick(1).start(2);
    let builder = builder.edit("README.md", "- [x] Task 1", "- [ ] Task 1");
    Plan::of(&builder.edit("README.md", "- [ ] Task 2", "- [x] Task 2"))
}

fn drifted(more: &[&str]) -> crate::run::Ran {
    let plan = drifting();
    run(&[&["reconcile", plan.path(), "--format", "json"], more].concat())
}

fn amended(criterion: &str) -> crate::run::Ran {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    run(&[
        "amend",
        plan.path(),
        "--task",
        "1",
        "--criterion",
        criterion,
        "--observed",
        "x",
        "--disposition",
        "not-executed",
        "--reason",
        "x",
        "--authority",
        "user",
        "--tasks",
        "Task 1",
        "--evidence",
        "invalidated: none; preserved: none",
        "--format",
        "json",
    ])
}
