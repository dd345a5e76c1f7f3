//! What becomes of a publication and of a recovery.

use plan_diagnostics::Report;
use plan_guard::Digest;

use crate::receipt::Receipt;

/// A plan that is published, with its receipt on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Publication {
    /// The receipt as it was written.
    pub receipt: Receipt,
    /// The digest of `state.json`.
    pub digest: Digest,
}

/// What became of [`publish`](super::publish).
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a plan is published only where this says so"]
pub enum Outcome {
    /// The state is published, was read back and judged, and the receipt is written.
    Published(Publication),
    /// It was published and verified before, and still is; nothing was touched (F2).
    AlreadyPublished(Publication),
    /// The plan cannot be published as it is.
    ///
    /// Where the report has `artefact-changed` or `finalization-state-differs`, the state was
    /// published before that was seen, and the marker is left for a recovery.
    Refused(Report),
    /// Somebody else was there first. Nothing was published; worth a retry.
    Conflict(Conflict),
}

/// The plan is not the one that the publication was decided on.
///
/// Closed: a conflict is what changed, from what, and to what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The files that are not as expected, by name: `state.json`, or artefacts.
    pub changed: Vec<String>,
    /// The digest expected: that of the state, or the fingerprint of the artefacts.
    pub expected: Digest,
    /// The digest found; `None` where there is no state.
    pub actual: Option<Digest>,
}

impl Conflict {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        "stale-snapshot"
    }
}

/// What became of [`recover`](super::recover).
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a publication is recovered only where this says so"]
pub enum Recovery {
    /// The candidate of the marker is published, verified and has its receipt; the marker is gone.
    Recovered {
        /// What was published.
        publication: Publication,
        /// The artefacts that are not what they were when the marker was written, by name. They
        /// were judged as they are now, and the receipt is of them as they are now.
        changed: Vec<String>,
    },
    /// The marker is unreadable, the state is neither of the two that it knows, or the plan does
    /// not pass. The marker is left.
    Refused(Report),
    /// Somebody wrote while the recovery ran, or the state is not the one that the caller expects.
    /// The marker is left; worth a retry.
    Conflict(Conflict),
    /// There is no marker: no publication was interrupted, or it was recovered before (F2).
    NoMarker,
    /// The candidate given is not the marker's. Nothing was touched.
    OtherCandidate {
        /// The digest of the marker's candidate.
        marker: Digest,
        /// The digest of the candidate given.
        given: Digest,
    },
}
