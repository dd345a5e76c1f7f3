//! Reading a candidate from bytes: a file that the caller names, or the marker.

use plan_diagnostics::{Finding, Location, Severity};
use plan_guard::Digest;
use plan_state::{Limits, State};

use super::CompletedCandidate;
use super::rules::CANDIDATE_NOT_COMPLETED;

/// What the findings of [`CompletedCandidate::read`] call the file.
pub const CANDIDATE_FILE: &str = "candidate";

impl CompletedCandidate {
    /// Reads a candidate: a whole `state.json` that meets its contract, is completed and stands at
    /// the terminal checkpoint (B, C4, F1). How it is spaced does not matter.
    ///
    /// # Errors
    ///
    /// What must be mended, in a file called [`CANDIDATE_FILE`]; positions where they are known.
    /// A schema that is not known is such a finding too.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<Finding>> {
        let limits = Limits::default();
        let reading = State::read(CANDIDATE_FILE, bytes, &limits);
        let Some(judged) = reading.value else {
            return Err(musts(reading.findings));
        };
        let state = judged.map_err(|broken| placed(bytes, broken.breaches))?;
        Self::new(state).map_err(|state| {
            let message = format!(
                "the candidate is {}, with {} of {} tasks completed",
                state.status(),
                state.completed_count(),
                state.task_count()
            );
            let location = Location::file(CANDIDATE_FILE).with_pointer("/status");
            let help =
                "only the state that completes a plan is published; others are written by updates";
            let finding = Finding::new(&CANDIDATE_NOT_COMPLETED, location, message).with_help(help);
            placed(bytes, vec![finding])
        })
    }

    /// The digest of [`to_json`](Self::to_json): what tells candidates apart, whatever the spacing
    /// of the files that they were read from.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(self.to_json().as_bytes())
    }
}

fn musts(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.retain(|finding| finding.severity() == Severity::Must);
    findings
}

/// The findings as of the candidate's own text.
fn placed(bytes: &[u8], mut findings: Vec<Finding>) -> Vec<Finding> {
    for finding in &mut findings {
        CANDIDATE_FILE.clone_into(&mut finding.location.file);
    }
    let reading = plan_state::json::read(CANDIDATE_FILE, bytes, &Limits::default());
    if let Some(document) = reading.value {
        document.place(&mut findings);
    }
    findings
}
