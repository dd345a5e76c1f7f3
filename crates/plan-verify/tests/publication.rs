//! Completed plans: security review, receipt; secrets; what was approved.

mod common;

use common::{amendment, completed, finds, running, table};
use plan_testkit::PlanBuilder;
use plan_verify::approval_record::{APPROVAL_FILE, APPROVAL_SCHEMA, ApprovalRecord};
use plan_verify::receipt::RECEIPT_FILE;
use plan_verify::{Facts, PlanView, Stage, check};

const REVIEW: &str = "analysis_results/SECURITY_REVIEW.md";
const ONE: &str = "1.task_write_part_1.md";

#[test]
fn e_security_review_of_a_completed_plan() {
    table(&[
        (
            "missing",
            completed().remove(REVIEW),
            &["security-review-missing"],
        ),
        (
            "empty",
            completed().write(REVIEW, "\n"),
            &["security-review-missing"],
        ),
        ("near miss: not completed", running(), &[]),
        (
            "unresolved",
            completed().write(REVIEW, "| critical | token | open |\n"),
            &["security-review-unresolved"],
        ),
        (
            "near miss: resolved",
            completed().write(REVIEW, "| critical | token | fixed in 1f2e3d4 |\n"),
            &[],
        ),
    ]);
}

#[test]
fn f2_the_receipt_holds() {
    table(&[
        (
            "absent",
            completed().without_receipt(),
            &["receipt-missing"],
        ),
        (
            "unreadable",
            completed().write(RECEIPT_FILE, "{"),
            &["receipt-unreadable"],
        ),
        (
            "another result",
            completed().edit(RECEIPT_FILE, "\"verified\"", "\"assumed\""),
            &["receipt-unreadable"],
        ),
        (
            "of another plan",
            completed().edit(RECEIPT_FILE, "PLAN_invoice_export", "PLAN_other_plan"),
            &["receipt-mismatch"],
        ),
        (
            "cited",
            completed().edit(
                "state.json",
                "64 passed in 3.1s, part 1",
                "see analysis_results/FINALIZATION.json",
            ),
            &["receipt-cited"],
        ),
        ("near miss: not completed", running(), &[]),
    ]);
}

#[test]
fn f2_f3_every_later_change_is_seen() {
    let changed = |name: &str, text: Option<&str>| {
        let mut all = completed().files();
        match text {
            Some(text) => all.insert(name.to_owned(), text.to_owned()),
            None => all.remove(name),
        };
        let files = plan_verify::PlanFiles::new("PLAN_invoice_export", all);
        let report = check(&files, &Facts::default());
        report
            .findings()
            .map(|f| (f.rule.code, f.location.file.clone()))
            .collect::<Vec<_>>()
    };
    let mismatch = |file: &str| vec![("receipt-mismatch", file.to_owned())];
    let prompts = completed().files()["PROMPTS.md"].clone();
    let state = completed().files()["state.json"].replace("64 passed in 3.1s, part 1", "65 passed");
    let progress = completed().files()["PROGRESS.md"].clone();
    assert_eq!(
        changed("PROMPTS.md", Some(&format!("{prompts}more\n"))),
        mismatch("PROMPTS.md")
    );
    assert_eq!(changed("state.json", Some(&state)), mismatch("state.json"));
    assert_eq!(
        changed("analysis_results/x.md", Some("x\n")),
        mismatch("analysis_results/x.md")
    );
    assert_eq!(
        changed("analysis_results/PLAN_ANALYSIS.md", None),
        mismatch("analysis_results/PLAN_ANALYSIS.md")
    );
    assert_eq!(
        changed("PROGRESS.md", Some(&progress.replace("one pass", "two"))),
        mismatch("PROGRESS.md")
    );
    assert_eq!(
        changed("PROGRESS.md", Some(&format!("{progress}\nMore.\n"))),
        []
    );
    assert_eq!(changed("analysis_results/turns.ndjson", Some("{}\n")), []);
    assert_eq!(
        changed("analysis_results/FINALIZATION.1.json", Some("{}\n")),
        []
    );
}

#[test]
fn b12_secrets_are_reported_and_never_repeated() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let plan = running().write(
        "analysis_results/notes.md",
        &format!("pushed with {token}\n"),
    );
    finds("token", &plan, &["credential"]);
    let report = common::report(&plan);
    assert!(
        report
            .findings()
            .all(|finding| !finding.message.contains(&token))
    );
    table(&[
        (
            "near miss: a mask",
            running().write(
                "analysis_results/notes.md",
                "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
            ),
            &[],
        ),
        (
            "e-mail of an author",
            running().edit("state.json", "\"builder\"", "\"ana@example.org\""),
            &["author-email"],
        ),
        (
            "near miss: e-mail in prose",
            running().write("analysis_results/notes.md", "write to ana@example.org\n"),
            &[],
        ),
    ]);
}

fn approved(plan: &PlanBuilder) -> String {
    let (files, facts) = (plan.plan_files(), Facts::default());
    let record = ApprovalRecord {
        schema: APPROVAL_SCHEMA.into(),
        plan: files.name().into(),
        approval: "approved".into(),
        by: "Ana".into(),
        at: "2026-03-02T10:00:00Z".into(),
        words: "Approved.".into(),
        unattended: false,
        tasks: PlanView::new(&files, &facts, Stage::Standing).approvable_tasks(),
    };
    record.to_json()
}

#[test]
fn e10_the_plan_is_the_one_that_was_approved() {
    let base = || running().write(APPROVAL_FILE, &approved(&running()));
    let criterion = "Part 1 has one row an invoice.";
    let quoted = amendment("deferred", "user", "Task 1 → Task 2", criterion);
    let changed = || base().edit(ONE, criterion, "Part 1 has rows.");
    let amended = |text: &str| {
        changed().edit(
            ONE,
            "Skills disposition: none\n",
            &format!("Skills disposition: none\n{text}"),
        )
    };
    table(&[
        ("near miss: unchanged", base(), &[]),
        (
            "near miss: ticked, wrapped anew",
            base().edit(ONE, "[x] Part 1 has one", "[x] Part 1 has\n  one"),
            &[],
        ),
        ("criterion", changed(), &["approval-drift"]),
        ("near miss: quoted by an amendment", amended(&quoted), &[]),
        (
            "quoted wrongly",
            amended(&quoted.replace("one row", "two rows")),
            &["approval-drift"],
        ),
        (
            "added",
            base().edit(ONE, "an invoice.\n", "an invoice.\n- [x] And more.\n"),
            &["approval-drift"],
        ),
        (
            "title",
            base().edit("README.md", "Task 1: Write part 1", "Task 1: Write it all"),
            &["approval-drift", "state-title-drift"],
        ),
        (
            "of another plan",
            running().write(
                APPROVAL_FILE,
                &approved(&running()).replace("PLAN_invoice_export", "PLAN_other_plan"),
            ),
            &["approval-record-unreadable"],
        ),
        (
            "unreadable",
            running().write(APPROVAL_FILE, "{}"),
            &["approval-record-unreadable"],
        ),
    ]);
}

/// A finding says what kind of secret stands where, and no rendering shows it.
#[test]
fn p19_a_report_never_repeats_a_secret() {
    let secret = "hunter2hunter";
    let url = format!("postgres://app:{secret}@db.internal/app");
    let plan = running()
        .write("analysis_results/notes.md", &format!("it is {url}\n"))
        .edit(
            "state.json",
            "\"Write part 1\"",
            &format!("\"Write part 1 {url}\""),
        );
    let report = common::report(&plan);
    let leaks = report
        .findings()
        .filter(|finding| finding.rule.code == "credential");
    assert_eq!(leaks.count(), 2);
    let tool = plan_diagnostics::render::Tool {
        name: "t",
        version: "1",
    };
    let reports = std::slice::from_ref(&report);
    for text in [
        plan_diagnostics::render::text(&report, plan_diagnostics::render::Style::PLAIN),
        plan_diagnostics::render::json(reports, tool),
        plan_diagnostics::render::sarif(reports, tool),
    ] {
        assert!(!text.contains(secret), "{text}");
    }
}
