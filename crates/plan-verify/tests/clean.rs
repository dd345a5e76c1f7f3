//! Control: the plans that all other tests change have no findings, and their checks are not empty.

mod common;

use plan_diagnostics::Verdict;
use plan_testkit::PlanBuilder;

#[test]
fn built_plans_are_clean() {
    let all = |tasks| {
        [
            PlanBuilder::full(tasks),
            PlanBuilder::lite(tasks),
            PlanBuilder::legacy(tasks),
        ]
    };
    for plan in [all(2), all(3), all(12)].into_iter().flatten() {
        for stage in [
            plan.clone(),
            plan.clone().tick(1),
            plan.clone().start(1),
            plan.clone().block(1),
            plan.complete(),
        ] {
            common::finds("a built plan", &stage, &[]);
        }
    }
}

#[test]
fn a_check_says_what_it_checked() {
    let report = common::report(&common::completed());
    assert_eq!(report.verdict(), Verdict::Clean);
    let checked: Vec<_> = report.rules_checked().map(|rule| rule.code).collect();
    for code in [
        "state-drift",
        "evidence-not-run",
        "evidence-invalidated",
        "receipt-mismatch",
        "credential",
    ] {
        assert!(checked.contains(&code), "{code}");
    }
    assert!(!checked.contains(&"legacy-closing-missing"));
    assert!(
        !checked.contains(&"log-decision-missing"),
        "only at finalization"
    );
}
