//! What is refused, with nothing written: candidates, plans, stale hashes (F1, D2).

use plan_diagnostics::Verdict;
use plan_guard::{Digest, Lock, LockRequest, Probe};
use plan_testkit::PlanBuilder;
use plan_verify::CompletedCandidate;
use plan_verify::finalize::{CANDIDATE_FILE, Conflict, Outcome, publish};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE, REFINING_FILE};

use super::support::{
    Fixture, candidate, candidate_text, finished, here, published, refused, rel, with_setting,
};

#[test]
fn f1_the_plan_is_judged_with_the_candidate_as_its_state() {
    let record = "3.task_final_review.md";
    let untrue =
        candidate_text().replace("64 passed in 3.1s, part 2", "not run, the device is away");
    for (builder, text, code) in [
        (
            finished().edit("README.md", "- [x] Task 2", "- [ ] Task 2"),
            candidate_text(),
            "state-drift",
        ),
        (
            finished().remove("PROMPTS.md"),
            candidate_text(),
            "file-missing",
        ),
        (
            finished().edit(record, "Skills disposition: none\n", ""),
            candidate_text(),
            "log-disposition-missing",
        ),
        (
            finished().edit(record, "Documentation decision: docs/export.md\n", ""),
            candidate_text(),
            "log-decision-missing",
        ),
        (
            finished().remove("analysis_results/SECURITY_REVIEW.md"),
            candidate_text(),
            "security-review-missing",
        ),
        (finished(), untrue, "evidence-not-run"),
    ] {
        let fixture = Fixture::of(builder);
        let candidate = CompletedCandidate::read(text.as_bytes()).unwrap();
        let outcome = fixture
            .publish_with(&candidate, fixture.expected(), Probe::none())
            .unwrap();
        assert!(refused(outcome).contains(&code), "{code}");
        fixture.assert_untouched(code);
    }
}

#[test]
fn d2_another_state_than_expected_is_a_conflict() {
    let fixture = Fixture::new();
    let expected = Digest::of(b"the state that the caller saw");
    let outcome = fixture
        .publish_with(&candidate(), expected, Probe::none())
        .unwrap();
    let actual = Some(fixture.expected());
    let conflict = Conflict {
        changed: vec!["state.json".into()],
        expected,
        actual,
    };
    assert_eq!(outcome, Outcome::Conflict(conflict));
    fixture.assert_untouched("a stale hash");
    std::fs::remove_file(fixture.path("state.json")).unwrap();
    let outcome = fixture.publish();
    assert!(
        matches!(outcome, Outcome::Conflict(Conflict { actual: None, .. })),
        "{outcome:?}"
    );
}

#[test]
fn f4_a_publication_over_a_marker_is_refused() {
    let fixture = Fixture::new();
    fixture.write(MARKER_FILE, "{}");
    // Whatever hash is expected: a retry would not help.
    for expected in [fixture.expected(), Digest::of(b"another")] {
        let outcome = fixture
            .publish_with(&candidate(), expected, Probe::none())
            .unwrap();
        assert_eq!(refused(outcome), ["finalization-interrupted"]);
    }
    assert_eq!(fixture.read("state.json").unwrap(), fixture.old);
    assert_eq!(fixture.read(MARKER_FILE).unwrap(), "{}");
}

#[test]
fn f2_a_receipt_that_no_longer_holds_is_not_replaced() {
    let fixture = Fixture::new();
    published(fixture.publish());
    let receipt = fixture.read(RECEIPT_FILE);
    fixture.append("README.md", "\nChanged afterwards.\n");
    assert_eq!(refused(fixture.publish()), ["receipt-mismatch"]);
    assert_eq!(fixture.read(RECEIPT_FILE), receipt);
}

/// A receipt can hold while the plan does not pass: not every file that a rule reads is an artefact.
#[test]
fn f2_a_published_plan_that_does_not_pass_is_refused() {
    let fixture = Fixture::new();
    published(fixture.publish());
    fixture.write("contract.json", "{}");
    let outcome = fixture.publish();
    let Outcome::Refused(report) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(report.verdict(), Verdict::Unverified);
}

#[test]
fn f1_no_publication_begins_without_a_place_for_its_receipt() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path(RECEIPT_FILE)).unwrap();
    assert_eq!(refused(fixture.publish()), ["receipt-place"]);
    assert_eq!(fixture.read("state.json").unwrap(), fixture.old);

    let fixture = Fixture::new();
    std::fs::rename(fixture.path("analysis_results"), fixture.path("results")).unwrap();
    std::os::unix::fs::symlink("results", fixture.path("analysis_results")).unwrap();
    assert!(refused(fixture.publish()).contains(&"receipt-place"));
    fixture.assert_untouched("a link in the way");
}

/// F2: a receipt covers files; what a linked directory leads to would be in none.
#[test]
fn f2_a_linked_directory_among_the_results_is_refused() {
    let fixture = Fixture::new();
    std::fs::create_dir(fixture.path("logs")).unwrap();
    std::os::unix::fs::symlink("../logs", fixture.path("analysis_results/logs")).unwrap();
    assert_eq!(refused(fixture.publish()), ["artefact-unreadable"]);
    let notes = fixture.check();
    assert!(
        notes
            .notes()
            .any(|note| note.message.contains("link to a directory"))
    );
    // Near miss: elsewhere in the plan it is no artefact.
    let link = fixture.path("logs_too");
    std::fs::rename(fixture.path("analysis_results/logs"), &link).unwrap();
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("logs", &link).unwrap();
    let _ = published(fixture.publish());
}

/// H8, F1: a plan that is half refined is not published, whatever else holds.
#[test]
fn h8_nothing_is_published_while_a_refining_is_interrupted() {
    let fixture = Fixture::of(finished().write(REFINING_FILE, "{}"));
    assert_eq!(refused(fixture.publish()), ["refine-interrupted"]);
    fixture.assert_untouched("a refining under way");
}

#[test]
fn f3_an_artefact_that_cannot_be_read_is_refused() {
    let fixture = Fixture::new();
    let file = std::fs::File::create(fixture.path("analysis_results/big.log")).unwrap();
    file.set_len(16 * 1024 * 1024 + 1).unwrap();
    assert_eq!(refused(fixture.publish()), ["artefact-unreadable"]);
    fixture.assert_untouched("a log over the limit");
    file.set_len(1024).unwrap();
    published(fixture.publish());
}

#[test]
fn d7_only_completed_states_are_candidates() {
    let codes = |text: &str| -> Vec<_> {
        let findings = CompletedCandidate::read(text.as_bytes()).unwrap_err();
        assert!(
            findings
                .iter()
                .all(|finding| finding.location.file == CANDIDATE_FILE)
        );
        findings.iter().map(|finding| finding.rule.code).collect()
    };
    let open = PlanBuilder::full(3).tick(1).tick(2).start(3).files()["state.json"].clone();
    assert_eq!(codes(&open), ["candidate-not-completed"]);
    let early = candidate_text().replace("\"step\": \"done\"", "\"step\": \"start\"");
    assert!(!codes(&early).is_empty());
    let failing = candidate_text().replacen("\"exit_code\": 0", "\"exit_code\": 1", 1);
    assert!(!codes(&failing).is_empty());
    assert_eq!(codes("{"), ["json-syntax"]);
    let unknown = candidate_text().replace("plan-state/v5", "plan-state/v9");
    assert_eq!(codes(&unknown), ["schema-unknown"]);
    let [finding] = &CompletedCandidate::read(open.as_bytes()).unwrap_err()[..] else {
        panic!()
    };
    let span = finding.location.span.unwrap();
    assert_eq!(span.of(&open), "\"in_progress\"");
}

#[test]
fn f1_the_spacing_of_a_candidate_file_does_not_matter() {
    let spaced = candidate_text().replace("\n", "\r\n").replace("  ", "\t");
    let read = CompletedCandidate::read(spaced.as_bytes()).unwrap();
    assert_eq!(read.digest(), candidate().digest());
}

#[test]
fn f1_only_under_the_lock_of_the_state() {
    let fixture = Fixture::new();
    let process = here();
    let request = LockRequest {
        process: &process,
        wait: Default::default(),
        probe: Probe::none(),
    };
    let acquired = Lock::acquire(&fixture.dir, &rel("README.md"), &request).unwrap();
    let plan_guard::Acquired::Held(lock) = acquired else {
        panic!("busy")
    };
    let outcome = with_setting(|s| publish(&lock, &candidate(), fixture.expected(), s));
    assert_eq!(outcome.unwrap_err().code(), "lock-of-another-file");
}
