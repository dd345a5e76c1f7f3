//! The state and its tasks: each shape tripped by one edit and nearly missed by another (B3, B4).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{STATE, STATE_V1, check, edited, long};

#[test]
fn b3_required_members_of_the_state() {
    for line in [
        "  \"plan\": \"PLAN_invoice_export\",\n",
        "  \"updated_at\": \"2026-03-02T10:00:00Z\",\n",
        "  \"status\": \"in_progress\",\n",
        "  \"completed_count\": 1,\n",
        "  \"task_count\": 2,\n",
        "  \"format\": \"full\",\n",
        "  \"materialization\": \"ready\",\n",
    ] {
        check(STATE, line, "", &["shape-missing "]);
    }
    check(STATE, "  \"approval\": \"approved\",\n", "", &[]);
    check(STATE, "  \"promotion\": null,\n", "", &[]);
    check(STATE, ",\n  \"blocked\": null", "", &[]);
}

#[test]
fn b3_values_of_the_state() {
    check(
        STATE,
        "\"status\": \"in_progress\"",
        "\"status\": \"skipped\"",
        &["shape-value /status"],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": -1",
        &["shape-range /completed_count"],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": 0",
        &[],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": 1.0",
        &["shape-type /completed_count"],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": 1e0",
        &["shape-type /completed_count"],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": \"1\"",
        &["shape-type /completed_count"],
    );
    check(
        STATE,
        "\"completed_count\": 1",
        "\"completed_count\": 18446744073709551616",
        &["shape-range /completed_count"],
    );
    check(
        STATE,
        "\"task_count\": 2",
        "\"task_count\": 0",
        &["shape-range /task_count"],
    );
    check(
        STATE,
        "\"ready\"",
        "\"done\"",
        &["shape-value /materialization"],
    );
    check(STATE, "\"ready\"", "\"materializing\"", &[]);
    check(
        STATE,
        "\"approved\"",
        "\"trusted\"",
        &["shape-value /approval"],
    );
    check(STATE, "\"approved\"", "\"pre_approved\"", &[]);
    check(
        STATE,
        "codewriter",
        &long(101),
        &["shape-length /updated_by/agent"],
    );
    check(STATE, "codewriter", &long(100), &[]);
    let tasks = STATE.split_at(STATE.find("\"tasks\": [").unwrap() + 10).1;
    let tasks = tasks.split("\n  ],").next().unwrap();
    check(STATE, tasks, "", &["shape-range /tasks"]);
    check(
        STATE,
        &format!("[{tasks}\n  ]"),
        "{}",
        &["shape-type /tasks"],
    );
}

#[test]
fn b3_promotion_is_closed() {
    let promotion = |text| format!("\"promotion\": {text}");
    let from = "\"promotion\": null";
    let ok = r#"{"from": "lite", "to": "full", "phase": "intent"}"#;
    check(STATE, from, &promotion(ok), &[]);
    let tasks = r#"{"from": "lite", "to": "full", "phase": "switched", "tasks": ["1.task_a.md"]}"#;
    check(STATE, from, &promotion(tasks), &[]);
    for (bad, finding) in [
        (
            r#"{"from": "full", "to": "full", "phase": "intent"}"#,
            "shape-value /promotion/from",
        ),
        (
            r#"{"from": "lite", "to": "lite", "phase": "intent"}"#,
            "shape-value /promotion/to",
        ),
        (
            r#"{"from": "lite", "to": "full", "phase": "begun"}"#,
            "shape-value /promotion/phase",
        ),
        (
            r#"{"from": "lite", "to": "full"}"#,
            "shape-missing /promotion",
        ),
        (
            r#"{"from": "lite", "to": "full", "phase": "intent", "by": "x"}"#,
            "shape-closed /promotion/by",
        ),
        (
            r#"{"from": "lite", "to": "full", "phase": "intent", "tasks": ["a.md"]}"#,
            "shape-pattern /promotion/tasks/0",
        ),
        ("[]", "shape-type /promotion"),
    ] {
        check(STATE, from, &promotion(bad), &[finding]);
    }
}

#[test]
fn b4_tasks() {
    check(
        STATE,
        "\"id\": 2",
        "\"id\": 0",
        &["shape-range /tasks/1/id"],
    );
    check(
        STATE,
        "\"id\": 2",
        "\"id\": \"T-2\"",
        &["shape-type /tasks/1/id"],
    );
    check(STATE, "\"id\": 2,\n", "", &["shape-missing /tasks/1"]);
    check(
        STATE,
        "\"status\": \"completed\"",
        "\"status\": \"done\"",
        &["shape-value /tasks/0/status"],
    );
    check(
        STATE,
        "\"status\": \"completed\"",
        "\"status\": \"skipped\"",
        &[],
    );
    check(
        STATE,
        "1f2e3d4",
        "1f2e3d",
        &["shape-pattern /tasks/0/commit"],
    );
    check(
        STATE,
        "1f2e3d4",
        "1F2E3D4",
        &["shape-pattern /tasks/0/commit"],
    );
    check(
        STATE,
        "1f2e3d4",
        &"a".repeat(41),
        &["shape-pattern /tasks/0/commit"],
    );
    check(STATE, "1f2e3d4", &"a".repeat(40), &[]);
    check(
        STATE,
        ",\n      \"gates\": []",
        "",
        &["shape-missing /tasks/1"],
    );
    check(STATE, "Final Review", &long(1000), &[]);
    check(
        STATE_V1,
        "Final Review",
        &long(201),
        &["shape-length /tasks/1/title"],
    );
    check(
        STATE_V1,
        "2.task_final_review.md",
        "two.task_x.md",
        &["shape-pattern /tasks/1/file"],
    );
    check(
        STATE_V1,
        "2.task_final_review.md",
        "2.task_Final.md",
        &["shape-pattern /tasks/1/file"],
    );
    check(
        STATE_V1,
        "2.task_final_review.md",
        "../2.task_x.md",
        &["shape-pattern /tasks/1/file"],
    );
}

#[test]
fn b4_locators() {
    let (kind, value) = ("\"kind\": \"file\"", "1.task_write_export.md");
    check(
        STATE,
        kind,
        "\"kind\": \"url\"",
        &["shape-value /tasks/0/locator/kind"],
    );
    check(
        STATE,
        kind,
        "\"kind\": \"inline\"",
        &["shape-pattern /tasks/0/locator/value"],
    );
    check(
        STATE,
        value,
        "#task-1",
        &["shape-pattern /tasks/0/locator/value"],
    );
    check(
        STATE,
        value,
        "1.task_.md",
        &["shape-pattern /tasks/0/locator/value"],
    );
    check(
        STATE,
        kind,
        "\"line\": 3, \"kind\": \"file\"",
        &["shape-closed /tasks/0/locator/line"],
    );
    let inline = edited(STATE, &[(kind, "\"kind\": \"inline\"")]);
    check(&inline, value, "#task-1", &[]);
    check(
        &inline,
        value,
        "#task-0",
        &["shape-pattern /tasks/0/locator/value"],
    );
    check(
        &inline,
        value,
        "#task-01",
        &["shape-pattern /tasks/0/locator/value"],
    );
    check(
        &inline,
        value,
        "task-1",
        &["shape-pattern /tasks/0/locator/value"],
    );
}
