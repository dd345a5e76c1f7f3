//! Writing a change: under the lease of the directory, from a fresh reading, whole or not at all.

use std::collections::BTreeSet;
use std::time::Duration;

use plan_guard::{
    ConfinedDir, Digest, Expect, Lease, Probe, Process, RelPath, Removed, Replaced, Snapshot,
    Taken, WriteOptions,
};

use super::journal::{Entry, Journal};
use super::{Change, Error, JOURNAL, LOCK, Planned, Refusal, Step};
use crate::{Queue, QueueFiles, read};

/// How often a planner is asked anew where a writer that ignores the lease changed a file meanwhile.
const ATTEMPTS: usize = 3;

/// How to write.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// Who writes: what others are told while it does.
    pub process: &'a Process,
    /// How long to wait for another writer; zero does not wait.
    pub wait: Duration,
    /// Called before every step, for tests.
    #[doc(hidden)]
    pub probe: Probe,
}

/// What became of an operation on a directory.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use = "a refusal or a conflict means that nothing was written"]
pub enum Outcome<T> {
    /// It was written, all of it, and is on the disk.
    Applied {
        /// What.
        change: Change,
        /// What it comes to.
        outcome: T,
    },
    /// It was so already; nothing was written.
    Unchanged(T),
    /// The planner refused; nothing was written.
    Refused(Refusal),
    /// Another writer was in the way; nothing was written.
    Conflict(Conflict),
}

/// Which writer was in the way.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conflict {
    /// One that holds the lease for longer than was waited: this one, as its record says.
    Busy(Option<String>),
    /// One that changed this file and holds no lease, such as an editor.
    Changed(RelPath),
}

/// Plans an operation on a directory and applies the change, under the lease (Q24, Q26, Q29).
///
/// The files are read once the lease is held, and an interrupted change is finished before. The
/// planner is asked again where a file changed while it planned.
///
/// # Errors
///
/// The directory cannot be read or written, or holds the journal of a change that cannot be finished.
/// What an error interrupts is finished by the next call.
pub fn run<T>(
    dir: &ConfinedDir,
    options: &Options<'_>,
    mut planner: impl FnMut(&QueueFiles, &Queue) -> Planned<T>,
) -> Result<Outcome<T>, Error> {
    let writer = match Writer::new(dir, options)? {
        Ok(writer) => writer,
        Err(busy) => return Ok(Outcome::Conflict(busy)),
    };
    let mut attempts = 1;
    loop {
        let files = QueueFiles::load(dir)?;
        let queue = read(&files);
        let (change, outcome) = match planner(&files, &queue) {
            Ok(Step::Change { change, outcome }) => (change, outcome),
            Ok(Step::Already(outcome)) => return Ok(Outcome::Unchanged(outcome)),
            Err(refusal) => return Ok(Outcome::Refused(refusal)),
        };
        match writer.write(&change)? {
            None => return Ok(Outcome::Applied { change, outcome }),
            Some(file) if attempts == ATTEMPTS => {
                return Ok(Outcome::Conflict(Conflict::Changed(file)));
            }
            Some(_) => attempts += 1,
        }
    }
}

/// Applies a change that was planned elsewhere, as [`run`] would.
///
/// A file that is not what the change expects is a conflict, and nothing is written.
///
/// # Errors
///
/// As [`run`].
pub fn apply(
    dir: &ConfinedDir,
    options: &Options<'_>,
    change: &Change,
) -> Result<Outcome<()>, Error> {
    let writer = match Writer::new(dir, options)? {
        Ok(writer) => writer,
        Err(busy) => return Ok(Outcome::Conflict(busy)),
    };
    Ok(match writer.write(change)? {
        None => Outcome::Applied {
            change: change.clone(),
            outcome: (),
        },
        Some(file) => Outcome::Conflict(Conflict::Changed(file)),
    })
}

/// Who holds the lease, and so is the only one who writes.
struct Writer<'a> {
    dir: &'a ConfinedDir,
    lease: Lease,
    options: WriteOptions,
}

/// What one step of writing met.
enum Met {
    /// It is as it was to be.
    Written,
    /// It was neither what it was nor what it was to be.
    Other,
}

impl<'a> Writer<'a> {
    /// Takes the lease, and finishes what an earlier writer began.
    fn new(dir: &'a ConfinedDir, options: &Options<'_>) -> Result<Result<Self, Conflict>, Error> {
        // A directory without a queue gets no lock.
        QueueFiles::require(dir)?;
        make_folders(dir, &RelPath::new(LOCK)?)?;
        let taken = Lease::take_within(dir, &RelPath::new(LOCK)?, options.process, options.wait)?;
        let lease = match taken {
            Taken::Held(lease) => lease,
            Taken::Busy(owner) => {
                let who =
                    owner.map(|o| format!("`{}` (process {} on {})", o.command, o.pid, o.host));
                return Ok(Err(Conflict::Busy(who)));
            }
        };
        let writer = Self {
            dir,
            lease,
            options: WriteOptions {
                nonce: None,
                probe: options.probe.clone(),
            },
        };
        writer.recover()?;
        Ok(Ok(writer))
    }

    /// Finishes the change of a journal that was left.
    fn recover(&self) -> Result<(), Error> {
        let Some(journal) = Journal::load(self.dir)? else {
            return Ok(());
        };
        // All or nothing holds for finishing too: look first, then write.
        let mut left = Vec::new();
        for entry in &journal.files {
            match self.digest(&entry.path)? {
                // Its folder may be left, if the file had just gone.
                None if entry.content.is_none() => self.tidy(&entry.path),
                now if now == entry.after() => {}
                now if now == entry.before => left.push(entry),
                _ => return Err(self.diverged(&journal, entry)),
            }
        }
        for entry in left {
            if let Met::Other = self.put(entry)? {
                return Err(self.diverged(&journal, entry));
            }
        }
        self.sweep(journal.files.iter().map(|entry| &entry.path))?;
        self.forget()
    }

    /// Writes a change; answers the file that was not as expected, where nothing was written.
    fn write(&self, change: &Change) -> Result<Option<RelPath>, Error> {
        let mut before = Vec::new();
        for file in &change.files {
            let snapshot = self.dir.read(&file.path)?;
            let digest = snapshot.as_ref().map(Snapshot::digest);
            if !file.expect.admits(digest) {
                return Ok(Some(file.path.clone()));
            }
            before.push(snapshot);
        }
        let digests: Vec<_> = before
            .iter()
            .map(|snapshot| snapshot.as_ref().map(Snapshot::digest))
            .collect();
        let journal = Journal::of(change, &digests);
        self.sweep(change.files.iter().map(|file| &file.path))?;
        let several = journal.files.len() > 1;
        if several {
            self.note(&journal)?;
        }
        for (at, entry) in journal.files.iter().enumerate() {
            if let Met::Other = self.put(entry)? {
                self.undo(&journal.files[..at], &before[..at])?;
                if several {
                    self.forget()?;
                }
                return Ok(Some(entry.path.clone()));
            }
        }
        if several {
            self.forget()?;
        }
        Ok(None)
    }

    /// Puts one file into place.
    fn put(&self, entry: &Entry) -> Result<Met, Error> {
        self.step("queue-file")?;
        let written = match &entry.content {
            Some(content) => {
                make_folders(self.dir, &entry.path)?;
                self.replace(&entry.path, content.as_bytes(), &entry.expect())?
            }
            None => self.remove(&entry.path, &entry.expect())?,
        };
        Ok(if written { Met::Written } else { Met::Other })
    }

    /// Puts back what was written of a change that met another writer half-way.
    fn undo(&self, entries: &[Entry], before: &[Option<Snapshot>]) -> Result<(), Error> {
        for (entry, before) in entries.iter().zip(before).rev() {
            let expect = entry.after().map_or(Expect::Absent, Expect::Digest);
            // What is not as it was left was changed since, and is kept.
            match before {
                Some(snapshot) => self.replace(&entry.path, snapshot.bytes(), &expect)?,
                None => self.remove(&entry.path, &expect)?,
            };
        }
        Ok(())
    }

    fn replace(&self, path: &RelPath, bytes: &[u8], expect: &Expect) -> Result<bool, Error> {
        Ok(
            match self.dir.replace(path, bytes, expect, &self.options)? {
                Replaced::Written { .. } | Replaced::Unchanged => true,
                Replaced::Conflict { .. } => false,
            },
        )
    }

    /// Removes a file, and the folder of an epic or an inbox section that it leaves empty.
    fn remove(&self, path: &RelPath, expect: &Expect) -> Result<bool, Error> {
        self.step("queue-remove")?;
        if let Removed::Conflict { .. } =
            self.dir
                .remove_file_probed(path, expect, &self.options.probe)?
        {
            return Ok(false);
        }
        self.tidy(path);
        Ok(true)
    }

    /// Removes the folder in a folder that a file left empty.
    fn tidy(&self, path: &RelPath) {
        if let Some(folder) = path.parent().filter(|folder| folder.parent().is_some()) {
            // It is not empty, or somebody else's: either way it stays.
            let _ = self.dir.remove_dir(&folder);
        }
    }

    /// Writes the journal.
    fn note(&self, journal: &Journal) -> Result<(), Error> {
        self.step("queue-journal")?;
        let path = RelPath::new(JOURNAL)?;
        self.replace(&path, &journal.to_json(), &Expect::Any)?;
        Ok(())
    }

    /// Removes the journal.
    fn forget(&self) -> Result<(), Error> {
        self.step("queue-journal-remove")?;
        let _ = self.dir.remove_file_probed(
            &RelPath::new(JOURNAL)?,
            &Expect::Any,
            &self.options.probe,
        )?;
        Ok(())
    }

    /// Removes what killed writers left beside these files and the journal.
    fn sweep<'p>(&self, paths: impl Iterator<Item = &'p RelPath>) -> Result<(), Error> {
        let folders: BTreeSet<_> = paths
            .map(RelPath::parent)
            .chain([Some(RelPath::new("wip")?)])
            .collect();
        for folder in folders {
            match folder {
                None => self.lease.sweep(self.dir),
                Some(folder) => {
                    if let Some(inner) = self.dir.enter(&folder)? {
                        self.lease.sweep(&inner);
                    }
                }
            }
        }
        Ok(())
    }

    fn digest(&self, path: &RelPath) -> Result<Option<Digest>, Error> {
        let snapshot = self.dir.read(path)?;
        Ok(snapshot.as_ref().map(Snapshot::digest))
    }

    fn step(&self, name: &'static str) -> Result<(), Error> {
        let step = plan_guard::Step::Caller(name);
        let failed = |source| Error::Probe {
            path: self.dir.root().to_owned(),
            source,
        };
        self.options.probe.at(step).map_err(failed)
    }

    fn diverged(&self, journal: &Journal, entry: &Entry) -> Error {
        Error::JournalDiverged {
            path: self.dir.root().join(JOURNAL),
            summary: journal.summary.clone(),
            file: entry.path.to_string(),
        }
    }
}

/// Makes the folders that are to hold a file.
fn make_folders(dir: &ConfinedDir, path: &RelPath) -> Result<(), Error> {
    let Some(folder) = path.parent() else {
        return Ok(());
    };
    if dir.enter(&folder)?.is_none() {
        make_folders(dir, &folder)?;
        dir.create_dir(&folder)?;
    }
    Ok(())
}
