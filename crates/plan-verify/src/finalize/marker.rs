//! The marker `.finalizing.json`: what is being published, and from what (F1, F4).

use plan_diagnostics::{Finding, Location};
use plan_guard::Digest;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::rules::MARKER_UNREADABLE;
use super::{CompletedCandidate, Setting};
use crate::fingerprint::Fingerprint;
use crate::receipt::{MARKER_FILE, ReceiptArtefact, ReceiptTool};

/// The `schema` of the marker.
pub const MARKER_SCHEMA: &str = "urn:planwright:schema:finalizing:v1";

/// A publication under way, or interrupted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marker {
    /// The candidate itself.
    pub candidate: CompletedCandidate,
    /// The digest of the state that it follows.
    pub previous: Digest,
    /// The framed digest of the artefacts that it was judged with (F3).
    pub artefacts_digest: Digest,
    /// Those artefacts, in the order of their names.
    pub artefacts: Vec<ReceiptArtefact>,
    /// The tool that publishes.
    pub tool: ReceiptTool,
    /// When, as an RFC 3339 timestamp.
    pub at: String,
}

/// The marker as it is written. The candidate comes last and keeps its text.
#[derive(Serialize, Deserialize)]
struct Wire {
    schema: String,
    plan: String,
    candidate_sha256: String,
    artifacts_sha256: String,
    previous_sha256: String,
    tool: ReceiptTool,
    at: String,
    artifacts: Vec<ReceiptArtefact>,
    candidate: Box<RawValue>,
}

impl Marker {
    pub(super) fn new(
        candidate: &CompletedCandidate,
        previous: Digest,
        fingerprint: &Fingerprint,
        setting: &Setting<'_>,
    ) -> Self {
        Self {
            candidate: candidate.clone(),
            previous,
            artefacts_digest: fingerprint.digest,
            artefacts: fingerprint.receipt_artefacts(),
            tool: ReceiptTool {
                name: setting.tool.name.to_owned(),
                version: setting.tool.version.to_owned(),
            },
            at: setting.now.to_string(),
        }
    }

    /// How much of `PROGRESS.md` counts: as much as there was (F3).
    pub(crate) fn progress_length(&self) -> Option<u64> {
        let progress = self
            .artefacts
            .iter()
            .find(|artefact| artefact.name == "PROGRESS.md")?;
        progress.sha256.as_ref().map(|_| progress.length)
    }

    /// The artefacts that are not what the marker says, by name. A `PROGRESS.md` that has only
    /// grown is not among them.
    #[must_use]
    pub fn changed(&self, now: &Fingerprint) -> Vec<String> {
        let now = now.receipt_artefacts();
        let differs = |ours: &[ReceiptArtefact], theirs: &[ReceiptArtefact]| -> Vec<String> {
            let strange = ours.iter().filter(|artefact| !theirs.contains(artefact));
            strange.map(|artefact| artefact.name.clone()).collect()
        };
        let mut names = differs(&self.artefacts, &now);
        names.extend(differs(&now, &self.artefacts));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Reads a marker, strictly: it was written whole, by this crate, or it is nobody's.
    ///
    /// # Errors
    ///
    /// One `finalization-marker-unreadable`, or what is wrong with the candidate in it.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Finding>> {
        let wire: Wire =
            serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))?;
        if wire.schema != MARKER_SCHEMA {
            return Err(unreadable(format!(
                "its schema is `{}`, not `{MARKER_SCHEMA}`",
                wire.schema
            )));
        }
        let candidate = CompletedCandidate::read(wire.candidate.get().as_bytes())
            .map_err(|findings| inside(&findings))?;
        if candidate.digest() != digest(&wire.candidate_sha256, "candidate_sha256")? {
            return Err(unreadable(
                "the candidate in it does not have the digest that it names".into(),
            ));
        }
        Ok(Self {
            candidate,
            previous: digest(&wire.previous_sha256, "previous_sha256")?,
            artefacts_digest: digest(&wire.artifacts_sha256, "artifacts_sha256")?,
            artefacts: wire.artifacts,
            tool: wire.tool,
            at: wire.at,
        })
    }

    /// The marker as it is written: two-space indent, one newline at the end, the text of the
    /// candidate as it is to be published.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serializing plain data, and parsing what was serialized, does not fail.
        let candidate = self.candidate.to_json();
        let Ok(text) = RawValue::from_string(candidate.trim_end().to_owned()) else {
            return String::new();
        };
        let wire = Wire {
            schema: MARKER_SCHEMA.to_owned(),
            plan: self.candidate.state().plan().to_owned(),
            candidate_sha256: Digest::of(candidate.as_bytes()).to_string(),
            artifacts_sha256: self.artefacts_digest.to_string(),
            previous_sha256: self.previous.to_string(),
            tool: self.tool.clone(),
            at: self.at.clone(),
            artifacts: self.artefacts.clone(),
            candidate: text,
        };
        serde_json::to_string_pretty(&wire)
            .map(|text| text + "\n")
            .unwrap_or_default()
    }
}

fn digest(text: &str, member: &str) -> Result<Digest, Vec<Finding>> {
    text.parse()
        .map_err(|_| unreadable(format!("`{member}` is no SHA-256 digest")))
}

fn unreadable(reason: String) -> Vec<Finding> {
    let help = "compare state.json with the candidate by hand; once you know which of the two the \
                plan is to keep, put it in place, remove .finalizing.json and publish again";
    let location = Location::file(MARKER_FILE);
    vec![Finding::new(&MARKER_UNREADABLE, location, reason).with_help(help)]
}

/// Findings of the candidate as findings of the marker that holds it.
fn inside(findings: &[Finding]) -> Vec<Finding> {
    let first = findings
        .first()
        .map(|finding| finding.message.clone())
        .unwrap_or_default();
    unreadable(format!("the candidate in it is none: {first}"))
}
