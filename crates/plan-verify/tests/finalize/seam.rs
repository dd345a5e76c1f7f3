//! Edits that strike between two steps of a publication (F1: nothing changed meanwhile; D9).

use plan_diagnostics::Verdict;
use plan_guard::Probe;
use plan_verify::finalize::{Outcome, Recovery};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE};

use super::support::{Fixture, candidate, once, published, recovered, refused};

/// Appends to a file, as an editor would that knows of no lock.
fn edit(fixture: &Fixture, step: &'static str, file: &'static str) -> Probe {
    let path = fixture.path(file);
    once(step, move || {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        std::fs::write(&path, format!("{text}\n")).unwrap();
    })
}

#[test]
fn f1_a_change_before_the_publication_is_a_conflict() {
    for file in [
        "README.md",
        "manifest.json",
        "3.task_final_review.md",
        "analysis_results/new.md",
    ] {
        let fixture = Fixture::new();
        let probe = edit(&fixture, "finalize-compare", file);
        let outcome = fixture
            .publish_with(&candidate(), fixture.expected(), probe)
            .unwrap();
        let Outcome::Conflict(conflict) = outcome else {
            panic!("{file}: {outcome:?}")
        };
        assert_eq!(conflict.changed, [file]);
        fixture.assert_untouched(file);
        published(fixture.publish());
    }
}

#[test]
fn f1_a_state_written_meanwhile_is_a_conflict_and_is_kept() {
    // Before the comparison, between it and the write, and inside the write itself.
    for step in ["finalize-compare", "finalize-publish"] {
        let fixture = Fixture::new();
        let probe = edit(&fixture, step, "state.json");
        let outcome = fixture
            .publish_with(&candidate(), fixture.expected(), probe)
            .unwrap();
        let Outcome::Conflict(conflict) = outcome else {
            panic!("{step}: {outcome:?}")
        };
        assert_eq!(conflict.changed, ["state.json"]);
        assert_eq!(
            fixture.read("state.json").unwrap(),
            format!("{}\n", fixture.old)
        );
        assert_eq!(
            (fixture.read(MARKER_FILE), fixture.read(RECEIPT_FILE)),
            (None, None)
        );
    }
}

#[test]
fn f3_progress_may_grow_while_the_plan_is_published() {
    for step in ["finalize-compare", "finalize-verify", "finalize-attest"] {
        let fixture = Fixture::new();
        let probe = edit(&fixture, step, "PROGRESS.md");
        published(
            fixture
                .publish_with(&candidate(), fixture.expected(), probe)
                .unwrap(),
        );
        fixture.assert_published(step);
    }
}

#[test]
fn f1_a_change_after_the_publication_leaves_the_marker_and_no_receipt() {
    for (file, code) in [
        ("README.md", "artefact-changed"),
        ("state.json", "finalization-state-differs"),
    ] {
        let fixture = Fixture::new();
        let probe = edit(&fixture, "finalize-verify", file);
        let outcome = fixture
            .publish_with(&candidate(), fixture.expected(), probe)
            .unwrap();
        assert_eq!(refused(outcome), [code]);
        assert!(fixture.path(MARKER_FILE).exists(), "{file}");
        assert_eq!(fixture.read(RECEIPT_FILE), None, "{file}");
    }
}

/// What is on disk is judged, not only compared: not every file that a rule reads is an artefact.
#[test]
fn f1_what_is_on_disk_is_judged_again_after_the_publication() {
    let fixture = Fixture::new();
    let probe = edit(&fixture, "finalize-verify", "contract.json");
    let outcome = fixture
        .publish_with(&candidate(), fixture.expected(), probe)
        .unwrap();
    let Outcome::Refused(report) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(report.verdict(), Verdict::Unverified);
    assert!(fixture.path(MARKER_FILE).exists());
    assert_eq!(fixture.read(RECEIPT_FILE), None);
}

/// The receipt never attests what was written after it was made.
#[test]
fn f2_a_change_while_the_receipt_is_written_is_seen_by_the_check() {
    let fixture = Fixture::new();
    let probe = edit(&fixture, "finalize-unmark", "README.md");
    published(
        fixture
            .publish_with(&candidate(), fixture.expected(), probe)
            .unwrap(),
    );
    assert_eq!(
        super::support::codes(&fixture.check()),
        ["receipt-mismatch"]
    );
}

#[test]
fn f4_a_change_during_a_recovery_keeps_the_marker() {
    let fixture = Fixture::new();
    fixture.interrupt_at("finalize-publish");
    let probe = edit(&fixture, "finalize-compare", "README.md");
    let recovery = fixture.recover_with(None, probe).unwrap();
    assert!(matches!(recovery, Recovery::Conflict(_)), "{recovery:?}");
    assert!(fixture.path(MARKER_FILE).exists());
    let (_, changed) = recovered(fixture.recover());
    assert_eq!(changed, ["README.md"]);
    fixture.assert_published("recovered at the second attempt");
}
