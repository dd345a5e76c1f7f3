//! What the tests of rules share: a table of plans, each with the codes that its check must find.
#![allow(dead_code, reason = "each test file uses its part of this")]
#![allow(clippy::panic, reason = "tests")]

use plan_diagnostics::Report;
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, check};

/// The report of a built plan.
pub(crate) fn report(plan: &PlanBuilder) -> Report {
    check(&plan.plan_files(), &Facts::default())
}

/// The codes that a report has, sorted, each once.
pub(crate) fn codes(report: &Report) -> Vec<&'static str> {
    let mut codes: Vec<_> = report.findings().map(|finding| finding.rule.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Checks that a plan has findings of exactly these codes.
#[track_caller]
pub(crate) fn finds(what: &str, plan: &PlanBuilder, expected: &[&str]) {
    let report = report(plan);
    let found: Vec<_> = report
        .findings()
        .map(|f| format!("{}: {}: {}", f.rule.code, f.location.file, f.message))
        .collect();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(codes(&report), expected, "{what}\n{}", found.join("\n"));
}

/// Checks each row of a table: what it is about, the plan, the codes that its check finds.
#[track_caller]
pub(crate) fn table(rows: &[(&str, PlanBuilder, &[&str])]) {
    for (what, plan, expected) in rows {
        finds(what, plan, expected);
    }
}

/// A completed Full plan of three tasks.
pub(crate) fn completed() -> PlanBuilder {
    PlanBuilder::full(3).complete()
}

/// A Full plan of three tasks, the first completed, the second begun.
pub(crate) fn running() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2)
}

/// An amendment to be put at the end of a record.
pub(crate) fn amendment(
    disposition: &str,
    authority: &str,
    tasks: &str,
    criterion: &str,
) -> String {
    format!(
        "\n### Amendment A1 — 2026-03-02\n\n**Criterion:** {criterion}\n**Observed:** 2.4 s\n\
         **Disposition:** {disposition}\n**Reason:** the driver\n**Authority:** {authority}\n\
         **Tasks:** {tasks}\n**Evidence:** invalidated: none; preserved: none\n"
    )
}
