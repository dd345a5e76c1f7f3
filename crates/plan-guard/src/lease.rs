//! A lease: an OS-locked file that says who works here now (P12). It frees itself with its holder.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use crate::confined::ConfinedDir;
use crate::error::{Error, Kind};
use crate::lock::Owner;
use crate::nonce::Nonce;
use crate::patience::Patience;
use crate::process::Process;
use crate::rel_path::RelPath;
use crate::sweep;
use crate::target::Target;
use crate::temp::NEW_FILE_MODE;

/// A lease that is held until it is dropped, or its process ends however it ends.
///
/// Unlike a [`Lock`](crate::Lock) it needs no breaking, protects no file, and leaves its file
/// behind: only the OS lock on it counts. Where file systems are shared it is as good as their OS
/// locks. A process that forks just as the lease ends may keep it from others until its child has
/// become another program.
#[derive(Debug)]
pub struct Lease {
    path: PathBuf,
    _file: File,
}

/// What became of asking for a lease.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use = "a busy lease is not held"]
pub enum Taken {
    /// It is held.
    Held(Lease),
    /// Another holds it: this one, where its record can be read.
    Busy(Option<Owner>),
}

impl Lease {
    /// Takes the lease on the file `rel`, which is created where it is absent, without waiting.
    ///
    /// # Errors
    ///
    /// `link-refused`, `not-a-file`, `no-such-directory`, `lock-unsupported` or `io`.
    pub fn take(dir: &ConfinedDir, rel: &RelPath, process: &Process) -> Result<Taken, Error> {
        let target = Target::locate(dir, rel)?;
        target.stat()?;
        let path = dir.path_of(rel);
        let mut file = target
            .parent
            .open_or_create(rel.name(), NEW_FILE_MODE)
            .map_err(|error| target.failed(error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                let mut record = Vec::new();
                let _ = file.take(64 * 1024).read_to_end(&mut record);
                return Ok(Taken::Busy(Owner::from_json(&record)));
            }
            Err(std::fs::TryLockError::Error(error)) => {
                return Err(Error::because(Kind::LockUnsupported, path, error));
            }
        }
        let owner = Owner::of(process, Nonce::random(&path)?);
        file.set_len(0)
            .and_then(|()| file.write_all(&owner.to_json()))
            .map_err(|error| target.failed(error))?;
        Ok(Taken::Held(Self { path, _file: file }))
    }

    /// [`take`](Self::take), trying again for as long as `wait` says while another holds it.
    ///
    /// # Errors
    ///
    /// Those of [`take`](Self::take).
    pub fn take_within(
        dir: &ConfinedDir,
        rel: &RelPath,
        process: &Process,
        wait: Duration,
    ) -> Result<Taken, Error> {
        let mut patience = Patience::new(wait);
        loop {
            match Self::take(dir, rel, process)? {
                Taken::Busy(_) if patience.pause() => {}
                taken => return Ok(taken),
            }
        }
    }

    /// Removes from a directory the temporary files of killed writers, for a holder without whom
    /// nobody writes there. What cannot be removed is left.
    pub fn sweep(&self, dir: &ConfinedDir) {
        sweep::sweep(dir.handle(), None);
    }

    /// The file that is locked.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }
}
