//! SHA-256 digests: of bytes in memory, of an open file, written and read as 64 hex digits.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::error::{Error, Kind};

/// A SHA-256 digest. Shown as 64 lower-case hexadecimal digits; read in either case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 32 bytes of the digest.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digest of the rest of an open file, read in pieces whatever its length.
    pub(crate) fn of_file(file: &mut File) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut piece = [0; 32 * 1024];
        loop {
            match file.read(&mut piece) {
                Ok(0) => return Ok(Self(hasher.finalize().into())),
                Ok(count) => hasher.update(&piece[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = Error;

    /// Reads exactly 64 hexadecimal digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        let refused = || Error::new(Kind::InvalidDigest, text);
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(refused());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let (Some(high), Some(low)) = (nibble(pair[0]), nibble(pair[1])) else {
                return Err(refused());
            };
            *byte = high << 4 | low;
        }
        Ok(Self(bytes))
    }
}

const fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
