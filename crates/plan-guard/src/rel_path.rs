//! Relative paths that cannot leave the directory they are used in (A6), checked once as a type.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::error::{Error, Kind};

/// A relative path of plain names joined by `/`, such as `analysis_results/gates/t3.log`.
///
/// Never absolute or empty, no `.`, `..` or empty part, no backslash, NUL or drive prefix: joined
/// to a directory it cannot name anything outside, links aside, and those are refused when the
/// path is used. Ordered by bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

impl RelPath {
    /// Checks `path` and takes it (A6).
    ///
    /// # Errors
    ///
    /// `path-invalid` where the path is not of that form.
    pub fn new(path: impl Into<String>) -> Result<Self, Error> {
        let path = path.into();
        if path.split('/').all(is_plain) && !has_drive(&path) {
            Ok(Self(path))
        } else {
            Err(Error::new(Kind::InvalidPath, path))
        }
    }

    /// The path as text, parts joined by `/`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path as a [`Path`], still relative.
    #[must_use]
    pub fn as_path(&self) -> &Path {
        Path::new(&self.0)
    }

    /// The last part.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Everything before the last part; `None` for a single name.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0
            .rsplit_once('/')
            .map(|(parent, _)| Self(parent.to_owned()))
    }

    /// The parts in order.
    #[must_use]
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// This path with `more` below it.
    ///
    /// # Errors
    ///
    /// `path-invalid` where `more` is not itself a plain relative path.
    pub fn join(&self, more: &str) -> Result<Self, Error> {
        if has_drive(more) {
            return Err(Error::new(Kind::InvalidPath, more));
        }
        Self::new(format!("{}/{more}", self.0))
    }
}

fn is_plain(part: &str) -> bool {
    !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0'])
}

/// `C:` and the like: two bytes that other systems take for a drive.
fn has_drive(path: &str) -> bool {
    let bytes = path.as_bytes();
    bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':'
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for RelPath {
    type Err = Error;

    fn from_str(path: &str) -> Result<Self, Error> {
        Self::new(path)
    }
}

impl AsRef<str> for RelPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<Path> for RelPath {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}
