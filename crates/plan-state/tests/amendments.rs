//! Amendments: what holds, what it permits and covers (G, C6, D3, E7, E8).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{STATE, codes, edited, raw};
use plan_markdown::Document;
use plan_markdown::view::TaskRecord;
use plan_state::amendment::{AmendmentDate, Amendments, judge};
use plan_state::contract;

/// An amendment of task 2 that holds: the user deferred a criterion to task 5.
const DEFERRED: &str = "\
### Amendment A1 — 2026-03-02

**Criterion:** The export of 100,000 rows takes under 2 s.
**Observed:** 2.4 s on the reference machine.
**Disposition:** deferred
**Reason:** the driver's bulk mode comes with its next release.
**Authority:** user
**Tasks:** Task 2 → Task 5
**Evidence:** invalidated: none; preserved: `cargo test -p export`
";

const CRITERION: &str = "The export of 100,000 rows takes under 2 s.";

/// The amendments in the record of task 2 of a plan of six, and the codes of the findings.
fn judged(amendments: &str) -> (Amendments, Vec<String>) {
    let text = format!(
        "# Task 2: Write the export\n\n## Completion & Log\n\nStatus: completed\n\n{amendments}"
    );
    let document = Document::parse("2.task_write_export.md", text);
    let record = TaskRecord::read_file(&document);
    let (amendments, findings) = judge(
        "2.task_write_export.md",
        2,
        &record.amendments,
        &[1, 2, 3, 4, 5, 6],
    );
    assert!(
        findings
            .iter()
            .all(|finding| finding.location.span.is_some())
    );
    let codes = codes(&findings)
        .iter()
        .map(|code| code.trim_end_matches(" -").to_owned())
        .collect();
    (amendments, codes)
}

/// [`DEFERRED`] with some places changed.
fn amended(edits: &[(&str, &str)]) -> Amendments {
    judged(&edited(DEFERRED, edits)).0
}

/// Judges [`DEFERRED`] with one place changed: the findings, and whether the amendment holds.
fn check(from: &str, to: &str, expected: &[&str], holds: bool) {
    let (amendments, findings) = judged(&edited(DEFERRED, &[(from, to)]));
    assert_eq!(findings, expected, "{from} -> {to}");
    assert_eq!(!amendments.is_empty(), holds, "{from} -> {to}");
}

#[test]
fn control_the_amendment_holds() {
    check("2026", "2026", &[], true);
}

#[test]
fn g1_dates() {
    check("2026-03-02", "2026-03-02T10:00:00+01:00", &[], true);
    check("2026-03-02", "2026-02-30", &["amendment-date"], false);
    check(
        "2026-03-02",
        "2026-03-02T10:00:00",
        &["amendment-date"],
        false,
    );
}

#[test]
fn g1_an_amendment_without_a_field_does_not_hold() {
    for line in DEFERRED.lines().skip(2) {
        let (amendments, _) = judged(&DEFERRED.replace(line, ""));
        assert!(amendments.is_empty(), "without {line}");
    }
}

#[test]
fn g2_dispositions() {
    for word in [
        "research-completed",
        "not-executed",
        "gate-failed",
        "achieved",
        "Deferred",
        "removed",
    ] {
        check("deferred", word, &[], true);
    }
    check("deferred", "postponed", &["amendment-disposition"], false);
    check(
        "deferred",
        "not deferred",
        &["amendment-disposition"],
        false,
    );
}

#[test]
fn g2_authority() {
    check("user", "developer", &[], true);
    check("user", "evidence", &[], true);
    check("user", "agent", &["amendment-authority"], false);
    check("user", "user — PROGRESS.md, 2026-03-02", &[], true);
    let removed = |authority| {
        judged(&edited(
            DEFERRED,
            &[("deferred", "removed"), ("user", authority)],
        ))
    };
    assert_eq!(removed("user").1, [""; 0]);
    assert_eq!(removed("developer").1, ["amendment-authority"]);
    assert!(removed("developer").0.is_empty());
    let cited = amended(&[("user", "user — PROGRESS.md, 2026-03-02")]);
    let citation = cited.iter().next().unwrap().citation.clone();
    assert_eq!(citation.as_deref(), Some("PROGRESS.md, 2026-03-02"));
}

#[test]
fn g2_a_deferral_names_another_task_of_the_plan() {
    check(
        "Task 2 → Task 5",
        "Task 2",
        &["amendment-destination"],
        false,
    );
    check(
        "Task 2 → Task 5",
        "Task 2 → Task 7",
        &["amendment-destination"],
        false,
    );
    check(
        "Task 2 → Task 5",
        "Task 2 → Task 2",
        &["amendment-destination"],
        false,
    );
    check("Task 2 → Task 5", "Task 2, Task 3 → Task 6", &[], true);
    let removed = edited(
        DEFERRED,
        &[("deferred", "removed"), ("Task 2 → Task 5", "Task 2")],
    );
    assert_eq!(judged(&removed).1, [""; 0]);
}

#[test]
fn g1_the_tasks_fit_the_record() {
    check(
        "Task 2 → Task 5",
        "Task 3 → Task 5",
        &["amendment-tasks"],
        true,
    );
    check(
        "Task 2 → Task 5",
        "Task 2, Task 9 → Task 5",
        &["amendment-tasks"],
        true,
    );
}

#[test]
fn g3_amendments_are_in_order() {
    let two = |id: &str, date: &str| {
        let second = edited(DEFERRED, &[("A1", id), ("2026-03-02", date)]);
        judged(&format!("{DEFERRED}\n{second}")).1
    };
    assert_eq!(two("A2", "2026-03-02"), [""; 0]);
    assert_eq!(two("A3", "2026-03-02T00:00:00Z"), [""; 0]);
    assert_eq!(two("A1", "2026-03-03"), ["amendment-order"]);
    assert_eq!(two("A2", "2026-03-01"), ["amendment-order"]);
    assert_eq!(two("A2", "2026-03-01T23:59:59Z"), ["amendment-order"]);
    let time = |text| AmendmentDate::parse(text).unwrap();
    assert!(time("2026-03-02T10:00:00+02:00").is_before(&time("2026-03-02T09:00:00Z")));
    assert!(!time("2026-03-02").is_before(&time("2026-03-02T09:00:00Z")));
}

#[test]
fn g4_reopening_needs_an_amendment_that_names_the_task() {
    assert!(amended(&[]).permits_reopen());
    assert!(amended(&[("deferred", "gate-failed")]).permits_reopen());
    assert!(!Amendments::default().permits_reopen());
    assert!(!amended(&[("Task 2 → Task 5", "Task 3 → Task 5")]).permits_reopen());
    assert!(!amended(&[("deferred", "whatever")]).permits_reopen());
}

#[test]
fn c6_skipping_needs_the_user_to_remove_or_defer() {
    assert!(amended(&[]).permits_skip());
    assert!(amended(&[("deferred", "removed")]).permits_skip());
    for edit in [
        ("user", "developer"),
        ("user", "evidence"),
        ("deferred", "achieved"),
        ("deferred", "not-executed"),
        ("deferred", "gate-failed"),
        ("Task 2 → Task 5", "Task 3 → Task 5"),
        ("Task 2 → Task 5", "Task 2"),
    ] {
        assert!(!amended(&[edit]).permits_skip(), "{edit:?}");
    }
    assert!(!Amendments::default().permits_skip());
}

#[test]
fn c6_skipped_tasks_are_held_against_the_amendments() {
    let skipped = raw(&edited(
        STATE,
        &[(
            "\"status\": \"in_progress\",\n      \"gates\"",
            "\"status\": \"skipped\",\n      \"gates\"",
        )],
    ));
    let amendments = amended(&[]);
    let permitted = |task| task == amendments.task() && amendments.permits_skip();
    assert_eq!(
        codes(&contract::unauthorized_skips(&skipped, permitted)),
        [""; 0]
    );
    let found = contract::unauthorized_skips(&skipped, |_| false);
    assert_eq!(codes(&found), ["contract-skipped /tasks/1/status"]);
    assert_eq!(
        codes(&contract::unauthorized_skips(&raw(STATE), |_| false)),
        [""; 0]
    );
}

#[test]
fn g2_a_deferral_closes_the_criterion_that_it_quotes_and_no_other() {
    let amendments = amended(&[]);
    assert!(amendments.covers_criterion(CRITERION));
    assert!(!amendments.covers_criterion("The export has one row an invoice."));
    assert!(!amendments.covers_criterion("The export of 100,000 rows takes under 3 s."));
    assert!(!amended(&[("Task 2 → Task 5", "Task 3 → Task 5")]).covers_criterion(CRITERION));
    for word in [
        "not-executed",
        "gate-failed",
        "achieved",
        "research-completed",
    ] {
        assert!(
            !amended(&[("deferred", word)]).covers_criterion(CRITERION),
            "{word}"
        );
    }
    assert!(amended(&[("deferred", "removed")]).covers_criterion(CRITERION));
}

#[test]
fn g2_research_closes_only_a_revised_criterion_that_names_it() {
    let amendments = amended(&[("deferred", "research-completed")]);
    assert!(amendments.covers_criterion("The limits of the driver are written down (A1)."));
    assert!(!amendments.covers_criterion("The limits of the driver are written down (A10)."));
    assert!(!amendments.covers_criterion(CRITERION));
    assert!(!amended(&[]).covers_criterion("Revised by A1."));
}

#[test]
fn g2_the_latest_amendment_of_a_criterion_decides() {
    let second = edited(DEFERRED, &[("A1", "A2"), ("deferred", "gate-failed")]);
    assert!(
        !judged(&format!("{DEFERRED}\n{second}"))
            .0
            .covers_criterion(CRITERION)
    );
    let first = edited(DEFERRED, &[("deferred", "gate-failed")]);
    let second = edited(DEFERRED, &[("A1", "A2")]);
    assert!(
        judged(&format!("{first}\n{second}"))
            .0
            .covers_criterion(CRITERION)
    );
}

#[test]
fn e8_commands_are_covered_by_withdrawal_or_by_their_criterion() {
    let evidence = "invalidated: none; preserved: `cargo test -p export`";
    let with = |text| amended(&[(evidence, text)]);
    let withdrawn = with("invalidated: none; preserved: none; withdrawn: `cargo bench`");
    assert!(withdrawn.covers_command("cargo bench"));
    assert!(!withdrawn.covers_command("cargo bench -p export"));
    assert!(!with("invalidated: `cargo bench`; preserved: none").covers_command("cargo bench"));
    assert!(!amended(&[]).covers_command("cargo test -p export"));
    let named = amended(&[(CRITERION, "`cargo bench` takes under 2 s.")]);
    assert!(named.covers_command("cargo bench"));
    assert!(!named.covers_command("cargo"));
    let failed = amended(&[
        (CRITERION, "`cargo bench` takes under 2 s."),
        ("deferred", "gate-failed"),
    ]);
    assert!(!failed.covers_command("cargo bench"));
}

#[test]
fn g4_the_last_word_on_a_command_counts() {
    let evidence = "invalidated: none; preserved: `cargo test -p export`";
    let entry = |id: &str, text: &str| edited(DEFERRED, &[("A1", id), (evidence, text)]);
    let first = entry(
        "A1",
        "invalidated: `a`, `b`; preserved: none; withdrawn: `c`",
    );
    let second = entry("A2", "invalidated: `c`; preserved: `a`");
    let amendments = judged(&format!("{first}\n{second}")).0;
    let names = |list: Vec<(&str, &plan_state::amendment::Amendment)>| -> Vec<String> {
        list.into_iter()
            .map(|(command, by)| format!("{command} {}", by.name()))
            .collect()
    };
    assert_eq!(names(amendments.invalidated_commands()), ["b A1", "c A2"]);
    assert_eq!(names(amendments.withdrawn_commands()), [""; 0]);
    let only = judged(&first).0;
    assert_eq!(names(only.withdrawn_commands()), ["c A1"]);
}
