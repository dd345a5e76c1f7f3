//! `dwp lock`: shows a lock, and breaks one only when told so (D8).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

#[test]
fn no_lock_is_said_so() {
    let plan = Plan::of(&PlanBuilder::full(2));
    let ran = run(&["lock", plan.path()]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no lock\n"));
    assert_eq!(
        run(&["lock", plan.path(), "--format", "json"]).json()["held"],
        false
    );
}

/// A lock directory of another implementation, empty, is respected and shown as unowned.
#[test]
fn d8_a_foreign_lock_is_respected() {
    let plan = Plan::of(&PlanBuilder::full(2).start(1));
    std::fs::create_dir(plan.dir.join("state.json.lock")).unwrap();
    let ran = plan.update(&[
        "--task",
        "1",
        "--status",
        "in_progress",
        "--notes",
        "x",
        "--format",
        "json",
    ]);
    assert_eq!(
        (ran.code, ran.json()["code"].as_str()),
        (3, Some("lock-held"))
    );
    let shown = run(&["lock", plan.path(), "--format", "json"]).json();
    assert_eq!(
        (shown["held"].as_bool(), shown["owner"].is_null()),
        (Some(true), true)
    );
    assert_eq!(
        run(&["lock", plan.path(), "--break", "0123456789abcdef"]).code,
        1
    );
    assert_eq!(run(&["lock", plan.path(), "--break-unowned"]).code, 0);
    assert_eq!(
        plan.update(&["--task", "1", "--status", "in_progress", "--notes", "x"])
            .code,
        0
    );
}
