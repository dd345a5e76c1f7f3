//! Durable replacement of one file (A4), on the expectation that it has not changed (D9).
//!
//! Temporary file beside the target, whole content, flush; comparison; rename; flush of the
//! directory; read back. The target is read once, for the comparison: an early look at it would
//! cost a second read and decide nothing.

use crate::confined::ConfinedDir;
use crate::digest::Digest;
use crate::error::Error;
use crate::nonce::Nonce;
use crate::probe::Probe;
use crate::rel_path::RelPath;
use crate::snapshot::Snapshot;
use crate::target::{Basis, Target};
use crate::temp::{self, Temp};

/// What a caller expects to find where it writes.
///
/// Closed: anything may be there, nothing, or what has this digest.
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
///
/// Closed: every case asks the caller for an answer of its own.
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
///
/// Closed: a new member is one more question to the caller.
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
        self.write(rel, bytes, Basis::Said(expect), options)
    }

    /// [`replace`](Self::replace), expecting the file to be what was read: the snapshot, or absent
    /// where `read` is `None`. Compared byte by byte, which takes less time than two digests.
    ///
    /// # Errors
    ///
    /// Those of [`replace`](Self::replace).
    pub fn replace_read(
        &self,
        rel: &RelPath,
        bytes: &[u8],
        read: Option<&Snapshot>,
        options: &WriteOptions,
    ) -> Result<Replaced, Error> {
        let basis = read.map_or(Basis::Said(&Expect::Absent), Basis::Read);
        self.write(rel, bytes, basis, options)
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

    fn write(
        &self,
        rel: &RelPath,
        bytes: &[u8],
        basis: Basis<'_>,
        options: &WriteOptions,
    ) -> Result<Replaced, Error> {
        let target = Target::locate(self, rel)?;
        let before = target.stat()?;
        let digest = Digest::of(bytes);
        if let Some(settled) = target.settled(before, basis, digest, bytes)? {
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
        if let Some(actual) = target.give_name(temp, basis, &options.probe)? {
            return Ok(basis.conflict(actual));
        }
        target.confirm(bytes, &options.probe)?;
        Ok(Replaced::Written { digest })
    }
}
