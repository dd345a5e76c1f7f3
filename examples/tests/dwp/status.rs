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

/// A directory with three plans, of which one cannot be read.
fn workspace(place: &str) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let plans = root.path().join(place);
    std::fs::create_dir_all(&plans).unwrap();
    let _ = PlanBuilder::full(3).tick(1).start(2).write_into(&plans);
    let _ = PlanBuilder::lite(2)
        .named("PLAN_part_one")
        .write_into(&plans);
    let blocked = PlanBuilder::full(3).named("PLAN_part_two").tick(1).block(2);
    let _ = blocked.write_into(&plans);
    std::fs::create_dir(plans.join("notes")).unwrap();
    root
}

#[test]
fn p18_a_workspace_is_one_value() {
    for (place, asked) in [("", ""), (".dwp/plans", ""), (".dwp/plans", ".dwp/plans")] {
        let root = workspace(place);
        let path = root.path().join(asked);
        let json = run(&["status", path.to_str().unwrap(), "--format", "json"]);
        assert_eq!(json.code, 0, "{}", json.err);
        let json = json.json();
        assert_eq!(json["schema"], "urn:planwright:schema:workspace-status:v1");
        assert_eq!(
            json["in_progress"],
            serde_json::json!(["PLAN_invoice_export"])
        );
        assert_eq!(json["pending"], serde_json::json!(["PLAN_part_one"]));
        assert_eq!(json["blocked"], serde_json::json!(["PLAN_part_two"]));
        assert_eq!(json["tasks"]["completed"], 2);
        assert_eq!(json["plans"][2]["blocker"]["task"], 2);
    }
}

#[test]
fn p18_several_plans_are_one_value_and_one_that_cannot_be_read_is_named() {
    let root = workspace("");
    let plan = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
    let (one, two) = (plan("PLAN_part_one"), plan("PLAN_part_two"));
    let ran = run(&["status", &one, &two]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out
            .starts_with("completed: 0\nin progress: 0\nblocked: 1 (PLAN_part_two)\n")
    );
    for file in std::fs::read_dir(&one).unwrap() {
        let _ = std::fs::remove_file(file.unwrap().path());
    }
    let ran = run(&["status", root.path().to_str().unwrap()]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.out.contains("PLAN_part_one: unreadable: "),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("blocked: 1 (PLAN_part_two)"),
        "{}",
        ran.out
    );
}
