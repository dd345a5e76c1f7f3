//! Control: the plans that all other tests change have no findings, and their checks are not empty.

mod common;

use plan_diagnostics::Verdict;
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanFiles, check};

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

/// The same plan with every Markdown file written in another way.
fn rewritten(plan: &PlanBuilder, how: impl Fn(&str) -> String) -> PlanFiles {
    let files = plan.files().into_iter().map(|(name, text)| {
        let text = if name.ends_with(".md") {
            how(&text)
        } else {
            text
        };
        (name, text)
    });
    PlanFiles::new("PLAN_invoice_export", files)
}

#[test]
fn e_line_endings_and_templates_change_no_verdict() {
    for plan in [
        PlanBuilder::full(3),
        PlanBuilder::lite(3),
        PlanBuilder::legacy(3),
    ] {
        let plan = plan.tick(1).start(2);
        let windows = rewritten(&plan, |text| text.replace('\n', "\r\n"));
        assert_eq!(common::codes(&check(&windows, &Facts::default())), [""; 0]);
        let indented = rewritten(&plan, |text| {
            text.lines().map(|line| format!("    {line}\n")).collect()
        });
        assert_eq!(
            common::codes(&check(&indented, &Facts::default())),
            ["md-template-indent"]
        );
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
