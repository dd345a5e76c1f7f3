//! H2: states that are lost, break their shape or their contract, or list other tasks.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, diff};
use plan_testkit::PlanBuilder;
use plan_update::{ChangeKind, GitCommit, ReconcileOutcome, Reconciliation, reconcile};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";
fn running() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2)
}

fn shown(plan: &Plan, commits: &[GitCommit]) -> ReconcileOutcome {
    let old = plan.files();
    let outcome = reconcile(&plan.dir, commits, false, &at(NOW)).unwrap();
    assert_eq!(diff(&old, &plan.files()), "", "showing writes nothing");
    outcome
}

fn apply(plan: &Plan) -> Reconciliation {
    match reconcile(&plan.dir, &[], true, &at(NOW)).unwrap() {
        ReconcileOutcome::Applied { reconciliation, .. } => reconciliation,
        other => panic!("{other:?}"),
    }
}

fn settled(plan: &Plan) {
    let again = reconcile(&plan.dir, &[], true, &at(LATER)).unwrap();
    assert!(matches!(again, ReconcileOutcome::Nothing(_)), "{again:?}");
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

fn unsettled(builder: &PlanBuilder) -> Vec<(Option<u64>, &'static str, Vec<String>)> {
    let plan = Plan::of(builder);
    let old = plan.files();
    let outcome = reconcile(&plan.dir, &[], true, &at(NOW)).unwrap();
    let ReconcileOutcome::Unsettled(said) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        diff(&old, &plan.files()),
        "",
        "nothing is written while anything is open"
    );
    said.unsettled
        .into_iter()
        .map(|open| (open.task, open.code, open.commands))
        .collect()
}

/// D3, H2: a state that breaks its contract is made whole from what can be read.
#[test]
fn h2_a_contract_breaking_state_is_repaired() {
    for (from, to, kind) in [
        (
            "\"completed_count\": 1",
            "\"completed_count\": 2",
            ChangeKind::Counts,
        ),
        (
            "\"status\": \"in_progress\",\n  \"completed",
            "\"status\": \"pending\",\n  \"completed",
            ChangeKind::Counts,
        ),
        (
            "\"plan\": \"PLAN_invoice_export\"",
            "\"plan\": \"PLAN_other_name\"",
            ChangeKind::Plan,
        ),
        (
            "\"title\": \"Write part 2\"",
            "\"title\": \"Another\"",
            ChangeKind::Identity,
        ),
        (
            "\"value\": \"2.task_write_part_2.md\"",
            "\"value\": \"2.task_gone.md\"",
            ChangeKind::Identity,
        ),
        ("\"task\": 2,", "\"task\": 9,", ChangeKind::Checkpoint),
        (
            "\"completed_at\": \"2026-03-02T10:01:00Z\",",
            "",
            ChangeKind::Trace,
        ),
        (
            "\"blocked\": null",
            "\"blocked\": {\"task\": 1, \"reason\": \"x\", \"since\": \"2026-03-02T10:00:00Z\"}",
            ChangeKind::Blocker,
        ),
        (
            "\"blocked\": null",
            "\"blocked\": {\"task\": 2, \"reason\": \"x\", \"since\": \"2026-03-02T10:00:00Z\"}",
            ChangeKind::Status,
        ),
        (
            "\"status\": \"in_progress\",\n      \"started_at\"",
            "\"status\": \"blocked\",\n      \"started_at\"",
            ChangeKind::Status,
        ),
        (
            "\"status\": \"pending\",\n      \"gates\"",
            "\"status\": \"skipped\",\n      \"gates\"",
            ChangeKind::Status,
        ),
    ] {
        let plan = Plan::of(&running().edit("state.json", from, to));
        let said = apply(&plan);
        assert!(
            said.changes.iter().any(|change| change.kind == kind),
            "{to}: {said}"
        );
        assert_eq!(plan.faults(), Vec::<&str>::new(), "{to}: {said}");
        let again = reconcile(&plan.dir, &[], true, &at(LATER)).unwrap();
        assert!(
            matches!(again, ReconcileOutcome::Nothing(_)),
            "{to}: {again:?}"
        );
        assert!(
            plan.text("PROGRESS.md")
                .contains(&format!("## {NOW} — Reconciliation"))
        );
    }
}

/// H2: tasks of the README that the state lacks are added, idle ones that only it has are dropped.
#[test]
fn h2_tasks_are_those_of_the_readme() {
    let grown = running()
        .edit("README.md", "Task 3: Final Review — [3.task_final_review.md](./3.task_final_review.md)\n",
            "Task 3: Tell — [3.task_tell.md](./3.task_tell.md)\n- [ ] Task 4: Final Review — [4.task_final_review.md](./4.task_final_review.md)\n")
        .edit("README.md", "1/3 completed", "1/4 completed")
        .write("3.task_tell.md", &PlanBuilder::full(4).files()["3.task_write_part_3.md"].replace("Write part 3", "Tell"))
        .write("4.task_final_review.md", &PlanBuilder::full(4).files()["4.task_final_review.md"])
        .remove("3.task_final_review.md");
    let plan = Plan::of(&grown);
    let said = apply(&plan);
    assert!(
        said.changes
            .iter()
            .any(|c| c.kind == ChangeKind::Task && c.task == Some(4)),
        "{said}"
    );
    settled(&plan);
    // The other way round: the state has a task more.
    let shrunk = PlanBuilder::full(4).tick(1).start(2)
        .edit("README.md", "Task 3: Write part 3 — [3.task_write_part_3.md](./3.task_write_part_3.md)\n- [ ] Task 4: Final Review — [4.task_final_review.md](./4.task_final_review.md)\n",
            "Task 3: Final Review — [3.task_final_review.md](./3.task_final_review.md)\n")
        .edit("README.md", "1/4 completed", "1/3 completed")
        .write("3.task_final_review.md", &PlanBuilder::full(3).files()["3.task_final_review.md"])
        .remove("3.task_write_part_3.md").remove("4.task_final_review.md");
    let plan = Plan::of(&shrunk);
    let said = apply(&plan);
    assert!(
        said.changes
            .iter()
            .any(|c| c.kind == ChangeKind::Task && c.task == Some(4)),
        "{said}"
    );
    settled(&plan);
}

/// H2: a task with records of its own is not dropped.
#[test]
fn h2_a_task_with_records_is_never_dropped() {
    let gone = running()
        .edit(
            "README.md",
            "- [ ] Task 3: Final Review — [3.task_final_review.md](./3.task_final_review.md)\n",
            "",
        )
        .edit("README.md", "1/3 completed", "1/2 completed");
    assert_eq!(unsettled(&gone)[0].1, "task-unlisted");
}

#[test]
fn h2_a_readme_that_cannot_be_told_apart_is_not_guessed_at() {
    for (from, to) in [
        ("Task 2: Write part 2", "Task 4: Write part 2"),
        (
            "- [ ] Task 3: Final",
            "- [x] Task 2: Write part 2\n- [ ] Task 3: Final",
        ),
        ("## Task List", "## Other"),
    ] {
        let codes = match to {
            "## Other" => continue,
            _ => unsettled(&running().edit("README.md", from, to)),
        };
        assert_eq!(codes[0].1, "readme-unreadable", "{to}");
    }
}

/// H2: a state that is gone is made anew, and completed tasks need evidence that nobody has.
#[test]
fn h2_a_missing_state_is_regenerated_without_inventing() {
    for builder in [PlanBuilder::full(3), PlanBuilder::lite(3)] {
        let plan = Plan::of(&builder.clone().remove("state.json"));
        let said = apply(&plan);
        assert_eq!(said.changes[0].kind, ChangeKind::Regenerated);
        settled(&plan);
        let kept = |text: String| {
            let mut state: serde_json::Value = serde_json::from_str(&text).unwrap();
            for member in ["updated_at", "updated_by"] {
                state.as_object_mut().unwrap().remove(member);
            }
            state
        };
        assert_eq!(
            kept(plan.text("state.json")),
            kept(builder.files()["state.json"].clone())
        );
    }
    assert_eq!(
        unsettled(&running().remove("state.json"))[0].1,
        "missing-evidence"
    );
    let legacy = Plan::of(
        &PlanBuilder::legacy(3)
            .remove("state.json")
            .remove("manifest.json"),
    );
    assert!(matches!(shown(&legacy, &[]), ReconcileOutcome::Nothing(_)));
}

/// H2: of a state that breaks its shape, everything is kept that stands for itself.
#[test]
fn h2_a_broken_state_is_salvaged_member_by_member() {
    let broken = running()
        .edit(
            "state.json",
            "\"status\": \"in_progress\",\n  \"completed",
            "\"status\": \"underway\",\n  \"ticket\": {\"id\": 1.50},\n  \"completed",
        )
        .edit(
            "state.json",
            "\"commit\": \"0a10001\",",
            "\"commit\": \"XYZ\",\n      \"mood\": \"good\",",
        )
        .edit(
            "state.json",
            "\"evidence\": \"64 passed in 3.1s, part 1\"\n        }",
            "\"evidence\": \"64 passed in 3.1s, part 1\"\n        }, {\"command\": 5}",
        );
    let plan = Plan::of(&broken);
    let said = apply(&plan);
    let lost: Vec<&str> = said
        .changes
        .iter()
        .filter(|c| c.kind == ChangeKind::Lost)
        .map(|c| c.message.as_str())
        .collect();
    assert_eq!(lost.len(), 2, "{lost:?}");
    let text = plan.text("state.json");
    for kept in [
        "\"ticket\": {\"id\": 1.50}",
        "\"mood\": \"good\"",
        "64 passed in 3.1s",
        "\"worked\": \"one pass\"",
        "\"agent\": \"builder\"",
    ] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    settled(&plan);
    let garbled = Plan::of(&PlanBuilder::full(3).write("state.json", "<<<<<<< HEAD"));
    let said = apply(&garbled);
    assert!(
        said.changes
            .iter()
            .any(|change| change.kind == ChangeKind::Lost),
        "{said}"
    );
    settled(&garbled);
}

/// C5: a completion that README and state agree on, and that no evidence carries, is not settled.
#[test]
fn c5_a_completion_without_evidence_is_not_settled() {
    let failed = running().edit("state.json", "\"passes\": true", "\"passes\": false");
    assert_eq!(unsettled(&failed)[0].1, "contract-evidence");
}
