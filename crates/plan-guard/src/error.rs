//! The one error of the crate: which path, what is wrong, what to do, and a stable code.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What failed. Stable in its [`code`](Error::code); everything else is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    InvalidPath,
    InvalidDigest,
    PathEscapes,
    LinkRefused,
    NotADirectory,
    NotAFile,
    NoSuchDirectory,
    TooLarge,
    NotDurable,
    ReadBack,
    LockLost,
    LockUnsupported,
    Io,
}

impl Kind {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::InvalidPath => "path-invalid",
            Self::InvalidDigest => "digest-invalid",
            Self::PathEscapes => "path-escapes",
            Self::LinkRefused => "link-refused",
            Self::NotADirectory => "not-a-directory",
            Self::NotAFile => "not-a-file",
            Self::NoSuchDirectory => "no-such-directory",
            Self::TooLarge => "too-large",
            Self::NotDurable => "not-durable",
            Self::ReadBack => "read-back-differs",
            Self::LockLost => "lock-lost",
            Self::LockUnsupported => "lock-unsupported",
            Self::Io => "io",
        }
    }

    const fn problem(self) -> &'static str {
        match self {
            Self::InvalidPath => "not a plain relative path",
            Self::InvalidDigest => "not a SHA-256 digest",
            Self::PathEscapes => "a symbolic link leads out of the directory",
            Self::LinkRefused => {
                "is reached through a symbolic link, and nothing is written through one"
            }
            Self::NotADirectory => "is not a directory",
            Self::NotAFile => "is not a regular file",
            Self::NoSuchDirectory => "the directory that should hold it does not exist",
            Self::TooLarge => "is larger than the limit",
            Self::NotDurable => "the new content is in place, but is not known to be on the disk",
            Self::ReadBack => "what was read back is not what was written",
            Self::LockLost => "the lock is no longer this holder's",
            Self::LockUnsupported => "the file system refuses OS locks",
            Self::Io => "the operating system refused",
        }
    }

    const fn remedy(self) -> &'static str {
        match self {
            Self::InvalidPath => {
                "name it with `/` between parts, without `.`, `..`, a root or a drive"
            }
            Self::InvalidDigest => "give 64 hexadecimal digits",
            Self::PathEscapes => "replace the link with the file itself, or point it inside",
            Self::LinkRefused => "replace the link with the file or directory itself",
            Self::NotADirectory | Self::NotAFile => "move what is there aside",
            Self::NoSuchDirectory => "create the directory first",
            Self::TooLarge => "split the file, or raise the limit",
            Self::NotDurable => "check the disk, then repeat the call",
            Self::ReadBack => "find out what else writes this file, then repeat the call",
            Self::LockLost => {
                "find out who removed the lock directory, and start over from a fresh read"
            }
            Self::LockUnsupported => "keep plans on a local file system",
            Self::Io => "check that the path exists, its permissions and the free space",
        }
    }
}

/// Why a file operation failed: the path, the problem and a remedy.
///
/// A conflict (a lock that is held, a file that changed) is not an error but a value of the call:
/// see [`Acquired`](crate::Acquired) and [`Replaced`](crate::Replaced).
#[derive(Debug)]
pub struct Error {
    kind: Kind,
    path: PathBuf,
    source: Option<io::Error>,
}

impl Error {
    pub(crate) fn new(kind: Kind, path: impl Into<PathBuf>) -> Self {
        Self {
            kind,
            path: path.into(),
            source: None,
        }
    }

    pub(crate) fn because(kind: Kind, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self {
            kind,
            path: path.into(),
            source: Some(source),
        }
    }

    pub(crate) fn io(path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::because(Kind::Io, path, source)
    }

    /// A stable kebab-case code: `path-invalid`, `digest-invalid`, `path-escapes`, `link-refused`,
    /// `not-a-directory`, `not-a-file`, `no-such-directory`, `too-large`, `not-durable`,
    /// `read-back-differs`, `lock-lost`, `lock-unsupported` or `io`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// The path that the operation was about.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The operating system's kind of failure, where it was the one to refuse.
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.source.as_ref().map(io::Error::kind)
    }

    /// What to do about it, in one clause.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        self.kind.remedy()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind.problem())?;
        if let Some(source) = &self.source {
            write!(f, " ({source})")?;
        }
        write!(f, "; {}", self.kind.remedy())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
