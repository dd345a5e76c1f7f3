//! The verified publication of a completed plan (F1, F2).

use plan_diagnostics::Verdict;
use plan_guard::{Digest, Lock};

use super::desk::{Desk, Start, stale_state};
use super::{CompletedCandidate, Error, Outcome, Publication, Setting, receipt};
use crate::files::PlanFiles;
use crate::receipt::{MARKER_FILE, RECEIPT_FILE};

/// Publishes `candidate` under `lock`, the lock of the plan's `state.json`, where the state on disk
/// is the one of digest `expected`.
///
/// A candidate that is published already, with a receipt that holds, gives
/// [`Outcome::AlreadyPublished`] whatever `expected` says, and nothing is touched; one that is
/// published without a receipt is judged in full and gets one. A receipt that does not hold is
/// refused: what changed since the publication is to be undone, or the plan reopened.
///
/// # Errors
///
/// Reading or writing failed. Where the marker was written by then, the plan is to be recovered.
pub fn publish(
    lock: &Lock,
    candidate: &CompletedCandidate,
    expected: Digest,
    setting: &Setting<'_>,
) -> Result<Outcome, Error> {
    let desk = Desk::new(lock, setting)?;
    let files = desk.load()?;
    if files.contains(MARKER_FILE) {
        return Ok(Outcome::Refused(desk.interrupted()));
    }
    let actual = desk.state_digest()?;
    let published = actual == Some(candidate.digest());
    if published && files.contains(RECEIPT_FILE) {
        return Ok(published_before(&files, candidate, setting));
    }
    match actual {
        Some(state) if published || state == expected => {
            let start = Start {
                candidate,
                state,
                previous: state,
                left: None,
            };
            desk.run(&files, &start)
        }
        _ => Ok(Outcome::Conflict(stale_state(expected, actual))),
    }
}

/// The answer where the candidate is the state, and has a receipt: an ordinary check decides.
fn published_before(
    files: &PlanFiles,
    candidate: &CompletedCandidate,
    setting: &Setting<'_>,
) -> Outcome {
    let report = crate::check(files, setting.facts);
    let digest = candidate.digest();
    match receipt::standing(files, digest) {
        Some(receipt) if report.verdict() == Verdict::Clean => {
            Outcome::AlreadyPublished(Publication { receipt, digest })
        }
        _ => Outcome::Refused(report),
    }
}
