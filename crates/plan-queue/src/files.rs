//! The files of a planning directory: names and texts, read once, before anything is judged.

mod load;

pub use load::LoadError;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The files of the directory itself that are looked at.
pub(crate) const ROOT: [&str; 8] = [
    "AWAITING_REVIEW.md",
    "BACKLOG.md",
    "DONE.md",
    "HUMAN_ACTIONS.md",
    "INBOX.md",
    "PROTOCOL.md",
    "RECURRING.md",
    "WIP.md",
];

/// Whether a folder of that name, in a folder, is looked into.
pub(crate) type Deep = fn(&str) -> bool;

/// The folders that are looked at, and which folders in them are too.
pub(crate) const FOLDERS: [(&str, Deep); 8] = [
    ("backlog", |_| false),
    ("checkpoints", |_| false),
    ("claims", |_| false),
    ("done", |_| false),
    ("human", |name| name == "done"),
    ("inbox", |_| true),
    ("roadmap", |name| name.starts_with("epic-")),
    ("wip", |_| false),
];

/// What a file holds.
///
/// Closed: bytes are text or not.
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
#[non_exhaustive]
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

impl QueueFiles {
    /// A planning directory of these files, from memory; its folders are those that the names imply.
    ///
    /// ```
    /// use plan_queue::QueueFiles;
    ///
    /// let files = QueueFiles::new("planning", [("backlog/alta.md", "---\norder: 10\n---\n")]);
    /// assert!(files.contains_directory("backlog"));
    /// ```
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

    /// Puts a file in, in the place of an earlier one of that name.
    pub fn insert(&mut self, file: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let file = file.into();
        for (at, _) in file.match_indices('/') {
            self.insert_directory(&file[..at]);
        }
        self.files.insert(file, FileContent::of(bytes.into()));
    }

    /// Takes a file out. A folder in a folder that it leaves empty goes too, such as the directory of an
    /// epic; the folders of the protocol stay.
    pub fn remove(&mut self, file: &str) {
        self.files.remove(file);
        let folder = file.rsplit_once('/').map(|(folder, _)| folder);
        if let Some(folder) = folder.filter(|folder| folder.contains('/')) {
            let held = self.directly_in(folder).next().is_some();
            if !held && self.directories_in(folder).next().is_none() {
                self.directories.remove(folder);
            }
        }
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

    /// The files directly in a folder, by name.
    pub(crate) fn directly_in(&self, folder: &str) -> impl Iterator<Item = &str> {
        let start = format!("{folder}/");
        let end = format!("{folder}0"); // the byte behind the slash
        let length = start.len();
        self.files
            .range(start..end)
            .map(|(name, _)| name.as_str())
            .filter(move |name| !name[length..].contains('/'))
    }

    /// The folders directly in a folder, by name.
    pub(crate) fn directories_in(&self, folder: &str) -> impl Iterator<Item = &str> {
        let start = format!("{folder}/");
        let end = format!("{folder}0");
        let length = start.len();
        self.directories
            .range(start..end)
            .map(String::as_str)
            .filter(move |name| !name[length..].contains('/'))
    }

    /// What could not be read.
    #[must_use]
    pub fn problems(&self) -> &[FileProblem] {
        &self.problems
    }
}
