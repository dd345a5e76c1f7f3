//! A lock as it is found: its path, its owner, whether that lives, and how long it has been there.

use std::fmt;
use std::path::PathBuf;
use std::time::SystemTime;

use super::{Liveness, Owner};

/// What is known of a lock that somebody holds or left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockInfo {
    /// The lock directory.
    pub path: PathBuf,
    /// Who holds it; `None` where it has no readable owner record.
    pub owner: Option<Owner>,
    /// Whether the owner lives.
    pub liveness: Liveness,
    /// What that verdict rests on, in words.
    pub detail: String,
    /// When the directory last changed, from the file system: how old the lock is.
    pub since: Option<SystemTime>,
}

impl LockInfo {
    /// What a person can do about it, in one clause.
    #[must_use]
    pub fn remedy(&self) -> String {
        match (self.liveness, &self.owner) {
            (Liveness::Alive, _) => "wait for it to finish".to_owned(),
            (_, Some(owner)) => format!(
                "make sure that it is gone, then break nonce {}",
                owner.nonce
            ),
            (_, None) => "make sure that nobody is using it, then break it as unowned".to_owned(),
        }
    }
}

impl fmt::Display for LockInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.owner {
            Some(owner) => write!(
                f,
                "held by `{}` (process {} on {}, started {}, nonce {})",
                owner.command, owner.pid, owner.host, owner.started_at, owner.nonce
            )?,
            None => f.write_str("held without an owner record")?,
        }
        let verdict = match self.liveness {
            Liveness::Alive => "alive",
            Liveness::Dead => "dead",
            Liveness::Unknown => "perhaps alive",
        };
        write!(f, ", {verdict}: {}; {}", self.detail, self.remedy())
    }
}
