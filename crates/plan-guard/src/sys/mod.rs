//! Directory handles and the few calls made on them: one module a platform, the same functions.
//!
//! On Unix every operation is relative to an open directory and follows no link, so that nobody
//! who swaps a component for a link can lead it elsewhere. Elsewhere it is paths and a check
//! before use, with the limits that the crate's README names.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use portable::*;
#[cfg(unix)]
pub(crate) use unix::*;

use std::time::SystemTime;

use crate::confined::EntryKind;

/// What tells one file from another on this machine: device and inode. `None` where the platform
/// has no such thing; then every comparison holds.
pub(crate) type FileId = Option<(u64, u64)>;

/// What a file is, without following a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) kind: EntryKind,
    pub(crate) len: u64,
    pub(crate) mode: u32,
    pub(crate) id: FileId,
    /// Last change of content and of inode; equal before and after where nothing touched the file.
    pub(crate) touched: (Option<SystemTime>, (i64, i64)),
}
