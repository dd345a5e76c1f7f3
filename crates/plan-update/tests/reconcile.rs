//! H2: the state made anew from the Markdown, with nothing invented.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, before, break_lock, diff, failing, steps_of};
use plan_testkit::PlanBuilder;
use plan_update::{GitCommit, ReconcileOutcome, Reconciliation, RefusalCode, reconcile};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";
fn running() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2)
}

/// The README unticks task 1, which the state has completed.
fn unticked() -> PlanBuilder {
    running()
        .edit("README.md", "- [x] Task 1", "- [ ] Task 1")
        .edit("README.md", "1/3 completed", "0/3 completed")
        .edit(
            "1.task_write_part_1.md",
            "Status: completed",
            "Status: in progress",
        )
}

/// The README ticks task 2, for which the state has a passing record.
fn ticked_with(evidence: &str) -> PlanBuilder {
    let gate = format!(
        "\"started_at\": \"2026-03-02T10:00:00Z\",\n      \"gates\": [{{\"command\": \"cargo test -p part2\", \"passes\": true, \"exit_code\": 0, \"last_run\": \"2026-03-02T12:00:00Z\", \"evidence\": \"{evidence}\"}}]"
    );
    running()
        .edit("README.md", "- [ ] Task 2", "- [x] Task 2")
        .edit("README.md", "1/3 completed", "2/3 completed")
        .edit("2.task_write_part_2.md", "Status: pending", "Status: completed\nTimestamp: 2026-03-02T12:30:00Z\nSummary: done.\nSkills disposition: none")
        .edit("state.json", "\"started_at\": \"2026-03-02T10:00:00Z\",\n      \"gates\": []", &gate)
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

#[test]
fn h2_a_plan_that_agrees_is_left_alone() {
    for builder in [
        running(),
        PlanBuilder::full(3),
        PlanBuilder::lite(3).tick(1).start(2),
        PlanBuilder::full(3).complete(),
        PlanBuilder::legacy(3).tick(1).start(2),
        PlanBuilder::full(3).tick(1).block(2),
    ] {
        let plan = Plan::of(&builder);
        let outcome = shown(&plan, &[]);
        assert!(
            matches!(outcome, ReconcileOutcome::Nothing(_)),
            "{outcome:?}"
        );
        let written = reconcile(&plan.dir, &[], true, &at(NOW)).unwrap();
        assert!(
            matches!(written, ReconcileOutcome::Nothing(_)),
            "{written:?}"
        );
    }
}

/// H2, A3: unticked wins over completed; the records stay as history.
#[test]
fn h2_an_unticked_task_goes_back_to_in_progress() {
    let plan = Plan::of(&unticked());
    assert!(matches!(shown(&plan, &[]), ReconcileOutcome::Shown(_)));
    let old = plan.files();
    let said = apply(&plan);
    insta::assert_snapshot!("unticked", format!("{said}\n{}", diff(&old, &plan.files())));
    settled(&plan);
}

/// H2, D4: a receipt does not outlive the completion that it speaks of.
#[test]
fn h2_an_unticked_completed_plan_loses_its_receipt() {
    let plan = Plan::of(&PlanBuilder::full(3).complete());
    plan.edit("README.md", "- [x] Task 2", "- [ ] Task 2");
    plan.edit("README.md", "3/3", "2/3");
    plan.edit(
        "2.task_write_part_2.md",
        "Status: completed",
        "Status: in progress",
    );
    let _ = apply(&plan);
    assert!(
        plan.path()
            .join("analysis_results/FINALIZATION.1.json")
            .exists()
    );
    settled(&plan);
}

/// H2: ticked counts where the evidence meets C5 and E; the times come from what is on record.
#[test]
fn h2_a_ticked_task_is_completed_on_its_evidence() {
    let plan = Plan::of(&ticked_with("64 passed in 3s"));
    let commits = [
        GitCommit {
            hash: "0a1b2c3d4e5f".into(),
            subject: "Write: Task 2 of PLAN_invoice_export".into(),
        },
        GitCommit {
            hash: "1111111".into(),
            subject: "Older: Task 2 of PLAN_invoice_export".into(),
        },
        GitCommit {
            hash: "2222222".into(),
            subject: "Task 3 of PLAN_invoice_export".into(),
        },
    ];
    let outcome = reconcile(&plan.dir, &commits, true, &at(NOW)).unwrap();
    let ReconcileOutcome::Applied { reconciliation, .. } = outcome else {
        panic!("{outcome:?}")
    };
    let state: serde_json::Value = serde_json::from_str(&plan.text("state.json")).unwrap();
    assert_eq!(state["tasks"][1]["status"], "completed");
    assert_eq!(state["tasks"][1]["completed_at"], "2026-03-02T12:30:00Z");
    assert_eq!(state["tasks"][1]["commit"], "0a1b2c3d4e5f");
    assert!(
        reconciliation
            .notes
            .iter()
            .any(|note| note.contains("2222222")),
        "{reconciliation:?}"
    );
    // The fixture has no entry for task 2: that is an advisory, and nothing that reconciling invents.
    settled(&plan);
}

/// H2: what is missing is listed, with the code of the rule that it breaks.
#[test]
fn h2_a_ticked_task_without_evidence_stops_everything() {
    let none = running()
        .edit("README.md", "- [ ] Task 2", "- [x] Task 2")
        .edit("README.md", "1/3 completed", "2/3 completed");
    assert_eq!(
        unsettled(&none),
        [(
            Some(2),
            "missing-evidence",
            vec!["cargo test -p part2".to_owned()]
        )]
    );
    for (evidence, code) in [
        ("running 0 tests; ok", "evidence-zero-selection"),
        ("never ran", "evidence-not-run"),
        (
            "64 passed; log=analysis_results/none.log",
            "evidence-log-pointer",
        ),
        ("invalidated by refine: A1; 64 passed", "missing-evidence"),
    ] {
        assert_eq!(unsettled(&ticked_with(evidence))[0].1, code, "{evidence}");
    }
    let asks = ticked_with("64 passed").edit(
        "2.task_write_part_2.md",
        "- [ ] Part 2 has one row an invoice.",
        "- [ ] Human approval: the copy is fine.",
    );
    assert_eq!(unsettled(&asks)[0].1, "human-approval-missing");
    let other = ticked_with("64 passed").edit(
        "2.task_write_part_2.md",
        "cargo test -p part2",
        "cargo test -p all",
    );
    assert_eq!(unsettled(&other)[0].2, ["cargo test -p all"]);
}

/// H2: a settled change is not applied beside one that is open.
#[test]
fn h2_all_or_nothing() {
    let both = unticked().edit("README.md", "- [ ] Task 2", "- [x] Task 2");
    assert_eq!(unsettled(&both).len(), 1);
}

/// D7: a reconciled plan that is complete goes through the finalizer.
#[test]
fn d7_a_completed_plan_is_published() {
    let drifted = PlanBuilder::full(3).complete().without_receipt().edit(
        "state.json",
        "\"status\": \"completed\",\n  \"completed_count\": 3",
        "\"status\": \"in_progress\",\n  \"completed_count\": 2",
    );
    let state = drifted.files()["state.json"].clone();
    let at = state.rfind("\"status\": \"completed\"").unwrap();
    let state = format!(
        "{}\"status\": \"in_progress\"{}",
        &state[..at],
        &state[at + 21..]
    );
    let plan = Plan::of(&drifted.clone().write("state.json", &state));
    let _ = apply(&plan);
    assert!(
        plan.path()
            .join("analysis_results/FINALIZATION.json")
            .exists()
    );
    settled(&plan);
    let bare = Plan::of(
        &drifted
            .write("state.json", &state)
            .remove("analysis_results/SECURITY_REVIEW.md"),
    );
    let old = bare.files();
    let outcome = reconcile(&bare.dir, &[], true, &common::at(NOW)).unwrap();
    assert!(
        matches!(outcome, ReconcileOutcome::Unpublished { .. }),
        "{outcome:?}"
    );
    assert_eq!(diff(&old, &bare.files()), "");
}

#[test]
fn h2_some_plans_are_not_to_be_reconciled() {
    for (builder, code) in [
        (
            running().write(".finalizing.json", "{}"),
            RefusalCode::FinalizationInterrupted,
        ),
        (
            running().write("contract.json", "{}"),
            RefusalCode::SchemaUnknown,
        ),
        (
            PlanBuilder::lite(3)
                .edit(
                    "state.json",
                    "\"materialization\": \"ready\"",
                    "\"materialization\": \"promoting\"",
                )
                .edit(
                    "state.json",
                    "\"promotion\": null",
                    "\"promotion\": {\"from\": \"lite\", \"to\": \"full\", \"phase\": \"intent\"}",
                ),
            RefusalCode::PlanNotReady,
        ),
    ] {
        let plan = Plan::of(&builder);
        let outcome = reconcile(&plan.dir, &[], true, &at(NOW)).unwrap();
        let ReconcileOutcome::Refused(refusal) = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(refusal.code, code);
    }
}

/// H2, H10: stopped at any step and repeated, it is told once and done once.
#[test]
fn h2_a_stop_at_any_step_is_finished_by_the_same_call() {
    let reference = Plan::of(&unticked());
    let steps = steps_of(&at(NOW), |environment| {
        let _ = reconcile(&reference.dir, &[], true, environment).unwrap();
    });
    for (nth, step) in steps.iter().enumerate() {
        let plan = Plan::of(&unticked());
        let _ = reconcile(&plan.dir, &[], true, &failing(&at(NOW), nth));
        break_lock(&plan);
        let _ = reconcile(&plan.dir, &[], true, &at(LATER)).unwrap();
        let progress = plan.text("PROGRESS.md");
        assert_eq!(progress.matches("— Reconciliation").count(), 1, "{step:?}");
        settled(&plan);
    }
}

/// H10: the same drift after a reconciliation is another reconciliation.
#[test]
fn h10_the_same_drift_again_is_told_again() {
    let plan = Plan::of(&running());
    let wrong = |plan: &Plan| {
        let text = plan.text("state.json");
        plan.write(
            "state.json",
            &text.replace("\"completed_count\": 1", "\"completed_count\": 2"),
        );
    };
    wrong(&plan);
    let _ = apply(&plan);
    wrong(&plan);
    let _ = reconcile(&plan.dir, &[], true, &at(LATER)).unwrap();
    assert_eq!(
        plan.text("PROGRESS.md").matches("— Reconciliation").count(),
        2
    );
}

/// D9: a state that moves under the call is a conflict.
#[test]
fn d9_a_file_that_moves_is_a_conflict() {
    for (step, file) in [
        ("reconcile-progress", "PROGRESS.md"),
        ("reconcile-state", "state.json"),
    ] {
        let plan = Plan::of(&unticked());
        let path = plan.path().join(file);
        let environment = before(&at(NOW), step, move || {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text + "\n").unwrap();
        });
        let outcome = reconcile(&plan.dir, &[], true, &environment).unwrap();
        assert!(
            matches!(outcome, ReconcileOutcome::Conflict(_)),
            "{outcome:?}"
        );
    }
}
