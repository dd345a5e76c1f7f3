#![doc = include_str!("../README.md")]
//!
//! Modules: [`ConfinedDir`] (A6), [`Snapshot`] and [`Digest`], [`Lock`] (D8), durable writes (A4,
//! D9) and the hidden [`Probe`] that tests use to stop a write at any [`Step`].

mod confined;
mod digest;
mod error;
mod files;
mod lease;
mod lock;
mod nonce;
mod patience;
mod probe;
mod process;
mod rel_path;
mod replace;
mod snapshot;
mod sweep;
mod sys;
mod target;
mod temp;

pub use confined::{ConfinedDir, DEFAULT_READ_LIMIT, Entry, EntryKind, Tree, TreeLimits};
pub use digest::Digest;
pub use error::Error;
pub use files::{Made, Moved, Removed};
pub use lease::{Lease, Taken};
pub use lock::{Acquired, Broken, By, Liveness, Lock, LockInfo, LockRequest, Owner};
pub use nonce::Nonce;
pub use probe::{Probe, Step};
pub use process::{Process, boot_id, start_ticks};
pub use rel_path::RelPath;
pub use replace::{Expect, Replaced, WriteOptions};
pub use snapshot::Snapshot;

/// What a call of this crate returns: a value, or an [`Error`] that names the path.
pub type Result<T> = std::result::Result<T, Error>;
