//! H8, D12: what new tasks wait for, and prose that names tasks whose numbers change.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, diff, failing};
use plan_testkit::PlanBuilder;
use plan_update::{Mention, RefineOutcome, Refinement, RefusalCode, refine};
use serde_json::{Value, json};

const NOW: &str = "2026-03-03T10:00:00Z";

fn task(title: &str, waits: &Value) -> Value {
    json!({
        "title": title, "context": "The export.", "goal": format!("{title} is done."),
        "touched_surface": {"surface": ["`src/new.rs`"], "risk": "isolated"},
        "instructions": "1. Do it.", "acceptance_criteria": [format!("{title} works.")],
        "validation": [format!("cargo test -p {}", title.to_lowercase())], "depends_on": waits,
    })
}

fn read(changes: &Value) -> Refinement {
    let file = json!({
        "schema": "urn:planwright:schema:refine:v1", "observed": "the driver is slow",
        "reason": "it has to be measured first", "authority": "user", "changes": changes,
    });
    Refinement::read(&file.to_string()).unwrap()
}

fn refined(plan: &Plan, changes: &Value) -> Result<Vec<Mention>, RefusalCode> {
    match refine(&plan.dir, Some(&read(changes)), &at(NOW)).unwrap() {
        RefineOutcome::Applied { mentions, .. } => Ok(mentions),
        RefineOutcome::Refused(refusal) => Err(refusal.code),
        other => panic!("{other:?}"),
    }
}

/// D12: the numbers are those of before, as everywhere in the file, and are written as they are then.
#[test]
fn d12_a_new_task_declares_what_it_waits_for() {
    for (builder, file) in [
        (PlanBuilder::full(4).tick(1), "5.task_measure.md"),
        (PlanBuilder::lite(4).tick(1), "README.md"),
    ] {
        let plan = Plan::of(&builder);
        let changes = json!([
            {"add": {"after": 3, "task": task("Measure", &json!([1, 3]))}},
            {"add": {"after": 1, "task": task("Warm", &json!([1]))}},
        ]);
        assert_eq!(refined(&plan, &changes), Ok(Vec::new()));
        let text = plan.text(file);
        assert!(text.contains("**Depends on:** Task 1, Task 4\n"), "{text}");
        assert_eq!(plan.faults(), [""; 0]);
    }
    let plan = Plan::of(&PlanBuilder::full(4).tick(1));
    let none = json!([{"add": {"after": 2, "task": task("Measure", &json!([]))}}]);
    assert_eq!(refined(&plan, &none), Ok(Vec::new()));
    assert!(
        plan.text("3.task_measure.md")
            .contains("**Depends on:** none\n")
    );
}

#[test]
fn d12_what_a_new_task_waits_for_is_there_and_stays() {
    let plan = Plan::of(&PlanBuilder::full(4).tick(1));
    let old = plan.files();
    for (waits, code) in [
        (json!([9]), RefusalCode::RefineForbidden),
        // Task 4 waits for all before it, and so for the new one.
        (json!([4]), RefusalCode::WouldNotPass),
    ] {
        let changes = json!([{"add": {"after": 2, "task": task("Measure", &waits)}}]);
        assert_eq!(refined(&plan, &changes), Err(code), "{waits}");
    }
    assert_eq!(diff(&old, &plan.files()), "");
    for odd in [json!([0]), json!(["one"]), json!(3)] {
        let changes = json!([{"add": {"after": 2, "task": task("Measure", &odd)}}]);
        let file = json!({
            "schema": "urn:planwright:schema:refine:v1", "observed": "x", "reason": "x",
            "authority": "user", "changes": changes,
        });
        let read = Refinement::read(&file.to_string()).map(|_| ());
        let refused = read.err().map(|refusal| refusal.code);
        let late = json!([0]) == odd;
        let code = if late {
            None
        } else {
            Some(RefusalCode::RefineMalformed)
        };
        assert_eq!(refused, code, "{odd}");
        if late {
            assert_eq!(refined(&plan, &changes), Err(RefusalCode::RefineForbidden));
        }
    }
}

/// H7: prose is left as it is, and told.
#[test]
fn h7_prose_that_names_a_moved_task_is_told_and_left() {
    let plan = Plan::of(
        &PlanBuilder::full(4)
            .edit(
                "README.md",
                "The service has no export.",
                "Task 3 needs Task 1.",
            )
            .edit(
                "4.task_final_review.md",
                "Part of the export.",
                "What task 3 left.",
            ),
    );
    let changes = json!([{"add": {"after": 2, "task": task("Measure", &json!([1]))}}]);
    let mention = |file: &str, line: usize| -> Mention {
        let told = json!({"file": file, "line": line, "task": 3, "now": [4]});
        serde_json::from_value(told).unwrap()
    };
    let told = vec![
        mention("5.task_final_review.md", 5),
        mention("README.md", 17),
    ];
    assert_eq!(refined(&plan, &changes), Ok(told));
    assert!(plan.text("README.md").contains("\nTask 3 needs Task 1.\n"));

    // A refining that is finished later tells the same.
    let plan = Plan::of(&PlanBuilder::full(4).edit(
        "README.md",
        "The service has no export.",
        "Task 3 needs Task 1.",
    ));
    let steps = common::steps_of(&at(NOW), |environment| {
        let other = Plan::of(&PlanBuilder::full(4));
        let _ = refine(&other.dir, Some(&read(&changes)), environment).unwrap();
    });
    let marked = steps
        .iter()
        .rposition(|step| step.name() == "refine-unmark")
        .unwrap();
    let stopped = refine(&plan.dir, Some(&read(&changes)), &failing(&at(NOW), marked));
    assert!(stopped.is_err(), "{stopped:?}");
    match refine(&plan.dir, None, &at(NOW)).unwrap() {
        RefineOutcome::Applied { mentions, .. } => assert_eq!(mentions, [mention("README.md", 17)]),
        other => panic!("{other:?}"),
    }
}
