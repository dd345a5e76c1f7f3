//! Every shape of B, tripped by one edit and nearly missed by another.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{MANIFEST, STATE, STATE_V1, codes, edited, manifest, manifest_v1, state};
use plan_diagnostics::Severity;

/// Reads `text` with one place changed, and expects exactly these findings, as `code pointer`.
fn check(text: &str, from: &str, to: &str, expected: &[&str]) {
    let text = edited(text, &[(from, to)]);
    let (findings, has_value) = if text.contains("plan-manifest") {
        let reading = manifest(&text);
        (reading.findings, reading.value.is_some())
    } else {
        let reading = state(&text);
        (reading.findings, reading.value.is_some())
    };
    assert_eq!(codes(&findings), expected, "{from} -> {to}");
    let sound = findings
        .iter()
        .all(|finding| finding.severity() == Severity::Should);
    assert_eq!(has_value, sound, "{from} -> {to}");
    for finding in &findings {
        let span = finding
            .location
            .span
            .expect("every finding of the reader has a span");
        assert!(
            span.end <= text.len() && !span.of(&text).is_empty(),
            "{finding:?}"
        );
    }
}

fn long(points: usize) -> String {
    "é".repeat(points)
}

#[test]
fn control_the_documents_are_valid() {
    for text in [STATE, STATE_V1] {
        assert_eq!(codes(&state(text).findings), [""; 0]);
        assert!(state(text).value.is_some());
    }
    for text in [MANIFEST, &manifest_v1()] {
        assert_eq!(codes(&manifest(text).findings), [""; 0]);
        assert!(manifest(text).value.is_some());
    }
}

#[test]
fn b1_generations_are_told_apart_by_url_alone() {
    let v5 = "plan-state/v5.json";
    check(STATE, v5, "plan-state/v2.json", &[]);
    check(STATE, v5, "plan-state/v6.json", &["schema-unknown /schema"]);
    check(
        STATE,
        v5,
        "plan-state/v5.json#",
        &["schema-unknown /schema"],
    );
    check(
        STATE,
        "https://deep",
        "http://deep",
        &["schema-unknown /schema"],
    );
    check(
        STATE,
        "\"https://deepworkplan.com/schema/plan-state/v5.json\"",
        "5",
        &["shape-type /schema"],
    );
    check(
        MANIFEST,
        "plan-manifest/v5.json",
        "plan-manifest/v2.json",
        &[],
    );
    check(
        MANIFEST,
        "plan-manifest/v5.json",
        "plan-manifest/v4.json",
        &["schema-unknown /schema"],
    );
    assert!(state(&edited(STATE, &[(v5, "plan-state/v6.json")])).unsupported);
    assert!(
        !state(&edited(
            STATE,
            &[("\"task_count\": 2", "\"task_count\": 0")]
        ))
        .unsupported
    );
    let current_as_v1 = state(&edited(STATE, &[(v5, "plan-state/v1.json")]));
    assert!(codes(&current_as_v1.findings).contains(&"shape-missing /tasks/0".to_owned()));
}

#[test]
fn b2_required_members_of_the_manifest() {
    for (line, missing) in [
        ("  \"spec_version\": \"5.0.0\",\n", "spec_version"),
        ("  \"name\": \"PLAN_invoice_export\",\n", "name"),
        ("  \"archetype\": \"individual\",\n", "archetype"),
        ("  \"rigor\": \"standard\",\n", "rigor"),
        ("  \"plan_format\": \"full\",\n", "plan_format"),
        (
            "  \"created_at\": \"2026-03-01T09:00:00Z\",\n",
            "created_at",
        ),
        ("  \"task_count\": 2,\n", "task_count"),
    ] {
        let reading = manifest(&edited(MANIFEST, &[(line, "")]));
        assert_eq!(codes(&reading.findings), ["shape-missing "], "{missing}");
        assert!(
            reading
                .findings
                .iter()
                .all(|finding| finding.message.contains(missing))
        );
    }
    check(MANIFEST, "  \"title\": \"Export the invoices\",\n", "", &[]);
    check(MANIFEST, "  \"tags\": [\n    \"billing\"\n  ],\n", "", &[]);
    check(MANIFEST, ",\n  \"parent_plan\": null", "", &[]);
}

#[test]
fn b2_values_of_the_manifest() {
    check(MANIFEST, "5.0.0", "5.0", &["shape-pattern /spec_version"]);
    check(
        MANIFEST,
        "5.0.0",
        "v5.0.0",
        &["shape-pattern /spec_version"],
    );
    check(
        MANIFEST,
        "5.0.0",
        "5.0.0-rc1",
        &["shape-pattern /spec_version"],
    );
    check(MANIFEST, "5.0.0", "15.10.0", &[]);
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_invoice",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_a_b_c_d_e_f",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_Invoice_export",
        &["shape-pattern /name"],
    );
    check(
        MANIFEST,
        "PLAN_invoice_export",
        "PLAN_invoice__export",
        &["shape-pattern /name"],
    );
    check(MANIFEST, "PLAN_invoice_export", "PLAN_1_b_c_d_e", &[]);
    check(
        MANIFEST,
        "\"individual\"",
        "\"single\"",
        &["shape-value /archetype"],
    );
    check(MANIFEST, "\"individual\"", "\"orchestrator-hub\"", &[]);
    check(
        MANIFEST,
        "\"standard\"",
        "\"Standard\"",
        &["shape-value /rigor"],
    );
    check(MANIFEST, "\"standard\"", "\"micro\"", &[]);
    check(
        MANIFEST,
        "\"full\"",
        "\"lean\"",
        &["shape-value /plan_format"],
    );
    check(
        MANIFEST,
        "\"task_count\": 2",
        "\"task_count\": 0",
        &["shape-range /task_count"],
    );
    check(MANIFEST, "null", "\"hub:PLAN_parent_plan\"", &[]);
    check(
        MANIFEST,
        "null",
        "\"PLAN_parent_plan\"",
        &["shape-pattern /parent_plan"],
    );
    check(MANIFEST, "null", "7", &["shape-type /parent_plan"]);
    check(
        MANIFEST,
        "\"model\"",
        "\"modell\"",
        &["shape-closed /created_by/modell"],
    );
    check(MANIFEST, "\"billing\"", "7", &["shape-type /tags/0"]);
}

#[test]
fn b2_only_v1_limits_the_manifest() {
    let v1 = manifest_v1();
    let longer = [
        (
            "Export the invoices".to_owned(),
            long(201),
            "shape-length /title",
        ),
        (
            "codewriter".to_owned(),
            long(101),
            "shape-length /created_by/agent",
        ),
        (
            "\"billing\"".to_owned(),
            format!("\"{}\"", long(51)),
            "shape-length /tags/0",
        ),
        (
            "\"billing\"".to_owned(),
            vec!["\"t\""; 21].join(", "),
            "shape-length /tags",
        ),
    ];
    for (from, to, finding) in &longer {
        check(&v1, from, to, &[finding]);
        check(MANIFEST, from, to, &[]);
    }
    check(&v1, "Export the invoices", &long(200), &[]);
    check(&v1, "\"billing\"", &vec!["\"t\""; 20].join(", "), &[]);
}

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

#[test]
fn b5_gates() {
    check(
        STATE,
        "cargo test -p export",
        &long(501),
        &["shape-length /tasks/0/gates/0/command"],
    );
    check(STATE, "cargo test -p export", &long(500), &[]);
    check(
        STATE,
        "64 passed",
        &long(501),
        &["shape-length /tasks/0/gates/0/evidence"],
    );
    check(STATE, "64 passed", &long(500), &[]);
    check(
        STATE,
        "\"passes\": true",
        "\"passes\": 1",
        &["shape-type /tasks/0/gates/0/passes"],
    );
    check(
        STATE,
        "\"passes\": true,",
        "",
        &["shape-missing /tasks/0/gates/0"],
    );
    check(
        STATE,
        "\"exit_code\": 0",
        "\"exit_code\": -0",
        &["shape-type /tasks/0/gates/0/exit_code"],
    );
    check(
        STATE,
        "\"exit_code\": 0",
        "\"exit_code\": 0.0",
        &["shape-type /tasks/0/gates/0/exit_code"],
    );
    check(
        STATE,
        "\"exit_code\": 0",
        "\"exit_code\": null",
        &["shape-null /tasks/0/gates/0/exit_code"],
    );
    check(STATE, "\"exit_code\": 0", "\"exit_code\": -1", &[]);
    check(STATE, "          \"exit_code\": 0,\n", "", &[]);
    check(
        STATE,
        "\"exit_code\": 0",
        "\"exit\": 0",
        &["shape-closed /tasks/0/gates/0/exit"],
    );
}

#[test]
fn b6_outcome_checkpoint_and_blocker() {
    check(
        STATE,
        "\"one pass\"",
        &format!("\"{}\"", long(301)),
        &["shape-length /tasks/0/outcome/tried/0"],
    );
    check(STATE, "\"one pass\"", &format!("\"{}\"", long(300)), &[]);
    check(
        STATE,
        "\"failed\": []",
        &format!("\"failed\": [\"{}\"]", long(301)),
        &["shape-length /tasks/0/outcome/failed/0"],
    );
    check(
        STATE,
        "one pass over the invoices",
        &long(501),
        &["shape-length /tasks/0/outcome/worked"],
    );
    check(
        STATE,
        "größer als erwartet",
        &long(1001),
        &["shape-length /tasks/0/outcome/notes"],
    );
    check(STATE, "größer als erwartet", &long(1000), &[]);
    check(
        STATE,
        "\"failed\": []",
        "\"fails\": []",
        &["shape-closed /tasks/0/outcome/fails"],
    );
    check(
        STATE,
        "\"failed\": []",
        "\"failed\": null",
        &["shape-null /tasks/0/outcome/failed"],
    );
    check(
        STATE,
        "\"start\"",
        &format!("\"{}\"", long(201)),
        &["shape-length /checkpoint/step"],
    );
    check(
        STATE,
        "nothing yet",
        &long(501),
        &["shape-length /checkpoint/note"],
    );
    check(
        STATE,
        "    \"task\": 2,\n",
        "",
        &["shape-missing /checkpoint"],
    );
    check(STATE, "    \"step\": \"start\",\n", "", &[]);
    let blocked = |reason: &str, rest: &str| {
        format!(
            r#""blocked": {{"task": 2, "reason": "{reason}", "since": "2026-03-02T10:00:00Z"{rest}}}"#
        )
    };
    let from = "\"blocked\": null";
    check(STATE, from, &blocked(&long(1000), ""), &[]);
    check(
        STATE,
        from,
        &blocked(&long(1001), ""),
        &["shape-length /blocked/reason"],
    );
    check(
        STATE,
        from,
        &blocked("r", &format!(", \"needs\": \"{}\"", long(501))),
        &["shape-length /blocked/needs"],
    );
    check(
        STATE,
        from,
        &blocked("r", ", \"by\": 1"),
        &["shape-closed /blocked/by"],
    );
}

#[test]
fn b7_timestamps_are_strict() {
    let at = "\"updated_at\": \"2026-03-02T10:00:00Z\"";
    for bad in [
        "2026-03-02 10:00:00Z",
        "2026-03-02t10:00:00Z",
        "2026-03-02T10:00:00z",
        "2026-03-02T10:00:00",
        "2026-03-02T10:00Z",
        "2026-02-30T10:00:00Z",
        "2026-03-02T10:00:60Z",
        "tomorrow",
        "",
    ] {
        check(
            STATE,
            at,
            &format!("\"updated_at\": \"{bad}\""),
            &["shape-timestamp /updated_at"],
        );
    }
    check(
        STATE,
        at,
        "\"updated_at\": \"2024-02-29T23:59:59.5-11:30\"",
        &[],
    );
    check(
        STATE,
        "2026-03-02T09:59:00.250+00:00",
        "x",
        &["shape-timestamp /tasks/0/gates/0/last_run"],
    );
}

#[test]
fn b8_unknown_members_are_kept_or_refused() {
    check(
        STATE,
        "\"format\"",
        "\"mood\": 1.50, \"format\"",
        &["shape-additive /mood"],
    );
    check(
        STATE,
        "\"commit\"",
        "\"branch/name\": \"x\", \"commit\"",
        &["shape-additive /tasks/0/branch~1name"],
    );
    check(
        MANIFEST,
        "\"tags\"",
        "\"labels\": [], \"tags\"",
        &["shape-additive /labels"],
    );
    check(
        STATE,
        "\"agent\"",
        "\"user\": \"x\", \"agent\"",
        &["shape-closed /updated_by/user"],
    );
    let v1 = manifest_v1();
    check(
        &v1,
        "\"tags\"",
        "\"plan_format\": \"full\", \"tags\"",
        &["shape-additive /plan_format"],
    );
}

#[test]
fn b9_null_is_refused_where_the_schema_has_none() {
    check(
        STATE,
        "\"approval\": \"approved\"",
        "\"approval\": null",
        &["shape-null /approval"],
    );
    check(
        STATE,
        "\"1f2e3d4\"",
        "null",
        &["shape-null /tasks/0/commit"],
    );
    check(
        STATE,
        "\"Final Review\"",
        "null",
        &["shape-null /tasks/1/title"],
    );
    check(
        MANIFEST,
        "\"Export the invoices\"",
        "null",
        &["shape-null /title"],
    );
    for nullable in ["\"promotion\": null", "\"blocked\": null"] {
        check(STATE, nullable, nullable, &[]);
    }
}

#[test]
fn every_problem_is_reported_not_only_the_first() {
    let text = edited(
        STATE,
        &[
            ("\"completed_count\": 1", "\"completed_count\": \"1\""),
            ("\"ready\"", "\"done\""),
            ("\"passes\": true", "\"passes\": null"),
            ("\"id\": 2", "\"id\": -2"),
        ],
    );
    assert_eq!(
        codes(&state(&text).findings),
        [
            "shape-type /completed_count",
            "shape-value /materialization",
            "shape-null /tasks/0/gates/0/passes",
            "shape-range /tasks/1/id",
        ]
    );
}
