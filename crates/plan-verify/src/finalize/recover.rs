//! Recovery of an interrupted publication (F4).
//!
//! The marker says what was to be published and from which state; nothing else of it is relied on.
//! In particular the artefacts need not be those that the marker fingerprinted: between a crash and
//! its recovery people look at the plan, and may mend it. What they changed is neither refused,
//! which could leave a plan that nobody can ever recover, nor passed over: the plan is judged anew
//! as it is, the marker and the receipt are made anew over what was judged, and the caller is told
//! which artefacts changed.

use plan_diagnostics::{Finding, Location};
use plan_guard::{Digest, Lock};

use super::desk::{Desk, Start, stale_state};
use super::rules::STATE_DIFFERS;
use super::{CompletedCandidate, Error, Marker, Outcome, Recovery, Setting};
use crate::fingerprint::Fingerprint;

/// Recovers an interrupted publication under `lock`, the lock of the plan's `state.json`.
///
/// The candidate is the marker's; one that is given is compared with it, and another is refused.
/// The state on disk must be the one before the publication, and then everything is done from the
/// start, or the candidate itself, and then everything but writing it. In both cases the whole plan
/// is judged again. An interrupted recovery is recovered in the same way.
///
/// `expected`, where it is given, is the digest of the state before the publication, or of the one
/// on disk; another is a conflict.
///
/// # Errors
///
/// Reading or writing failed; the plan is still to be recovered.
pub fn recover(
    lock: &Lock,
    candidate: Option<&CompletedCandidate>,
    expected: Option<Digest>,
    setting: &Setting<'_>,
) -> Result<Recovery, Error> {
    let desk = Desk::new(lock, setting)?;
    let Some(found) = desk.marker()? else {
        return Ok(Recovery::NoMarker);
    };
    let marker = match Marker::read(found.bytes()) {
        Ok(marker) => marker,
        Err(findings) => return Ok(Recovery::Refused(desk.refused(findings))),
    };
    let digest = marker.candidate.digest();
    if let Some(given) = candidate
        .map(CompletedCandidate::digest)
        .filter(|given| *given != digest)
    {
        return Ok(Recovery::OtherCandidate {
            marker: digest,
            given,
        });
    }
    let actual = desk.state_digest()?;
    let Some(state) = actual.filter(|actual| [marker.previous, digest].contains(actual)) else {
        return Ok(Recovery::Refused(
            desk.refused([state_differs(&marker, actual)]),
        ));
    };
    let known = |expected: &Digest| [marker.previous, state].contains(expected);
    if let Some(expected) = expected.filter(|expected| !known(expected)) {
        return Ok(Recovery::Conflict(stale_state(expected, actual)));
    }
    let files = desk.load()?;
    let changed = marker.changed(&Fingerprint::of(&files, marker.progress_length()));
    let start = Start {
        candidate: &marker.candidate,
        state,
        previous: marker.previous,
        left: Some((&marker, found.digest())),
    };
    Ok(match desk.run(&files, &start)? {
        Outcome::Published(publication) | Outcome::AlreadyPublished(publication) => {
            Recovery::Recovered {
                publication,
                changed,
            }
        }
        Outcome::Refused(report) => Recovery::Refused(report),
        Outcome::Conflict(conflict) => Recovery::Conflict(conflict),
    })
}

/// What differs: the state is neither of the two.
fn state_differs(marker: &Marker, actual: Option<Digest>) -> Finding {
    let actual = actual.map_or_else(|| "not there".to_owned(), |digest| digest.to_string());
    let message = format!(
        "state.json is {actual}; before the finalization it was {}, and the candidate is {}",
        marker.previous,
        marker.candidate.digest()
    );
    let help = "put one of the two back (the candidate is in .finalizing.json) and recover; or, where \
                the state that is there is to stay, remove .finalizing.json by hand";
    Finding::new(&STATE_DIFFERS, Location::file("state.json"), message).with_help(help)
}
