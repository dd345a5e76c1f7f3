//! The files of a plan: names and bytes, read once, before anything is judged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plan_guard::{ConfinedDir, DEFAULT_READ_LIMIT, EntryKind, Error, RelPath};

use crate::parallel;

/// How many bytes of a plan are read altogether (B9).
const MOST_TOGETHER: u64 = 128 * 1024 * 1024;

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

/// A file that is there and could not be taken in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct FileProblem {
    /// The file, relative to the plan.
    pub file: String,
    /// A stable word for the kind of problem, as of [`plan_guard::Error::code`].
    pub code: &'static str,
    /// Why, in one line.
    pub message: String,
}

impl FileProblem {
    /// Whether it is a result of a task that is only too large to be read: a note, not a fault.
    pub(crate) fn is_oversized_result(&self) -> bool {
        self.code == "too-large" && self.file.starts_with("analysis_results/")
    }
}

/// The files of one plan directory, and what could not be read of them (A6).
///
/// Names are relative to the directory, with `/` between their parts, in byte order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanFiles {
    name: String,
    files: BTreeMap<String, FileContent>,
    directories: BTreeSet<String>,
    links: BTreeSet<String>,
    problems: Vec<FileProblem>,
}

impl PlanFiles {
    /// A plan of these files, from memory; the directories are those that the names imply.
    ///
    /// ```
    /// use plan_verify::PlanFiles;
    ///
    /// let files = PlanFiles::new("PLAN_invoice_export", [("README.md", "# Plan")]);
    /// assert_eq!(files.text("README.md").map(|text| &**text), Some("# Plan"));
    /// ```
    pub fn new<N: Into<String>, B: Into<Vec<u8>>>(
        name: impl Into<String>,
        files: impl IntoIterator<Item = (N, B)>,
    ) -> Self {
        let mut plan = Self::empty(name);
        for (file, bytes) in files {
            plan.insert(file.into(), bytes.into());
        }
        plan
    }

    /// Reads a plan directory: every regular file in it, once, at most 16 MiB each and 128 MiB
    /// together.
    ///
    /// Links that stay inside are followed, save `state.json` itself, which must not be one; what
    /// cannot be read is among the [`problems`](Self::problems), and does not stop the rest. Locks
    /// and temporary files of writers are left out.
    ///
    /// # Errors
    ///
    /// Where the directory itself cannot be listed.
    pub fn load(dir: &ConfinedDir) -> Result<Self, Error> {
        let mut plan = Self::empty(dir.name());
        for entry in dir.entries(None)? {
            if entry.kind == EntryKind::Dir && entry.name != "state.json.lock" {
                plan.insert_directory(&entry.name);
            }
        }
        let tree = dir.tree()?;
        // Those of the plan itself first: what lies deeper is the first to be left out.
        let mut room = MOST_TOGETHER;
        let (shallow, deep): (Vec<_>, Vec<_>) = tree
            .files
            .iter()
            .partition(|file| file.parts().count() == 1);
        for file in shallow.into_iter().chain(deep) {
            plan.take(dir, file, &mut room);
        }
        for (file, kind) in &tree.others {
            plan.take_other(dir, file, *kind, &mut room);
        }
        for name in tree.unnameable {
            plan.insert_problem(
                name,
                "path-invalid",
                "its name is not plain UTF-8; it was not read",
            );
        }
        for directory in &tree.cut {
            let message = "it lies too deep, or holds too many files; what is in it was not read";
            plan.insert_problem(directory.as_str(), "too-large", message);
        }
        Ok(plan)
    }

    /// Reads a file where there is room for it.
    fn take(&mut self, dir: &ConfinedDir, file: &RelPath, room: &mut u64) {
        match dir.read_within(file, DEFAULT_READ_LIMIT.min(*room)) {
            Ok(Some(snapshot)) => {
                *room = room.saturating_sub(snapshot.bytes().len() as u64);
                self.insert(file.as_str(), snapshot.into_bytes());
            }
            Ok(None) => {}
            Err(error) if error.code() == "too-large" && *room < DEFAULT_READ_LIMIT => {
                let message =
                    "the files of the plan are larger than 128 MiB together; it was not read";
                self.insert_problem(file.as_str(), error.code(), message);
            }
            Err(error) => self.insert_problem(file.as_str(), error.code(), error.to_string()),
        }
    }

    fn take_other(&mut self, dir: &ConfinedDir, file: &RelPath, kind: EntryKind, room: &mut u64) {
        if kind == EntryKind::Symlink && file.as_str() == "state.json" {
            let message =
                "it is a symbolic link, which no writer replaces; put the file itself here";
            self.insert_problem("state.json", "link-refused", message);
        } else if kind == EntryKind::Symlink && matches!(dir.enter(file), Ok(Some(_))) {
            self.insert_linked_directory(file.as_str());
        } else {
            self.take(dir, file, room);
        }
    }

    pub(crate) fn empty(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            files: BTreeMap::new(),
            directories: BTreeSet::new(),
            links: BTreeSet::new(),
            problems: Vec::new(),
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

    /// Says that there is a link to a directory inside the plan. What is in it counts where it lies,
    /// and not under the link's name.
    pub(crate) fn insert_linked_directory(&mut self, link: &str) {
        self.insert_directory(link);
        self.links.insert(link.to_owned());
    }

    /// The links to directories, by name.
    pub(crate) fn linked_directories(&self) -> impl Iterator<Item = &str> {
        self.links.iter().map(String::as_str)
    }

    /// Says that a file is there and could not be taken in.
    pub fn insert_problem(
        &mut self,
        file: impl Into<String>,
        code: &'static str,
        message: impl Into<String>,
    ) {
        self.problems.push(FileProblem {
            file: file.into(),
            code,
            message: message.into(),
        });
    }

    /// The name of the directory, which is the name of the plan.
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

    /// Whether a file is there, be it readable or not.
    #[must_use]
    pub fn contains(&self, file: &str) -> bool {
        self.files.contains_key(file) || self.problems.iter().any(|p| p.file == file)
    }

    /// Whether a directory is there.
    #[must_use]
    pub fn contains_directory(&self, directory: &str) -> bool {
        self.directories.contains(directory)
    }

    /// The files, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &FileContent)> {
        self.files
            .iter()
            .map(|(name, content)| (name.as_str(), content))
    }

    /// The directories, by name.
    pub fn directories(&self) -> impl Iterator<Item = &str> {
        self.directories.iter().map(String::as_str)
    }

    /// The files directly in the plan directory that are named like task files, by name.
    pub fn task_files(&self) -> impl Iterator<Item = &str> {
        let names = self.files.keys().map(String::as_str);
        names.filter(|name| task_file_number(name).is_some())
    }

    /// Whether there are so many task files that they are read and judged by several threads, those of
    /// rayon's pool: a program may want to set that up first.
    #[must_use]
    pub fn are_shared(&self) -> bool {
        parallel::is_shared(self.task_files().count())
    }

    /// What could not be read.
    #[must_use]
    pub fn problems(&self) -> &[FileProblem] {
        &self.problems
    }
}

/// The number of a task file's name: `3` of `3.task_retry_queue.md` (A2); `None` for other names.
///
/// A name that only nearly has the form (`03.task_x.md`, `3.task_Retry.md`) has a number all the
/// same: such files must not be overlooked, and the rules say what is wrong with them.
#[must_use]
pub fn task_file_number(name: &str) -> Option<u64> {
    let (number, rest) = name.split_once('.')?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let named = rest.len() > "task_.md".len() && rest.starts_with("task_") && rest.ends_with(".md");
    if digits && named && !name.contains('/') {
        number.parse().ok()
    } else {
        None
    }
}

/// The slug of a task file's name: `retry_queue` of `3.task_retry_queue.md`.
pub(crate) fn task_file_slug(name: &str) -> Option<&str> {
    let (_, rest) = name.split_once('.')?;
    rest.strip_prefix("task_")?.strip_suffix(".md")
}

/// Whether a task file's name has exactly the form of A2, `{N}.task_{slug}.md`.
pub(crate) fn is_task_file_name(name: &str) -> bool {
    let number = name.split('.').next().unwrap_or_default();
    let slug = task_file_slug(name).unwrap_or_default();
    task_file_number(name).is_some_and(|n| n.to_string() == number)
        && slug
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a2_task_file_names() {
        assert_eq!(task_file_number("3.task_retry_queue.md"), Some(3));
        assert_eq!(task_file_number("03.task_Retry.md"), Some(3));
        for name in [
            "task_x.md",
            "3.task_.md",
            "x/3.task_y.md",
            "3.notes.md",
            "3.task_y.txt",
            "",
        ] {
            assert_eq!(task_file_number(name), None, "{name}");
        }
        assert!(is_task_file_name("12.task_retry_2.md"));
        assert!(!is_task_file_name("03.task_retry.md"));
        assert!(!is_task_file_name("3.task_Retry.md"));
    }

    #[test]
    fn names_imply_directories_and_bytes_stay() {
        let files = PlanFiles::new(
            "PLAN_a_b",
            [("analysis_results/gates/t1.log", vec![0xff, 1])],
        );
        assert!(files.contains_directory("analysis_results"));
        assert!(files.contains_directory("analysis_results/gates"));
        let content = files.get("analysis_results/gates/t1.log").unwrap();
        assert_eq!((content.bytes(), content.text()), (&[0xff, 1][..], None));
    }
}
