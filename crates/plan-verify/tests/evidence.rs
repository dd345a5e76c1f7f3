//! Truthfulness of records: evidence, logs, criteria, commands, approvals.

mod common;

use common::{amendment, completed, finds, running, table};
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanView, Stage, check_view};

const ONE: &str = "1.task_write_part_1.md";
const TWO: &str = "2.task_write_part_2.md";

fn evidence(text: &str) -> PlanBuilder {
    running().edit("state.json", "64 passed in 3.1s, part 1", text)
}

#[test]
fn e1_e2_e3_admissions() {
    table(&[
        (
            "E1",
            evidence("selected=0/64"),
            &["evidence-zero-selection"],
        ),
        (
            "E1",
            evidence("running 0 tests; ok"),
            &["evidence-zero-selection"],
        ),
        (
            "E2",
            evidence("the suite wasn't started, no display"),
            &["evidence-not-run"],
        ),
        (
            "E2",
            evidence("aún no se ha corrido"),
            &["evidence-not-run"],
        ),
        (
            "E3",
            evidence("Invalidated by refine: A1; 64 passed"),
            &["evidence-invalidated", "missing-evidence"],
        ),
        (
            "near miss",
            evidence("the worker is not run twice: 3 tests pass"),
            &[],
        ),
        (
            "near miss",
            evidence("unexecuted branches: 0; 64 passed"),
            &[],
        ),
    ]);
}

#[test]
fn e1_records_that_do_not_count_are_left_alone() {
    let gate = |passes: &str, evidence: &str| {
        format!(
            "{{ \"command\": \"cargo test -p part1\", \"passes\": {passes}, \"exit_code\": 0, \
             \"last_run\": \"2026-03-02T09:00:00Z\", \"evidence\": \"{evidence}\" }},\n        {{\n          \"command\": \"cargo test -p part1\""
        )
    };
    let before = |passes: &str, text: &str| {
        running().edit(
            "state.json",
            "{\n          \"command\": \"cargo test -p part1\"",
            &gate(passes, text),
        )
    };
    table(&[
        ("superseded", before("true", "selected=0/64"), &[]),
        ("failed, and says so", before("false", "selected=0/64"), &[]),
    ]);
}

#[test]
fn e4_logs_lie_in_the_plan() {
    let log = |path: &str| evidence(&format!("64 passed; log={path}"));
    let there = |path: &str| log(path).write(path, "64 passed\n");
    table(&[
        (
            "absent",
            log("analysis_results/gates/t1.log"),
            &["evidence-log-pointer"],
        ),
        (
            "outside",
            log("../elsewhere.log"),
            &["evidence-log-pointer"],
        ),
        (
            "absolute",
            log("/var/log/t1.log"),
            &["evidence-log-pointer"],
        ),
        (
            "elsewhere in the plan",
            there("t1.log"),
            &["evidence-log-place"],
        ),
        ("near miss", there("analysis_results/gates/t1.log"), &[]),
    ]);
}

#[test]
fn e5_e6_the_log_of_a_completed_task() {
    let log = |from: &str, to: &str| running().edit(ONE, from, to);
    table(&[
        (
            "pending",
            log("Status: completed", "**Status:** ⏳ Pending"),
            &["log-status-pending"],
        ),
        (
            "pending explains what is empty",
            log(
                "Status: completed\nTimestamp: 2026-03-02T10:01:30Z",
                "Status: pending\nTimestamp:",
            ),
            &["log-status-pending"],
        ),
        ("near miss: an open task", running(), &[]),
        (
            "near miss: the word in prose",
            log("written in one pass", "the pending rows are written"),
            &[],
        ),
        (
            "placeholder",
            log("written in one pass.", "TBD"),
            &["log-placeholder"],
        ),
        (
            "braces",
            log("written in one pass.", "{{summary}}"),
            &["log-placeholder"],
        ),
        (
            "empty label",
            log("Summary: written in one pass.", "Summary:"),
            &["log-placeholder"],
        ),
        (
            "near miss: a list behind a label",
            log(
                "Summary: written in one pass.",
                "- **Files changed:**\n  - `src/export.rs`\n- **Summary:** one pass.",
            ),
            &[],
        ),
        (
            "near miss: a block behind a label",
            log(
                "Summary: written in one pass.",
                "Summary:\n\n```\n64 passed\n```",
            ),
            &[],
        ),
        (
            "near miss: a name",
            log("written in one pass.", "see TODO.md"),
            &[],
        ),
    ]);
}

#[test]
fn e7_open_criteria() {
    let open = || running().edit(ONE, "- [x] Part 1 has", "- [ ] Part 1 has");
    let amended = |disposition: &str, authority: &str, tasks: &str| {
        let text = amendment(
            disposition,
            authority,
            tasks,
            "Part 1 has one row an invoice.",
        );
        open().edit(
            ONE,
            "Skills disposition: none\n",
            &format!("Skills disposition: none\n{text}"),
        )
    };
    table(&[
        ("open", open(), &["criterion-open"]),
        (
            "near miss: deferred to a task",
            amended("deferred", "developer", "Task 1 → Task 2"),
            &[],
        ),
        (
            "near miss: removed by the user",
            amended("removed", "user", "Task 1"),
            &[],
        ),
        (
            "a failed gate closes nothing",
            amended("gate-failed", "user", "Task 1"),
            &["criterion-open"],
        ),
    ]);
}

#[test]
fn e8_declared_commands_have_a_passing_record() {
    let declared = |extra: &str| {
        running().edit(
            ONE,
            "cargo test -p part1\n",
            &format!("cargo test -p part1\n{extra}\n"),
        )
    };
    let amended = declared("cargo bench").edit(
        ONE,
        "Skills disposition: none\n",
        &format!(
            "Skills disposition: none\n{}",
            amendment("removed", "user", "Task 1", "the bench").replace(
                "preserved: none",
                "preserved: none; withdrawn: `cargo bench`"
            )
        ),
    );
    table(&[
        ("no record", declared("cargo bench"), &["missing-evidence"]),
        ("near miss: a comment", declared("# cargo bench"), &[]),
        ("near miss: withdrawn", amended, &[]),
        ("near miss: an open task", running().edit(TWO, "cargo test -p part2", "cargo test -p part2\ncargo bench"), &[]),
        ("no record at all is one finding", running().edit("state.json", "{\n          \"command\": \"cargo test -p part1\",\n          \"passes\": true,\n          \"exit_code\": 0,\n          \"last_run\": \"2026-03-02T10:01:00Z\",\n          \"evidence\": \"64 passed in 3.1s, part 1\"\n        }", ""), &["contract-gates"]),
        ("in an old plan an advisory", PlanBuilder::legacy(3).tick(1).edit(ONE, "cargo test -p part1", "cargo test -p part1\ncargo bench"), &["missing-evidence-legacy"]),
    ]);
}

#[test]
fn e9_human_approvals() {
    let asks = || {
        running().edit(
            ONE,
            "Part 1 has one row an invoice.",
            "Human approval: the copy is fine.",
        )
    };
    let says = |text: &str| {
        asks().edit(
            ONE,
            "Skills disposition: none",
            &format!("Skills disposition: none\n{text}"),
        )
    };
    table(&[
        ("none", asks(), &["human-approval-missing"]),
        (
            "by phrase",
            running().edit(
                ONE,
                "Part 1 has one row an invoice.",
                "The copy is approved by a maintainer.",
            ),
            &["human-approval-missing"],
        ),
        (
            "near miss: in the log",
            says("Human approval: Ana Ruiz, 2026-03-02: \"The copy is fine.\""),
            &[],
        ),
        (
            "no words",
            says("Human approval: yes"),
            &["human-approval-missing"],
        ),
        (
            "relayed",
            says("Human approval: Ana Ruiz, relayed by builder: \"Fine.\""),
            &["human-approval-missing"],
        ),
        (
            "near miss: in PROGRESS",
            asks().edit(
                "PROGRESS.md",
                "- Nothing deferred.",
                "- Approved by: Ana Ruiz: \"The copy is fine.\"",
            ),
            &[],
        ),
        (
            "near miss: an open task",
            running().edit(
                TWO,
                "Part 2 has one row an invoice.",
                "Human approval: the copy is fine.",
            ),
            &[],
        ),
        (
            "near miss: users approve invoices",
            running().edit(
                ONE,
                "Part 1 has one row an invoice.",
                "The user can approve an invoice in two clicks.",
            ),
            &[],
        ),
    ]);
}

#[test]
fn c6_skipped_tasks_need_the_users_amendment() {
    let skipped = || {
        running().edit("state.json", "\"status\": \"in_progress\",\n      \"started_at\": \"2026-03-02T10:00:00Z\",\n      \"gates\": []", "\"status\": \"skipped\",\n      \"gates\": []")
    };
    let text = amendment(
        "removed",
        "user",
        "Task 2",
        "Part 2 has one row an invoice.",
    );
    let amended = skipped().edit(
        TWO,
        "Status: pending\n",
        &format!("Status: skipped\n{text}"),
    );
    table(&[
        ("bare", skipped(), &["contract-skipped"]),
        ("near miss", amended, &[]),
    ]);
}

#[test]
fn f1_at_finalization_more_is_asked_for() {
    let finds_at_end = |plan: PlanBuilder, expected: &[&str]| {
        let (files, facts) = (plan.plan_files(), Facts::default());
        let report = check_view(&PlanView::new(&files, &facts, Stage::Finalizing));
        assert_eq!(common::codes(&report), expected);
    };
    finds_at_end(completed().without_receipt(), &[]);
    finds_at_end(completed().write(".finalizing.json", "{}"), &[]);
    finds_at_end(
        completed().edit(ONE, "- [x] Part 1 has", "- [ ] Part 1 has"),
        &["criterion-open-at-finalization"],
    );
    finds_at_end(
        completed().edit(ONE, "Skills disposition: none\n", ""),
        &["log-disposition-missing"],
    );
    let last = "3.task_final_review.md";
    finds_at_end(
        completed().edit(last, "Documentation decision: docs/export.md\n", ""),
        &["log-decision-missing"],
    );
    finds(
        "not before",
        &completed().edit(last, "Documentation decision: docs/export.md\n", ""),
        &[],
    );
}

#[test]
fn e11_commits_unknown_to_git() {
    use plan_verify::{Git, check};
    let files = running().plan_files();
    let known = |commits: &[&str]| Facts {
        git: Git::Present {
            commits: Some(commits.iter().map(|c| (*c).to_owned()).collect()),
        },
    };
    assert_eq!(
        common::codes(&check(&files, &known(&["0a10001aaaa"]))),
        [""; 0]
    );
    assert_eq!(
        common::codes(&check(&files, &known(&["0a10002aaaa"]))),
        ["commit-unknown"]
    );
    finds(
        "outcome",
        &running().edit(
            "state.json",
            "      \"outcome\": {\n        \"worked\": \"one pass\"\n      }",
            "      \"tags\": 1",
        ),
        &["outcome-missing", "shape-additive"],
    );
}
