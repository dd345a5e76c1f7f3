//! Taking a lock: make the directory, lock the file in it, write the owner down (D8).
//!
//! One rule keeps every race apart: whoever holds the OS lock on the file that is at
//! `LOCK/held` has the say over the directory. The one who acquires creates that file, locks it
//! and looks whether it is still there; the one who breaks, opens or creates it, locks it and looks
//! likewise; the one who releases still has it locked. Only then is anything moved or written.

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};

use super::place::{HELD, OWNER, Place, Seen};
use super::{Liveness, Lock, LockInfo, LockRequest, Owner};
use crate::confined::ConfinedDir;
use crate::error::{Error, Kind};
use crate::nonce::Nonce;
use crate::patience::Patience;
use crate::probe::{Probe, Step};
use crate::rel_path::RelPath;
use crate::sys::Dir;
use crate::temp::NEW_FILE_MODE;

/// What became of asking for a lock.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use = "a busy lock is not held"]
pub enum Acquired {
    /// It is held.
    Held(Lock),
    /// Another holds it, or left it behind.
    Busy(LockInfo),
}

impl Lock {
    /// Takes the lock of `target` (D8): `state.json` is locked by the directory
    /// `state.json.lock` beside it.
    ///
    /// A lock that another holds is waited for as long as the request says, and no longer. One
    /// that this very process holds, or whose owner is dead, is reported at once: waiting would
    /// not help, and nothing is ever taken over unasked. The new holder sweeps the temporary
    /// files that earlier ones left beside the target and in `analysis_results`.
    ///
    /// # Errors
    ///
    /// `lock-unsupported` where the file system refuses OS locks; `link-refused`,
    /// `no-such-directory`, `not-a-directory` or `io`.
    pub fn acquire(
        dir: &ConfinedDir,
        target: &RelPath,
        request: &LockRequest<'_>,
    ) -> Result<Acquired, Error> {
        let place = Place::locate(dir, target)?;
        let nonce = Nonce::random(&place.path)?;
        let mut patience = Patience::new(request.wait);
        loop {
            if let Some(held) = place.attempt(nonce, request)? {
                return Ok(Acquired::Held(settle(
                    dir, target, place, held, nonce, request,
                )?));
            }
            let info = match place.look(request.process)? {
                Seen::Absent if patience.again() => continue,
                Seen::Absent => place.fleeting(),
                Seen::Odd(info) => return Ok(Acquired::Busy(info)),
                Seen::Lock(opened) if waiting_helps(&opened.info, request) && patience.pause() => {
                    continue;
                }
                Seen::Lock(opened) => opened.info,
            };
            return Ok(Acquired::Busy(info));
        }
    }
}

fn waiting_helps(info: &LockInfo, request: &LockRequest<'_>) -> bool {
    info.liveness != Liveness::Dead
        && !info
            .owner
            .as_ref()
            .is_some_and(|owner| owner.is(request.process))
}

/// From the OS lock to a lock that is owned and swept. On failure the lock is let go.
fn settle(
    dir: &ConfinedDir,
    target: &RelPath,
    place: Place,
    (inner, held): (Dir, File),
    nonce: Nonce,
    request: &LockRequest<'_>,
) -> Result<Lock, Error> {
    let probe = &request.probe;
    let owner = Owner::of(request.process, nonce);
    let lock = Lock::held(
        dir.clone(),
        target.clone(),
        place,
        held,
        nonce,
        probe.clone(),
    );
    lock.write_owner(&inner, &owner)?;
    // Litter never stands in the way, nor does a failure to sweep it.
    if probe.at(Step::Sweep).is_ok() {
        lock.sweep();
    }
    Ok(lock)
}

/// The record is written into `held`, then linked as `owner.json`: nobody reads half a record, and
/// one file serves for both. Where there are no hard links, or a locked file cannot be read by
/// others, it is a file of its own, written under another name and renamed.
pub(super) fn write_owner(
    (inner, mut held): (&Dir, &File),
    owner: &Owner,
    nonce: Nonce,
    probe: &Probe,
) -> io::Result<()> {
    let record = owner.to_json();
    probe.at(Step::LockOwner)?;
    held.write_all(&record)?;
    probe.at(Step::LockOwnerName)?;
    if inner.link(HELD, OWNER).is_ok() {
        return Ok(());
    }
    let temp = format!("owner.{nonce}.tmp");
    inner.create_new(&temp, NEW_FILE_MODE)?.write_all(&record)?;
    inner.rename(&temp, OWNER)
}

impl Place {
    /// Tries once. `None`: somebody else is there, or came in between.
    fn attempt(
        &self,
        nonce: Nonce,
        request: &LockRequest<'_>,
    ) -> Result<Option<(Dir, File)>, Error> {
        let probe = &request.probe;
        match probe
            .at(Step::LockDir)
            .and_then(|()| self.parent.make_dir(&self.name))
        {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(self.failed(error)),
        }
        match self.claim(request) {
            Ok(claimed) => Ok(claimed),
            Err(error) => {
                self.abandon(nonce);
                Err(error)
            }
        }
    }

    /// Inside the directory just made: creates `held`, locks it, and looks whether it is still
    /// there.
    fn claim(&self, request: &LockRequest<'_>) -> Result<Option<(Dir, File)>, Error> {
        let failed = |error| self.failed(error);
        request.probe.at(Step::LockHeld).map_err(failed)?;
        // A breaker may have moved the directory aside, or created the file itself.
        let created = self.parent.open_dir(&self.name).and_then(|inner| {
            let held = inner.create_new(HELD, NEW_FILE_MODE)?;
            Ok((inner, held))
        });
        let (inner, held) = match created {
            Ok(created) => created,
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists
                ) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(failed(error)),
        };
        request.probe.at(Step::LockOs).map_err(failed)?;
        match held.try_lock() {
            Ok(()) => Ok(self.has(&held).map_err(failed)?.then_some((inner, held))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => {
                Err(Error::because(Kind::LockUnsupported, &self.path, error))
            }
        }
    }

    /// After a failure between mkdir and the OS lock: removes what was made, unless a breaker has
    /// it. Removing the directory by name is safe: only an empty one goes, and one who has just
    /// made that, tries again.
    fn abandon(&self, nonce: Nonce) {
        let Ok(inner) = self.parent.open_dir(&self.name) else {
            return;
        };
        match inner.open_file(HELD) {
            Ok(held) if held.try_lock().is_ok() && self.has(&held).unwrap_or(false) => {
                self.remove(nonce);
            }
            Ok(_) => {}
            Err(_) => {
                let _ = self.parent.remove_dir(&self.name);
            }
        }
    }

    /// For a lock that was there at every attempt and gone at every look.
    fn fleeting(&self) -> LockInfo {
        LockInfo {
            path: self.path.clone(),
            owner: None,
            liveness: Liveness::Unknown,
            detail: "it keeps changing hands".to_owned(),
            since: None,
        }
    }
}
