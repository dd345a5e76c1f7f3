//! H8: the file of a refining: what it may say, and what only notes.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, diff};
use plan_testkit::PlanBuilder;
use plan_update::{RefineOutcome, Refinement, RefusalCode, refine};
use serde_json::{Value, json};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";
fn task(title: &str) -> Value {
    json!({
        "title": title, "context": "The export.", "goal": format!("{title} is done."),
        "touched_surface": {"surface": ["`src/new.rs`"], "risk": "isolated"},
        "instructions": "1. Do it.", "acceptance_criteria": [format!("{title} works.")],
        "validation": [format!("cargo test -p {}", title.to_lowercase())],
    })
}

fn file(changes: &Value) -> String {
    json!({
        "schema": "urn:planwright:schema:refine:v1", "observed": "the driver is slow",
        "reason": "it has to be measured first", "authority": "user", "changes": changes,
    })
    .to_string()
}

fn read(changes: &Value) -> Refinement {
    Refinement::read(&file(changes)).unwrap()
}

fn applied(plan: &Plan, changes: &Value) -> Vec<String> {
    match refine(&plan.dir, Some(&read(changes)), &at(NOW)).unwrap() {
        RefineOutcome::Applied { files, .. } => files,
        other => panic!("{other:?}"),
    }
}

fn full() -> PlanBuilder {
    PlanBuilder::full(4).tick(1).start(2)
}

/// E10: what was approved follows the numbers; what is new needs the user.
#[test]
fn e10_an_approved_plan_needs_the_user_for_new_tasks() {
    let plan = Plan::of(
        &PlanBuilder::full(4)
            .edit("state.json", "\"approved\"", "\"pending\"")
            .edit("README.md", "Approval: approved", "Approval: pending"),
    );
    let consent = plan_update::Consent {
        by: "Ana".into(),
        words: "Go.".into(),
        trust: false,
        unattended: false,
    };
    let _ = plan_update::approve(&plan.dir, &consent, &at("2026-03-03T08:00:00Z")).unwrap();
    let changes = json!([{"add": {"after": 2, "task": task("Measure")}}]);
    let agent = file(&changes).replace("\"authority\":\"user\"", "\"authority\":\"evidence\"");
    let outcome = refine(
        &plan.dir,
        Some(&Refinement::read(&agent).unwrap()),
        &at(NOW),
    )
    .unwrap();
    assert!(
        matches!(outcome, RefineOutcome::Refused(refusal) if refusal.code == RefusalCode::RefineForbidden)
    );
    let _ = applied(&plan, &changes);
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

/// H8, H10: discovered work is only noted.
#[test]
fn h8_discovered_work_is_noted() {
    let plan = Plan::of(&full());
    let old = plan.files();
    let text = json!({
        "schema": "urn:planwright:schema:refine:v1", "observed": "two", "reason": "later",
        "authority": "developer", "discovered": ["measure the driver", "drop the cache"],
    });
    let refinement = Refinement::read(&text.to_string()).unwrap();
    let outcome = refine(&plan.dir, Some(&refinement), &at(NOW)).unwrap();
    assert!(
        matches!(&outcome, RefineOutcome::Applied { files, .. } if files == &["PROGRESS.md"]),
        "{outcome:?}"
    );
    insta::assert_snapshot!("discovered", diff(&old, &plan.files()));
    let again = refine(&plan.dir, Some(&refinement), &at(LATER)).unwrap();
    assert!(matches!(again, RefineOutcome::Unchanged), "{again:?}");
}

#[test]
fn h8_a_file_that_is_no_refining_is_refused() {
    let whole: Value = serde_json::from_str(&file(
        &json!([{"add": {"after": 2, "task": task("Measure")}}]),
    ))
    .unwrap();
    let key = format!("AKIA{}", "Q7RZ2M4KTX9WB6HD");
    let with = |path: &str, value: Value| {
        let mut text = whole.clone();
        *text.pointer_mut(path).unwrap() = value;
        text.to_string()
    };
    let cases = [
        ("{".to_owned(), RefusalCode::RefineMalformed),
        (
            with("/schema", json!("other")),
            RefusalCode::RefineMalformed,
        ),
        (with("/changes", json!([])), RefusalCode::RefineMalformed),
        (
            with("/authority", json!("me")),
            RefusalCode::RefineMalformed,
        ),
        (with("/reason", json!("")), RefusalCode::RefineMalformed),
        (with("/reason", json!("a\nb")), RefusalCode::NotSingleLine),
        (with("/reason", json!(key)), RefusalCode::Credential),
        (
            with("/changes/0/add/task/acceptance_criteria", json!([])),
            RefusalCode::RefineMalformed,
        ),
        (
            with("/changes/0/add/task/title", json!("Final Review")),
            RefusalCode::RefineMalformed,
        ),
        (
            with("/changes/0/add/task/context", json!(key)),
            RefusalCode::RefineMalformed,
        ),
        (
            with(
                "/changes/0",
                json!({"split": {"task": 2, "into": [task("One")]}}),
            ),
            RefusalCode::RefineMalformed,
        ),
        (
            with("/changes/0", json!({"drop": {"task": 2}})),
            RefusalCode::RefineMalformed,
        ),
    ];
    for (text, code) in cases {
        let refusal = Refinement::read(&text).unwrap_err();
        assert_eq!(refusal.code, code, "{text}: {refusal:?}");
        assert!(!refusal.message.contains(&key), "{refusal:?}");
    }
    assert!(Refinement::read(&whole.to_string()).is_ok());
}
