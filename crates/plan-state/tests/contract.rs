//! Every clause of C, broken by one edit and nearly broken by another.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{MANIFEST, STATE, STATE_V1, codes, edited, manifest, manifest_v1, raw};
use plan_diagnostics::Severity;
use plan_state::{Limits, State, contract, pair};

/// Breaches of a state with some places changed, as `code pointer`.
fn check(text: &str, edits: &[(&str, &str)], expected: &[&str]) {
    let raw = raw(&edited(text, edits));
    let breaches = contract::breaches(&raw);
    assert_eq!(codes(&breaches), expected, "{edits:?}");
    let legal = breaches
        .iter()
        .all(|finding| finding.severity() == Severity::Should);
    assert_eq!(State::new(raw).is_ok(), legal, "{edits:?}");
}

const IN_PROGRESS: (&str, &str) = ("\"status\": \"in_progress\",\n      \"gates\"", "");

/// The second task of [`STATE`] with another status.
fn second(status: &str) -> String {
    format!("\"status\": \"{status}\",\n      \"gates\"")
}

#[test]
fn control_the_documents_meet_the_contract() {
    check(STATE, &[], &[]);
    check(STATE_V1, &[], &[]);
}

#[test]
fn c1_ids_and_counts() {
    check(
        STATE,
        &[
            ("\"id\": 2", "\"id\": 3"),
            ("2.task_final", "3.task_final"),
            ("\"task\": 2", "\"task\": 3"),
        ],
        &["contract-task-ids /tasks/1/id"],
    );
    check(
        STATE,
        &[
            ("\"id\": 2", "\"id\": 1"),
            ("2.task_final", "1.task_final"),
            ("\"task\": 2", "\"task\": 1"),
        ],
        &["contract-task-ids /tasks/1/id"],
    );
    check(
        STATE,
        &[("\"task_count\": 2", "\"task_count\": 3")],
        &["contract-task-count /task_count"],
    );
    check(
        STATE,
        &[("\"completed_count\": 1", "\"completed_count\": 2")],
        &["contract-completed-count /completed_count"],
    );
}

#[test]
fn c2_locators() {
    check(
        STATE,
        &[("2.task_final", "1.task_final")],
        &["contract-locator /tasks/1/locator"],
    );
    check(
        STATE_V1,
        &[("2.task_final", "7.task_final")],
        &["contract-locator /tasks/1/file"],
    );
    check(
        STATE,
        &[("2.task_final_review.md", "1.task_write_export.md")],
        &[
            "contract-locator /tasks/1/locator",
            "contract-locator /tasks/1/locator",
        ],
    );
    check(
        STATE,
        &[(
            "\"kind\": \"file\",\n        \"value\": \"1.task_write_export.md\"",
            "\"kind\": \"inline\", \"value\": \"#task-1\"",
        )],
        &["contract-locator /tasks/0/locator"],
    );
    check(
        STATE,
        &[("\"format\": \"full\"", "\"format\": \"lite\"")],
        &[
            "contract-locator /tasks/0/locator",
            "contract-locator /tasks/1/locator",
        ],
    );
}

#[test]
fn c2_manifest_and_state() {
    let pair_of = |m: &str, s: &str| codes(&pair(&manifest(m).value.unwrap(), &raw(s)));
    let none = [""; 0];
    assert_eq!(pair_of(MANIFEST, STATE), none);
    assert_eq!(pair_of(&manifest_v1(), STATE_V1), none);
    let lite = edited(
        MANIFEST,
        &[("\"plan_format\": \"full\"", "\"plan_format\": \"lite\"")],
    );
    assert_eq!(
        pair_of(&lite, STATE),
        none,
        "a promoted plan is full where its manifest is lite"
    );
    let lite_state = edited(STATE, &[("\"format\": \"full\"", "\"format\": \"lite\"")]);
    assert_eq!(pair_of(&lite, &lite_state), none);
    assert_eq!(pair_of(MANIFEST, &lite_state), ["contract-format /format"]);
    let counted = edited(MANIFEST, &[("\"task_count\": 2", "\"task_count\": 9")]);
    assert_eq!(
        pair_of(&counted, STATE),
        none,
        "the manifest's count is the intention at creation"
    );
    let other = edited(MANIFEST, &[("PLAN_invoice_export", "PLAN_other_export")]);
    assert_eq!(pair_of(&other, STATE), ["identity-name /plan"]);
}

#[test]
fn b1_a_mixed_pair_is_refused() {
    let pair_of = |m: &str, s: &str| codes(&pair(&manifest(m).value.unwrap(), &raw(s)));
    let v2 = edited(STATE, &[("v5.json", "v2.json")]);
    assert_eq!(pair_of(MANIFEST, &v2), ["schema-mixed /schema"]);
    assert_eq!(pair_of(&manifest_v1(), STATE), ["schema-mixed /schema"]);
    assert_eq!(
        pair_of(&edited(MANIFEST, &[("v5.json", "v2.json")]), &v2),
        [""; 0]
    );
}

#[test]
fn c3_status_is_derived() {
    let status = |word: &str| format!("\"status\": \"{word}\",\n  \"completed_count\"");
    let from = status("in_progress");
    for word in ["pending", "completed", "blocked"] {
        check(
            STATE,
            &[(&from, &status(word))],
            &["contract-status /status"],
        );
    }
    check(STATE, &[(IN_PROGRESS.0, &second("skipped"))], &[]);
    check(
        STATE,
        &[
            (IN_PROGRESS.0, &second("skipped")),
            (&from, &status("completed")),
        ],
        &["contract-status /status"],
    );
}

#[test]
fn c4_blocker() {
    let blocked = |task: u64| {
        format!(r#""blocked": {{"task": {task}, "reason": "r", "since": "2026-03-02T10:00:00Z"}}"#)
    };
    let plan = (
        "\"status\": \"in_progress\",\n  \"completed_count\"",
        "\"status\": \"blocked\",\n  \"completed_count\"",
    );
    let (task, none) = ((IN_PROGRESS.0, second("blocked")), "\"blocked\": null");
    check(STATE, &[plan, (task.0, &task.1), (none, &blocked(2))], &[]);
    check(
        STATE,
        &[plan, (task.0, &task.1)],
        &["contract-blocker /tasks/1/status"],
    );
    check(
        STATE,
        &[plan, (none, &blocked(2))],
        &["contract-blocker /blocked/task"],
    );
    check(
        STATE,
        &[plan, (none, &blocked(9))],
        &["contract-blocker /blocked/task"],
    );
    check(
        STATE,
        &[plan, (task.0, &task.1), (none, &blocked(1))],
        &[
            "contract-blocker /blocked/task",
            "contract-blocker /tasks/1/status",
        ],
    );
    check(
        STATE,
        &[(task.0, &task.1), (none, &blocked(2))],
        &["contract-status /status"],
    );
}

/// [`STATE`] with its last task completed too, `checkpoint` being the members of the checkpoint.
fn completed(checkpoint: &str) -> String {
    let gate = r#"{"command": "c", "passes": true, "exit_code": 0, "last_run": "2026-03-02T11:00:00Z", "evidence": "ok"}"#;
    let done = format!(
        "\"status\": \"completed\", \"completed_at\": \"2026-03-02T11:00:00Z\",\n      \"gates\": [{gate}]"
    );
    edited(
        STATE,
        &[
            ("\"status\": \"in_progress\",\n      \"gates\": []", &done),
            ("\"status\": \"in_progress\"", "\"status\": \"completed\""),
            ("\"completed_count\": 1", "\"completed_count\": 2"),
            ("\"task\": 2,\n    \"step\": \"start\",", checkpoint),
        ],
    )
}

#[test]
fn c4_checkpoint() {
    check(
        STATE,
        &[("\"task\": 2", "\"task\": 9")],
        &["contract-checkpoint /checkpoint/task"],
    );
    check(STATE, &[("\"task\": 2", "\"task\": 1")], &[]);
    check(&completed("\"task\": 2, \"step\": \"done\","), &[], &[]);
    for bad in [
        "\"task\": 2,",
        "\"task\": 2, \"step\": \"start\",",
        "\"task\": 1, \"step\": \"done\",",
    ] {
        check(&completed(bad), &[], &["contract-checkpoint /checkpoint"]);
    }
}

#[test]
fn b3_promotion_and_materialization() {
    let promotion = r#""promotion": {"from": "lite", "to": "full", "phase": "intent"}"#;
    let (none, ready) = ("\"promotion\": null", "\"ready\"");
    check(STATE, &[(none, promotion), (ready, "\"promoting\"")], &[]);
    check(
        STATE,
        &[(none, promotion)],
        &["contract-promotion /promotion"],
    );
    check(
        STATE,
        &[(ready, "\"promoting\"")],
        &["contract-promotion /promotion"],
    );
    check(STATE, &[(ready, "\"materializing\"")], &[]);
}

#[test]
fn c5_a_completed_task_has_evidence() {
    check(
        STATE,
        &[("      \"completed_at\": \"2026-03-02T10:00:00Z\",\n", "")],
        &["contract-completed-at /tasks/0"],
    );
    let evidence = "\"evidence\": \"64 passed\"";
    for (from, to, finding) in [
        (
            "\"passes\": true",
            "\"passes\": false",
            "contract-evidence /tasks/0/gates/0/passes",
        ),
        (
            "\"exit_code\": 0",
            "\"exit_code\": 1",
            "contract-evidence /tasks/0/gates/0/exit_code",
        ),
        (
            "          \"exit_code\": 0,\n",
            "",
            "contract-evidence /tasks/0/gates/0",
        ),
        (
            evidence,
            "\"evidence\": \" \"",
            "contract-evidence /tasks/0/gates/0",
        ),
        (
            "cargo test -p export",
            " ",
            "contract-evidence /tasks/0/gates/0/command",
        ),
        (
            "64 passed",
            "Invalidated by refine: A1; 64 passed",
            "evidence-invalidated /tasks/0/gates/0/evidence",
        ),
        (
            "64 passed",
            "invalidada por refine: A1",
            "evidence-invalidated /tasks/0/gates/0/evidence",
        ),
    ] {
        check(STATE, &[(from, to)], &[finding]);
    }
    check(
        STATE,
        &[(
            "64 passed",
            "64 passed; earlier runs were invalidated by refine",
        )],
        &[],
    );
    let gates = STATE
        .split_once("\"gates\": [")
        .unwrap()
        .1
        .split_once("\n      ],")
        .unwrap()
        .0;
    check(STATE, &[(gates, "")], &["contract-gates /tasks/0/gates"]);
}

/// [`STATE`] with records before the one it has, each `(command, passes, evidence)`.
fn with_records(before: &[(&str, bool, &str)], after: &[(&str, bool, &str)]) -> String {
    let record = |(command, passes, evidence): &(&str, bool, &str)| {
        let exit = i32::from(!passes);
        format!(
            r#"{{"command": "{command}", "passes": {passes}, "exit_code": {exit}, "last_run": "2026-03-02T09:00:00Z", "evidence": "{evidence}"}}"#
        )
    };
    let first: String = before.iter().map(|gate| record(gate) + ", ").collect();
    let last: String = after
        .iter()
        .map(|gate| String::from(", ") + &record(gate))
        .collect();
    edited(
        STATE,
        &[
            ("\"gates\": [\n", &format!("\"gates\": [ {first}\n")),
            (
                "\n        }\n      ],",
                &format!("\n        }}{last}\n      ],"),
            ),
        ],
    )
}

#[test]
fn c5_the_latest_record_of_each_command_counts() {
    let own = "cargo test -p export";
    check(&with_records(&[(own, false, "2 failed")], &[]), &[], &[]);
    check(
        &with_records(&[], &[(own, false, "2 failed")]),
        &[],
        &["contract-evidence /tasks/0/gates/1/passes"],
    );
    check(
        &with_records(&[("lint", false, "3 warnings")], &[]),
        &[],
        &["contract-evidence /tasks/0/gates/0/passes"],
    );
    check(
        &with_records(&[("lint", false, "3 warnings")], &[("lint", true, "clean")]),
        &[],
        &[],
    );
    check(
        &with_records(&[], &[("lint", true, "invalidated by refine: A2")]),
        &[],
        &["evidence-invalidated /tasks/0/gates/1/evidence"],
    );
}

#[test]
fn c5_a_withdrawn_command_does_not_count() {
    let withdrawn = "invalidated by refine: withdrawn; A2";
    check(&with_records(&[], &[("lint", false, withdrawn)]), &[], &[]);
    check(
        STATE,
        &[("64 passed", withdrawn)],
        &["evidence-invalidated /tasks/0/gates/0/evidence"],
    );
    check(
        &with_records(&[], &[("lint", true, withdrawn), ("lint", false, "again")]),
        &[],
        &["contract-evidence /tasks/0/gates/2/passes"],
    );
}

#[test]
fn c5_v1_completions_may_lack_gates() {
    let gates = STATE_V1
        .split_once(",\n      \"gates\": [")
        .unwrap()
        .1
        .split_once("\n      ]")
        .unwrap()
        .0;
    let member = format!(",\n      \"gates\": [{gates}\n      ]");
    check(
        STATE_V1,
        &[(&member, "")],
        &["contract-old-completion /tasks/0"],
    );
    check(STATE_V1, &[(gates, "")], &["contract-gates /tasks/0/gates"]);
    check(
        STATE_V1,
        &[("\"passes\": true", "\"passes\": false")],
        &["contract-evidence /tasks/0/gates/0/passes"],
    );
}

#[test]
fn invariant_4_a_state_obeys_the_limits_of_its_shape() {
    let mut long = raw(STATE);
    long.tasks[0].title = "x".repeat(100_000);
    assert!(State::new(long.clone()).is_ok(), "v5 leaves titles open");
    let mut huge = long.clone();
    huge.tasks[0].title = "x".repeat(Limits::default().size);
    assert_eq!(codes(&State::new(huge).unwrap_err()), ["json-size -"]);
    long.tasks[0].commit = Some("HEAD".to_owned());
    assert_eq!(
        codes(&State::new(long).unwrap_err()),
        ["shape-pattern /tasks/0/commit"]
    );
    let mut foreign = raw(STATE_V1);
    foreign.approval = Some(plan_state::Approval::Approved);
    assert_eq!(codes(&State::new(foreign).unwrap_err()), ["shape-closed -"]);
    let mut without = raw(STATE);
    without.format = None;
    assert_eq!(codes(&State::new(without).unwrap_err()), ["shape-missing "]);
}
