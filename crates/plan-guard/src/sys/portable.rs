//! Other systems: paths and std, a check before use instead of one that cannot be outrun.

#![allow(
    clippy::disallowed_methods,
    reason = "this crate is the one that writes"
)]

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::Stat;
use crate::confined::EntryKind;

/// A directory, by its path.
#[derive(Debug)]
pub(crate) struct Dir(PathBuf);

impl Dir {
    pub(crate) fn open_root(path: &Path) -> io::Result<Self> {
        if fs::metadata(path)?.is_dir() {
            Ok(Self(path.to_owned()))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    pub(crate) fn open_dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path)?.is_dir() {
            Ok(Self(path))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    /// Where the link `name` points; `None` where it is no link.
    pub(crate) fn read_link(&self, name: impl AsRef<Path>) -> io::Result<Option<PathBuf>> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path)?.is_symlink() {
            fs::read_link(path).map(Some)
        } else {
            Ok(None)
        }
    }

    pub(crate) fn open_file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path)?.is_file() {
            File::open(path)
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    /// Opens for reading and writing, creating an empty file where there is none.
    pub(crate) fn open_or_create(&self, name: impl AsRef<Path>, _: u32) -> io::Result<File> {
        let path = self.0.join(name);
        OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
    }

    /// Creates a file that was not there.
    pub(crate) fn create_new(&self, name: impl AsRef<Path>, _: u32) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(self.0.join(name))
    }

    /// What `name` is, itself; `None` where it is absent.
    pub(crate) fn stat(&self, name: impl AsRef<Path>) -> io::Result<Option<Stat>> {
        match fs::symlink_metadata(self.0.join(name)) {
            Ok(metadata) => Ok(Some(facts_of(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn make_dir(&self, name: impl AsRef<Path>) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(crate) fn remove_dir(&self, name: impl AsRef<Path>) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    /// Renames within this directory, replacing a file that is there.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.0.join(from), self.0.join(to))
    }

    /// Renames into `into`, failing with `AlreadyExists` where the name is taken.
    pub(crate) fn rename_new(&self, from: &str, into: &Self, to: &str) -> io::Result<()> {
        if self
            .stat(from)?
            .is_some_and(|stat| stat.kind == EntryKind::Dir)
        {
            if into.stat(to)?.is_some() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            return fs::rename(self.0.join(from), into.0.join(to));
        }
        fs::hard_link(self.0.join(from), into.0.join(to))?;
        self.remove_file(from)
    }

    /// Not here: a file that is locked cannot be read under its second name either.
    pub(crate) fn link(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Directories cannot be flushed here.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// Every name in the directory and what it is, in no order.
    pub(crate) fn names(&self) -> io::Result<Vec<(PathBuf, EntryKind)>> {
        fs::read_dir(&self.0)?
            .map(|entry| {
                let entry = entry?;
                Ok((
                    PathBuf::from(entry.file_name()),
                    kind_of(entry.file_type()?),
                ))
            })
            .collect()
    }
}

/// What an open file is.
pub(crate) fn stat_file(file: &File) -> io::Result<Stat> {
    Ok(facts_of(&file.metadata()?))
}

/// There are no permission bits here.
pub(crate) fn set_mode(_: &File, _: u32) -> io::Result<()> {
    Ok(())
}

/// The machine's name is not known here without its environment.
pub(crate) fn host_name() -> String {
    String::new()
}

/// Not known here.
pub(crate) fn process_exists(_: u32) -> Option<bool> {
    None
}

/// No signals here; the probe aborts instead.
#[cfg(any(test, feature = "probe"))]
pub(crate) fn signal_self(_: bool) {}

fn facts_of(metadata: &fs::Metadata) -> Stat {
    Stat {
        kind: kind_of(metadata.file_type()),
        len: metadata.len(),
        mode: 0,
        id: None,
        touched: (metadata.modified().ok(), (0, 0)),
    }
}

fn kind_of(file_type: fs::FileType) -> EntryKind {
    if file_type.is_symlink() {
        EntryKind::Symlink
    } else if file_type.is_dir() {
        EntryKind::Dir
    } else if file_type.is_file() {
        EntryKind::File
    } else {
        EntryKind::Other
    }
}
