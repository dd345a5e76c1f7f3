//! The files of a planning directory: names and texts, read once, before anything is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plan_guard::{ConfinedDir, EntryKind, Error, RelPath};

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileContent {
    /// Valid UTF-8; shared, so that a parser need not copy it.
    Text(Arc<str>),
    /// Anything else.
    Bytes(Arc<[u8]>),
}

impl FileContent {
    /// The content as text where it is UTF-8, as bytes otherwise.
    #[must_use]
    pub fn of(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(error) => Self::Bytes(error.into_bytes().into()),
        }
    }

    /// Its bytes, as they are on disk.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Its text, where it is UTF-8.
    #[must_use]
    pub const fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }
}

/// A name that is there and could not be taken in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileProblem {
    /// The file, relative to the planning directory.
    pub file: String,
    /// Why, in one line.
    pub message: String,
}

/// The files of one planning directory, and what could not be read of them (Q1).
///
/// Names are relative to the directory, with `/` between their parts, in byte order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueFiles {
    name: String,
    files: BTreeMap<String, FileContent>,
    directories: BTreeSet<String>,
    problems: Vec<FileProblem>,
}

/// Why a directory cannot be judged as a planning directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no `BACKLOG.md` in it, or none that can be read: a usage error.
    #[error(
        "`{path}` is no planning directory: {reason}; name the directory that holds BACKLOG.md"
    )]
    NotAPlanningDirectory {
        /// The resolved path of the directory.
        path: String,
        /// What is wrong with `BACKLOG.md`.
        reason: String,
    },
    /// It could not be listed.
    #[error("{0}")]
    Directory(#[from] Error),
}

impl LoadError {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotAPlanningDirectory { .. } => "not-a-planning-directory",
            Self::Directory(error) => error.code(),
        }
    }
}

impl QueueFiles {
    /// A planning directory of these files, from memory.
    pub fn new<N: Into<String>, B: Into<Vec<u8>>>(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (N, B)>,
    ) -> Self {
        let mut queue = Self {
            name: name.into(),
            files: BTreeMap::new(),
            directories: BTreeSet::new(),
            problems: Vec::new(),
        };
        for (file, bytes) in files {
            queue.insert(file.into(), bytes.into());
        }
        queue
    }

    /// Reads a planning directory: the files and directories that the protocol names, once.
    ///
    /// # Errors
    ///
    /// [`LoadError::NotAPlanningDirectory`] where `BACKLOG.md` is not there or no text;
    /// [`LoadError::Directory`] where the directory itself cannot be listed.
    pub fn load(dir: &ConfinedDir) -> Result<Self, LoadError> {
        let mut queue = Self::new::<String, Vec<u8>>(dir.name(), []);
        let tree = dir.tree()?;
        for file in &tree.files {
            queue.take(dir, file);
        }
        let _ = EntryKind::File;
        Ok(queue)
    }

    fn take(&mut self, dir: &ConfinedDir, file: &RelPath) {
        match dir.read(file) {
            Ok(Some(snapshot)) => self.insert(file.as_str(), snapshot.into_bytes()),
            Ok(None) => {}
            Err(error) => self.insert_problem(file.as_str(), error.to_string()),
        }
    }

    /// Puts a file in, in the place of an earlier one of that name.
    pub fn insert(&mut self, file: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let file = file.into();
        for (at, _) in file.match_indices('/') {
            self.insert_directory(&file[..at]);
        }
        self.files.insert(file, FileContent::of(bytes.into()));
    }

    /// Says that a directory is there, be it empty.
    pub fn insert_directory(&mut self, directory: &str) {
        if !self.directories.contains(directory) {
            self.directories.insert(directory.to_owned());
        }
    }

    /// Says that a name is there and could not be taken in.
    pub fn insert_problem(&mut self, file: impl Into<String>, message: impl Into<String>) {
        self.problems.push(FileProblem {
            file: file.into(),
            message: message.into(),
        });
    }

    /// The name of the directory.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One file.
    #[must_use]
    pub fn get(&self, file: &str) -> Option<&FileContent> {
        self.files.get(file)
    }

    /// The text of one file, where it is there and UTF-8.
    #[must_use]
    pub fn text(&self, file: &str) -> Option<&Arc<str>> {
        self.files.get(file).and_then(FileContent::text)
    }

    /// The files, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &FileContent)> {
        self.files
            .iter()
            .map(|(name, content)| (name.as_str(), content))
    }

    /// Whether a directory is there.
    #[must_use]
    pub fn contains_directory(&self, directory: &str) -> bool {
        self.directories.contains(directory)
    }

    /// The directories, by name.
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        self.directories.iter().map(String::as_str)
    }

    /// What could not be read.
    #[must_use]
    pub fn problems(&self) -> &[FileProblem] {
        &self.problems
    }
}
