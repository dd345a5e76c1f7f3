//! Reading a planning directory: its files and folders, once, within limits.

use std::sync::atomic::{AtomicU64, Ordering};

use plan_guard::{ConfinedDir, Entry, EntryKind, Error, RelPath};
use rayon::prelude::*;

use super::{Deep, FOLDERS, FileContent, QueueFiles, ROOT};
use crate::write::JOURNAL;

/// How many bytes of a planning directory are read altogether (B9).
const MOST_TOGETHER: u64 = 128 * 1024 * 1024;

/// How many files are read at a time; fewer where they take up all the room.
const AT_ONCE: usize = 1_024;

/// Why a file beyond [`MOST_TOGETHER`] is not there.
const TOO_MUCH: &str = "the files of the queue are larger than 128 MiB together; it was not read";

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
            let (most, read) = (*room, AtomicU64::new(0));
            let taken: Vec<Option<Taken>> = some
                .par_iter()
                .map(|entry| {
                    // Those together would be too much to hold: the rest waits for its turn.
                    (read.load(Ordering::Relaxed) <= most).then(|| {
                        let taken = take(dir, &inner, &name_of(entry), entry);
                        read.fetch_add(taken.length(), Ordering::Relaxed);
                        taken
                    })
                })
                .collect();
            for (entry, taken) in some.iter().zip(taken) {
                if *room == 0 {
                    self.insert_problem(name_of(entry), TOO_MUCH);
                } else {
                    let taken = taken.unwrap_or_else(|| take(dir, &inner, &name_of(entry), entry));
                    self.put_within(name_of(entry), taken, room);
                }
            }
        }
    }

    /// Takes in what was read, where there is room for it; what comes first has it.
    fn put_within(&mut self, name: String, taken: Taken, room: &mut u64) {
        let length = taken.length();
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
}

/// What came of reading a name.
enum Taken {
    File(FileContent),
    Directory,
    Gone,
    Problem(String),
}

impl Taken {
    /// How many bytes it takes up.
    fn length(&self) -> u64 {
        match self {
            Self::File(content) => content.bytes().len() as u64,
            _ => 0,
        }
    }
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
