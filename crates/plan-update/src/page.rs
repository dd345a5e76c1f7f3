//! A Markdown file of the plan: as it was read under the lock, and as it is to become (H7).

use std::collections::BTreeMap;

use plan_guard::{ConfinedDir, Lock, RelPath, Replaced, Snapshot};
use plan_markdown::view::progress::{Entry, EntryKind, NewEntry, Progress};
use plan_markdown::view::readme::Readme;
use plan_markdown::view::task::TaskRecord;
use plan_markdown::{Document, Edit};
use plan_state::amendment::AmendmentDate;
use plan_state::{Locator, Timestamp};

use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Error, Refusal};

/// The texts that files are about to have, by name: what is judged is the plan as it will be.
pub(crate) type Ahead = BTreeMap<String, String>;

/// A file and its next text.
#[derive(Debug)]
pub(crate) struct Page {
    path: RelPath,
    before: Option<Snapshot>,
    text: String,
}

impl Page {
    /// Reads `name`; one that is not there begins with `otherwise`, or is refused.
    pub(crate) fn read(
        dir: &ConfinedDir,
        name: &str,
        otherwise: Option<&str>,
    ) -> Result<Result<Self, Refusal>, Error> {
        let path = RelPath::new(name)?;
        let before = dir.read(&path)?;
        let text = match &before {
            Some(snapshot) => std::str::from_utf8(snapshot.bytes())
                .ok()
                .map(str::to_owned),
            None => otherwise.map(str::to_owned),
        };
        Ok(text
            .map(|text| Self { path, before, text })
            .ok_or_else(|| unreadable(dir, name)))
    }

    /// The file's name.
    pub(crate) fn name(&self) -> &str {
        self.path.as_str()
    }

    /// The next text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The next text, parsed.
    pub(crate) fn document(&self) -> Document {
        Document::parse(self.path.as_str(), self.text.as_str())
    }

    /// Makes edits on the next text, as they were made for its [`document`](Self::document).
    pub(crate) fn edit(&mut self, document: &Document, edits: &[Edit]) -> Result<(), Error> {
        self.text = document.apply(edits)?;
        Ok(())
    }

    /// Whether there is anything to write.
    pub(crate) fn is_changed(&self) -> bool {
        match &self.before {
            Some(before) => before.bytes() != self.text.as_bytes(),
            None => true,
        }
    }

    /// Writes the next text where the file is still the one that was read (D9). `false` where
    /// nothing had to be written.
    pub(crate) fn write(&self, lock: &Lock) -> Result<Result<bool, Conflict>, Error> {
        if !self.is_changed() {
            return Ok(Ok(false));
        }
        let written = lock.replace_read(&self.path, self.text.as_bytes(), self.before.as_ref())?;
        Ok(match written {
            Replaced::Written { .. } => Ok(true),
            Replaced::Unchanged => Ok(false),
            Replaced::Conflict { actual, .. } => Err(Conflict::File {
                file: self.name().to_owned(),
                expected: self.before.as_ref().map(Snapshot::digest),
                actual,
            }),
        })
    }

    /// Appends an entry to PROGRESS.md (H10).
    pub(crate) fn append_entry(&mut self, entry: &NewEntry<'_>) -> Result<(), Error> {
        let document = self.document();
        let edit = plan_markdown::edit::append(&document, &entry.render()?);
        self.edit(&document, &edit.into_iter().collect::<Vec<_>>())
    }
}

fn unreadable(dir: &ConfinedDir, name: &str) -> Refusal {
    let code = if name == "README.md" {
        Code::ReadmeUnreadable
    } else {
        Code::RecordUnreadable
    };
    Refusal::new(
        code,
        format!("{} has no {name} that can be read", dir.name()),
        "restore the file: the operation writes in it too",
    )
}

/// PROGRESS.md where there is none yet.
pub(crate) const NO_PROGRESS: &str = "# Progress\n";

/// The bullets of an entry, one line each.
pub(crate) fn bullet(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether PROGRESS.md has the entry of an operation that was interrupted, so that its repetition
/// adds none: an entry of that kind, either made since the state was last written, or saying the
/// same; and not older than `since`, what made a new one due.
pub(crate) fn stands(
    progress: &Document,
    kind: EntryKind,
    bullets: &[String],
    state_updated: Option<&Timestamp>,
    since: Option<&AmendmentDate>,
) -> bool {
    Progress::read(progress).entries.iter().any(|entry| {
        let at = entry
            .timestamp
            .as_ref()
            .and_then(|at| AmendmentDate::parse(&at.value));
        let old = match (&at, since) {
            (Some(at), Some(since)) => at.is_before(since),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let fresh = match (&at, state_updated) {
            (Some(at), Some(updated)) => !at.is_before(&AmendmentDate::Time(updated.clone())),
            _ => false,
        };
        entry.kind == kind && !old && (fresh || says(entry, bullets))
    })
}

/// Whether the same was told after the state was last written: by a call that was interrupted before
/// it wrote the state. Where there is no state to tell by, the last entry counts.
pub(crate) fn told_since(
    progress: &Document,
    kind: EntryKind,
    bullets: &[String],
    state_updated: Option<&Timestamp>,
) -> bool {
    let entries = Progress::read(progress).entries;
    let same = |entry: &Entry| entry.kind == kind && says(entry, bullets);
    let Some(updated) = state_updated.cloned().map(AmendmentDate::Time) else {
        return entries.last().is_some_and(same);
    };
    let after = |entry: &Entry| {
        let at = entry
            .timestamp
            .as_ref()
            .and_then(|at| AmendmentDate::parse(&at.value));
        at.is_some_and(|at| updated.is_before(&at))
    };
    entries.iter().any(|entry| same(entry) && after(entry))
}

fn says(entry: &Entry, bullets: &[String]) -> bool {
    entry
        .bullets
        .iter()
        .map(|bullet| bullet.value.as_str())
        .eq(bullets.iter().map(String::as_str))
}

/// The record of a task on the page where its locator has it: the file, or a section of the README.
pub(crate) fn record_in(document: &Document, task: u64, locator: &Locator) -> Option<TaskRecord> {
    match locator {
        Locator::File(_) => Some(TaskRecord::read_file(document)),
        Locator::Inline(_) => {
            let readme = Readme::read(document);
            let section = readme.records_of(task).next()?;
            Some(TaskRecord::read(document, section.span))
        }
    }
}

/// The name of the page that a locator's record is on.
pub(crate) fn page_of(locator: &Locator) -> &str {
    match locator {
        Locator::File(name) => name,
        Locator::Inline(_) => "README.md",
    }
}
