//! `dwp refine`: its answers, and kills inside its writes (H8).

use plan_guard::Step;
use plan_testkit::PlanBuilder;

use crate::complete::break_lock;
use crate::run::{Plan, Ran, dwp, run};

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

#[test]
fn h8_a_kill_at_any_step_is_finished() {
    let reference = plan();
    assert_eq!(
        run(&["refine", reference.path(), &file(&reference)]).code,
        0
    );
    let names = reference.names();
    let own = ["refine-mark", "refine-file", "refine-unmark"];
    let inner = Step::ALL.iter().map(|step| step.name()).chain(own);
    let mut killed = 0;
    for (step, nth) in inner.flat_map(|step| [1, 2, 4, 8].map(move |nth| (step, nth))) {
        let plan = plan();
        let file = file(&plan);
        let mut command = dwp();
        command
            .env("PLANWRIGHT_PROBE", format!("kill:{step}:{nth}"))
            .args(["refine", plan.path(), &file]);
        if Ran::of(command.output().unwrap()).code != -1 {
            continue;
        }
        killed += 1;
        break_lock(&plan);
        let again = run(&["refine", plan.path(), &file]);
        assert_eq!(again.code, 0, "{step}:{nth}: {}", again.err);
        assert_eq!(run(&["check", plan.path()]).code, 0, "{step}:{nth}");
        assert_eq!(plan.names(), names, "{step}:{nth}: litter");
        let told = plan
            .file("PROGRESS.md")
            .matches("the plan is refined")
            .count();
        assert_eq!(told, 1, "{step}:{nth}");
    }
    assert!(killed >= 30, "the probe was met at {killed} steps only");
}
