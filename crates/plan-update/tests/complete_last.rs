//! H6, D7: the last task of a plan is completed through the finalizer.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, break_lock, diff, failing, steps_of};
use plan_state::TaskStatus;
use plan_testkit::PlanBuilder;
use plan_update::{Completion, CompletionOutcome, GateReport, RefusalCode, Request, complete};

const NOW: &str = "2026-03-03T10:00:00Z";
const LATER: &str = "2026-03-03T11:00:00Z";
const LOG: &str = "Summary: the rows are written.\nSkills disposition: none\n";
const LAST_LOG: &str =
    "Summary: reviewed.\nSkills disposition: none\nDocumentation decision: docs/export.md\n";
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

fn refusal(outcome: CompletionOutcome) -> plan_update::Refusal {
    match outcome {
        CompletionOutcome::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

fn last(builder: PlanBuilder) -> PlanBuilder {
    builder.tick(1).tick(2).start(3).write(
        "analysis_results/SECURITY_REVIEW.md",
        "# Security review\n\nNo findings.\n",
    )
}

fn last_completion() -> Completion {
    Completion {
        log: Some(LAST_LOG.into()),
        criteria_met: true,
        ..completion(3)
    }
}

/// D7: the last task goes through the finalizer, and a plan that would not pass is left alone.
#[test]
fn d7_the_last_task_is_published() {
    for builder in [last(PlanBuilder::full(3)), last(PlanBuilder::lite(3))] {
        let plan = Plan::of(&builder);
        let outcome = complete(&plan.dir, &last_completion(), None, &at(NOW)).unwrap();
        assert!(
            matches!(outcome, CompletionOutcome::Applied(_)),
            "{outcome:?}"
        );
        assert!(
            plan.path()
                .join("analysis_results/FINALIZATION.json")
                .exists()
        );
        assert_eq!(plan.faults(), Vec::<&str>::new());
        let files = plan.files();
        let again = complete(&plan.dir, &last_completion(), None, &at(LATER)).unwrap();
        assert!(
            matches!(again, CompletionOutcome::Unchanged(_)),
            "{again:?}"
        );
        assert_eq!(diff(&files, &plan.files()), "");
    }
}

#[test]
fn d7_a_plan_that_would_not_pass_is_not_begun() {
    let open = Completion {
        criteria_met: false,
        ..last_completion()
    };
    let unreviewed = last(PlanBuilder::full(3)).remove("analysis_results/SECURITY_REVIEW.md");
    for (builder, case, code) in [
        (
            last(PlanBuilder::full(3)),
            open,
            "criterion-open-at-finalization",
        ),
        (unreviewed, last_completion(), "security-review-missing"),
    ] {
        let plan = Plan::of(&builder);
        let old = plan.files();
        let outcome = complete(&plan.dir, &case, None, &at(NOW)).unwrap();
        let CompletionOutcome::Unpublished { report, written } = outcome else {
            panic!("{outcome:?}")
        };
        let codes: Vec<_> = report.findings().map(|finding| finding.rule.code).collect();
        assert!(codes.contains(&code), "{codes:?}");
        assert!(written.is_empty());
        assert_eq!(diff(&old, &plan.files()), "");
    }
}

/// H6, F4: stopped while it publishes, the plan is recovered, and the call repeated adds nothing.
#[test]
fn h6_a_stopped_publication_is_recovered_or_repeated() {
    let reference = Plan::of(&last(PlanBuilder::full(3)));
    let steps = steps_of(&at(NOW), |environment| {
        let _ = complete(&reference.dir, &last_completion(), None, environment).unwrap();
    });
    let mut recovered = 0;
    for (nth, step) in steps.iter().enumerate() {
        let plan = Plan::of(&last(PlanBuilder::full(3)));
        let _ = complete(&plan.dir, &last_completion(), None, &failing(&at(NOW), nth));
        break_lock(&plan);
        if plan.path().join(".finalizing.json").exists() {
            let refused = complete(&plan.dir, &last_completion(), None, &at(LATER)).unwrap();
            assert_eq!(refusal(refused).code, RefusalCode::FinalizationInterrupted);
            recover(&plan);
            recovered += 1;
        }
        let outcome = complete(&plan.dir, &last_completion(), None, &at(LATER)).unwrap();
        assert!(
            matches!(
                outcome,
                CompletionOutcome::Applied(_) | CompletionOutcome::Unchanged(_)
            ),
            "{step:?}: {outcome:?}"
        );
        assert_eq!(plan.faults(), Vec::<&str>::new(), "{step:?}");
        assert_eq!(plan.text("PROGRESS.md").matches("— Task 3:").count(), 1);
    }
    assert!(recovered > 5, "{recovered}");
}

fn recover(plan: &Plan) {
    use plan_guard::{Acquired, Lock, LockRequest, Probe, Process, RelPath};
    let process = Process::current("test", NOW);
    let request = LockRequest {
        process: &process,
        wait: std::time::Duration::ZERO,
        probe: Probe::none(),
    };
    let target = RelPath::new("state.json").unwrap();
    let Acquired::Held(lock) = Lock::acquire(&plan.dir, &target, &request).unwrap() else {
        panic!("held")
    };
    let facts = plan_verify::Facts::default();
    let environment = at(LATER);
    let setting = plan_verify::finalize::Setting {
        facts: &facts,
        tool: environment.tool,
        now: &environment.now,
    };
    let outcome = plan_verify::finalize::recover(&lock, None, None, &setting).unwrap();
    assert!(
        matches!(outcome, plan_verify::finalize::Recovery::Recovered { .. }),
        "{outcome:?}"
    );
    lock.release().unwrap();
}
