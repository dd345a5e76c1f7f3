//! The marker file: what it holds, and how strictly it is read (F1, F4).

use plan_verify::finalize::{MARKER_SCHEMA, Marker};
use plan_verify::receipt::MARKER_FILE;

use super::support::{Fixture, NOW, candidate};

fn written() -> (Fixture, String) {
    let fixture = Fixture::new();
    fixture.interrupt_at("finalize-publish");
    let text = fixture.read(MARKER_FILE).unwrap();
    (fixture, text)
}

#[test]
fn f1_the_marker_holds_the_candidate_the_digests_the_tool_and_the_time() {
    let (fixture, text) = written();
    let marker = Marker::read(text.as_bytes()).unwrap();
    assert_eq!(marker.candidate, candidate());
    assert_eq!(marker.previous, fixture.expected());
    assert_eq!(
        (marker.tool.name.as_str(), marker.at.as_str()),
        ("finalize-test", NOW)
    );
    assert_eq!(marker.to_json(), text);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["schema"], MARKER_SCHEMA);
    assert_eq!(value["candidate_sha256"], candidate().digest().to_string());
    assert_eq!(value["candidate"]["status"], "completed");
    assert!(
        text.contains(candidate().to_json().trim_end()),
        "the candidate keeps its text"
    );
}

#[test]
fn f4_a_marker_that_contradicts_itself_is_not_read() {
    let (_, text) = written();
    let digest = candidate().digest().to_string();
    for (what, changed) in [
        (
            "another schema",
            text.replace("finalizing:v1", "finalizing:v2"),
        ),
        ("another candidate", text.replace("part 2\"", "part 2!\"")),
        ("another digest", text.replace(&digest, &"0".repeat(64))),
        ("no digest", text.replace(&digest, "none")),
        (
            "an open candidate",
            text.replace("\"status\": \"completed\"", "\"status\": \"pending\""),
        ),
        ("trailing data", format!("{text}{{}}")),
        ("no previous", text.replace("previous_sha256", "previous")),
    ] {
        assert_ne!(changed, text, "{what}");
        let findings = Marker::read(changed.as_bytes()).unwrap_err();
        let codes: Vec<_> = findings.iter().map(|finding| finding.rule.code).collect();
        assert_eq!(codes, ["finalization-marker-unreadable"], "{what}");
    }
}
