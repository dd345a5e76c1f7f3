//! Every writer keeps away while another one is at work, or has left its work half done (D8, F4, H3,
//! H8).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, diff};
use plan_guard::{Acquired, Lock, LockRequest, Probe, RelPath};
use plan_state::{Generation, TaskStatus};
use plan_testkit::PlanBuilder;
use plan_update::*;
use serde_json::json;

const NOW: &str = "2026-03-03T10:00:00Z";

/// What a call came to: the code of its conflict or refusal, or something else.
type Told = Result<&'static str, String>;

fn told(
    conflict: Option<&Conflict>,
    refusal: Option<&Refusal>,
    other: &dyn std::fmt::Debug,
) -> Told {
    match (conflict, refusal) {
        (Some(conflict), _) => Ok(conflict.code()),
        (_, Some(refusal)) => Ok(refusal.code.as_str()),
        (None, None) => Err(format!("{other:?}")),
    }
}

macro_rules! code_of {
    ($outcome:expr, $kind:ident, $conflict:pat => $of:expr) => {{
        let outcome = $outcome.unwrap();
        let conflict = match &outcome {
            $conflict => Some($of),
            _ => None,
        };
        let refusal = match &outcome {
            $kind::Refused(refusal) => Some(refusal),
            _ => None,
        };
        told(conflict, refusal, &outcome)
    }};
}

/// Each writer, with a call that it would otherwise carry out.
fn calls(plan: &Plan) -> Vec<(&'static str, Told)> {
    let (dir, now) = (&plan.dir, &at(NOW));
    let request = Request::new(2, TaskStatus::InProgress);
    let consent = Consent {
        by: "Ada".into(),
        words: "Go.".into(),
        trust: false,
        unattended: false,
    };
    let amendment = NewAmendment {
        task: 2,
        criterion: "Part 2 has one row an invoice.".into(),
        observed: "it has not".into(),
        disposition: "removed".into(),
        reason: "out of scope".into(),
        authority: "user".into(),
        tasks: "Task 2".into(),
        evidence: "none".into(),
    };
    let noted = json!({
        "schema": REFINE_SCHEMA, "observed": "x", "reason": "x", "authority": "user", "discovered": ["x"],
    });
    let noted = Refinement::read(&noted.to_string()).unwrap();
    let migration = Migration {
        to: Generation::V5,
        reason: "new tools".into(),
    };
    vec![
        (
            "update",
            code_of!(update(dir, &request, None, now), Outcome, Outcome::Conflict(c) => c),
        ),
        (
            "complete",
            code_of!(complete(dir, &Completion::new(request.clone()), None, now), CompletionOutcome, CompletionOutcome::Conflict { conflict, .. } => conflict),
        ),
        (
            "approve",
            code_of!(approve(dir, &consent, now), ApprovalOutcome, ApprovalOutcome::Conflict(c) => c),
        ),
        (
            "amend",
            code_of!(amend(dir, &amendment, now), AmendOutcome, AmendOutcome::Conflict(c) => c),
        ),
        (
            "refine",
            code_of!(refine(dir, Some(&noted), now), RefineOutcome, RefineOutcome::Conflict(c) => c),
        ),
        (
            "promote",
            code_of!(promote(dir, PromotionCall::Start, now), PromotionOutcome, PromotionOutcome::Conflict(c) => c),
        ),
        (
            "migrate",
            code_of!(migrate(dir, &migration, now), MigrationOutcome, MigrationOutcome::Conflict(c) => c),
        ),
        (
            "reconcile",
            code_of!(reconcile(dir, &[], true, now), ReconcileOutcome, ReconcileOutcome::Conflict(c) => c),
        ),
    ]
}

fn assert_all(plan: &Plan, code: &'static str) {
    let old = plan.files();
    for (writer, came_to) in calls(plan) {
        assert_eq!(came_to, Ok(code), "{writer}");
    }
    assert_eq!(diff(&old, &plan.files()), "");
}

/// A Lite plan of v2 could be promoted and migrated.
fn v2() -> PlanBuilder {
    PlanBuilder::lite(3)
        .tick(1)
        .edit("manifest.json", "plan-manifest/v5", "plan-manifest/v2")
        .edit("manifest.json", "\"5.0.0\"", "\"2.4.0\"")
        .edit("state.json", "plan-state/v5", "plan-state/v2")
}

#[test]
fn d8_a_lock_that_is_held_is_a_conflict_for_every_writer() {
    let plan = Plan::of(&v2());
    let environment = at(NOW);
    let request = LockRequest {
        process: &environment.process,
        wait: environment.wait,
        probe: Probe::none(),
    };
    let state = RelPath::new("state.json").unwrap();
    let Acquired::Held(lock) = Lock::acquire(&plan.dir, &state, &request).unwrap() else {
        panic!("nobody else is here");
    };
    assert_all(&plan, "lock-held");
    lock.release().unwrap();
    // Near miss: without it they all work.
    for (writer, came_to) in calls(&plan) {
        assert!(came_to != Ok("lock-held"), "{writer}: {came_to:?}");
    }
}

#[test]
fn f4_an_interrupted_finalization_holds_every_writer() {
    assert_all(
        &Plan::of(&v2().write(".finalizing.json", "{}")),
        "finalization-interrupted",
    );
}

#[test]
fn h8_an_interrupted_refining_holds_every_writer() {
    assert_all(
        &Plan::of(&v2().write(".refining.json", "{}")),
        "refine-interrupted",
    );
}

/// H3: the state is there before the README's count is, and nothing is done in between.
#[test]
fn h3_a_plan_that_is_being_written_holds_every_writer() {
    let count = "Plan Status: 1/3 completed";
    let partial = v2().edit("README.md", count, "Plan Status: materializing");
    assert_all(&Plan::of(&partial), "plan-not-ready");
    // Near miss: the word alone is no status.
    let named = v2().edit(
        "README.md",
        "The service has no export.",
        "It is materializing.",
    );
    let request = Request::new(2, TaskStatus::InProgress);
    let outcome = update(&Plan::of(&named).dir, &request, None, &at(NOW)).unwrap();
    assert!(matches!(outcome, Outcome::Applied(_)), "{outcome:?}");
}
