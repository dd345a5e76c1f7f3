//! The projection of the Markdown, and its drift against the state (H1).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use std::collections::BTreeMap;

use common::{STATE, edited, raw};
use plan_markdown::Document;
use plan_markdown::view::{Readme, TaskRecord};
use plan_state::drift::{Direction, compare};
use plan_state::{PlanStatus, Projection, TaskStatus};

const README: &str = "\
# Plan: invoice export

Plan Status: 1/2 completed

## Tasks

- [x] Task 1: Write the export ([file](1.task_write_export.md))
- [ ] Task 2: Final Review ([file](2.task_final_review.md))
";

/// Projects a README; `logs` are the status lines of some records.
fn project(readme: &str, logs: &[(u64, &str)]) -> Projection {
    let records: Vec<(u64, TaskRecord)> = logs
        .iter()
        .map(|(task, status)| {
            let text = format!("# Task {task}: X\n\n## Completion & Log\n\nStatus: {status}\n");
            (
                *task,
                TaskRecord::read_file(&Document::parse("record.md", text)),
            )
        })
        .collect();
    let records: BTreeMap<u64, &TaskRecord> = records
        .iter()
        .map(|(task, record)| (*task, record))
        .collect();
    Projection::of(
        &Readme::read(&Document::parse("README.md", readme)),
        &records,
    )
}

/// The drift between a README and [`STATE`], as the lines that are shown.
fn drift(readme: &str, state: &str) -> Vec<String> {
    let all = compare(&project(readme, &[]), &raw(state));
    all.iter().map(ToString::to_string).collect()
}

#[test]
fn h1_the_projection_has_tasks_titles_statuses_and_counts() {
    let projection = project(README, &[]);
    let tasks: Vec<_> = projection
        .tasks
        .iter()
        .map(|task| (task.number, task.title.as_str(), task.status))
        .collect();
    assert_eq!(
        tasks,
        [
            (1, "Write the export", TaskStatus::Completed),
            (2, "Final Review", TaskStatus::Pending)
        ]
    );
    assert_eq!(
        (projection.completed_count(), projection.task_count()),
        (1, 2)
    );
    assert_eq!(projection.status(), PlanStatus::InProgress);
}

#[test]
fn h1_an_open_box_takes_the_word_of_the_log() {
    for (log, status) in [
        ("pending", TaskStatus::Pending),
        ("in progress", TaskStatus::InProgress),
        ("blocked", TaskStatus::Blocked),
        ("skipped", TaskStatus::Skipped),
        ("completed", TaskStatus::InProgress),
    ] {
        assert_eq!(
            project(README, &[(2, log)]).task(2).unwrap().status,
            status,
            "{log}"
        );
        assert_eq!(
            project(README, &[(1, log)]).task(1).unwrap().status,
            TaskStatus::Completed
        );
    }
}

#[test]
fn h1_no_drift_where_boxes_and_statuses_agree() {
    assert_eq!(drift(README, STATE), [""; 0]);
    // A box cannot tell skipped, blocked and in progress apart.
    let skipped = edited(
        STATE,
        &[(
            "\"status\": \"in_progress\",\n      \"gates\"",
            "\"status\": \"skipped\",\n      \"gates\"",
        )],
    );
    assert_eq!(drift(README, &skipped), [""; 0]);
    assert_eq!(
        drift(&edited(README, &[("Write the", "**Write**  the")]), STATE),
        [""; 0]
    );
}

#[test]
fn h1_drift_has_a_direction() {
    let ahead = edited(README, &[("[ ] Task 2", "[x] Task 2")]);
    assert_eq!(
        drift(&ahead, STATE),
        ["task 2 is ticked in the README, and in_progress in the state (README ahead)"]
    );
    let behind = edited(README, &[("[x] Task 1", "[ ] Task 1")]);
    assert_eq!(
        drift(&behind, STATE),
        ["task 1 is completed in the state, and open in the README (state ahead)"]
    );
    let direction = |readme: &str| compare(&project(readme, &[]), &raw(STATE))[0].direction();
    assert_eq!(direction(&ahead), Some(Direction::ReadmeAhead));
    assert_eq!(direction(&behind), Some(Direction::StateAhead));
}

#[test]
fn h1_tasks_that_one_side_lacks() {
    let more = format!("{README}- [ ] Task 3: Publish\n");
    assert_eq!(
        drift(&more, STATE),
        ["task 3 is in the README, and not in the state (README ahead)"]
    );
    let fewer = README.rsplit_once("- [ ]").unwrap().0;
    assert_eq!(
        drift(fewer, STATE),
        ["task 2 is in the state, and not in the README (state ahead)"]
    );
    assert_eq!(drift("# Nothing\n", STATE).len(), 2);
}

#[test]
fn h1_titles_that_differ_have_no_direction() {
    let renamed = edited(README, &[("Final Review", "Last look")]);
    assert_eq!(
        drift(&renamed, STATE),
        ["task 2 is called \"Last look\" in the README, and \"Final Review\" in the state"]
    );
    assert_eq!(
        compare(&project(&renamed, &[]), &raw(STATE))[0].direction(),
        None
    );
}
