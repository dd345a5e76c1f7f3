//! H6, H10: one entry in PROGRESS.md for each completion, however often the call is made.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at};
use plan_state::TaskStatus;
use plan_testkit::PlanBuilder;
use plan_update::{
    AmendOutcome, Completion, CompletionOutcome, GateReport, NewAmendment, Outcome, Request, amend,
    complete, update,
};

fn completion() -> Completion {
    let gate = GateReport::parse("cargo test -p part2|0|64 passed").unwrap();
    Completion {
        log: Some("Summary: written.\nSkills disposition: none\n".into()),
        ..Completion::new(Request {
            gates: vec![gate],
            ..Request::new(2, TaskStatus::Completed)
        })
    }
}

fn completed() -> Plan {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let outcome = complete(&plan.dir, &completion(), None, &at("2026-03-03T10:00:00Z")).unwrap();
    assert!(
        matches!(outcome, CompletionOutcome::Applied(_)),
        "{outcome:?}"
    );
    let amendment = NewAmendment {
        task: 2,
        criterion: "Part 2 has one row an invoice.".into(),
        observed: "two".into(),
        disposition: "not-executed".into(),
        reason: "a new case".into(),
        authority: "user".into(),
        tasks: "Task 2".into(),
        evidence: "invalidated: `cargo test -p part2`; preserved: none".into(),
    };
    let outcome = amend(&plan.dir, &amendment, &at("2026-03-03T11:00:00Z")).unwrap();
    assert!(matches!(outcome, AmendOutcome::Applied(_)), "{outcome:?}");
    plan
}

fn entries(plan: &Plan) -> usize {
    plan.text("PROGRESS.md").matches("— Task 2:").count()
}

/// An amendment after the completion, which reopens nothing yet, makes no new completion.
#[test]
fn h6_an_amendment_alone_is_no_second_completion() {
    let plan = completed();
    let again = complete(&plan.dir, &completion(), None, &at("2026-03-03T12:00:00Z")).unwrap();
    assert!(
        matches!(again, CompletionOutcome::Unchanged(_)),
        "{again:?}"
    );
    assert_eq!(entries(&plan), 1);
}

/// A task that was reopened is completed anew, with an entry of its own that says the same.
#[test]
fn h6_a_reopened_task_has_an_entry_for_each_completion() {
    let plan = completed();
    let reopen = Request {
        reopen_reason: Some("A1".into()),
        ..Request::new(2, TaskStatus::InProgress)
    };
    let reopened = update(&plan.dir, &reopen, None, &at("2026-03-03T12:00:00Z")).unwrap();
    assert!(matches!(reopened, Outcome::Applied(_)), "{reopened:?}");
    for now in ["2026-03-03T13:00:00Z", "2026-03-03T14:00:00Z"] {
        let outcome = complete(&plan.dir, &completion(), None, &at(now)).unwrap();
        assert!(
            matches!(
                outcome,
                CompletionOutcome::Applied(_) | CompletionOutcome::Unchanged(_)
            ),
            "{outcome:?}"
        );
        assert_eq!(entries(&plan), 2);
    }
    assert_eq!(plan.faults(), Vec::<&str>::new());
}
