//! What the README declares, and its task index.

mod common;

use common::{completed, finds, report, running, table};
use plan_testkit::PlanBuilder;

#[test]
fn e_sections_status_and_standard() {
    let readme = |from: &str, to: &str| running().edit("README.md", from, to);
    table(&[
        (
            "no goal",
            readme("## Goal\n", "## Purpose\n"),
            &["readme-section-missing"],
        ),
        (
            "empty context",
            readme("The service has no export.\n", ""),
            &["readme-section-missing"],
        ),
        (
            "near miss: numbered",
            readme("## Goal\n", "## 1. Goal\n"),
            &[],
        ),
        (
            "near miss: a bold label",
            readme("## Goal\n\nInvoices", "**Goal:** Invoices"),
            &[],
        ),
        (
            "no status",
            readme("Plan Status: 1/3 completed", "Working on it."),
            &["readme-status-missing"],
        ),
        (
            "materializing",
            readme("Plan Status: 1/3 completed", "Plan Status: materializing"),
            &["readme-materializing"],
        ),
        ("wrong done", readme("1/3", "2/3"), &["readme-status-count"]),
        (
            "wrong total",
            readme("1/3", "1/4"),
            &["readme-status-count"],
        ),
        (
            "near miss: spaces and emoji",
            readme("1/3 completed", "✅ 1 / 3 tasks (33%)"),
            &[],
        ),
        ("3.x", readme("5.0.0", "3.1.0"), &["standard-unknown"]),
        (
            "near miss: migrated",
            readme("5.0.0", "5.0.0 (migrated from 2.4.0 on 2026-01-01 — Lite)"),
            &[],
        ),
        (
            "near miss: by the manifest",
            readme("**Standard:** DWP spec 5.0.0\n\n", ""),
            &[],
        ),
    ]);
    let undeclared = readme("**Standard:** DWP spec 5.0.0\n\n", "").edit(
        "manifest.json",
        "\"spec_version\": \"5.0.0\",",
        "",
    );
    finds(
        "undeclared",
        &undeclared,
        &["shape-missing", "standard-undeclared"],
    );
}

#[test]
fn e_status_words() {
    let words = |word: &str| {
        PlanBuilder::legacy(3)
            .tick(1)
            .edit("README.md", "Plan Status: 1/3 completed", word)
    };
    table(&[
        (
            "not started",
            words("**Status:** Not started"),
            &["readme-status-word"],
        ),
        (
            "completed",
            words("**Status:** ✅ Completed"),
            &["readme-status-word"],
        ),
        ("near miss", words("**Status:** In progress"), &[]),
    ]);
}

#[test]
fn b3_readme_and_state_agree() {
    let readme = |from: &str, to: &str| running().edit("README.md", from, to);
    let one = &["readme-state-differ"][..];
    table(&[
        (
            "approval",
            readme("Approval: approved", "Approval: pending"),
            one,
        ),
        (
            "format",
            readme("Plan Format: Full", "Plan Format: Lite"),
            one,
        ),
        (
            "materialization",
            readme("Materialization: ready", "Materialization: promoting"),
            one,
        ),
        (
            "near miss: another form",
            readme("Approval: approved", "**Approval:** Approved (by Ana)"),
            &[],
        ),
        (
            "near miss: not said",
            readme("Plan Format: Full\n\n", ""),
            &[],
        ),
    ]);
}

#[test]
fn e_approval() {
    let pending = |plan: PlanBuilder| {
        plan.edit("README.md", "Approval: approved", "Approval: pending")
            .edit(
                "state.json",
                "\"approval\": \"approved\"",
                "\"approval\": \"pending\"",
            )
    };
    let absent = |plan: PlanBuilder| plan.edit("state.json", "  \"approval\": \"approved\",\n", "");
    table(&[
        (
            "awaited",
            pending(PlanBuilder::full(3)),
            &["approval-awaited"],
        ),
        ("overrun", pending(running()), &["approval-overrun"]),
        (
            "near miss: the README's counts where the state has none",
            absent(running()),
            &[],
        ),
        (
            "neither",
            absent(running()).edit("README.md", "Approval: approved\n", ""),
            &["approval-overrun"],
        ),
    ]);
}

#[test]
fn e_readiness() {
    let state = |to: &str| running().edit("state.json", "\"materialization\": \"ready\"", to);
    let readme = |plan: PlanBuilder, word: &str| {
        plan.edit(
            "README.md",
            "Materialization: ready",
            &format!("Materialization: {word}"),
        )
    };
    table(&[
        (
            "materializing",
            readme(
                state("\"materialization\": \"materializing\""),
                "materializing",
            ),
            &["plan-not-ready"],
        ),
        (
            "promoting",
            readme(state("\"materialization\": \"promoting\""), "promoting"),
            &["contract-promotion", "plan-not-ready"],
        ),
    ]);
}

#[test]
fn e_the_index_is_that_of_the_state() {
    let readme = |from: &str, to: &str| running().edit("README.md", from, to);
    let two = "- [ ] Task 2: Write part 2 — [2.task_write_part_2.md](./2.task_write_part_2.md)\n";
    let three = "- [ ] Task 3: Final Review — [3.task_final_review.md](./3.task_final_review.md)\n";
    table(&[
        (
            "missing",
            readme(two, "").edit("README.md", "1/3", "1/2"),
            &["index-mismatch", "task-file-unlinked"],
        ),
        (
            "too many",
            readme(three, &format!("{three}- [ ] Task 4: More\n")).edit("README.md", "1/3", "1/4"),
            &["final-review-not-last", "index-mismatch"],
        ),
        (
            "order",
            readme(&format!("{two}{three}"), &format!("{three}{two}")),
            &["index-mismatch"],
        ),
        (
            "near miss: another bullet",
            readme("- [ ] Task 2", "* [ ] **Task 2**"),
            &[],
        ),
    ]);
}

#[test]
fn e_drift_names_its_direction() {
    let ahead = running()
        .edit("README.md", "- [ ] Task 2", "- [x] Task 2")
        .edit("README.md", "1/3", "2/3");
    finds("README ahead", &ahead, &["state-drift"]);
    let behind = running()
        .edit("README.md", "- [x] Task 1", "- [ ] Task 1")
        .edit("README.md", "1/3", "0/3");
    finds("state ahead", &behind, &["state-drift"]);
    let messages = |plan| {
        report(plan)
            .findings()
            .map(|f| f.message.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        messages(&ahead),
        ["Task 2: the README says completed, state.json says in_progress (README ahead)"]
    );
    assert_eq!(
        messages(&behind),
        ["Task 1: the README says open, state.json says completed (state ahead)"]
    );
    let odd = running()
        .edit("README.md", "- [x] Task 1", "- [~] Task 1")
        .edit("README.md", "1/3", "0/3");
    assert!(common::codes(&report(&odd)).contains(&"state-drift"));
}

#[test]
fn h1_titles_agree() {
    let title = |to: &str| running().edit("README.md", "Task 2: Write part 2", to);
    finds(
        "renamed",
        &title("Task 2: Write it all"),
        &["state-title-drift"],
    );
    finds("near miss: markup", &title("Task 2: **Write part 2**"), &[]);
}

#[test]
fn e_at_least_two_tasks_and_the_final_review_last() {
    let called = |number: u64, old: &str, new: &str| {
        running()
            .edit(
                "README.md",
                &format!("Task {number}: {old}"),
                &format!("Task {number}: {new}"),
            )
            .edit(
                "state.json",
                &format!("\"title\": \"{old}\""),
                &format!("\"title\": \"{new}\""),
            )
    };
    table(&[
        (
            "no review",
            called(3, "Final Review", "Wrap up"),
            &["final-review-not-last"],
        ),
        (
            "two reviews",
            called(2, "Write part 2", "Final Review"),
            &["final-review-not-last"],
        ),
        (
            "near miss: a review of something",
            called(2, "Write part 2", "Review the final text"),
            &[],
        ),
        ("one task", PlanBuilder::full(1), &["tasks-too-few"]),
        ("near miss: two", PlanBuilder::full(2), &[]),
    ]);
}

#[test]
fn e_all_is_judged_after_the_first_finding() {
    let plan = completed()
        .remove("PROMPTS.md")
        .edit("README.md", "3/3", "2/3")
        .edit("state.json", "64 passed in 3.1s, part 1", "selected=0/64");
    finds(
        "three faults",
        &plan,
        &[
            "evidence-zero-selection",
            "file-missing",
            "readme-status-count",
        ],
    );
}
