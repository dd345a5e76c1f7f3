//! Random nonces: what a lock, and each temporary file written under it, is known by (D8).

use std::fmt;
use std::io;
use std::path::Path;

use crate::error::Error;

/// A random number of 64 bits, shown as 16 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nonce(u64);

impl Nonce {
    /// A fresh one from the operating system; `path` is what it is for, named if that fails.
    pub(crate) fn random(path: &Path) -> Result<Self, Error> {
        getrandom::u64()
            .map(Self)
            .map_err(|error| Error::io(path, io::Error::other(error)))
    }

    /// Whether `text` has the form of a nonce.
    pub(crate) fn is_form_of(text: &str) -> bool {
        text.len() == 16 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nonce({self})")
    }
}
