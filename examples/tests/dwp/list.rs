//! `dwp list`, `dwp diff`, `dwp outcomes` (H9).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

#[test]
fn h9_a_directory_is_listed_with_parents_children_and_problems() {
    let parent = tempfile::tempdir().unwrap();
    let whole = PlanBuilder::full(3).tick(1).start(2);
    let _ = whole.write_into(parent.path());
    let part = PlanBuilder::lite(2).named("PLAN_part_one").edit(
        "manifest.json",
        "\"task_count\": 2",
        "\"task_count\": 2,\n  \"parent_plan\": \"hub:PLAN_invoice_export\"",
    );
    let _ = part.write_into(parent.path());
    let broken = PlanBuilder::full(2)
        .named("PLAN_part_two")
        .write("state.json", "{");
    let _ = broken.write_into(parent.path());
    std::fs::create_dir(parent.path().join("notes")).unwrap();
    let ran = run(&["list", parent.path().to_str().unwrap(), "--format", "json"]);
    let json = ran.json();
    assert_eq!(
        (ran.code, json["schema"].as_str()),
        (0, Some("urn:planwright:schema:list:v1"))
    );
    let plans = json["plans"].as_array().unwrap();
    let names: Vec<_> = plans
        .iter()
        .map(|plan| plan["plan"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["PLAN_invoice_export", "PLAN_part_one", "PLAN_part_two"]
    );
    assert_eq!(plans[0]["children"], serde_json::json!(["PLAN_part_one"]));
    assert_eq!(
        (&plans[0]["completed"], &plans[0]["total"]),
        (&1.into(), &3.into())
    );
    assert_eq!(plans[0]["verdict"], "clean");
    assert_eq!(plans[1]["parent"], "hub:PLAN_invoice_export");
    assert_eq!(plans[2]["verdict"], "findings");
    assert!(plans[2]["must"].as_u64() > Some(0));
    let text = run(&["list", parent.path().to_str().unwrap()]).out;
    assert!(
        text.starts_with("PLAN_invoice_export  in_progress  1/3  clean"),
        "{text}"
    );
    assert_eq!(run(&["list", "/no/such/directory"]).code, 2);
    // Of two repositories with a plan of that name, the parent is in the one that is named.
    let children = |repository: &str| {
        let dir = parent.path().to_str().unwrap();
        let ran = run(&["list", dir, "--repository", repository, "--format", "json"]);
        ran.json()["plans"][0]["children"].clone()
    };
    assert_eq!(children("hub"), serde_json::json!(["PLAN_part_one"]));
    assert_eq!(children("other"), serde_json::json!([]));
}

#[test]
fn h9_two_states_are_compared() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let old = plan.dir.parent().unwrap().join("old.json");
    std::fs::write(&old, plan.file("state.json")).unwrap();
    let diff = |more: &[&str]| run(&[&["diff", old.to_str().unwrap(), plan.path()], more].concat());
    let same = diff(&["--format", "json"]).json();
    assert_eq!(
        (
            same["equal"].as_bool(),
            same["tasks"].as_array().map(Vec::len)
        ),
        (Some(true), Some(0))
    );
    plan.update(&[
        "--task",
        "2",
        "--status",
        "completed",
        "--gate",
        "cargo test -p part2|0|64 passed",
        "--worked",
        "one pass",
    ]);
    let json = diff(&["--format", "json"]).json();
    assert_eq!(json["schema"], "urn:planwright:schema:diff:v1");
    let task = &json["tasks"][0];
    assert_eq!(
        (task["id"].as_u64(), task["change"].as_str()),
        (Some(2), Some("changed"))
    );
    assert_eq!(
        task["fields"][0],
        serde_json::json!({"field": "status", "from": "in_progress", "to": "completed"})
    );
    assert_eq!(task["gates_added"][0]["command"], "cargo test -p part2");
    let text = diff(&[]).out;
    assert!(
        text.contains("Task 2: Write part 2\n  status: in_progress → completed\n"),
        "{text}"
    );
    let grown = Plan::of(&PlanBuilder::full(4).tick(1).start(2));
    let other = run(&[
        "diff",
        old.to_str().unwrap(),
        grown.path(),
        "--format",
        "json",
    ])
    .json();
    assert_eq!(
        other["tasks"].as_array().unwrap().last().unwrap()["change"],
        "added"
    );
    assert_eq!(run(&["diff", old.to_str().unwrap(), "no-such"]).code, 2);
}

#[test]
fn h9_outcomes_are_memory() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let json = run(&["outcomes", plan.path(), plan.path(), "--format", "json"]).json();
    assert_eq!(json["schema"], "urn:planwright:schema:outcomes:v1");
    assert_eq!(json["outcomes"].as_array().map(Vec::len), Some(2));
    let record = &json["outcomes"][0];
    assert_eq!(
        (record["task"].as_u64(), record["worked"].as_str()),
        (Some(1), Some("one pass"))
    );
    assert_eq!(
        record["passing"],
        serde_json::json!(["cargo test -p part1"])
    );
    let text = run(&["outcomes", plan.path()]).out;
    assert_eq!(
        text,
        "PLAN_invoice_export · Task 1: Write part 1 (completed)\n  worked: one pass\n"
    );
}
