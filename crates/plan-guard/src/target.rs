//! The file that an operation is about: what is there, whether it is what was expected, and how it
//! gets its new content.

use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;

use crate::confined::{ConfinedDir, EntryKind};
use crate::digest::Digest;
use crate::error::{Error, Kind};
use crate::probe::{Probe, Step};
use crate::rel_path::RelPath;
use crate::replace::{Expect, Replaced};
use crate::snapshot::Snapshot;
use crate::sys::{self, Dir, Stat};
use crate::temp::Temp;

/// What a write rests on: what a caller said to expect, or what it read.
///
/// What was read is compared byte by byte, which costs a tenth of a digest.
#[derive(Clone, Copy)]
pub(crate) enum Basis<'a> {
    Said(&'a Expect),
    Read(&'a Snapshot),
}

impl Basis<'_> {
    fn expect(self) -> Expect {
        match self {
            Self::Said(expect) => *expect,
            Self::Read(snapshot) => Expect::Digest(snapshot.digest()),
        }
    }

    pub(crate) fn conflict(self, actual: Option<Digest>) -> Replaced {
        Replaced::Conflict {
            expected: self.expect(),
            actual,
        }
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
    pub(crate) fn settled(
        &self,
        before: Option<Stat>,
        basis: Basis<'_>,
        digest: Digest,
        bytes: &[u8],
    ) -> Result<Option<Replaced>, Error> {
        match (basis, before) {
            (Basis::Said(Expect::Digest(_)) | Basis::Read(_), None) => {
                Ok(Some(basis.conflict(None)))
            }
            (Basis::Said(Expect::Absent), Some(_)) => Ok(self
                .current()?
                .map(|(actual, _)| basis.conflict(Some(actual)))),
            (Basis::Said(Expect::Digest(expected)), Some(_)) if *expected == digest => {
                self.unchanged(basis, bytes).map(Some)
            }
            (Basis::Read(read), Some(_)) if read.bytes() == bytes => {
                self.unchanged(basis, bytes).map(Some)
            }
            (Basis::Said(Expect::Any), Some(stat)) if stat.len == bytes.len() as u64 => {
                Ok(self.holding(bytes)?.map(|_| Replaced::Unchanged))
            }
            _ => Ok(None),
        }
    }

    /// What is expected is what would be written: it is there, or it is a conflict.
    fn unchanged(&self, basis: Basis<'_>, bytes: &[u8]) -> Result<Replaced, Error> {
        if self.holding(bytes)?.is_some() {
            return Ok(Replaced::Unchanged);
        }
        Ok(basis.conflict(self.actual()?))
    }

    fn actual(&self) -> Result<Option<Digest>, Error> {
        Ok(self.current()?.map(|(actual, _)| actual))
    }

    /// Compares and renames. `Some` is a conflict: what is there instead.
    pub(crate) fn give_name(
        &self,
        temp: Temp<'_>,
        basis: Basis<'_>,
        probe: &Probe,
    ) -> Result<Option<Option<Digest>>, Error> {
        probe
            .at(Step::Compare)
            .map_err(|error| self.failed(error))?;
        let compared = match basis {
            Basis::Said(Expect::Any | Expect::Absent) => None,
            Basis::Said(expect @ Expect::Digest(_)) => match self.current()? {
                Some((actual, stat)) if expect.admits(Some(actual)) => Some(stat),
                other => return Ok(Some(other.map(|(actual, _)| actual))),
            },
            Basis::Read(read) => match self.holding(read.bytes())? {
                Some(stat) => Some(stat),
                None => return self.actual().map(Some),
            },
        };
        probe.at(Step::Rename).map_err(|error| self.failed(error))?;
        // One look at the inode closes the time that the comparison took.
        if compared.is_some() && self.stat()? != compared {
            let actual = self.actual()?;
            if !basis.expect().admits(actual) {
                return Ok(Some(actual));
            }
        }
        let name = self.rel.name();
        if !matches!(basis, Basis::Said(Expect::Absent)) {
            return temp
                .replace(name)
                .map(|()| None)
                .map_err(|error| self.failed(error));
        }
        match temp.publish(name) {
            Ok(()) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.actual().map(Some),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// After the rename: flushes the directory and reads the content back.
    pub(crate) fn confirm(&self, bytes: &[u8], probe: &Probe) -> Result<(), Error> {
        self.flush(probe)?;
        probe
            .at(Step::ReadBack)
            .map_err(|error| self.failed(error))?;
        match self.holding(bytes)? {
            Some(_) => Ok(()),
            None => Err(self.refused(Kind::ReadBack)),
        }
    }

    /// Flushes the directory, after names in it changed.
    pub(crate) fn flush(&self, probe: &Probe) -> Result<(), Error> {
        probe
            .at(Step::DirSync)
            .and_then(|()| self.parent.sync())
            .map_err(|error| Error::because(Kind::NotDurable, self.dir.path_of(self.rel), error))
    }

    /// What the file was, where its content is `bytes`.
    fn holding(&self, bytes: &[u8]) -> Result<Option<Stat>, Error> {
        let Some((mut file, stat)) = self.open()? else {
            return Ok(None);
        };
        if stat.len != bytes.len() as u64 {
            return Ok(None);
        }
        let same = same_content(&mut file, bytes).map_err(|error| self.failed(error))?;
        Ok(same.then_some(stat))
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
