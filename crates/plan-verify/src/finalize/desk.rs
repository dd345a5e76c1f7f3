//! The steps that publishing and recovering share, each of which a test can stop.

use plan_diagnostics::{Finding, Location, Report, Sources, Subject, Verdict};
use plan_guard::{Digest, Expect, Lock, RelPath, Removed, Replaced, Snapshot, Step};

use super::rules::{ARTEFACT_CHANGED, STATE_DIFFERS};
use super::{
    CompletedCandidate, Conflict, Error, Marker, Outcome, Publication, Setting, judge, receipt,
};
use crate::files::PlanFiles;
use crate::fingerprint::Fingerprint;
use crate::receipt::MARKER_FILE;
use crate::rules::FINALIZATION_INTERRUPTED;

pub(super) const STATE_FILE: &str = "state.json";

/// A marker may be longer than any file that a plan may have, since it holds one.
const MARKER_LIMIT: u64 = 64 * 1024 * 1024;

/// Where a plan is published: its lock, and the setting.
pub(super) struct Desk<'a> {
    pub(super) lock: &'a Lock,
    pub(super) setting: &'a Setting<'a>,
    state: RelPath,
    marker: RelPath,
}

/// Where a publication starts from.
pub(super) struct Start<'a> {
    pub(super) candidate: &'a CompletedCandidate,
    /// The digest of the state on disk.
    pub(super) state: Digest,
    /// The digest of the state before the publication first began.
    pub(super) previous: Digest,
    /// The marker that an interrupted publication left, and the digest of its file.
    pub(super) left: Option<(&'a Marker, Digest)>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(lock: &'a Lock, setting: &'a Setting<'a>) -> Result<Self, Error> {
        if lock.target().as_str() != STATE_FILE {
            return Err(Error::not_the_state(lock.target().as_str()));
        }
        Ok(Self {
            lock,
            setting,
            state: RelPath::new(STATE_FILE)?,
            marker: RelPath::new(MARKER_FILE)?,
        })
    }

    /// The moment before a step of the protocol, for tests.
    fn before(&self, step: &'static str) -> Result<(), Error> {
        let probe = self.lock.probe();
        probe
            .at(Step::Caller(step))
            .map_err(|source| Error::stopped(step, source))
    }

    pub(super) fn load(&self) -> Result<PlanFiles, Error> {
        Ok(PlanFiles::load(self.lock.dir())?)
    }

    pub(super) fn marker(&self) -> Result<Option<Snapshot>, Error> {
        Ok(self.lock.dir().read_within(&self.marker, MARKER_LIMIT)?)
    }

    pub(super) fn state_digest(&self) -> Result<Option<Digest>, Error> {
        Ok(self
            .lock
            .dir()
            .read(&self.state)?
            .as_ref()
            .map(Snapshot::digest))
    }

    /// A report of one finding.
    pub(super) fn refused(&self, findings: impl IntoIterator<Item = Finding>) -> Report {
        let mut report = Report::new(Subject::plan(self.lock.dir().name()), Sources::new());
        report.extend(findings);
        report.conceal(plan_prose::credential::conceal);
        report
    }

    /// What there is to say where a marker is in the way of a publication (F4).
    pub(super) fn interrupted(&self) -> Report {
        let message = format!("{MARKER_FILE} is there: a finalization began and did not end");
        let help = "inspect the evidence, then recover: dwp finalize PLAN_DIR --recover";
        let location = Location::file(MARKER_FILE);
        self.refused([Finding::new(&FINALIZATION_INTERRUPTED, location, message).with_help(help)])
    }

    /// The whole publication, from judging to the removal of the marker.
    pub(super) fn run(&self, files: &PlanFiles, start: &Start<'_>) -> Result<Outcome, Error> {
        self.before("finalize-judge")?;
        let report = self.judge(files, start.candidate)?;
        if report.verdict() != Verdict::Clean {
            return Ok(Outcome::Refused(report));
        }
        let fingerprint = Fingerprint::of(files, None);
        let marker = Marker::new(start.candidate, start.previous, &fingerprint, self.setting);
        let Some(marked) = self.mark(&marker, start)? else {
            return Ok(Outcome::Refused(self.interrupted()));
        };
        if let Some(conflict) = self.publish_state(&marker, start)? {
            if start.left.is_none() {
                self.unmark(marked)?;
            }
            return Ok(Outcome::Conflict(conflict));
        }
        self.attest(&marker, marked)
    }

    fn judge(&self, files: &PlanFiles, candidate: &CompletedCandidate) -> Result<Report, Error> {
        judge::judge(self.lock.dir(), files, candidate, self.setting.facts)
    }

    /// Writes the marker, or keeps the one that is there where it says the same. Returns the digest
    /// of its file; `None` where somebody else's marker is there.
    fn mark(&self, marker: &Marker, start: &Start<'_>) -> Result<Option<Digest>, Error> {
        self.before("finalize-mark")?;
        let expect = match start.left {
            Some((left, digest)) if left.artefacts == marker.artefacts => return Ok(Some(digest)),
            Some((_, digest)) => Expect::Digest(digest),
            None => Expect::Absent,
        };
        let text = marker.to_json();
        Ok(
            match self.lock.replace(&self.marker, text.as_bytes(), &expect)? {
                Replaced::Written { .. } | Replaced::Unchanged => Some(Digest::of(text.as_bytes())),
                Replaced::Conflict { .. } => None,
            },
        )
    }

    /// Publishes the state, where nothing moved since the plan was judged. Returns the conflict
    /// where something did.
    fn publish_state(&self, marker: &Marker, start: &Start<'_>) -> Result<Option<Conflict>, Error> {
        self.before("finalize-compare")?;
        let files = self.load()?;
        if let Some(conflict) = moved(&files, marker, start.state) {
            return Ok(Some(conflict));
        }
        self.before("finalize-publish")?;
        let text = marker.candidate.to_json();
        let expect = Expect::Digest(start.state);
        Ok(
            match self.lock.replace(&self.state, text.as_bytes(), &expect)? {
                Replaced::Written { .. } | Replaced::Unchanged => None,
                Replaced::Conflict { actual, .. } => Some(stale_state(start.state, actual)),
            },
        )
    }

    /// Judges what is on disk, writes the receipt of that and removes the marker.
    fn attest(&self, marker: &Marker, marked: Digest) -> Result<Outcome, Error> {
        self.before("finalize-verify")?;
        let files = self.load()?;
        let digest = marker.candidate.digest();
        if let Some(conflict) = moved(&files, marker, digest) {
            return Ok(Outcome::Refused(self.refused(after_publication(&conflict))));
        }
        let report = self.judge(&files, &marker.candidate)?;
        if report.verdict() != Verdict::Clean {
            return Ok(Outcome::Refused(report));
        }
        self.before("finalize-attest")?;
        let receipt = match receipt::standing(&files, digest) {
            Some(receipt) => receipt,
            None => {
                let receipt = receipt::make(marker, &report, self.setting);
                if !receipt::write(self.lock, &files, &receipt)? {
                    return Ok(Outcome::Refused(self.interrupted()));
                }
                receipt
            }
        };
        self.before("finalize-unmark")?;
        self.unmark(marked)?;
        self.before("finalize-done")?;
        Ok(Outcome::Published(Publication { receipt, digest }))
    }

    /// Removes the marker. One that is not ours any more is not ours to remove: the plan then
    /// stays to be recovered.
    fn unmark(&self, marked: Digest) -> Result<(), Error> {
        match self
            .lock
            .remove_file(&self.marker, &Expect::Digest(marked))?
        {
            Removed::Gone | Removed::Absent | Removed::Conflict { .. } => Ok(()),
        }
    }
}

/// What moved since `marker` was made, where anything did; `state` is the digest expected.
fn moved(files: &PlanFiles, marker: &Marker, state: Digest) -> Option<Conflict> {
    let actual = files
        .get(STATE_FILE)
        .map(|content| Digest::of(content.bytes()));
    if actual != Some(state) {
        return Some(stale_state(state, actual));
    }
    let now = Fingerprint::of(files, marker.progress_length());
    (now.digest != marker.artefacts_digest).then(|| Conflict {
        changed: marker.changed(&now),
        expected: marker.artefacts_digest,
        actual: Some(now.digest),
    })
}

pub(super) fn stale_state(expected: Digest, actual: Option<Digest>) -> Conflict {
    Conflict {
        changed: vec![STATE_FILE.to_owned()],
        expected,
        actual,
    }
}

/// What there is to say where something moved once the state was published.
fn after_publication(conflict: &Conflict) -> Vec<Finding> {
    let finding = |file: &String| {
        let (rule, help) = if file == STATE_FILE {
            (
                &STATE_DIFFERS,
                "find out what else writes the plan, put the state back, then recover",
            )
        } else {
            (
                &ARTEFACT_CHANGED,
                "look at the change, then recover: the plan is judged as it then is",
            )
        };
        let message = format!("{file} changed while the plan was being published");
        Finding::new(rule, Location::file(file), message).with_help(help)
    };
    conflict.changed.iter().map(finding).collect()
}
