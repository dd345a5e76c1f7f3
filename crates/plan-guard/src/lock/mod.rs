//! The lock of D8: a directory that comes into being atomically, with an owner who can be seen to
//! live or not, and that only an explicit call takes away from somebody.

mod acquire;
mod breaking;
mod info;
mod liveness;
mod owner;
mod place;

use std::fs::File;
use std::io;
use std::time::Duration;

pub use acquire::Acquired;
pub use breaking::{Broken, By};
pub use info::LockInfo;
pub use liveness::Liveness;
pub use owner::Owner;

use crate::confined::ConfinedDir;
use crate::error::{Error, Kind};
use crate::files::{Made, Moved, Removed};
use crate::nonce::Nonce;
use crate::probe::{Probe, Step};
use crate::process::Process;
use crate::rel_path::RelPath;
use crate::replace::{Expect, Replaced, WriteOptions};
use crate::snapshot::Snapshot;
use crate::sweep;
use crate::sys::Dir;
use place::{HELD, OWNER, Place, Seen};

/// The directory beside a plan's files that a new holder sweeps too.
const RESULTS: &str = "analysis_results";

/// A request for a lock.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone)]
pub struct LockRequest<'a> {
    /// Who asks.
    pub process: &'a Process,
    /// How long to wait for a living holder; zero fails at once.
    pub wait: Duration,
    /// Called before every step, for tests.
    pub probe: Probe,
}

/// A lock that is held. Dropping it releases it, without telling whether that worked.
///
/// Everything read through [`dir`](Self::dir) while it lives is read under the lock; everything
/// written should go through its own methods, which check that it is still this holder's and sign
/// temporary files with its nonce.
#[derive(Debug)]
pub struct Lock {
    dir: ConfinedDir,
    target: RelPath,
    place: Place,
    /// `None` once released.
    held: Option<File>,
    options: WriteOptions,
    nonce: Nonce,
}

impl Lock {
    fn held(
        dir: ConfinedDir,
        target: RelPath,
        place: Place,
        held: File,
        nonce: Nonce,
        probe: Probe,
    ) -> Self {
        let options = WriteOptions {
            nonce: Some(nonce),
            probe,
        };
        Self {
            dir,
            target,
            place,
            held: Some(held),
            options,
            nonce,
        }
    }

    /// Looks at the lock of `target`; `None` where it is free.
    ///
    /// # Errors
    ///
    /// `io`, or the errors of reaching the directory.
    pub fn inspect(
        dir: &ConfinedDir,
        target: &RelPath,
        here: &Process,
    ) -> Result<Option<LockInfo>, Error> {
        Ok(match Place::locate(dir, target)?.look(here)? {
            Seen::Absent => None,
            Seen::Odd(info) => Some(info),
            Seen::Lock(opened) => Some(opened.info),
        })
    }

    /// What the lock is known by.
    #[must_use]
    pub const fn nonce(&self) -> Nonce {
        self.nonce
    }

    /// The directory that the lock is in.
    #[must_use]
    pub const fn dir(&self) -> &ConfinedDir {
        &self.dir
    }

    /// The file that the lock is for.
    #[must_use]
    pub const fn target(&self) -> &RelPath {
        &self.target
    }

    /// The probe that the lock was taken with, for the steps of a caller's own protocol.
    #[doc(hidden)]
    #[must_use]
    pub const fn probe(&self) -> &Probe {
        &self.options.probe
    }

    fn write_owner(&self, inner: &Dir, owner: &Owner) -> Result<(), Error> {
        let Some(held) = &self.held else {
            return Ok(());
        };
        acquire::write_owner((inner, held), owner, self.nonce, &self.options.probe)
            .map_err(|error| self.place.failed(error))
    }

    /// Whether the lock at its place is still this one: somebody may have removed it by hand.
    ///
    /// # Errors
    ///
    /// `lock-lost` where it is not, or `io`.
    pub fn check(&self) -> Result<(), Error> {
        let Some(held) = &self.held else {
            return Err(Error::new(Kind::LockLost, &self.place.path));
        };
        match self.place.has(held) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::new(Kind::LockLost, &self.place.path)),
            Err(error) => Err(self.place.failed(error)),
        }
    }

    /// [`ConfinedDir::replace`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::replace`].
    pub fn replace(&self, rel: &RelPath, bytes: &[u8], expect: &Expect) -> Result<Replaced, Error> {
        self.check()?;
        self.dir.replace(rel, bytes, expect, &self.options)
    }

    /// [`ConfinedDir::replace_read`] under this lock: the end of a read, decide and write.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::replace`].
    pub fn replace_read(
        &self,
        rel: &RelPath,
        bytes: &[u8],
        read: Option<&Snapshot>,
    ) -> Result<Replaced, Error> {
        self.check()?;
        self.dir.replace_read(rel, bytes, read, &self.options)
    }

    /// [`ConfinedDir::publish_new`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::replace`].
    pub fn publish_new(&self, rel: &RelPath, bytes: &[u8]) -> Result<Replaced, Error> {
        self.replace(rel, bytes, &Expect::Absent)
    }

    /// [`ConfinedDir::create_dir`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::create_dir`].
    pub fn create_dir(&self, rel: &RelPath) -> Result<Made, Error> {
        self.check()?;
        self.dir.create_dir_probed(rel, &self.options.probe)
    }

    /// [`ConfinedDir::remove_file`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::remove_file`].
    pub fn remove_file(&self, rel: &RelPath, expect: &Expect) -> Result<Removed, Error> {
        self.check()?;
        self.dir
            .remove_file_probed(rel, expect, &self.options.probe)
    }

    /// [`ConfinedDir::remove_dir`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::remove_dir`].
    pub fn remove_dir(&self, rel: &RelPath) -> Result<Removed, Error> {
        self.check()?;
        self.dir.remove_dir_probed(rel, &self.options.probe)
    }

    /// [`ConfinedDir::rename`] under this lock.
    ///
    /// # Errors
    ///
    /// `lock-lost`, and those of [`ConfinedDir::rename`].
    pub fn rename(&self, from: &RelPath, to: &RelPath) -> Result<Moved, Error> {
        self.check()?;
        self.dir.rename_probed(from, to, &self.options.probe)
    }

    /// Releases the lock: checks that it is still this one, moves it aside, deletes it. Nobody
    /// ever sees half of it.
    ///
    /// # Errors
    ///
    /// `lock-lost` where it is no longer this holder's, which then is left alone; `io` where it
    /// could not be removed.
    pub fn release(mut self) -> Result<(), Error> {
        self.let_go()
    }

    fn let_go(&mut self) -> Result<(), Error> {
        if self.held.is_none() {
            return Ok(());
        }
        let probe = self.options.probe.clone();
        let failed = |error| Error::io(&self.place.path, error);
        probe.at(Step::ReleaseCheck).map_err(failed)?;
        if let Err(error) = self.check() {
            self.held = None;
            return Err(error);
        }
        let aside = sweep::aside_name(&self.place.name, self.nonce);
        let Some(held) = &self.held else {
            return Ok(());
        };
        probe
            .at(Step::ReleaseAside)
            .and_then(|()| move_aside(&self.place.parent, &self.place.name, &aside, held))
            .map_err(failed)?;
        // From here on it is released; what deleting leaves, the next holder sweeps.
        if probe.at(Step::ReleaseDelete).is_ok() {
            delete(&self.place.parent, &aside);
        }
        self.held = None;
        Ok(())
    }

    /// Removes what earlier holders left beside the target and in `analysis_results`.
    fn sweep(&self) {
        sweep::sweep(&self.place.parent, Some(self.nonce));
        if let Ok(results) = self.place.parent.open_dir(RESULTS) {
            sweep::sweep(&results, Some(self.nonce));
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.let_go();
    }
}

impl Place {
    /// Removes the lock at this place, whose OS lock the caller has.
    fn remove(&self, nonce: Nonce) {
        let aside = sweep::aside_name(&self.name, nonce);
        if self.parent.rename(&self.name, &aside).is_ok() {
            delete(&self.parent, &aside);
        }
    }
}

/// Moves a lock directory to a name that nobody locks by. `held` is its OS lock: kept over the
/// move on Unix; elsewhere an open file keeps its directory from moving, and the lock is let go
/// first.
fn move_aside(parent: &Dir, name: &str, aside: &str, held: &File) -> io::Result<()> {
    if cfg!(not(unix)) {
        held.unlock()?;
    }
    parent.rename(name, aside)
}

/// Deletes a lock moved aside: what it usually holds, without a listing, and else all of it.
fn delete(parent: &Dir, aside: &str) {
    let inside = |name: &str| std::path::Path::new(aside).join(name);
    let _ = parent.remove_file(inside(OWNER));
    let _ = parent.remove_file(inside(HELD));
    if parent.remove_dir(aside).is_err() {
        sweep::remove_aside(parent, aside);
    }
}
