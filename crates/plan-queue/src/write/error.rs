//! Why a change could not be written, or was not finished.

use std::path::PathBuf;

use crate::LoadError;

/// Why the directory could not be changed. What a crash or a failure left is finished by the next
/// writer; an error says so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The directory could not be read.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// A file could not be written or read. What was begun stands in the journal.
    #[error("{0}")]
    File(#[from] plan_guard::Error),
    /// A test's probe failed a step of the protocol.
    #[error("{path}: {source}; what was begun is finished by the next call", path = path.display())]
    Probe {
        /// The planning directory.
        path: PathBuf,
        /// What the probe said.
        source: std::io::Error,
    },
    /// There is a journal that cannot be read as one.
    #[error(
        "{path}: the journal of an interrupted change cannot be read ({why}); look at what it says, settle \
         the files by hand, and delete it",
        path = path.display()
    )]
    JournalUnreadable {
        /// The journal.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file of an interrupted change is neither what it was nor what it was to be.
    #[error(
        "{path}: an interrupted change ({summary}) cannot be finished, since `{file}` is neither what it was \
         nor what it was to become; put one of the two there, or settle it by hand and delete the journal",
        path = path.display()
    )]
    JournalDiverged {
        /// The journal.
        path: PathBuf,
        /// What the change was.
        summary: String,
        /// The file.
        file: String,
    },
}

impl Error {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Load(error) => error.code(),
            Self::File(error) => error.code(),
            Self::Probe { .. } => "io",
            Self::JournalUnreadable { .. } => "journal-unreadable",
            Self::JournalDiverged { .. } => "journal-diverged",
        }
    }
}
