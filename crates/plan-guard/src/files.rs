//! The other durable operations: make a directory, remove, move without replacing.

use std::io;

use crate::confined::{ConfinedDir, EntryKind};
use crate::digest::Digest;
use crate::error::{Error, Kind};
use crate::probe::{Probe, Step};
use crate::rel_path::RelPath;
use crate::replace::Expect;
use crate::target::Target;

/// What became of making a directory.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// It was made.
    Created,
    /// It was there.
    Existed,
}

/// What became of a removal.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a conflict means that nothing was removed"]
pub enum Removed {
    /// It is gone, durably.
    Gone,
    /// It was not there.
    Absent,
    /// The file is not what was expected; nothing was touched.
    Conflict {
        /// What the caller expected.
        expected: Expect,
        /// What is there.
        actual: Digest,
    },
}

/// What became of a move.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "nothing is moved where the source is absent or the name is taken"]
pub enum Moved {
    /// It has its new name, durably.
    Done,
    /// There is nothing of the old name.
    Absent,
    /// The new name is taken; nothing was touched.
    Taken,
}

impl ConfinedDir {
    /// Makes the directory `rel`, whose parent exists, durably.
    ///
    /// # Errors
    ///
    /// `link-refused`, `no-such-directory`, `not-a-directory` or `io`; `not-durable` once it is made.
    pub fn create_dir(&self, rel: &RelPath) -> Result<Made, Error> {
        self.create_dir_probed(rel, &Probe::none())
    }

    pub(crate) fn create_dir_probed(&self, rel: &RelPath, probe: &Probe) -> Result<Made, Error> {
        let target = Target::locate(self, rel)?;
        let made = probe
            .at(Step::MakeDir)
            .and_then(|()| target.parent.make_dir(rel.name()));
        match made {
            Ok(()) => target.flush(probe).map(|()| Made::Created),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let stat = target
                    .parent
                    .stat(rel.name())
                    .map_err(|error| target.failed(error))?;
                match stat.map(|stat| stat.kind) {
                    Some(EntryKind::Dir) => Ok(Made::Existed),
                    Some(EntryKind::Symlink) => {
                        Err(Error::new(Kind::LinkRefused, self.path_of(rel)))
                    }
                    _ => Err(Error::new(Kind::NotADirectory, self.path_of(rel))),
                }
            }
            Err(error) => Err(target.failed(error)),
        }
    }

    /// Removes the file `rel` durably, where it is what `expect` says. With [`Expect::Absent`] a
    /// file that is there is a conflict.
    ///
    /// # Errors
    ///
    /// `link-refused`, `not-a-file`, `no-such-directory`, `not-a-directory` or `io`; `not-durable`
    /// once it is gone.
    pub fn remove_file(&self, rel: &RelPath, expect: &Expect) -> Result<Removed, Error> {
        self.remove_file_probed(rel, expect, &Probe::none())
    }

    /// [`remove_file`](Self::remove_file) with a probe, for tests.
    ///
    /// # Errors
    ///
    /// Those of [`remove_file`](Self::remove_file), and the probe's.
    #[doc(hidden)]
    pub fn remove_file_probed(
        &self,
        rel: &RelPath,
        expect: &Expect,
        probe: &Probe,
    ) -> Result<Removed, Error> {
        let target = Target::locate(self, rel)?;
        if target.stat()?.is_none() {
            return Ok(Removed::Absent);
        }
        if *expect != Expect::Any {
            match target.current()? {
                None => return Ok(Removed::Absent),
                Some((actual, _)) if !expect.admits(Some(actual)) => {
                    return Ok(Removed::Conflict {
                        expected: *expect,
                        actual,
                    });
                }
                Some(_) => {}
            }
        }
        let removed = probe
            .at(Step::Remove)
            .and_then(|()| target.parent.remove_file(rel.name()));
        self.removal(&target, removed, probe)
    }

    /// Removes the empty directory `rel` durably.
    ///
    /// # Errors
    ///
    /// `io` where it is not empty or no directory; `not-durable` once it is gone.
    pub fn remove_dir(&self, rel: &RelPath) -> Result<Removed, Error> {
        self.remove_dir_probed(rel, &Probe::none())
    }

    pub(crate) fn remove_dir_probed(&self, rel: &RelPath, probe: &Probe) -> Result<Removed, Error> {
        let target = Target::locate(self, rel)?;
        let removed = probe
            .at(Step::Remove)
            .and_then(|()| target.parent.remove_dir(rel.name()));
        self.removal(&target, removed, probe)
    }

    fn removal(
        &self,
        target: &Target<'_>,
        removed: io::Result<()>,
        probe: &Probe,
    ) -> Result<Removed, Error> {
        match removed {
            Ok(()) => target.flush(probe).map(|()| Removed::Gone),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Removed::Absent),
            Err(error) => Err(target.failed(error)),
        }
    }

    /// Moves a file or directory to a name that is free, durably; never replaces anything.
    ///
    /// # Errors
    ///
    /// `link-refused` (a link on the way), `no-such-directory`, `not-a-directory` or `io`;
    /// `not-durable` once it is moved.
    pub fn rename(&self, from: &RelPath, to: &RelPath) -> Result<Moved, Error> {
        self.rename_probed(from, to, &Probe::none())
    }

    pub(crate) fn rename_probed(
        &self,
        from: &RelPath,
        to: &RelPath,
        probe: &Probe,
    ) -> Result<Moved, Error> {
        let source = Target::locate(self, from)?;
        let target = Target::locate(self, to)?;
        let moved = probe.at(Step::Move).and_then(|()| {
            source
                .parent
                .rename_new(from.name(), &target.parent, to.name())
        });
        match moved {
            Ok(()) => {
                target.flush(probe)?;
                if from.parent() == to.parent() {
                    Ok(())
                } else {
                    source.flush(probe)
                }?;
                Ok(Moved::Done)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Moved::Taken),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Moved::Absent),
            Err(error) => Err(target.failed(error)),
        }
    }
}
