//! Plans of the legacy era.

mod common;

use common::{finds, table};
use plan_testkit::PlanBuilder;

const TWO: &str = "2.task_write_part_2.md";

/// A plan of before 2.3.0: two tasks of work and the three closing ones.
fn three() -> PlanBuilder {
    let plan = PlanBuilder::legacy(5).edit("manifest.json", "2.3.0", "2.2.0");
    let plan = renamed(
        plan,
        3,
        "3.task_write_part_3.md",
        "security_review",
        "Write part 3",
        "Security Review",
    );
    let plan = renamed(
        plan,
        4,
        "4.task_write_part_4.md",
        "skills_agents_discovery",
        "Write part 4",
        "Skills & Agents Discovery",
    );
    renamed(
        plan,
        5,
        "5.task_final_review.md",
        "executive_report",
        "Final Review",
        "Executive Report",
    )
}

fn renamed(
    plan: PlanBuilder,
    number: u64,
    file: &str,
    slug: &str,
    title: &str,
    new: &str,
) -> PlanBuilder {
    let text = plan.files()[file].replace(title, new);
    let name = format!("{number}.task_{slug}.md");
    plan.remove(file)
        .write(&name, &text)
        .edit(
            "state.json",
            &format!("\"{file}\",\n      \"title\": \"{title}\""),
            &format!("\"{name}\",\n      \"title\": \"{new}\""),
        )
        .edit(
            "README.md",
            &format!("Task {number}: {title} — [{file}](./{file})"),
            &format!("Task {number}: {new} — [{name}](./{name})"),
        )
}

#[test]
fn e_both_shapes_are_accepted() {
    table(&[
        ("three", three(), &[]),
        ("single", PlanBuilder::legacy(3), &[]),
        (
            "three, late",
            three().edit("manifest.json", "2.2.0", "2.3.0"),
            &["legacy-closing-version"],
        ),
        (
            "single, early",
            PlanBuilder::legacy(3).edit("manifest.json", "2.3.0", "2.2.0"),
            &["legacy-closing-version"],
        ),
    ]);
    let none = renamed(
        PlanBuilder::legacy(3),
        3,
        "3.task_final_review.md",
        "wrap_up",
        "Final Review",
        "Wrap up",
    );
    finds("neither", &none, &["legacy-closing-missing"]);
}

#[test]
fn e_mixed_shapes_are_refused_save_for_a_finished_migration() {
    let mixed = || {
        renamed(
            PlanBuilder::legacy(4),
            2,
            TWO,
            "security_review",
            "Write part 2",
            "Security Review",
        )
    };
    let migrated = |plan: PlanBuilder| {
        plan.edit("README.md", "## Goal", "**Standard:** DWP spec 2.3.0 (migrated from 2.2.0 on 2026-01-01 — one review)\n\n## Goal")
    };
    let review = "analysis_results/SECURITY_REVIEW.md";
    table(&[
        ("mixed", mixed(), &["legacy-closing-mixed"]),
        (
            "migrated, review open",
            migrated(mixed()),
            &["legacy-closing-mixed"],
        ),
        (
            "near miss: migrated, review done",
            migrated(mixed()).write(review, "No findings.\n"),
            &[],
        ),
        (
            "review done, not migrated",
            mixed().write(review, "No findings.\n"),
            &["legacy-closing-mixed"],
        ),
    ]);
}

#[test]
fn e_numbers_sections_and_links() {
    let bare = || PlanBuilder::legacy(3).remove("state.json");
    let text = bare().files()[TWO].clone();
    table(&[
        ("double", bare().write("2.task_again.md", &text), &["legacy-task-numbers", "state-absent", "task-file-unlinked"]),
        ("gap", bare().remove(TWO).edit("README.md", "- [ ] Task 2: Write part 2 — [2.task_write_part_2.md](./2.task_write_part_2.md)\n", "").edit("README.md", "0/3", "0/2"), &["legacy-task-numbers", "state-absent"]),
        ("dead link", bare().remove(TWO), &["state-absent", "task-file-missing"]),
        ("count", bare().edit("README.md", "0/3", "0/4"), &["readme-status-count", "state-absent"]),
        ("near miss: no count", bare().edit("README.md", "Plan Status: 0/3 completed", "Going well."), &["state-absent"]),
        ("validation", PlanBuilder::legacy(3).edit(TWO, "## Validation", "## Check"), &["legacy-validation-missing"]),
        ("surface", PlanBuilder::legacy(3).edit(TWO, "## Touched Surface", "## Files"), &["legacy-surface-missing"]),
    ]);
}

#[test]
fn e_state_agrees_task_by_task() {
    let plan = || PlanBuilder::legacy(3).tick(1);
    table(&[
        (
            "drift",
            plan()
                .edit("README.md", "- [ ] Task 2", "- [x] Task 2")
                .edit("README.md", "1/3", "2/3"),
            &["state-drift"],
        ),
        ("file", plan().remove(TWO), &["task-file-missing"]),
        (
            "unlisted",
            plan().write(
                "4.task_x.md",
                "# Task 4: x\n\n## Touched Surface\n\nx\n\n## Validation\n\nx\n",
            ),
            &[
                "legacy-closing-missing",
                "task-file-unlinked",
                "task-file-unlisted",
            ],
        ),
    ]);
}

#[test]
fn e_skills_ledger() {
    let plan = || {
        PlanBuilder::legacy(3).tick(1).edit(
            "1.task_write_part_1.md",
            "Skills disposition: none\n",
            "",
        )
    };
    table(&[
        ("none", plan(), &["legacy-skills-missing"]),
        (
            "near miss: a ledger",
            plan().write("analysis_results/SKILLS_CANDIDATES.md", "# Skills\n"),
            &[],
        ),
    ]);
}

#[test]
fn e_the_old_security_task_leaves_its_review() {
    let done = || {
        three()
            .remove("state.json")
            .edit("README.md", "- [ ] Task 3", "- [x] Task 3")
            .edit("README.md", "0/5", "1/5")
    };
    let log = |plan: PlanBuilder| {
        plan.edit(
            "3.task_security_review.md",
            "Status: pending",
            "Status: completed",
        )
        .edit("3.task_security_review.md", "- [ ] Part", "- [x] Part")
    };
    table(&[
        (
            "missing",
            log(done()),
            &["security-review-missing", "state-absent"],
        ),
        (
            "E5 without a state, by the box",
            done(),
            &[
                "criterion-open",
                "log-status-pending",
                "security-review-missing",
                "state-absent",
            ],
        ),
        (
            "near miss",
            log(done()).write("analysis_results/SECURITY_REVIEW.md", "No findings.\n"),
            &["state-absent"],
        ),
    ]);
}
