//! What a publication does and leaves (F1, F2, F3).

use plan_guard::{Digest, Probe};
use plan_verify::finalize::Outcome;
use plan_verify::fingerprint::Fingerprint;
use plan_verify::receipt::RECEIPT_FILE;

use super::support::{Fixture, NOW, candidate, finished, other_candidate, published, tracing};

#[test]
fn f1_a_completed_candidate_is_published_with_its_receipt() {
    let fixture = Fixture::new();
    assert_ne!(fixture.old, candidate().to_json());
    let publication = published(fixture.publish());
    let receipt = fixture.assert_published("after the publication");
    assert_eq!(receipt, publication.receipt);
    assert_eq!(publication.digest, candidate().digest());
}

#[test]
fn f1_the_steps_come_in_the_order_of_the_requirement() {
    let fixture = Fixture::new();
    let (probe, steps) = tracing();
    published(
        fixture
            .publish_with(&candidate(), fixture.expected(), probe)
            .unwrap(),
    );
    let steps = steps.lock().unwrap();
    let own: Vec<_> = steps
        .iter()
        .filter(|step| step.starts_with("finalize-") || ["rename", "remove"].contains(step))
        .copied()
        .collect();
    assert_eq!(
        own,
        [
            "finalize-judge",
            "finalize-mark",
            "rename",
            "finalize-compare",
            "finalize-publish",
            "rename",
            "finalize-verify",
            "finalize-attest",
            "rename",
            "finalize-unmark",
            "remove",
            "finalize-done"
        ]
    );
}

#[test]
fn f2_the_receipt_says_what_was_checked() {
    let fixture = Fixture::new();
    let receipt = published(fixture.publish()).receipt;
    let files = fixture.snapshot();
    let fingerprint = Fingerprint::of(&files, None);
    assert_eq!(
        (receipt.plan.as_str(), receipt.result.as_str()),
        (files.name(), "verified")
    );
    let state = files.get("state.json").unwrap().bytes();
    assert_eq!(receipt.state_sha256, Digest::of(state).to_string());
    assert_eq!(receipt.artifacts_sha256, fingerprint.digest.to_string());
    assert_eq!(receipt.artifacts, fingerprint.receipt_artefacts());
    let readme = receipt
        .artifacts
        .iter()
        .find(|artefact| artefact.name == "README.md")
        .unwrap();
    let bytes = files.get("README.md").unwrap().bytes();
    assert_eq!(readme.length, bytes.len() as u64);
    assert_eq!(readme.sha256, Some(Digest::of(bytes).to_string()));
    assert!(
        !receipt
            .artifacts
            .iter()
            .any(|artefact| artefact.name == RECEIPT_FILE)
    );
    for code in [
        "evidence-not-run",
        "log-disposition-missing",
        "artefact-unreadable",
    ] {
        assert!(
            receipt.rules.iter().any(|rule| rule == code),
            "{code} was judged"
        );
    }
    assert_eq!(
        (receipt.tool.name.as_str(), receipt.tool.version.as_str()),
        ("finalize-test", "1.2.3")
    );
    assert_eq!(receipt.at, NOW);
}

#[test]
fn f2_publishing_again_changes_nothing_and_succeeds() {
    let fixture = Fixture::new();
    let first = published(fixture.publish());
    let before = fixture.snapshot();
    // Be it with the hash of the old state, with that of the new one or with any other.
    for expected in [fixture.expected(), first.digest, Digest::of(b"any")] {
        let again = fixture
            .publish_with(&candidate(), expected, Probe::none())
            .unwrap();
        assert_eq!(again, Outcome::AlreadyPublished(first.clone()));
    }
    assert_eq!(fixture.snapshot(), before);
}

#[test]
fn f3_progress_may_grow_after_the_publication() {
    let fixture = Fixture::new();
    let first = published(fixture.publish());
    fixture.append("PROGRESS.md", "\nLooked at again.\n");
    assert_eq!(fixture.publish(), Outcome::AlreadyPublished(first));
    fixture.assert_published("after PROGRESS grew");
}

#[test]
fn f2_a_published_plan_without_receipt_gets_one() {
    let fixture = Fixture::new();
    published(fixture.publish());
    std::fs::remove_file(fixture.path(RECEIPT_FILE)).unwrap();
    published(fixture.publish());
    fixture.assert_published("with a new receipt");
}

#[test]
fn d4_a_receipt_of_an_earlier_publication_is_kept() {
    let fixture = Fixture::new();
    published(
        fixture
            .publish_with(&other_candidate(), fixture.expected(), Probe::none())
            .unwrap(),
    );
    let earlier = fixture.read(RECEIPT_FILE).unwrap();
    // Reopened by a tool that does not set receipts aside.
    fixture.write("state.json", &fixture.old);
    fixture.write("analysis_results/FINALIZATION.1.json", "even earlier");
    published(fixture.publish());
    fixture.assert_published("published for the second time");
    assert_eq!(
        fixture
            .read("analysis_results/FINALIZATION.2.json")
            .unwrap(),
        earlier
    );
    assert_eq!(
        fixture
            .read("analysis_results/FINALIZATION.1.json")
            .unwrap(),
        "even earlier"
    );
}

#[test]
fn f1_a_lite_plan_is_published_too() {
    let lite = plan_testkit::PlanBuilder::lite(3);
    let old = lite.clone().tick(1).tick(2).start(3).files()["state.json"].clone();
    let text = lite.clone().complete().files()["state.json"].clone();
    let fixture = Fixture::of(lite.complete().without_receipt());
    fixture.write("state.json", &old);
    let candidate = plan_verify::CompletedCandidate::read(text.as_bytes()).unwrap();
    let expected = Digest::of(old.as_bytes());
    published(
        fixture
            .publish_with(&candidate, expected, Probe::none())
            .unwrap(),
    );
    assert_eq!(fixture.read("state.json").unwrap(), text);
}

#[test]
fn f5_no_markdown_is_touched() {
    let fixture = Fixture::of(finished());
    let before = fixture.snapshot();
    published(fixture.publish());
    let changed: Vec<_> = fixture
        .snapshot()
        .iter()
        .filter(|(name, content)| before.get(name) != Some(*content))
        .map(|(name, _)| name.to_owned())
        .collect();
    assert_eq!(changed, [RECEIPT_FILE, "state.json"]);
}
