//! G1–G3: an amendment is judged as the check judges it, appended once, and told.
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
use plan_update::{AmendOutcome, NewAmendment, Outcome, RefusalCode, Request, amend, update};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";

fn deferral() -> NewAmendment {
    NewAmendment {
        task: 1,
        criterion: "Part 1 has one row an invoice.".into(),
        observed: "two rows for a split invoice".into(),
        disposition: "deferred".into(),
        reason: "the split is another task's".into(),
        authority: "user".into(),
        tasks: "Task 1 → Task 2".into(),
        evidence: "invalidated: none; preserved: `cargo test -p part1`".into(),
    }
}

fn running() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2)
}

fn lite() -> PlanBuilder {
    PlanBuilder::lite(3).tick(1).start(2)
}

fn name(outcome: AmendOutcome) -> String {
    match outcome {
        AmendOutcome::Applied(amended) => amended.name,
        other => panic!("{other:?}"),
    }
}

#[test]
fn g1_an_amendment_is_appended_to_its_record_and_told() {
    for (suffix, builder) in [("full", running()), ("lite", lite())] {
        let plan = Plan::of(&builder);
        let old = plan.files();
        assert_eq!(name(amend(&plan.dir, &deferral(), &at(NOW)).unwrap()), "A1");
        insta::with_settings!({snapshot_suffix => suffix}, {
            insta::assert_snapshot!("amend", diff(&old, &plan.files()));
        });
        assert_eq!(plan.faults(), Vec::<&str>::new());
        let files = plan.files();
        let again = amend(&plan.dir, &deferral(), &at(LATER)).unwrap();
        assert!(
            matches!(&again, AmendOutcome::Unchanged(amended) if amended.name == "A1"),
            "{again:?}"
        );
        assert_eq!(diff(&files, &plan.files()), "");
        let second = NewAmendment {
            observed: "three".into(),
            ..deferral()
        };
        assert_eq!(name(amend(&plan.dir, &second, &at(LATER)).unwrap()), "A2");
        assert_eq!(plan.faults(), Vec::<&str>::new());
    }
}

/// G4: it is what a reopening asks for, and it stamps the records that it invalidates.
#[test]
fn g4_an_amendment_lets_a_task_be_reopened() {
    let plan = Plan::of(&running());
    let reopen = Request {
        reopen_reason: Some("A1".into()),
        ..Request::new(1, TaskStatus::InProgress)
    };
    let refused = update(&plan.dir, &reopen, None, &at(NOW)).unwrap();
    assert!(
        matches!(refused, Outcome::Refused(refusal) if refusal.code == RefusalCode::AmendmentMissing)
    );
    let amendment = NewAmendment {
        evidence: "invalidated: `cargo test -p part1`; preserved: none".into(),
        ..deferral()
    };
    let _ = amend(&plan.dir, &amendment, &at(NOW)).unwrap();
    let reopened = update(&plan.dir, &reopen, None, &at(LATER)).unwrap();
    assert!(matches!(reopened, Outcome::Applied(_)), "{reopened:?}");
    assert!(
        plan.text("state.json")
            .to_lowercase()
            .contains("invalidated by refine")
    );
}

#[test]
fn g2_what_would_not_hold_is_not_written() {
    let with = |change: &dyn Fn(&mut NewAmendment)| {
        let mut amendment = deferral();
        change(&mut amendment);
        amendment
    };
    let key = format!("AKIA{}", "Q7RZ2M4KTX9WB6HD");
    let cases = [
        (
            with(&|a| a.criterion = "Part 1 has a row.".into()),
            RefusalCode::CriterionUnknown,
        ),
        (
            with(&|a| a.tasks = "Task 1".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.tasks = "Task 1 → Task 9".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.tasks = "Task 1 → Task 1".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.tasks = "Task 2 → Task 3".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.tasks = "somewhere".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| {
                a.disposition = "removed".into();
                a.authority = "developer".into();
            }),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.disposition = "done".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.authority = "me".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.evidence = "nothing".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.evidence = "invalidated: `cargo tset`; preserved: none".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.reason = " ".into()),
            RefusalCode::AmendmentUnfit,
        ),
        (
            with(&|a| a.reason = "a\nb".into()),
            RefusalCode::NotSingleLine,
        ),
        (
            with(&|a| a.reason.clone_from(&key)),
            RefusalCode::Credential,
        ),
        (with(&|a| a.task = 9), RefusalCode::TaskUnknown),
    ];
    for (case, code) in cases {
        let plan = Plan::of(&running());
        let old = plan.files();
        let outcome = amend(&plan.dir, &case, &at(NOW)).unwrap();
        let AmendOutcome::Refused(refusal) = outcome else {
            panic!("{case:?}: {outcome:?}")
        };
        assert_eq!(refusal.code, code, "{case:?}: {refusal:?}");
        assert!(!refusal.message.contains("AKIA"));
        assert_eq!(diff(&old, &plan.files()), "");
    }
}

/// Near misses of the cases above.
#[test]
fn g2_what_holds_is_taken() {
    for (criterion, disposition, authority, tasks) in [
        (
            "\"Part 1 has one row an invoice.\"",
            "not-executed",
            "evidence",
            "Task 1",
        ),
        (
            "`cargo test -p part1`",
            "gate-failed",
            "developer",
            "Task 1, Task 2",
        ),
        (
            "Write part 1",
            "removed",
            "user — PROGRESS.md: \"leave it\"",
            "Task 1",
        ),
    ] {
        let case = NewAmendment {
            criterion: criterion.into(),
            disposition: disposition.into(),
            authority: authority.into(),
            tasks: tasks.into(),
            ..deferral()
        };
        let plan = Plan::of(&running());
        assert_eq!(name(amend(&plan.dir, &case, &at(NOW)).unwrap()), "A1");
    }
}

/// G3: dates do not go back.
#[test]
fn g3_an_amendment_does_not_go_back_in_time() {
    let plan = Plan::of(&running());
    let _ = amend(&plan.dir, &deferral(), &at(LATER)).unwrap();
    let second = NewAmendment {
        observed: "three".into(),
        ..deferral()
    };
    let outcome = amend(&plan.dir, &second, &at(NOW)).unwrap();
    assert!(
        matches!(outcome, AmendOutcome::Refused(refusal) if refusal.code == RefusalCode::AmendmentUnfit)
    );
}

#[test]
fn g1_a_stop_at_any_step_is_finished_by_the_same_call() {
    for builder in [running(), lite()] {
        let reference = Plan::of(&builder);
        let steps = steps_of(&at(NOW), |environment| {
            let _ = amend(&reference.dir, &deferral(), environment).unwrap();
        });
        for (nth, step) in steps.iter().enumerate() {
            let plan = Plan::of(&builder);
            let _ = amend(&plan.dir, &deferral(), &failing(&at(NOW), nth));
            break_lock(&plan);
            let _ = amend(&plan.dir, &deferral(), &at(LATER)).unwrap();
            let mut files = plan.files();
            files
                .values_mut()
                .for_each(|text| *text = text.replace(LATER, NOW));
            assert_eq!(diff(&reference.files(), &files), "", "{step:?}");
        }
    }
}

#[test]
fn d9_a_file_that_moves_is_a_conflict() {
    for (step, file) in [
        ("amend-record", "1.task_write_part_1.md"),
        ("amend-progress", "PROGRESS.md"),
    ] {
        let plan = Plan::of(&running());
        let path = plan.path().join(file);
        let environment = before(&at(NOW), step, move || {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text + "\n").unwrap();
        });
        let outcome = amend(&plan.dir, &deferral(), &environment).unwrap();
        assert!(matches!(outcome, AmendOutcome::Conflict(_)), "{outcome:?}");
    }
}
