//! Durable replacement of one file (A4), on the expectation that it has not changed (D9).
//!
//! Temporary file beside the target, whole content, flush; comparison; rename; flush of the
//! directory; read back. The target is read once, for the comparison: an early look at it would
//! cost a second read and decide nothing.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;

use crate::confined::{ConfinedDir, EntryKind};
use crate::digest::Digest;
use crate::error::{Error, Kind};
use crate::nonce::Nonce;
use crate::probe::{Probe, Step};
use crate::rel_path::RelPath;
use crate::snapshot::Snapshot;
use crate::sys::{self, Dir, Stat};
use crate::temp::{self, Temp};

/// What a caller expects to find where it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Anything, or nothing.
    Any,
    /// Nothing: of several that write on this, one wins.
    Absent,
    /// A file of this digest.
    Digest(Digest),
}

impl Expect {
    /// That the file is still what was read: the snapshot's digest, or absent where it was absent.
    #[must_use]
    pub fn of(read: Option<&Snapshot>) -> Self {
        read.map_or(Self::Absent, |snapshot| Self::Digest(snapshot.digest()))
    }

    /// Whether a file of digest `actual` (none where absent) is what was expected.
    #[must_use]
    pub fn admits(&self, actual: Option<Digest>) -> bool {
        match self {
            Self::Any => true,
            Self::Absent => actual.is_none(),
            Self::Digest(expected) => actual == Some(*expected),
        }
    }
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a conflict means that nothing was written"]
pub enum Replaced {
    /// The new content is in place, on the disk, and was read back.
    Written {
        /// Its digest.
        digest: Digest,
    },
    /// The file had that content already; nothing was touched.
    Unchanged,
    /// The file is not what was expected; nothing was touched.
    Conflict {
        /// What the caller expected.
        expected: Expect,
        /// What is there; `None` where nothing is.
        actual: Option<Digest>,
    },
}

/// How to write.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The nonce in the temporary file's name: that of the lock held, or a fresh one.
    pub nonce: Option<Nonce>,
    /// Called before every step, for tests.
    pub probe: Probe,
}

impl ConfinedDir {
    /// Replaces the content of `rel` durably (A4): afterwards, and after any crash on the way, the
    /// file has its old content or its new content, whole.
    ///
    /// The permission bits of a replaced file are kept; a new one gets 0644 less the umask. Owner,
    /// ACLs and extended attributes are those of a new file, and other hard links keep the old
    /// content. A target that is a link, or is reached through one, is refused.
    ///
    /// The comparison with `expect` is made after the new content is on the disk, just before the
    /// rename (D9). A writer that ignores the lock and strikes between the two system calls is not
    /// seen; with [`Expect::Absent`] not even that can happen.
    ///
    /// # Errors
    ///
    /// `link-refused`, `not-a-file`, `no-such-directory`, `not-a-directory`, `io`; then the old
    /// content is in place. `not-durable` and `read-back-differs` come after the rename.
    pub fn replace(
        &self,
        rel: &RelPath,
        bytes: &[u8],
        expect: &Expect,
        options: &WriteOptions,
    ) -> Result<Replaced, Error> {
        let target = Target::locate(self, rel)?;
        let before = target.stat()?;
        let digest = Digest::of(bytes);
        if let Some(settled) = target.settled(before, expect, digest, bytes)? {
            return Ok(settled);
        }
        let nonce = match options.nonce {
            Some(nonce) => nonce,
            None => Nonce::random(&self.path_of(rel))?,
        };
        let name = temp::temp_name(rel.name(), nonce);
        let mode = before.map(|stat| stat.mode);
        let temp = Temp::write(&target.parent, name, bytes, mode, &options.probe)
            .map_err(|error| target.failed(error))?;
        if let Some(actual) = target.give_name(temp, expect, &options.probe)? {
            return Ok(Replaced::Conflict {
                expected: *expect,
                actual,
            });
        }
        target.confirm(bytes, &options.probe)?;
        Ok(Replaced::Written { digest })
    }

    /// Writes a file that is not there yet: content first, then its name, so that nobody sees it
    /// empty; of several at once exactly one gets [`Replaced::Written`], the others a conflict.
    ///
    /// # Errors
    ///
    /// Those of [`replace`](Self::replace).
    pub fn publish_new(
        &self,
        rel: &RelPath,
        bytes: &[u8],
        options: &WriteOptions,
    ) -> Result<Replaced, Error> {
        self.replace(rel, bytes, &Expect::Absent, options)
    }
}

/// The file that an operation is about, by the open directory that holds it.
pub(crate) struct Target<'a> {
    dir: &'a ConfinedDir,
    rel: &'a RelPath,
    pub(crate) parent: Arc<Dir>,
}

impl<'a> Target<'a> {
    pub(crate) fn locate(dir: &'a ConfinedDir, rel: &'a RelPath) -> Result<Self, Error> {
        Ok(Self {
            dir,
            rel,
            parent: dir.parent_for_writing(rel)?,
        })
    }

    pub(crate) fn failed(&self, error: io::Error) -> Error {
        Error::io(self.dir.path_of(self.rel), error)
    }

    fn refused(&self, kind: Kind) -> Error {
        Error::new(kind, self.dir.path_of(self.rel))
    }

    /// What is there: nothing or a regular file, else refused.
    pub(crate) fn stat(&self) -> Result<Option<Stat>, Error> {
        let stat = self
            .parent
            .stat(self.rel.name())
            .map_err(|error| self.failed(error))?;
        match stat.map(|stat| stat.kind) {
            None | Some(EntryKind::File) => Ok(stat),
            Some(EntryKind::Symlink) => Err(self.refused(Kind::LinkRefused)),
            Some(EntryKind::Dir | EntryKind::Other) => Err(self.refused(Kind::NotAFile)),
        }
    }

    /// Opens what is there for reading; `None` where nothing is.
    fn open(&self) -> Result<Option<(File, Stat)>, Error> {
        if self.stat()?.is_none() {
            return Ok(None);
        }
        let file = match self.parent.open_file(self.rel.name()) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        };
        let stat = sys::stat_file(&file).map_err(|error| self.failed(error))?;
        Ok(Some((file, stat)))
    }

    /// The digest of what is there and what it was when that was taken.
    pub(crate) fn current(&self) -> Result<Option<(Digest, Stat)>, Error> {
        let Some((mut file, stat)) = self.open()? else {
            return Ok(None);
        };
        let digest = Digest::of_file(&mut file).map_err(|error| self.failed(error))?;
        Ok(Some((digest, stat)))
    }

    /// The outcome, where it can be told without writing.
    fn settled(
        &self,
        before: Option<Stat>,
        expect: &Expect,
        digest: Digest,
        bytes: &[u8],
    ) -> Result<Option<Replaced>, Error> {
        let conflict = |actual| Replaced::Conflict {
            expected: *expect,
            actual,
        };
        match (expect, before) {
            (Expect::Digest(_), None) => Ok(Some(conflict(None))),
            (Expect::Absent, Some(_)) => {
                Ok(self.current()?.map(|(actual, _)| conflict(Some(actual))))
            }
            (Expect::Digest(expected), Some(_)) if *expected == digest => {
                let actual = self.current()?.map(|(actual, _)| actual);
                let same = actual == Some(digest);
                Ok(Some(if same {
                    Replaced::Unchanged
                } else {
                    conflict(actual)
                }))
            }
            (Expect::Any, Some(stat)) if stat.len == bytes.len() as u64 => {
                Ok(self.holds(bytes)?.then_some(Replaced::Unchanged))
            }
            _ => Ok(None),
        }
    }

    /// Compares and renames. `Some` is a conflict: what is there instead.
    fn give_name(
        &self,
        temp: Temp<'_>,
        expect: &Expect,
        probe: &Probe,
    ) -> Result<Option<Option<Digest>>, Error> {
        probe
            .at(Step::Compare)
            .map_err(|error| self.failed(error))?;
        let compared = match expect {
            Expect::Any | Expect::Absent => None,
            Expect::Digest(_) => match self.current()? {
                Some((actual, stat)) if expect.admits(Some(actual)) => Some(stat),
                other => return Ok(Some(other.map(|(actual, _)| actual))),
            },
        };
        probe.at(Step::Rename).map_err(|error| self.failed(error))?;
        // One look at the inode closes the time that the comparison took.
        if compared.is_some() && self.stat()? != compared {
            let actual = self.current()?.map(|(actual, _)| actual);
            if !expect.admits(actual) {
                return Ok(Some(actual));
            }
        }
        let name = self.rel.name();
        if *expect != Expect::Absent {
            return temp
                .replace(name)
                .map(|()| None)
                .map_err(|error| self.failed(error));
        }
        match temp.publish(name) {
            Ok(()) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Ok(Some(self.current()?.map(|(actual, _)| actual)))
            }
            Err(error) => Err(self.failed(error)),
        }
    }

    /// After the rename: flushes the directory and reads the content back.
    fn confirm(&self, bytes: &[u8], probe: &Probe) -> Result<(), Error> {
        self.flush(probe)?;
        let held = probe.at(Step::ReadBack).map_err(|error| self.failed(error));
        match held.and_then(|()| self.holds(bytes)) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.refused(Kind::ReadBack)),
            Err(error) => Err(error),
        }
    }

    /// Flushes the directory, after names in it changed.
    pub(crate) fn flush(&self, probe: &Probe) -> Result<(), Error> {
        probe
            .at(Step::DirSync)
            .and_then(|()| self.parent.sync())
            .map_err(|error| Error::because(Kind::NotDurable, self.dir.path_of(self.rel), error))
    }

    /// Whether the file's content is `bytes`.
    fn holds(&self, bytes: &[u8]) -> Result<bool, Error> {
        let Some((mut file, stat)) = self.open()? else {
            return Ok(false);
        };
        if stat.len != bytes.len() as u64 {
            return Ok(false);
        }
        same_content(&mut file, bytes).map_err(|error| self.failed(error))
    }
}

fn same_content(file: &mut File, mut bytes: &[u8]) -> io::Result<bool> {
    let mut piece = [0; 32 * 1024];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(bytes.is_empty()),
            Ok(count) if bytes.starts_with(&piece[..count]) => bytes = &bytes[count..],
            Ok(_) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
