//! A directory that nothing read or written through it can leave (A6).

mod list;
mod walk;

use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use list::{Entry, EntryKind, Tree, TreeLimits};

use crate::error::{Error, Kind};
use crate::rel_path::RelPath;
use crate::snapshot::Snapshot;
use crate::sys::Dir;
use walk::Found;

/// The largest file that [`ConfinedDir::read`] reads, in bytes: 16 MiB (B9).
pub const DEFAULT_READ_LIMIT: u64 = 16 * 1024 * 1024;

/// An open directory, canonical and held by its handle. Cheap to clone.
///
/// Reading follows symbolic links that stay inside, at every component, and refuses those that
/// leave. Writing follows none: neither the target nor a directory on the way may be a link.
#[derive(Clone)]
pub struct ConfinedDir(Arc<Inner>);

struct Inner {
    root: PathBuf,
    name: String,
    handle: Arc<Dir>,
}

impl ConfinedDir {
    /// Opens the directory at `path`, which may be relative, `.`, or itself reached through links.
    ///
    /// # Errors
    ///
    /// `io` where it cannot be resolved or opened, `not-a-directory` where it is something else.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let root = std::fs::canonicalize(path).map_err(|error| Error::io(path, error))?;
        let handle = Dir::open_root(&root).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotADirectory => Error::new(Kind::NotADirectory, path),
            _ => Error::io(path, error),
        })?;
        Ok(Self::from_parts(root, handle))
    }

    fn from_parts(root: PathBuf, handle: Dir) -> Self {
        let name = root
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Self(Arc::new(Inner {
            root,
            name,
            handle: Arc::new(handle),
        }))
    }

    /// The directory `rel` inside this one, as a confined directory of its own; `None` where it is
    /// absent. Links that stay inside are followed, and the narrower root holds from there on.
    ///
    /// # Errors
    ///
    /// `path-escapes`, `not-a-directory` or `io`.
    pub fn enter(&self, rel: &RelPath) -> Result<Option<Self>, Error> {
        let Found::Dir(Some(handle)) = self.find(Some(rel), walk::Want::Dir)? else {
            return Ok(None);
        };
        let path = self.path_of(rel);
        let root = std::fs::canonicalize(&path).map_err(|error| Error::io(path, error))?;
        Ok(Some(Self::from_parts(root, handle)))
    }

    /// The canonical path of the directory.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.0.root
    }

    /// The last component of the canonical path; what is not UTF-8 in it is replaced by U+FFFD.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Where `rel` would be, for messages.
    #[must_use]
    pub fn path_of(&self, rel: &RelPath) -> PathBuf {
        self.0.root.join(rel.as_str())
    }

    /// Reads a regular file of at most [`DEFAULT_READ_LIMIT`] bytes; `None` where it is absent.
    ///
    /// FIFOs, sockets, devices and directories are refused without waiting for anybody.
    ///
    /// # Errors
    ///
    /// `path-escapes`, `not-a-file`, `not-a-directory` (on the way), `too-large` or `io`.
    pub fn read(&self, rel: &RelPath) -> Result<Option<Snapshot>, Error> {
        self.read_within(rel, DEFAULT_READ_LIMIT)
    }

    /// [`read`](Self::read) with a limit of `limit` bytes.
    ///
    /// # Errors
    ///
    /// Those of [`read`](Self::read).
    pub fn read_within(&self, rel: &RelPath, limit: u64) -> Result<Option<Snapshot>, Error> {
        let Found::File(file, length) = self.find(Some(rel), walk::Want::File)? else {
            return Ok(None);
        };
        let failed = |error| Error::io(self.path_of(rel), error);
        let too_large = || Error::new(Kind::TooLarge, self.path_of(rel));
        if length > limit {
            return Err(too_large());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0).saturating_add(1));
        file.take(limit.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 > limit {
            return Err(too_large());
        }
        Ok(Some(Snapshot::of(bytes)))
    }

    /// The directory that holds `rel`, for writing: no link on the way.
    pub(crate) fn parent_for_writing(&self, rel: &RelPath) -> Result<Arc<Dir>, Error> {
        let mut parts: Vec<&str> = rel.parts().collect();
        parts.pop();
        let mut dir = Arc::clone(&self.0.handle);
        for part in parts {
            dir = Arc::new(dir.open_dir(part).map_err(|error| {
                let path = self.path_of(rel);
                match (
                    dir.stat(part).ok().flatten().map(|stat| stat.kind),
                    error.kind(),
                ) {
                    (Some(EntryKind::Symlink), _) => Error::new(Kind::LinkRefused, path),
                    (Some(EntryKind::Dir), _) => Error::io(path, error),
                    (Some(_), _) => Error::new(Kind::NotADirectory, path),
                    (None, std::io::ErrorKind::NotFound) => Error::new(Kind::NoSuchDirectory, path),
                    (None, _) => Error::io(path, error),
                }
            })?);
        }
        Ok(dir)
    }

    pub(crate) fn handle(&self) -> &Arc<Dir> {
        &self.0.handle
    }
}

impl fmt::Debug for ConfinedDir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConfinedDir({})", self.0.root.display())
    }
}
