//! Manifest and state: what was read is written back, and reads the same.

use plan_diagnostics::Finding;
use plan_state::{Limits, State, json, read_gate, read_manifest, read_state};

/// Every reader ends and names places that exist; a document without findings survives being written.
pub(crate) fn run(data: &[u8]) {
    let limits = Limits::default();
    places("json", data, &json::read("f", data, &limits).findings);
    places("gate", data, &read_gate("f", data, &limits).findings);

    let manifest = read_manifest("manifest.json", data, &limits);
    places("manifest", data, &manifest.findings);
    if let Some(manifest) = manifest.value.filter(|_| manifest.findings.is_empty()) {
        let written = manifest.to_json();
        let again = read_manifest("manifest.json", written.as_bytes(), &limits);
        assert!(
            again.findings.is_empty(),
            "{:?} of {written}",
            again.findings
        );
        assert_eq!(again.value.as_ref(), Some(&manifest), "{written}");
        assert_eq!(
            again.value.map(|value| value.to_json()).as_deref(),
            Some(&*written)
        );
    }

    let state = read_state("state.json", data, &limits);
    places("state", data, &state.findings);
    if let Some(raw) = state.value.filter(|_| state.findings.is_empty()) {
        let written = raw.to_json();
        let again = read_state("state.json", written.as_bytes(), &limits);
        assert!(
            again.findings.is_empty(),
            "{:?} of {written}",
            again.findings
        );
        assert_eq!(again.value.as_ref(), Some(&raw), "{written}");
        if let Ok(state) = State::new(raw) {
            assert_eq!(state.to_json(), written);
        }
    }
}

fn places(what: &str, data: &[u8], findings: &[Finding]) {
    for finding in findings {
        let span = finding.location.span.unwrap_or_default();
        assert!(
            span.start <= span.end && span.end <= data.len(),
            "{what}: {finding:?}"
        );
    }
}
