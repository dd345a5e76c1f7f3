//! The files of a planning directory: names and texts, read once, before anything is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plan_guard::{ConfinedDir, Entry, EntryKind, Error, RelPath};
use rayon::prelude::*;

use crate::write::JOURNAL;

/// How many bytes of a planning directory are read altogether (B9).
const MOST_TOGETHER: u64 = 128 * 1024 * 1024;

/// How many files are read at a time.
const AT_ONCE: usize = 32;

/// Why a file beyond [`MOST_TOGETHER`] is not there.
const TOO_MUCH: &str = "the files of the queue are larger than 128 MiB together; it was not read";

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

    /// Reads a planning directory: the files and folders that the protocol names, once, at most
    /// 16 MiB each and 128 MiB together.
    ///
    /// Links that stay inside are followed. What cannot be read is among the
    /// [`problems`](Self::problems), and does not stop the rest.
    ///
    /// # Errors
    ///
    /// [`LoadError::NotAPlanningDirectory`] where `BACKLOG.md` is not there, or is no text that can be
    /// read; [`LoadError::Directory`] where the directory itself cannot be listed.
    pub fn load(dir: &ConfinedDir) -> Result<Self, LoadError> {
        let mut queue = Self::new::<String, Vec<u8>>(dir.name(), []);
        for entry in dir.entries(None)? {
            if ROOT.contains(&entry.name.as_str()) {
                let taken = take(dir, dir, &entry.name, &entry);
                queue.put(entry.name, taken);
            }
        }
        if queue.text("BACKLOG.md").is_none() {
            return Err(queue.no_backlog(dir));
        }
        let mut room = MOST_TOGETHER;
        // Files are read by all threads, a few at a time. From one of these they are handed out at once;
        // from any other each few would wait for a thread to wake up, and to be woken again.
        rayon::scope(|_| {
            for (folder, deep) in FOLDERS {
                queue.take_folder(dir, folder, deep, &mut room);
            }
        });
        queue.take_journal(dir);
        Ok(queue)
    }

    /// Whether a directory holds a queue at all, without the rest of it.
    pub(crate) fn require(dir: &ConfinedDir) -> Result<(), LoadError> {
        let mut queue = Self::new::<String, Vec<u8>>(dir.name(), []);
        let entries = dir.entries(None)?;
        for entry in entries.iter().filter(|entry| entry.name == "BACKLOG.md") {
            queue.put(entry.name.clone(), take(dir, dir, &entry.name, entry));
        }
        if queue.text("BACKLOG.md").is_none() {
            return Err(queue.no_backlog(dir));
        }
        Ok(())
    }

    fn no_backlog(&self, dir: &ConfinedDir) -> LoadError {
        let problem = self
            .problems
            .iter()
            .find(|problem| problem.file == "BACKLOG.md");
        let reason = match (problem, self.get("BACKLOG.md")) {
            (Some(problem), _) => format!("its BACKLOG.md cannot be read ({})", problem.message),
            (None, Some(_)) => "its BACKLOG.md is not UTF-8".to_owned(),
            (None, None) => "there is no BACKLOG.md in it".to_owned(),
        };
        LoadError::NotAPlanningDirectory {
            path: dir.root().display().to_string(),
            reason,
        }
    }

    /// Takes in the files of a folder; those of the folders in it too where `deep` says so of their names.
    fn take_folder(&mut self, dir: &ConfinedDir, folder: &str, deep: Deep, room: &mut u64) {
        let Ok(rel) = RelPath::new(folder) else {
            return;
        };
        let inner = match dir.enter(&rel) {
            Ok(Some(inner)) => inner,
            Ok(None) => return,
            Err(error) => return self.insert_problem(folder, error.to_string()),
        };
        self.insert_directory(folder);
        let entries = match inner.entries(None) {
            Ok(entries) => entries,
            Err(error) => return self.insert_problem(folder, error.to_string()),
        };
        let (below, here): (Vec<Entry>, Vec<Entry>) = entries
            .into_iter()
            .partition(|entry| entry.kind == EntryKind::Dir);
        for entry in below {
            let name = format!("{folder}/{}", entry.name);
            if deep(&entry.name) {
                self.take_folder(dir, &name, |_| false, room);
            } else {
                self.insert_directory(&name);
            }
        }
        let name_of = |entry: &Entry| format!("{folder}/{}", entry.name);
        let shown: Vec<&Entry> = here
            .iter()
            .filter(|entry| !entry.name.starts_with('.'))
            .collect();
        for some in shown.chunks(AT_ONCE) {
            if *room == 0 {
                some.iter()
                    .for_each(|entry| self.insert_problem(name_of(entry), TOO_MUCH));
                continue;
            }
            let taken: Vec<Taken> = some
                .par_iter()
                .map(|entry| take(dir, &inner, &name_of(entry), entry))
                .collect();
            for (entry, taken) in some.iter().zip(taken) {
                self.put_within(name_of(entry), taken, room);
            }
        }
    }

    /// Takes in what was read, where there is room for it; what comes first has it.
    fn put_within(&mut self, name: String, taken: Taken, room: &mut u64) {
        let length = match &taken {
            Taken::File(content) => content.bytes().len() as u64,
            _ => 0,
        };
        if length > *room {
            *room = 0;
            return self.insert_problem(name, TOO_MUCH);
        }
        *room -= length;
        self.put(name, taken);
    }

    /// Takes in the journal of a change that is being written, or was cut short; rarely there.
    fn take_journal(&mut self, dir: &ConfinedDir) {
        match RelPath::new(JOURNAL).and_then(|path| dir.read(&path)) {
            Ok(Some(snapshot)) => self.insert(JOURNAL, snapshot.into_bytes()),
            Ok(None) => {}
            Err(error) => self.insert_problem(JOURNAL, error.to_string()),
        }
    }

    fn put(&mut self, name: String, taken: Taken) {
        match taken {
            Taken::File(content) => {
                self.files.insert(name, content);
            }
            Taken::Directory => self.insert_directory(&name),
            Taken::Gone => {}
            Taken::Problem(message) => self.insert_problem(name, message),
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

/// What came of reading a name.
enum Taken {
    File(FileContent),
    Directory,
    Gone,
    Problem(String),
}

/// Reads one name. `parent` is the folder that it stands in, `dir` the whole directory, from which
/// links are followed.
fn take(dir: &ConfinedDir, parent: &ConfinedDir, name: &str, entry: &Entry) -> Taken {
    let read = if entry.kind == EntryKind::Symlink {
        let rel = RelPath::new(name);
        if rel
            .as_ref()
            .is_ok_and(|rel| matches!(dir.enter(rel), Ok(Some(_))))
        {
            return Taken::Directory;
        }
        rel.and_then(|rel| dir.read(&rel))
    } else {
        RelPath::new(entry.name.as_str()).and_then(|rel| parent.read(&rel))
    };
    match read {
        Ok(Some(snapshot)) => Taken::File(FileContent::of(snapshot.into_bytes())),
        Ok(None) => Taken::Gone,
        Err(error) => Taken::Problem(error.to_string()),
    }
}
