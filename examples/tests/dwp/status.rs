//! `dwp status`: text and JSON of one value.

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

#[test]
fn status_separates_the_tasks() {
    let plan = Plan::of(&PlanBuilder::full(4).tick(1).start(2));
    let json = run(&["status", plan.path(), "--format", "json"]).json();
    assert_eq!(json["schema"], "urn:planwright:schema:status:v1");
    assert_eq!(
        (json["status"].as_str(), json["task_count"].as_u64()),
        (Some("in_progress"), Some(4))
    );
    assert_eq!(json["completed"][0]["id"], 1);
    assert_eq!(json["in_progress"][0]["id"], 2);
    assert_eq!(json["pending"].as_array().unwrap().len(), 2);
    assert_eq!(json["drift"], serde_json::json!([]));
    let text = run(&["status", plan.path()]);
    assert!(text.out.contains("completed: 1 of 4"), "{}", text.out);
}

#[test]
fn status_tells_drift_with_its_direction() {
    let built = PlanBuilder::full(3).tick(1);
    let readme = built.files()["README.md"].clone();
    let ticked = readme
        .lines()
        .find(|line| line.contains("Task 1"))
        .unwrap()
        .to_owned();
    let plan = Plan::of(&built.edit("README.md", &ticked, &ticked.replace("[x]", "[ ]")));
    let json = run(&["status", plan.path(), "--format", "json"]).json();
    assert!(
        json["drift"][0].as_str().unwrap().contains("state ahead"),
        "{json}"
    );
}

#[test]
fn a_directory_without_a_plan_is_unusable() {
    let empty = tempfile::tempdir().unwrap();
    let ran = run(&["status", empty.path().to_str().unwrap()]);
    assert_eq!(ran.code, 2);
    assert!(!ran.err.is_empty());
}
