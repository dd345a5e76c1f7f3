//! The content of a file as it was at one moment, with its digest.

use std::sync::OnceLock;

use crate::digest::Digest;

/// The bytes of a file as read once. The digest is taken on first use.
///
/// Taken before the lock it is only an expectation; taken under the lock it is what to judge.
#[derive(Debug, Clone)]
pub struct Snapshot {
    bytes: Vec<u8>,
    digest: OnceLock<Digest>,
}

impl Snapshot {
    /// A snapshot of `bytes` that were read elsewhere.
    #[must_use]
    pub const fn of(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            digest: OnceLock::new(),
        }
    }

    /// The content.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The SHA-256 digest of the content.
    #[must_use]
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(&self.bytes))
    }

    /// The content, given away.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Snapshot {}
