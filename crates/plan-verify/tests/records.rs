//! Task records: files, anchors, sections, dependencies.

mod common;

use common::{completed, running, table};
use plan_testkit::PlanBuilder;

const TWO: &str = "2.task_write_part_2.md";

#[test]
fn e_full_inventory() {
    let link = " — [2.task_write_part_2.md](./2.task_write_part_2.md)";
    table(&[
        ("missing", running().remove(TWO), &["task-file-missing"]),
        ("unlisted", running().write("4.task_more.md", "# Task 4: More\n\n## Goal\n\nx\n\n## Context\n\nx\n\n## Touched Surface\n\nRisk class: isolated\n\n## Acceptance Criteria\n\n- x\n\n## Validation\n\n- x\n\n## Instructions\n\nx\n\n## Outputs\n\nx\n\n## Read Before Starting\n\nx\n\n## Execution Checklist\n\n- x\n\n## Completion & Log\n\nx\n"),
            &["final-review-file", "final-review-not-last", "task-file-unlinked", "task-file-unlisted"]),
        ("near miss: notes", running().write("4.notes.md", "# Notes\n"), &[]),
        ("unlinked", running().edit("README.md", link, ""), &["task-file-unlinked"]),
        ("near miss: linked elsewhere", running().edit("README.md", link, "").edit("README.md", "## Plan Status", "See [two](2.task_write_part_2.md).\n\n## Plan Status"), &[]),
        ("heading of another", running().edit(TWO, "# Task 2:", "# Task 3:"), &["task-number-mismatch"]),
        ("near miss: no number", running().edit(TWO, "# Task 2: Write", "# Write"), &[]),
    ]);
}

#[test]
fn a2_names_of_task_files() {
    let plan = PlanBuilder::legacy(3).remove("state.json");
    let renamed = |name: &str| {
        let text = plan.files()[TWO].clone();
        plan.clone().remove(TWO).write(name, &text).edit(
            "README.md",
            "[2.task_write_part_2.md](./2.task_write_part_2.md)",
            &format!("[2]({name})"),
        )
    };
    table(&[
        (
            "upper case",
            renamed("2.task_Write.md"),
            &["state-absent", "task-file-name"],
        ),
        (
            "leading zero",
            renamed("02.task_write.md"),
            &["state-absent", "task-file-name"],
        ),
        ("near miss", renamed("2.task_w2.md"), &["state-absent"]),
    ]);
}

#[test]
fn e_e12_sections() {
    let without = |section: &str| running().edit(TWO, &format!("## {section}\n"), "## Other\n");
    let must = &["task-section-missing"][..];
    let should = &["task-section-advised"][..];
    table(&[
        ("goal", without("Goal"), must),
        ("surface", without("Touched Surface"), must),
        ("criteria", without("Acceptance Criteria"), must),
        ("validation", without("Validation"), must),
        ("context of an open task", without("Context"), must),
        (
            "context of a completed task",
            running().edit("1.task_write_part_1.md", "## Context\n", "## Other\n"),
            should,
        ),
        ("instructions", without("Instructions"), should),
        ("outputs", without("Outputs"), should),
        (
            "empty",
            running().edit(
                TWO,
                "Write this part of the export.\n\n## Touched",
                "<!-- later -->\n\n## Touched",
            ),
            must,
        ),
        (
            "near miss: number and bold",
            running().edit(TWO, "## Goal\n", "### 3. **Goal**\n"),
            &[],
        ),
        (
            "risk class",
            running().edit(TWO, "Risk class: isolated\n", ""),
            &["task-risk-missing"],
        ),
        (
            "near miss: another class",
            running().edit(TWO, "isolated", "shared/core"),
            &[],
        ),
    ]);
}

#[test]
fn e_the_final_review() {
    let last = "3.task_final_review.md";
    let plan = running();
    let text = plan.files()[last].clone();
    let renamed = plan
        .clone()
        .remove(last)
        .write("3.task_review.md", &text)
        .edit("state.json", last, "3.task_review.md")
        .edit(
            "README.md",
            "[3.task_final_review.md](./3.task_final_review.md)",
            "[3.task_review.md](./3.task_review.md)",
        );
    let parts = "Run the security pass, the final-state validation and the skills reconciliation.\n\n## Touched";
    let goal = |text: &str| {
        plan.clone().edit(last, parts, &format!("{text}\n\n## Touched")).edit(last, "1. Run the security pass, the final-state validation and the skills reconciliation.", "1. Do it.")
    };
    table(&[
        ("name", renamed, &["final-review-file"]),
        (
            "no security pass",
            goal("Validate the final state; reconcile skills."),
            &["final-review-parts"],
        ),
        (
            "no skills",
            goal("Security pass; validate the final state."),
            &["final-review-parts"],
        ),
        (
            "near miss: other words",
            goal("Revisión de seguridad, validación del estado final, skills."),
            &[],
        ),
    ]);
}

#[test]
fn e_lite_records() {
    let lite = || PlanBuilder::lite(3).tick(1).start(2);
    let readme = |from: &str, to: &str| lite().edit("README.md", from, to);
    table(&[
        (
            "no anchor",
            readme(" {#task-2}", ""),
            &["lite-record-mismatch"],
        ),
        (
            "another anchor",
            readme("{#task-2}", "{#task-3}"),
            &["task-number-mismatch"],
        ),
        (
            "near miss: the other form",
            readme("{#task-2}", "(#task-2)"),
            &[],
        ),
        (
            "no record",
            readme("## Task 2: Write part 2 {#task-2}", "## Part two"),
            &["lite-record-mismatch", "readme-status-conflict"],
        ),
        (
            "task file",
            lite().write("2.task_x.md", "# Task 2: x\n"),
            &["lite-task-file"],
        ),
        (
            "section",
            readme(
                "### Goal\n\nRun the security pass",
                "### Purpose\n\nRun the security pass",
            ),
            &["task-section-missing"],
        ),
    ]);
}

#[test]
fn d12_dependencies() {
    let depends = |task: &str, on: &str| {
        running().edit(
            task,
            "## Read Before",
            &format!("**Depends on:** {on}\n\n## Read Before"),
        )
    };
    let one = "1.task_write_part_1.md";
    table(&[
        ("unknown", depends(TWO, "Task 9"), &["dependency-unknown"]),
        ("itself", depends(TWO, "Task 2"), &["dependency-cycle"]),
        (
            "circle through order",
            depends(one, "Task 2"),
            &["dependency-cycle"],
        ),
        ("near miss: forward, declared", depends(TWO, "Task 1"), &[]),
        ("near miss: none", depends(TWO, "none"), &[]),
    ]);
}

#[test]
fn e11_traces() {
    let state = |from: &str, to: &str| completed().edit("state.json", from, to);
    let outcome = "      \"commit\": \"0a10002\",\n";
    table(&[
        ("no commit", state(outcome, ""), &["commit-missing"]),
        (
            "no entry",
            completed().edit("PROGRESS.md", "— Task 2: Write part 2", "— more"),
            &["progress-entry-missing"],
        ),
        (
            "near miss: another form",
            completed().edit("PROGRESS.md", "— Task 2: Write part 2", "tarea 2"),
            &[],
        ),
    ]);
}
