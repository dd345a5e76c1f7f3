//! H6: a task is completed by one call, in one order, finishable after a stop at any step.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, before, break_lock, diff, failing, steps_of};
use plan_state::TaskStatus;
use plan_testkit::PlanBuilder;
use plan_update::{Completion, CompletionOutcome, GateReport, RefusalCode, Request, complete};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";
const LOG: &str = "Summary: the rows are written.\nSkills disposition: none\n";
fn completion(task: u64) -> Completion {
    let gate = GateReport::parse(&format!("cargo test -p part{task}|0|64 passed in 3s")).unwrap();
    Completion {
        log: Some(LOG.into()),
        ..Completion::new(Request {
            gates: vec![gate],
            ..Request::new(task, TaskStatus::InProgress)
        })
    }
}

fn running() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2)
}

fn refusal(outcome: CompletionOutcome) -> plan_update::Refusal {
    match outcome {
        CompletionOutcome::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

/// H6, H7: each file changes where it must and nowhere else, in the order of the protocol.
#[test]
fn h6_one_call_writes_all_four_in_order() {
    for builder in [running(), PlanBuilder::lite(3).tick(1).start(2)] {
        let plan = Plan::of(&builder);
        let old = plan.files();
        let outcome = complete(&plan.dir, &completion(2), None, &at(NOW)).unwrap();
        let CompletionOutcome::Applied(done) = outcome else {
            panic!("{outcome:?}")
        };
        let record = plan.path().join("2.task_write_part_2.md").exists();
        let order: &[&str] = if record {
            &[
                "2.task_write_part_2.md",
                "README.md",
                "PROGRESS.md",
                "state.json",
            ]
        } else {
            &["README.md", "PROGRESS.md", "state.json"]
        };
        assert_eq!(done.written, order);
        assert_eq!(done.open_criteria, ["Part 2 has one row an invoice."]);
        assert_eq!((done.summary.completed, done.summary.total), (2, 3));
        assert_eq!(plan.faults(), Vec::<&str>::new());
        let name = if record { "full" } else { "lite" };
        insta::with_settings!({snapshot_suffix => name}, {
            insta::assert_snapshot!("complete", diff(&old, &plan.files()));
        });
    }
}

/// H6: repeated after a stop at any step, it finishes what is missing and repeats nothing.
#[test]
fn h6_a_stop_at_any_step_is_finished_by_the_same_call() {
    let lite = PlanBuilder::lite(3).tick(1).start(2);
    for builder in [running(), lite] {
        let reference = Plan::of(&builder);
        let steps = steps_of(&at(NOW), |environment| {
            let _ = complete(&reference.dir, &completion(2), None, environment).unwrap();
        });
        assert!(steps.len() > 30, "{}", steps.len());
        let wanted = reference.files();
        for (nth, step) in steps.iter().enumerate() {
            let plan = Plan::of(&builder);
            let stopped = complete(&plan.dir, &completion(2), None, &failing(&at(NOW), nth));
            break_lock(&plan);
            let outcome = complete(&plan.dir, &completion(2), None, &at(LATER)).unwrap();
            assert!(
                matches!(
                    outcome,
                    CompletionOutcome::Applied(_) | CompletionOutcome::Unchanged(_)
                ),
                "{nth} {step:?}: {stopped:?} {outcome:?}"
            );
            let mut files = plan.files();
            for text in files.values_mut() {
                *text = text.replace(LATER, NOW);
            }
            assert_eq!(diff(&wanted, &files), "", "{nth} {step:?}");
            let again = complete(&plan.dir, &completion(2), None, &at(LATER)).unwrap();
            assert!(
                matches!(again, CompletionOutcome::Unchanged(_)),
                "{again:?}"
            );
        }
    }
}

/// H6: what another call writes between the stop and the repetition costs no second entry.
#[test]
fn h6_an_entry_left_by_a_stop_is_known_by_what_it_says() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let probe = failing_before(&plan, "complete-state");
    assert!(complete(&plan.dir, &completion(2), None, &probe).is_err());
    break_lock(&plan);
    let noted = Request {
        gates: completion(2).request.gates,
        ..Request::new(2, TaskStatus::InProgress)
    };
    let _ = plan_update::update(&plan.dir, &noted, None, &at("2026-03-03T10:30:00Z")).unwrap();
    let _ = complete(&plan.dir, &completion(2), None, &at(LATER)).unwrap();
    assert_eq!(plan.text("PROGRESS.md").matches("— Task 2:").count(), 1);
}

fn failing_before(plan: &Plan, step: &'static str) -> plan_update::Environment {
    let twin = Plan::of(&running());
    let steps = steps_of(&at(NOW), |environment| {
        let _ = complete(&twin.dir, &completion(2), None, environment).unwrap();
    });
    let nth = steps.iter().position(|met| met.name() == step).unwrap();
    assert!(plan.path().exists());
    failing(&at(NOW), nth)
}

/// D3, E, B12: refused cases write nothing.
#[test]
fn h6_refusals_write_nothing() {
    let bare = Completion::new(Request::new(2, TaskStatus::Completed));
    let logged = |log: &str| Completion {
        log: Some(log.into()),
        ..completion(2)
    };
    let key = format!(
        "Summary: AKIA{}\nSkills disposition: none\n",
        "Q7RZ2M4KTX9WB6HD"
    );
    let not_run = GateReport::parse("cargo test -p part2|0|never ran, no display").unwrap();
    let cases = [
        (
            Completion {
                log: Some(LOG.into()),
                ..bare.clone()
            },
            RefusalCode::MissingEvidence,
        ),
        (
            Completion {
                request: Request {
                    gates: vec![not_run],
                    ..completion(2).request
                },
                ..completion(2)
            },
            RefusalCode::EvidenceNotRun,
        ),
        (
            Completion {
                log: None,
                ..completion(2)
            },
            RefusalCode::LogUnfit,
        ),
        (logged("Skills disposition: none\n"), RefusalCode::LogUnfit),
        (
            logged("Summary: x\nSkills disposition: TBD\n"),
            RefusalCode::LogUnfit,
        ),
        (
            logged("Status: pending\nSummary: x\nSkills disposition: none\n"),
            RefusalCode::LogUnfit,
        ),
        (
            logged("Summary: x\nSkills disposition: none\n\n## Notes\n\nx\n"),
            RefusalCode::LogUnfit,
        ),
        (
            logged("Summary: x\nSkills disposition: none\nFollow-up: TODO\n"),
            RefusalCode::WouldNotPass,
        ),
        (logged(&key), RefusalCode::Credential),
        (completion(9), RefusalCode::TaskUnknown),
        (completion(3), RefusalCode::DependencyOpen),
    ];
    for (case, code) in cases {
        let plan = Plan::of(&running());
        let old = plan.files();
        let outcome = complete(&plan.dir, &case, None, &at(NOW)).unwrap();
        assert!(matches!(outcome, CompletionOutcome::Refused(_)), "{case:?}");
        let refusal = refusal(outcome);
        assert_eq!(refusal.code, code, "{case:?}: {refusal:?}");
        assert!(!refusal.message.contains("AKIA"), "{refusal:?}");
        assert_eq!(diff(&old, &plan.files()), "", "{case:?}");
    }
}

/// A log that is filled in needs no text; its own time and words stay.
#[test]
fn h6_a_filled_log_is_kept_as_it_is() {
    let filled = "Status: completed\nTimestamp: 2026-03-03T09:00:00Z\nSummary: mine.\n\nProse.\n\nSkills disposition: none\n";
    let plan = Plan::of(&running().edit("2.task_write_part_2.md", "Status: pending\n", filled));
    let outcome = complete(
        &plan.dir,
        &Completion {
            log: None,
            ..completion(2)
        },
        None,
        &at(NOW),
    )
    .unwrap();
    assert!(matches!(&outcome, CompletionOutcome::Applied(done) if done.written[0] == "README.md"));
    assert!(plan.text("2.task_write_part_2.md").ends_with(filled));
}

/// What is given is placed field by field; what stands in the log besides stays.
#[test]
fn h7_a_log_is_placed_without_losing_what_stands_there() {
    let template =
        "- **Status:** pending\r\n- **Timestamp:**\r\n- **Summary:**\r\n- **Owner:** Ana\r\n";
    let text = "## Completion & Log\n\n**Summary:** two passes.\n\n- one\n- two\n\nSkills disposition: none\n\nSeen in review.\n";
    let plan = Plan::of(&running());
    let record = plan.text("2.task_write_part_2.md").replace('\n', "\r\n");
    plan.write(
        "2.task_write_part_2.md",
        &record.replace("Status: pending\r\n", template),
    );
    let case = Completion {
        log: Some(text.into()),
        ..completion(2)
    };
    let outcome = complete(&plan.dir, &case, None, &at(NOW)).unwrap();
    assert!(
        matches!(outcome, CompletionOutcome::Applied(_)),
        "{outcome:?}"
    );
    let record = plan.text("2.task_write_part_2.md");
    assert_eq!(
        record.matches('\n').count(),
        record.matches("\r\n").count(),
        "line endings"
    );
    let log = record
        .split("Completion & Log")
        .nth(1)
        .unwrap()
        .replace('\r', "");
    insta::assert_snapshot!(log);
    let again = complete(&plan.dir, &case, None, &at(LATER)).unwrap();
    assert!(
        matches!(again, CompletionOutcome::Unchanged(_)),
        "{again:?}"
    );
}

/// E7: criteria are ticked on the caller's word alone, and an amended one is not.
#[test]
fn e7_criteria_are_ticked_on_the_callers_word_only() {
    let plan = Plan::of(&running());
    let case = Completion {
        criteria_met: true,
        ..completion(2)
    };
    let outcome = complete(&plan.dir, &case, None, &at(NOW)).unwrap();
    let CompletionOutcome::Applied(done) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(done.open_criteria.is_empty());
    let record = plan.text("2.task_write_part_2.md");
    assert!(record.contains("- [x] Part 2 has one row an invoice."));
    assert!(
        record.contains("- [ ] Validated."),
        "the checklist is nobody's criterion"
    );
}

/// A file that changes under the call is a conflict, not a lost edit.
#[test]
fn d9_a_page_that_moves_is_a_conflict() {
    for (step, file) in [
        ("complete-record", "2.task_write_part_2.md"),
        ("complete-readme", "README.md"),
        ("complete-progress", "PROGRESS.md"),
        ("complete-state", "state.json"),
    ] {
        let plan = Plan::of(&running());
        let path = plan.path().join(file);
        let environment = before(&at(NOW), step, move || {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text + "\n").unwrap();
        });
        let outcome = complete(&plan.dir, &completion(2), None, &environment).unwrap();
        let CompletionOutcome::Conflict { conflict, .. } = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(conflict.code(), "stale-snapshot", "{file}");
        assert!(
            plan.text(file).ends_with("\n\n") || file == "state.json",
            "{file}"
        );
        let again = complete(&plan.dir, &completion(2), None, &at(LATER)).unwrap();
        assert!(matches!(again, CompletionOutcome::Applied(_)), "{again:?}");
    }
}

/// A completed state whose Markdown was never brought up to date is finished by the call.
#[test]
fn h6_what_an_update_left_undone_is_finished() {
    let plan = Plan::of(&running());
    let request = completion(2).request;
    let _ = plan_update::update(&plan.dir, &request, None, &at(NOW)).unwrap();
    assert!(!plan.faults().is_empty());
    let outcome = complete(&plan.dir, &completion(2), None, &at(LATER)).unwrap();
    assert!(matches!(&outcome, CompletionOutcome::Applied(done) if done.written.len() == 3));
    assert_eq!(plan.faults(), Vec::<&str>::new());
}

/// B12: what stands in a log by hand is not carried into PROGRESS.md.
#[test]
fn b12_a_credential_in_a_hand_written_log_is_not_copied() {
    let plan = Plan::of(&running());
    let key = format!("AKIA{}", "Q7RZ2M4KTX9WB6HD");
    let name = "2.task_write_part_2.md";
    let given = completion(2);
    let filled = LOG.replacen("Summary: ", &format!("Summary: used {key}, "), 1);
    let record = plan.text(name);
    let at_end = record
        .find("Status: in progress")
        .or(record.rfind("Status:"))
        .unwrap();
    std::fs::write(
        plan.path().join(name),
        format!("{}{filled}", &record[..at_end]),
    )
    .unwrap();
    let before = plan.files();
    let by_hand = Completion { log: None, ..given };
    let refusal = refusal(complete(&plan.dir, &by_hand, None, &at(NOW)).unwrap());
    assert_eq!(refusal.code, RefusalCode::Credential, "{refusal:?}");
    assert!(refusal.message.contains("PROGRESS.md"), "{refusal:?}");
    assert!(!refusal.message.contains(&key), "{refusal:?}");
    assert_eq!(plan.files(), before);
}
