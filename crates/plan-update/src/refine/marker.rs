//! `.refining.json`: what a refining is about to write, so that it can be finished from there (H8).
//!
//! The marker holds every file as it was (its digest) and as it is to be (its text). Finishing takes
//! nothing else on trust: a file that is neither of the two stops it.

use plan_guard::{ConfinedDir, Digest, Expect, Lock, RelPath, Removed, Replaced, Snapshot, Step};
use serde::{Deserialize, Serialize};

use super::Mention;
use super::draft::Files;
use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Error, Refusal};

/// The marker's name.
pub(crate) const MARKER: &str = plan_verify::receipt::REFINING_FILE;
const SCHEMA: &str = "urn:planwright:schema:refining:v1";
/// A marker holds the texts of many files.
const LIMIT: u64 = 64 * 1024 * 1024;

/// What a refining is about to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Marker {
    schema: String,
    /// The digest of the file that asked for it.
    pub(super) request: String,
    /// The files, in the order of writing.
    files: Vec<Entry>,
    /// What is to be told of the prose in them.
    pub(super) mentions: Vec<Mention>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    /// The digest of the file before; null where there was none.
    before: Option<String>,
    /// Its text afterwards; null where it goes.
    after: Option<String>,
}

impl Entry {
    fn path(&self) -> Result<RelPath, Error> {
        Ok(RelPath::new(self.file.clone())?)
    }

    fn is(&self, actual: Option<Digest>) -> (bool, bool) {
        let actual = actual.map(|digest| digest.to_string());
        let after = self
            .after
            .as_ref()
            .map(|text| Digest::of(text.as_bytes()).to_string());
        (actual == self.before, actual == after)
    }
}

/// The order of writing: what was put aside, then records, README and the rest, PROGRESS.md and the
/// state; what goes, last.
fn rank(file: &str, goes: bool) -> u8 {
    match file {
        _ if goes => 5,
        "state.json" => 4,
        "PROGRESS.md" => 3,
        "README.md" => 2,
        _ if file.starts_with("analysis_results/") => 0,
        _ => 1,
    }
}

impl Marker {
    /// The marker of these files, those left out that do not change.
    pub(super) fn of(
        dir: &ConfinedDir,
        request: &str,
        files: &Files,
        mentions: Vec<Mention>,
    ) -> Result<Self, Error> {
        let mut entries = Vec::new();
        for (file, after) in files {
            let before = digest(dir, &RelPath::new(file.clone())?)?;
            let entry = Entry {
                file: file.clone(),
                before: before.map(|digest| digest.to_string()),
                after: after.clone(),
            };
            if !entry.is(before).1 {
                entries.push(entry);
            }
        }
        entries.sort_by_key(|entry| rank(&entry.file, entry.after.is_none()));
        Ok(Self {
            schema: SCHEMA.to_owned(),
            request: request.to_owned(),
            files: entries,
            mentions,
        })
    }

    /// The marker that an interrupted refining left; `None` where there is none.
    pub(super) fn left(dir: &ConfinedDir) -> Result<Option<Result<Self, Refusal>>, Error> {
        let found = dir.read_within(&RelPath::new(MARKER)?, LIMIT)?;
        Ok(found.map(|snapshot| {
            let read: Result<Self, _> = serde_json::from_slice(snapshot.bytes());
            let why = match read {
                Ok(marker) if marker.schema == SCHEMA => return Ok(marker),
                Ok(_) => "it is of another schema".to_owned(),
                Err(error) => error.to_string(),
            };
            Err(Refusal::new(
                Code::RefineInterrupted,
                format!("{MARKER} cannot be read: {why}"),
                "restore it, or restore the plan from before the refining and remove it",
            ))
        }))
    }

    /// Writes the marker: from here on the refining is finished by whoever finds it.
    pub(super) fn write(&self, lock: &Lock) -> Result<Option<Conflict>, Error> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        let written = lock.replace(&RelPath::new(MARKER)?, text.as_bytes(), &Expect::Absent)?;
        Ok(conflict(MARKER, written))
    }

    /// Brings every file from what it was to what it is to be, then removes the marker.
    pub(super) fn finish(&self, lock: &Lock) -> Result<Option<Conflict>, Error> {
        for entry in &self.files {
            let actual = digest(lock.dir(), &entry.path()?)?;
            if entry.is(actual) == (false, false) {
                return Ok(Some(moved(entry, actual)));
            }
        }
        for entry in &self.files {
            let probed = lock.probe().at(Step::Caller("refine-file"));
            probed.map_err(|source| Error::stopped("refine-file", source))?;
            if let Some(conflict) = apply(lock, entry)? {
                return Ok(Some(conflict));
            }
        }
        let probed = lock.probe().at(Step::Caller("refine-unmark"));
        probed.map_err(|source| Error::stopped("refine-unmark", source))?;
        match lock.remove_file(&RelPath::new(MARKER)?, &Expect::Any)? {
            Removed::Gone | Removed::Absent | Removed::Conflict { .. } => Ok(None),
        }
    }

    /// The files that it writes or removes, in order.
    pub(super) fn names(&self) -> Vec<String> {
        self.files.iter().map(|entry| entry.file.clone()).collect()
    }
}

fn apply(lock: &Lock, entry: &Entry) -> Result<Option<Conflict>, Error> {
    let path = entry.path()?;
    let snapshot = lock.dir().read(&path)?;
    let actual = snapshot.as_ref().map(Snapshot::digest);
    match (entry.is(actual), &entry.after) {
        ((_, true), _) => Ok(None),
        ((false, false), _) => Ok(Some(moved(entry, actual))),
        ((true, _), Some(text)) => {
            if let Some(parent) = path.parent() {
                lock.create_dir(&parent)?;
            }
            let written = lock.replace_read(&path, text.as_bytes(), snapshot.as_ref())?;
            Ok(conflict(&entry.file, written))
        }
        ((true, _), None) => {
            let expect = actual.map_or(Expect::Absent, Expect::Digest);
            Ok(match lock.remove_file(&path, &expect)? {
                Removed::Gone | Removed::Absent => None,
                Removed::Conflict { .. } => Some(moved(entry, digest(lock.dir(), &path)?)),
            })
        }
    }
}

fn digest(dir: &ConfinedDir, path: &RelPath) -> Result<Option<Digest>, Error> {
    Ok(dir.read(path)?.as_ref().map(Snapshot::digest))
}

fn moved(entry: &Entry, actual: Option<Digest>) -> Conflict {
    Conflict::File {
        file: entry.file.clone(),
        expected: entry.before.as_ref().and_then(|digest| digest.parse().ok()),
        actual,
    }
}

fn conflict(file: &str, written: Replaced) -> Option<Conflict> {
    match written {
        Replaced::Written { .. } | Replaced::Unchanged => None,
        Replaced::Conflict { actual, expected } => Some(Conflict::File {
            file: file.to_owned(),
            expected: match expected {
                Expect::Digest(digest) => Some(digest),
                Expect::Any | Expect::Absent => None,
            },
            actual,
        }),
    }
}
