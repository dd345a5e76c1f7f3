//! Recovery: what it compares, what it refuses, and that it can itself be recovered (F4).

use plan_guard::{Digest, Probe};
use plan_verify::finalize::{Marker, Outcome, Recovery, recover};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE};

use super::support::{
    Fixture, candidate, codes, failing, other_candidate, published, recovered, refused,
    with_setting,
};

/// Steps that leave the marker, with the old state and with the new one.
const BEFORE: [&str; 2] = ["finalize-compare", "finalize-publish"];
const AFTER: [&str; 3] = ["finalize-verify", "finalize-attest", "finalize-unmark"];

fn interrupted() -> impl Iterator<Item = (&'static str, Fixture)> {
    BEFORE.into_iter().chain(AFTER).map(|step| {
        let fixture = Fixture::new();
        fixture.interrupt_at(step);
        (step, fixture)
    })
}

fn refusal(recovery: Recovery) -> Vec<&'static str> {
    match recovery {
        Recovery::Refused(report) => codes(&report),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn f4_an_interrupted_finalization_fails_the_check_and_is_recovered() {
    for (step, fixture) in interrupted() {
        let is_new = AFTER.contains(&step);
        let state = if is_new {
            candidate().to_json()
        } else {
            fixture.old.clone()
        };
        assert_eq!(fixture.read("state.json").unwrap(), state, "{step}");
        assert!(
            codes(&fixture.check()).contains(&"finalization-interrupted"),
            "{step}"
        );
        assert_eq!(
            refused(fixture.publish()),
            ["finalization-interrupted"],
            "{step}"
        );
        let (publication, changed) = recovered(fixture.recover());
        assert_eq!(changed, [""; 0], "{step}");
        assert_eq!(
            fixture.assert_published(step),
            publication.receipt,
            "{step}"
        );
        assert_eq!(
            fixture.publish(),
            Outcome::AlreadyPublished(publication),
            "{step}"
        );
    }
}

#[test]
fn f4_the_same_candidate_is_accepted_and_another_is_refused() {
    for (step, fixture) in interrupted() {
        let before = fixture.snapshot();
        let recovery = fixture
            .recover_with(Some(&other_candidate()), Probe::none())
            .unwrap();
        let (marker, given) = (candidate().digest(), other_candidate().digest());
        assert_eq!(
            recovery,
            Recovery::OtherCandidate { marker, given },
            "{step}"
        );
        assert_eq!(fixture.snapshot(), before, "{step}");
        recovered(
            fixture
                .recover_with(Some(&candidate()), Probe::none())
                .unwrap(),
        );
        fixture.assert_published(step);
    }
}

#[test]
fn d2_a_recovery_may_expect_the_state_before_or_the_one_on_disk() {
    for (step, fixture) in interrupted() {
        let lock = fixture.lock(Probe::none());
        let on_disk = Digest::of(fixture.read("state.json").unwrap().as_bytes());
        let expecting = |digest| with_setting(|s| recover(&lock, None, Some(digest), s)).unwrap();
        let stranger = Digest::of(b"another state");
        let Recovery::Conflict(conflict) = expecting(stranger) else {
            panic!("{step}")
        };
        assert_eq!(
            (conflict.expected, conflict.actual),
            (stranger, Some(on_disk)),
            "{step}"
        );
        let known = if step == "finalize-verify" {
            on_disk
        } else {
            fixture.expected()
        };
        recovered(expecting(known));
        fixture.assert_published(step);
    }
}

#[test]
fn f2_recovering_without_a_marker_is_refused() {
    let fixture = Fixture::new();
    assert_eq!(fixture.recover(), Recovery::NoMarker);
    fixture.assert_untouched("nothing to recover");
    published(fixture.publish());
    let before = fixture.snapshot();
    assert_eq!(fixture.recover(), Recovery::NoMarker);
    assert_eq!(fixture.snapshot(), before);
}

#[test]
fn f4_a_state_that_the_marker_does_not_know_is_refused() {
    for (step, fixture) in interrupted() {
        for state in [Some("{}"), Some(&*other_candidate().to_json()), None] {
            match state {
                Some(text) => fixture.write("state.json", text),
                None => std::fs::remove_file(fixture.path("state.json")).unwrap(),
            }
            let before = fixture.snapshot();
            assert_eq!(
                refusal(fixture.recover()),
                ["finalization-state-differs"],
                "{step}"
            );
            assert_eq!(fixture.snapshot(), before, "{step}");
        }
        fixture.write("state.json", &fixture.old);
        recovered(fixture.recover());
        fixture.assert_published(step);
    }
}

#[test]
fn f4_artefacts_changed_since_the_marker_are_judged_anew_and_named() {
    for (step, fixture) in interrupted().filter(|(step, _)| *step != "finalize-unmark") {
        fixture.append("PROGRESS.md", "\nThe machine lost power.\n");
        fixture.append("README.md", "\nSee the incident.\n");
        let (publication, changed) = recovered(fixture.recover());
        assert_eq!(changed, ["README.md"], "{step}");
        let receipt = fixture.assert_published(step);
        let progress = receipt
            .artifacts
            .iter()
            .find(|a| a.name == "PROGRESS.md")
            .unwrap();
        let length = fixture.read("PROGRESS.md").unwrap().len() as u64;
        assert_eq!(
            progress.length, length,
            "{step}: what was judged is what is attested"
        );
        assert_eq!(publication.receipt, receipt, "{step}");
    }
}

#[test]
fn f4_a_plan_that_no_longer_passes_is_not_recovered() {
    for (step, fixture) in interrupted() {
        let readme = fixture.read("README.md").unwrap();
        fixture.write("README.md", &readme.replace("- [x] Task 2", "- [ ] Task 2"));
        let before = fixture.snapshot();
        assert!(
            refusal(fixture.recover()).contains(&"state-drift"),
            "{step}"
        );
        assert_eq!(fixture.snapshot(), before, "{step}");
        fixture.write("README.md", &readme);
        recovered(fixture.recover());
        fixture.assert_published(step);
    }
}

/// A receipt that was written before the crash, and does not hold any more, is set aside.
#[test]
fn f4_a_receipt_that_the_crash_left_is_kept_only_while_it_holds() {
    let fixture = Fixture::new();
    fixture.interrupt_at("finalize-unmark");
    let left = fixture.read(RECEIPT_FILE).unwrap();
    fixture.append("PROGRESS.md", "\nMore.\n");
    recovered(fixture.recover());
    assert_eq!(
        fixture.read(RECEIPT_FILE).unwrap(),
        left,
        "PROGRESS may grow"
    );

    let fixture = Fixture::new();
    fixture.interrupt_at("finalize-unmark");
    let left = fixture.read(RECEIPT_FILE).unwrap();
    fixture.append("README.md", "\nMore.\n");
    recovered(fixture.recover());
    fixture.assert_published("with another README");
    assert_eq!(
        fixture
            .read("analysis_results/FINALIZATION.1.json")
            .unwrap(),
        left
    );
}

#[test]
fn f4_an_interrupted_recovery_is_recovered() {
    for (first, fixture) in interrupted() {
        for second in BEFORE.into_iter().chain(AFTER) {
            let failed = fixture.recover_with(None, failing(second));
            assert_eq!(failed.unwrap_err().code(), "io", "{first}, {second}");
            assert!(codes(&fixture.check()).contains(&"finalization-interrupted"));
        }
        recovered(fixture.recover());
        fixture.assert_published(first);
    }
}

/// The marker of a recovery still knows the state from before the publication.
#[test]
fn f4_a_marker_made_anew_keeps_the_previous_state() {
    let fixture = Fixture::new();
    fixture.interrupt_at("finalize-verify");
    fixture.append("README.md", "\nMore.\n");
    assert!(
        fixture
            .recover_with(None, failing("finalize-compare"))
            .is_err()
    );
    let marker = Marker::read(fixture.read(MARKER_FILE).unwrap().as_bytes()).unwrap();
    assert_eq!(marker.previous, Digest::of(fixture.old.as_bytes()));
    let readme = marker
        .artefacts
        .iter()
        .find(|a| a.name == "README.md")
        .unwrap();
    assert_eq!(
        readme.length,
        fixture.read("README.md").unwrap().len() as u64
    );
}

#[test]
fn f4_a_marker_that_cannot_be_read_is_refused_with_a_remedy() {
    for (step, fixture) in interrupted() {
        let whole = fixture.read(MARKER_FILE).unwrap();
        let torn = &whole[..whole.len() / 2];
        for text in ["", "{}", torn, "\0\0\0\0"] {
            fixture.write(MARKER_FILE, text);
            let before = fixture.snapshot();
            let Recovery::Refused(report) = fixture.recover() else {
                panic!("{step}")
            };
            assert_eq!(codes(&report), ["finalization-marker-unreadable"], "{step}");
            assert!(
                report.findings().all(|finding| finding.help.is_some()),
                "{step}"
            );
            assert_eq!(fixture.snapshot(), before, "{step}");
            assert!(
                codes(&fixture.check()).contains(&"finalization-interrupted"),
                "{step}"
            );
        }
        fixture.write(MARKER_FILE, &whole);
        recovered(fixture.recover());
        fixture.assert_published(step);
    }
}
