//! H8: what is not done is refined in one call, finishable after a stop at any step.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use std::collections::BTreeMap;

use common::{Plan, at, before, break_lock, diff, failing, steps_of};
use plan_testkit::PlanBuilder;
use plan_update::{
    AmendOutcome, Completion, CompletionOutcome, NewAmendment, RefineOutcome, Refinement,
    RefusalCode, Request, amend, complete, refine,
};
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

fn lite() -> PlanBuilder {
    PlanBuilder::lite(4).tick(1).start(2)
}

/// The user takes a task out of scope.
fn removed(plan: &Plan, task: u64) {
    let amendment = NewAmendment {
        task,
        criterion: format!("Part {task} has one row an invoice."),
        observed: "nobody needs it".into(),
        disposition: "removed".into(),
        reason: "out of scope".into(),
        authority: "user".into(),
        tasks: format!("Task {task}"),
        evidence: "invalidated: none; preserved: none".into(),
    };
    assert!(matches!(
        amend(&plan.dir, &amendment, &at("2026-03-03T09:00:00Z")).unwrap(),
        AmendOutcome::Applied(_)
    ));
}

fn state(plan: &Plan) -> Value {
    serde_json::from_str(&plan.text("state.json")).unwrap()
}

fn titles(plan: &Plan) -> Vec<String> {
    let state = state(plan);
    let tasks = state["tasks"].as_array().unwrap().iter();
    tasks
        .map(|task| format!("{} {}", task["id"], task["title"].as_str().unwrap()))
        .collect()
}

/// H8: README, records, state and PROGRESS.md say the same, and the check finds nothing.
#[test]
fn h8_a_task_is_added() {
    for (suffix, builder) in [("full", full()), ("lite", lite())] {
        let plan = Plan::of(&builder);
        let old = plan.files();
        let _ = applied(
            &plan,
            &json!([{"add": {"after": 2, "task": task("Measure")}}]),
        );
        assert_eq!(
            titles(&plan),
            [
                "1 Write part 1",
                "2 Write part 2",
                "3 Measure",
                "4 Write part 3",
                "5 Final Review"
            ]
        );
        assert_eq!(plan.faults(), Vec::<&str>::new());
        insta::with_settings!({snapshot_suffix => suffix}, {
            let shared = |mut files: BTreeMap<String, String>| {
                files.retain(|name, _| !name.contains(".task_"));
                files
            };
            insta::assert_snapshot!("added", diff(&shared(old), &shared(plan.files())));
        });
        assert!(!plan.path().join(".refining.json").exists());
    }
}

/// H8, C6: it is the way out for a task that was taken out of scope; its record is kept.
#[test]
fn h8_a_task_is_removed_with_its_amendment() {
    for builder in [full(), lite()] {
        let plan = Plan::of(&builder);
        let bare = refine(
            &plan.dir,
            Some(&read(&json!([{"remove": {"task": 3}}]))),
            &at(NOW),
        )
        .unwrap();
        assert!(
            matches!(bare, RefineOutcome::Refused(refusal) if refusal.code == RefusalCode::AmendmentMissing)
        );
        removed(&plan, 3);
        let files = applied(&plan, &json!([{"remove": {"task": 3}}]));
        assert_eq!(
            titles(&plan),
            ["1 Write part 1", "2 Write part 2", "3 Final Review"]
        );
        assert_eq!(plan.faults(), Vec::<&str>::new());
        let kept = plan.text("analysis_results/removed_task_3_20260303T100000Z.md");
        assert!(
            files[0].contains("removed_task_3"),
            "put aside first: {files:?}"
        );
        assert!(
            kept.contains("Amendment A1") && kept.contains("\"id\": 3"),
            "{kept}"
        );
    }
}

#[test]
fn h8_a_skipped_task_is_refined_away_and_the_plan_completed() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1));
    removed(&plan, 2);
    let skip = Request::new(2, plan_state::TaskStatus::Skipped);
    let _ = plan_update::update(&plan.dir, &skip, None, &at(NOW)).unwrap();
    let _ = applied(&plan, &json!([{"remove": {"task": 2}}]));
    plan.write(
        "analysis_results/SECURITY_REVIEW.md",
        "# Security review\n\nNo findings.\n",
    );
    let gate = plan_update::GateReport::parse("cargo test -p part3|0|64 passed").unwrap();
    let completion = Completion {
        log: Some(
            "Summary: reviewed.\nSkills disposition: none\nDocumentation decision: none\n".into(),
        ),
        criteria_met: true,
        ..Completion::new(Request {
            gates: vec![gate],
            ..Request::new(2, plan_state::TaskStatus::Completed)
        })
    };
    let outcome = complete(&plan.dir, &completion, None, &at(LATER)).unwrap();
    assert!(
        matches!(outcome, CompletionOutcome::Applied(_)),
        "{outcome:?}"
    );
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

#[test]
fn h8_a_task_is_split_and_moved() {
    for builder in [full(), lite()] {
        let plan = Plan::of(&builder);
        removed(&plan, 3);
        let changes = json!([
            {"split": {"task": 3, "into": [task("Measure"), task("Tune")]}},
            {"move": {"task": 2, "after": 3}},
        ]);
        let _ = applied(&plan, &changes);
        assert_eq!(
            titles(&plan),
            [
                "1 Write part 1",
                "2 Measure",
                "3 Tune",
                "4 Write part 2",
                "5 Final Review"
            ]
        );
        assert_eq!(plan.faults(), Vec::<&str>::new());
        let state = state(&plan);
        assert_eq!(state["tasks"][3]["status"], "in_progress");
        assert_eq!(
            state["checkpoint"]["task"], 4,
            "the checkpoint goes with its task"
        );
    }
}

/// D12: what a record declares to depend on follows the numbers.
#[test]
fn h8_dependencies_follow_their_tasks() {
    let heading = "# Task 3: Write part 3\n";
    let plan = Plan::of(&full().edit(
        "3.task_write_part_3.md",
        heading,
        &format!("{heading}\n**Depends on:** Task 1, Task 2\n"),
    ));
    let _ = applied(
        &plan,
        &json!([{"add": {"after": 1, "task": task("Measure")}}]),
    );
    assert!(
        plan.text("4.task_write_part_3.md")
            .contains("# Task 4: Write part 3\n\n**Depends on:** Task 1, Task 3\n")
    );
}

#[test]
fn h8_what_is_done_or_named_stays() {
    let new = task("Measure");
    for (changes, code) in [
        (
            json!([{"add": {"after": 0, "task": new}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"add": {"after": 4, "task": new}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"add": {"after": 9, "task": new}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"remove": {"task": 1}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"remove": {"task": 4}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"move": {"task": 1, "after": 2}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"move": {"task": 3, "after": 0}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"remove": {"task": 7}}]),
            RefusalCode::RefineForbidden,
        ),
        (
            json!([{"remove": {"task": 3}}]),
            RefusalCode::AmendmentMissing,
        ),
    ] {
        let plan = Plan::of(&full());
        let old = plan.files();
        let outcome = refine(&plan.dir, Some(&read(&changes)), &at(NOW)).unwrap();
        let RefineOutcome::Refused(refusal) = outcome else {
            panic!("{changes}: {outcome:?}")
        };
        assert_eq!(refusal.code, code, "{changes}: {refusal:?}");
        assert_eq!(diff(&old, &plan.files()), "");
    }
    // G3: an amendment names task 3, whose number would change.
    let plan = Plan::of(&full());
    removed(&plan, 3);
    let outcome = refine(
        &plan.dir,
        Some(&read(
            &json!([{"add": {"after": 2, "task": task("Measure")}}]),
        )),
        &at(NOW),
    )
    .unwrap();
    assert!(
        matches!(outcome, RefineOutcome::Refused(refusal) if refusal.code == RefusalCode::RefineForbidden)
    );
    let _ = applied(
        &plan,
        &json!([{"add": {"after": 3, "task": task("Measure")}}]),
    );
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

/// H8: stopped anywhere, it is finished by the same call, or by one that resumes; nothing else is
/// done with the plan until then.
#[test]
fn h8_a_stop_at_any_step_is_finished() {
    for builder in [PlanBuilder::full(4).tick(1).start(2), lite()] {
        let changes = json!([{"add": {"after": 2, "task": task("Measure")}}]);
        let reference = Plan::of(&builder);
        let steps = steps_of(&at(NOW), |environment| {
            let _ = refine(&reference.dir, Some(&read(&changes)), environment).unwrap();
        });
        let mut marked = 0;
        for (nth, step) in steps.iter().enumerate() {
            let plan = Plan::of(&builder);
            let _ = refine(&plan.dir, Some(&read(&changes)), &failing(&at(NOW), nth));
            break_lock(&plan);
            if plan.path().join(".refining.json").exists() {
                marked += 1;
                let update = Request::new(2, plan_state::TaskStatus::InProgress);
                let refused = plan_update::update(&plan.dir, &update, None, &at(LATER)).unwrap();
                assert!(
                    matches!(refused, plan_update::Outcome::Refused(refusal) if refusal.code == RefusalCode::RefineInterrupted)
                );
                let other = read(&json!([{"add": {"after": 3, "task": task("Other")}}]));
                let refused = refine(&plan.dir, Some(&other), &at(LATER)).unwrap();
                assert!(matches!(refused, RefineOutcome::Refused(_)), "{refused:?}");
                if nth % 2 == 0 {
                    let resumed = refine(&plan.dir, None, &at(LATER)).unwrap();
                    assert!(
                        matches!(resumed, RefineOutcome::Applied { .. }),
                        "{resumed:?}"
                    );
                }
            }
            let _ = refine(&plan.dir, Some(&read(&changes)), &at(LATER)).unwrap();
            let mut files = plan.files();
            files
                .values_mut()
                .for_each(|text| *text = text.replace(LATER, NOW));
            assert_eq!(diff(&reference.files(), &files), "", "{step:?}");
        }
        assert!(marked > 20, "{marked}");
    }
}

/// D9: a file that somebody changed meanwhile stops it, and is not overwritten.
#[test]
fn h8_a_file_that_moved_stops_it() {
    let plan = Plan::of(&full());
    let path = plan.path().join("README.md");
    let environment = before(&at(NOW), "refine-file", move || {
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "\nMine.\n").unwrap();
    });
    let changes = json!([{"add": {"after": 2, "task": task("Measure")}}]);
    let outcome = refine(&plan.dir, Some(&read(&changes)), &environment).unwrap();
    let RefineOutcome::Conflict(conflict) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(conflict.code(), "stale-snapshot");
    assert!(plan.text("README.md").ends_with("\nMine.\n"));
    let text = plan.text("README.md");
    plan.write("README.md", text.strip_suffix("\nMine.\n").unwrap());
    let resumed = refine(&plan.dir, None, &at(LATER)).unwrap();
    assert!(
        matches!(resumed, RefineOutcome::Applied { .. }),
        "{resumed:?}"
    );
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

/// A file that moved is seen before anything more is written, wherever it stands in the order.
#[test]
fn h8_resuming_looks_at_every_file_first() {
    let changes = json!([{"add": {"after": 2, "task": task("Measure")}}]);
    let twin = Plan::of(&full());
    let steps = steps_of(&at(NOW), |environment| {
        let _ = refine(&twin.dir, Some(&read(&changes)), environment).unwrap();
    });
    let nth = steps
        .iter()
        .position(|step| step.name() == "refine-file")
        .unwrap();
    let plan = Plan::of(&full());
    assert!(refine(&plan.dir, Some(&read(&changes)), &failing(&at(NOW), nth)).is_err());
    break_lock(&plan);
    let state = plan.text("state.json");
    plan.write("state.json", &format!("{state}\n"));
    let old = plan.files();
    let outcome = refine(&plan.dir, None, &at(LATER)).unwrap();
    assert!(matches!(outcome, RefineOutcome::Conflict(_)), "{outcome:?}");
    assert_eq!(diff(&old, &plan.files()), "");
}
