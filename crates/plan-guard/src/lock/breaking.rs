//! Removing a lock that was left behind: on an explicit call, and never while its owner lives (D8).

use std::fs::{File, TryLockError};
use std::time::Duration;

use super::place::{HELD, Opened, Place, Seen, read_owner};
use super::{Liveness, Lock, LockInfo, Owner};
use crate::confined::ConfinedDir;
use crate::error::Error;
use crate::nonce::Nonce;
use crate::probe::{Probe, Step};
use crate::process::Process;
use crate::rel_path::RelPath;
use crate::sweep;
use crate::temp::NEW_FILE_MODE;

/// How the caller says which lock to break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum By<'a> {
    /// The one of this nonce.
    Nonce(&'a str),
    /// One without a readable owner record, known to be abandoned: a holder killed before it
    /// wrote one, or another implementation's.
    Unowned,
}

/// What became of breaking a lock.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use = "a refusal means that the lock is still there"]
pub enum Broken {
    /// It is gone; this is what it was.
    Removed(LockInfo),
    /// It is still there.
    Refused {
        /// Why.
        reason: String,
        /// The lock.
        info: LockInfo,
    },
    /// There is no lock.
    Absent,
}

/// Tries at the OS lock: one who only looks at the lock may have it for a moment.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

impl Lock {
    /// Breaks the lock of `target` (D8): takes its OS lock, checks that what was locked is what
    /// is there, checks the nonce again, moves the directory aside and deletes it.
    ///
    /// Refused while the owner lives, where the nonce is not the lock's, or where
    /// [`By::Unowned`] meets a lock that has an owner. An owner of whom this machine cannot tell
    /// is broken by its nonce: the caller who names it vouches for it.
    ///
    /// # Errors
    ///
    /// `io`, or the errors of reaching the directory.
    pub fn break_lock(
        dir: &ConfinedDir,
        target: &RelPath,
        by: By<'_>,
        here: &Process,
    ) -> Result<Broken, Error> {
        Self::break_lock_probed(dir, target, by, here, &Probe::none())
    }

    /// [`break_lock`](Self::break_lock) with a probe, for tests.
    ///
    /// # Errors
    ///
    /// Those of [`break_lock`](Self::break_lock), and the probe's.
    #[doc(hidden)]
    pub fn break_lock_probed(
        dir: &ConfinedDir,
        target: &RelPath,
        by: By<'_>,
        here: &Process,
        probe: &Probe,
    ) -> Result<Broken, Error> {
        let place = Place::locate(dir, target)?;
        let opened = match place.look(here)? {
            Seen::Absent => return Ok(Broken::Absent),
            Seen::Odd(info) => {
                let reason = "it is not a lock directory; move it aside by hand".to_owned();
                return Ok(Broken::Refused { reason, info });
            }
            Seen::Lock(opened) => opened,
        };
        if let Some(reason) = refusal(&opened.info, by) {
            return Ok(Broken::Refused {
                reason,
                info: opened.info,
            });
        }
        probe
            .at(Step::BreakLock)
            .map_err(|error| place.failed(error))?;
        match place.seize(&opened)? {
            Seized::Yes(held) => place.finish(opened, &held, by, here, probe),
            Seized::Gone => Ok(Broken::Absent),
            Seized::No => {
                let reason = "another process has its OS lock".to_owned();
                Ok(Broken::Refused {
                    reason,
                    info: opened.info,
                })
            }
        }
    }
}

/// Why this lock is not broken this way.
fn refusal(info: &LockInfo, by: By<'_>) -> Option<String> {
    if info.liveness == Liveness::Alive {
        return Some(format!("its owner lives: {}", info.detail));
    }
    match (by, &info.owner) {
        (By::Nonce(nonce), Some(owner)) if nonce == owner.nonce => None,
        (By::Nonce(_), Some(owner)) => Some(format!("its nonce is {}", owner.nonce)),
        (By::Nonce(_), None) => Some("it has no owner record, so no nonce".to_owned()),
        (By::Unowned, None) => None,
        (By::Unowned, Some(owner)) => Some(format!(
            "it has an owner; break it by its nonce, {}",
            owner.nonce
        )),
    }
}

enum Seized {
    Yes(File),
    No,
    Gone,
}

impl Place {
    /// Takes the OS lock on `held`, creating that file in a lock that has none, and looks whether
    /// it is the one at the place.
    fn seize(&self, opened: &Opened) -> Result<Seized, Error> {
        let held = match opened.dir.open_or_create(HELD, NEW_FILE_MODE) {
            Ok(held) => held,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Seized::Gone),
            Err(error) => return Err(self.failed(error)),
        };
        for _ in 0..TRIES {
            match held.try_lock() {
                Ok(()) => {
                    let ours = self.has(&held).map_err(|error| self.failed(error))?;
                    return Ok(if ours {
                        Seized::Yes(held)
                    } else {
                        Seized::Gone
                    });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                // No OS locks here: nothing but the nonce tells.
                Err(TryLockError::Error(_)) => return Ok(Seized::Yes(held)),
            }
        }
        Ok(Seized::No)
    }

    /// With the OS lock held: checks once more, moves aside, deletes.
    fn finish(
        &self,
        opened: Opened,
        held: &File,
        by: By<'_>,
        here: &Process,
        probe: &Probe,
    ) -> Result<Broken, Error> {
        let Opened {
            dir,
            owner,
            mut info,
        } = opened;
        let now: Option<Owner> = read_owner(&dir);
        if now != owner {
            info.owner = now;
            (info.liveness, info.detail) =
                super::liveness::judge(info.owner.as_ref(), super::liveness::OsLock::Free, here);
            if let Some(reason) = refusal(&info, by) {
                return Ok(Broken::Refused { reason, info });
            }
        }
        let aside = sweep::aside_name(&self.name, Nonce::random(&self.path)?);
        let moved = probe
            .at(Step::BreakAside)
            .and_then(|()| crate::lock::move_aside(&self.parent, &self.name, &aside, held));
        moved.map_err(|error| self.failed(error))?;
        if probe.at(Step::BreakDelete).is_ok() {
            sweep::remove_aside(&self.parent, &aside);
        }
        Ok(Broken::Removed(info))
    }
}
