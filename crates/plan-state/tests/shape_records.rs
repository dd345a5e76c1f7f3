//! Gates, outcomes, timestamps, unknown members and nulls: each shape tripped and nearly missed (B5–B9).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{MANIFEST, STATE, check, codes, edited, long, manifest_v1, state};

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
