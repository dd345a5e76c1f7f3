//! `dwp refine`: its answers (H8).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

fn file(plan: &Plan) -> String {
    let path = plan.dir.parent().unwrap().join("refine.json");
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
    std::fs::write(&path, text.to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

fn plan() -> Plan {
    Plan::of(&PlanBuilder::full(4).tick(1).start(2))
}

#[test]
fn h8_a_refining_is_applied_once() {
    let plan = plan();
    let file = file(&plan);
    let refine = || run(&["refine", plan.path(), &file, "--format", "json"]);
    let ran = refine();
    let json = ran.json();
    assert_eq!((ran.code, json["outcome"].as_str()), (0, Some("applied")));
    assert_eq!(run(&["check", plan.path()]).code, 0);
    assert_eq!(refine().json()["outcome"], "unchanged");
    let resumed = run(&["refine", plan.path(), "--resume"]);
    assert_eq!(
        (resumed.code, resumed.out.as_str()),
        (0, "PLAN_invoice_export: nothing to refine\n")
    );
    std::fs::write(&file, "{}").unwrap();
    let refused = refine();
    assert_eq!(
        (refused.code, refused.json()["code"].as_str()),
        (1, Some("refine-malformed"))
    );
    assert_eq!(run(&["refine", plan.path()]).code, 2);
    assert_eq!(run(&["refine", plan.path(), "no-such-file"]).code, 2);
}
