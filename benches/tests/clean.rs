//! What the generators make is clean: a bench of a broken plan would measure the reporting of it.

#![allow(clippy::unwrap_used, reason = "tests")]

use plan_diagnostics::Severity;
use planwright_workloads::queue::{Size, queue};
use planwright_workloads::{PLAN, Progress, lite, plan};

#[test]
fn generated_plans_have_no_finding_but_the_receipt() {
    for (kind, files) in [
        ("completed", plan(12, Progress::Completed)),
        ("half", plan(12, Progress::Half)),
        ("lite", lite::plan(12)),
    ] {
        let files = plan_verify::PlanFiles::new(PLAN, files);
        let report = plan_verify::check(&files, &plan_verify::Facts::default());
        let codes: Vec<&str> = report.findings().map(|finding| finding.rule.code).collect();
        assert!(
            codes.iter().all(|code| *code == "receipt-missing"),
            "{kind}: {codes:?}"
        );
    }
}

#[test]
fn generated_queues_have_no_error() {
    let files = queue(Size {
        tasks: 40,
        done: 60,
        human: 10,
    });
    let files = plan_queue::QueueFiles::new("planning", files);
    let report = plan_queue::check(&files, &plan_queue::Facts::default());
    let musts = report
        .findings()
        .filter(|finding| finding.severity() == Severity::Must);
    let messages: Vec<String> = musts
        .map(|finding| format!("{}: {}", finding.rule.code, finding.message))
        .collect();
    assert_eq!(messages, Vec::<String>::new());
}
