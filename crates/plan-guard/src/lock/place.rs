//! Where a lock is: the directory that holds it, and its name there; and what is found in it.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::liveness::{OsLock, judge};
use super::{Liveness, LockInfo, Owner};
use crate::confined::{ConfinedDir, EntryKind};
use crate::error::Error;
use crate::process::Process;
use crate::rel_path::RelPath;
use crate::sys::{self, Dir, FileId};

/// The file that the holder keeps an OS lock on.
pub(crate) const HELD: &str = "held";
/// The owner's record.
pub(crate) const OWNER: &str = "owner.json";
/// An owner's record is small; what is larger is none.
const MAX_RECORD: u64 = 64 * 1024;

/// The lock directory of one target.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) parent: Arc<Dir>,
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// A lock directory that was opened, and what is in it.
pub(crate) struct Opened {
    pub(crate) dir: Dir,
    pub(crate) owner: Option<Owner>,
    pub(crate) info: LockInfo,
}

/// What is at the place.
pub(crate) enum Seen {
    Absent,
    /// Not a directory: no lock of anybody's, but in the way.
    Odd(LockInfo),
    Lock(Opened),
}

impl Place {
    pub(crate) fn locate(dir: &ConfinedDir, target: &RelPath) -> Result<Self, Error> {
        let name = format!("{}.lock", target.name());
        let path = dir.path_of(target).with_file_name(&name);
        Ok(Self {
            parent: dir.parent_for_writing(target)?,
            name,
            path,
        })
    }

    pub(crate) fn failed(&self, error: io::Error) -> Error {
        Error::io(&self.path, error)
    }

    /// The file `held` at this place, by device and inode; `None` where there is none.
    pub(crate) fn held_id(&self) -> io::Result<Option<FileId>> {
        match self.parent.stat(Path::new(&self.name).join(HELD)) {
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => Ok(None),
            stat => Ok(stat?.map(|stat| stat.id)),
        }
    }

    /// Whether `held` at this place is the file opened as `file`.
    pub(crate) fn has(&self, file: &File) -> io::Result<bool> {
        Ok(self.held_id()? == Some(sys::stat_file(file)?.id))
    }

    /// Looks at what is there, without changing anything.
    pub(crate) fn look(&self, here: &Process) -> Result<Seen, Error> {
        // A lock that changes hands while it is looked at is looked at again.
        for _ in 0..8 {
            if let Some(seen) = self.look_once(here).map_err(|error| self.failed(error))? {
                return Ok(seen);
            }
        }
        Ok(Seen::Absent)
    }

    /// `None` where what was seen was gone before it could be judged.
    fn look_once(&self, here: &Process) -> io::Result<Option<Seen>> {
        let Some(stat) = self.parent.stat(&self.name)? else {
            return Ok(Some(Seen::Absent));
        };
        if stat.kind != EntryKind::Dir {
            let verdict = (
                Liveness::Unknown,
                "what is there is not a lock directory".to_owned(),
            );
            return Ok(Some(Seen::Odd(self.info(None, verdict, &stat))));
        }
        let dir = match self.parent.open_dir(&self.name) {
            Ok(dir) => dir,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let owner = read_owner(&dir);
        // The OS lock is tried only once there is an owner: from then on its holder has it, so
        // that this look can never get in the way of one who is just taking it.
        let os = match &owner {
            Some(_) => match self.try_held(&dir)? {
                Some(os) => os,
                None => return Ok(None),
            },
            None => OsLock::Unseen,
        };
        let verdict = judge(owner.as_ref(), os, here);
        // Released meanwhile, its files go one by one, and its process may be gone as well: what was
        // judged then is no lock any more, and must not pass for one that was left behind.
        if self.parent.stat(&self.name)?.map(|now| now.id) != Some(stat.id) {
            return Ok(None);
        }
        let info = self.info(owner.clone(), verdict, &stat);
        Ok(Some(Seen::Lock(Opened { dir, owner, info })))
    }

    /// Tries a shared lock, which two that look can have at once and no holder lets through.
    /// `None` where it is free because the lock was just released.
    fn try_held(&self, dir: &Dir) -> io::Result<Option<OsLock>> {
        let Ok(file) = dir.open_file(HELD) else {
            return Ok(Some(OsLock::Unseen));
        };
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Ok(Some(OsLock::Held)),
            Err(TryLockError::Error(_)) => Ok(Some(OsLock::Unseen)),
            Ok(()) => Ok(self.has(&file)?.then_some(OsLock::Free)),
        }
    }

    fn info(
        &self,
        owner: Option<Owner>,
        (liveness, detail): (Liveness, String),
        stat: &sys::Stat,
    ) -> LockInfo {
        LockInfo {
            path: self.path.clone(),
            owner,
            liveness,
            detail,
            since: stat.touched.0,
        }
    }
}

/// The owner's record in an open lock directory, where it has a readable one.
pub(crate) fn read_owner(dir: &Dir) -> Option<Owner> {
    let file = dir.open_file(OWNER).ok()?;
    if sys::stat_file(&file).ok()?.kind != EntryKind::File {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MAX_RECORD).read_to_end(&mut bytes).ok()?;
    Owner::from_json(&bytes)
}
