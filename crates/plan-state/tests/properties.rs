//! Properties of reader and writer (B8–B10).
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;
#[path = "common/generate.rs"]
mod generate;

use common::{MANIFEST, STATE, STATE_V1, edited, raw};
use plan_diagnostics::Severity;
use plan_state::{Limits, State, json, read_gate, read_manifest, read_state};
use proptest::prelude::*;

/// Reads `bytes` as everything there is; nothing may panic, and every span lies inside.
fn read_all(bytes: &[u8]) {
    let limits = Limits::default();
    let findings = [
        read_state("f", bytes, &limits).findings,
        read_manifest("f", bytes, &limits).findings,
        read_gate("f", bytes, &limits).findings,
        json::read("f", bytes, &limits).findings,
    ];
    for finding in findings.iter().flatten() {
        let span = finding.location.span.unwrap_or_default();
        assert!(
            span.start <= span.end && span.end <= bytes.len(),
            "{finding:?}"
        );
    }
}

proptest! {
    #[test]
    fn b9_arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn b9_damaged_documents_never_panic(
        which in 0_usize..3,
        at in any::<prop::sample::Index>(),
        cut in 0_usize..9,
        put in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..4),
            prop::sample::select(vec!["{", "]", "\"", ",", "null", "\\ud800", "1e9", "\u{feff}"])
                .prop_map(|text| text.as_bytes().to_vec()),
        ],
    ) {
        let mut bytes = [STATE, STATE_V1, MANIFEST][which].as_bytes().to_vec();
        let start = at.index(bytes.len());
        let end = (start + cut).min(bytes.len());
        bytes.splice(start..end, put);
        read_all(&bytes);
    }

    /// Invariant 4: reading under contract is reading, and then judging what was read.
    #[test]
    fn invariant_4_a_state_read_is_one_that_can_be_made(
        state in generate::state(),
        damage in prop::sample::select(vec![
            ("", ""),
            ("\"task_count\": ", "\"task_count\": 9"),
            ("\"completed\"", "\"pending\""),
            ("\"id\": 1", "\"id\": 7"),
            ("\"plan\"", "\"plane\""),
            ("\n}", "\n"),
        ]),
    ) {
        let text = state.to_json().replacen(damage.0, damage.1, 1);
        let limits = Limits::default();
        let reading = State::read("state.json", text.as_bytes(), &limits);
        let apart = read_state("state.json", text.as_bytes(), &limits);
        prop_assert_eq!(&reading.findings, &apart.findings);
        prop_assert_eq!(reading.unsupported, apart.unsupported);
        let judged = reading.value.map(|judged| judged.map_err(|broken| broken.breaches));
        prop_assert_eq!(judged, apart.value.map(State::new));
    }

    /// B8, B10: what was written is read back, unknown members included, and written the same.
    #[test]
    fn b10_a_state_written_is_read_back(state in generate::state()) {
        let text = state.to_json();
        let reading = read_state("state.json", text.as_bytes(), &Limits::default());
        let must = reading.findings.iter().filter(|finding| finding.severity() == Severity::Must);
        prop_assert_eq!(must.count(), 0, "{:?}", reading.findings);
        let value = reading.value.unwrap();
        prop_assert_eq!(value.to_json(), text);
        prop_assert_eq!(value, state);
    }

    #[test]
    fn b10_a_manifest_written_is_read_back(manifest in generate::manifest()) {
        let text = manifest.to_json();
        let reading = read_manifest("manifest.json", text.as_bytes(), &Limits::default());
        let value = reading.value.unwrap();
        prop_assert_eq!(value.to_json(), text);
        prop_assert_eq!(value, manifest);
    }
}

/// B10: the documents of the tests are as written here; writing them changes no byte.
#[test]
fn b10_rewriting_an_unchanged_document_gives_the_same_bytes() {
    for text in [STATE, STATE_V1] {
        assert_eq!(raw(text).to_json(), text);
        assert_eq!(State::new(raw(text)).unwrap().to_json(), text);
    }
    let manifests = [MANIFEST.to_owned(), common::manifest_v1()];
    for text in manifests {
        assert_eq!(common::manifest(&text).value.unwrap().to_json(), text);
    }
}

/// B8: unknown members keep their values to the digit, and go behind the known ones.
#[test]
fn b8_unknown_members_survive_a_rewrite() {
    let text = edited(
        STATE,
        &[
            ("\"plan\"", "\"weight\": 1.500000000000000000001, \"plan\""),
            (
                "\"commit\"",
                "\"links\": {\"z\": 1, \"a\": [1e2]}, \"commit\"",
            ),
        ],
    );
    let written = raw(&text).to_json();
    assert!(written.ends_with(",\n  \"weight\": 1.500000000000000000001\n}\n"));
    assert!(written.contains("},\n      \"links\": {\"z\": 1, \"a\": [1e2]}\n    },"));
    assert_eq!(raw(&written).to_json(), written);
}
