//! Searching for the tests that a closing names: on disk, and in the commits that it cites (Q28).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use plan_queue::evidence_search::{Hit, Place, Searched, Wanted};
use plan_queue::model::Done;

use super::git::objects::Objects;
use super::git::repository::Repository;
use super::queue::Around;

/// Bounds of the search on disk: files, bytes a file, folders in each other.
const MOST_FILES: usize = 20_000;
const LARGEST_FILE: u64 = 2 << 20;
const DEEPEST: usize = 32;

/// Folders that hold no code of the project, by name; hidden ones are left out too.
const LEFT_OUT: [&str; 3] = ["node_modules", "target", "vendor"];

/// Searches for what the closing names.
#[must_use]
pub fn search(around: &Around, done: &Done) -> Searched {
    let wanted = Wanted::of(done);
    let mut searched = Searched::default();
    if wanted.is_empty() {
        return searched;
    }
    let root = root(around);
    let mut walk = Walk {
        wanted: &wanted,
        root: &root,
        planning: &around.dir,
        seen: 0,
        hits: Vec::new(),
    };
    walk.folder(&root, 0);
    if walk.seen > MOST_FILES {
        let why = format!("on disk, more than {MOST_FILES} files");
        searched.not_searched.push(why);
    }
    walk.hits.sort();
    searched.places.push((Place::Disk, walk.hits));
    commits(around, done, &wanted, &mut searched);
    searched
}

/// Where the code lies: the repository around the planning directory, or the directory above it.
fn root(around: &Around) -> PathBuf {
    let own = around.own.as_ref().map(|own| own.root.clone());
    own.filter(|root| *root != around.dir)
        .or_else(|| around.dir.parent().map(Path::to_owned))
        .unwrap_or_else(|| around.dir.clone())
}

struct Walk<'a> {
    wanted: &'a Wanted,
    root: &'a Path,
    planning: &'a Path,
    seen: usize,
    hits: Vec<Hit>,
}

impl Walk<'_> {
    /// Goes through a folder; links are not followed, and the planning directory, which holds the
    /// names themselves, is left out.
    fn folder(&mut self, dir: &Path, depth: usize) {
        let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
        let mut entries: Vec<_> = entries.collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let wanted =
                !name.starts_with('.') && !LEFT_OUT.contains(&&*name) && path != self.planning;
            if kind.is_dir() && wanted && depth < DEEPEST {
                self.folder(&path, depth + 1);
            } else if kind.is_file() {
                self.file(&path);
            }
            if self.seen > MOST_FILES {
                return;
            }
        }
    }

    fn file(&mut self, path: &Path) {
        self.seen += 1;
        let Some(shown) = path.strip_prefix(self.root).ok().and_then(Path::to_str) else {
            return;
        };
        let small = path.metadata().is_ok_and(|data| data.len() <= LARGEST_FILE);
        let text = if small {
            std::fs::read_to_string(path).unwrap_or_default()
        } else {
            String::new()
        };
        self.hits
            .extend(self.wanted.look(&shown.replace('\\', "/"), &text));
    }
}

/// Searches the cited commits, in the order in which they are cited.
fn commits(around: &Around, done: &Done, wanted: &Wanted, searched: &mut Searched) {
    let hashes: Vec<&str> = done.hashes().collect();
    let asked: BTreeSet<&str> = hashes.iter().copied().collect();
    let mut found: BTreeMap<String, Vec<Hit>> = BTreeMap::new();
    for repository in &around.all {
        let open = asked
            .iter()
            .copied()
            .filter(|hash| !found.contains_key(*hash))
            .collect();
        let known = repository.commits(&open).unwrap_or_default();
        found.extend(in_repository(repository, &known, wanted, &around.dir));
    }
    for hash in hashes {
        match found.remove(hash) {
            Some(hits) => searched.places.push((Place::Commit(hash.to_owned()), hits)),
            None => searched
                .not_searched
                .push(format!("{hash}: no repository here knows it")),
        }
    }
}

/// The hits in each of these commits (abbreviated and full names) of one repository.
fn in_repository(
    repository: &Repository,
    known: &BTreeMap<String, String>,
    wanted: &Wanted,
    planning: &Path,
) -> BTreeMap<String, Vec<Hit>> {
    let full: Vec<String> = known.values().cloned().collect();
    let (Some(grepped), Some(mut objects)) = (
        repository.grep(&wanted.names, &full),
        Objects::open(&repository.root),
    ) else {
        return BTreeMap::new();
    };
    let prefix = repository
        .prefix(planning)
        .filter(|prefix| !prefix.is_empty());
    let mut found = BTreeMap::new();
    for (hash, commit) in known {
        let of_names = grepped
            .iter()
            .filter(|(one, _)| one == commit)
            .map(|(_, file)| file.clone());
        let files = repository.files_at(commit).unwrap_or_default();
        let named = files.into_iter().filter(|file| wanted.names_file(file));
        let paths: BTreeSet<String> = of_names.chain(named).collect();
        let own = |path: &&String| {
            prefix
                .as_ref()
                .is_none_or(|prefix| !path.starts_with(prefix))
        };
        let hits = paths.iter().filter(own).filter_map(|path| {
            let blob = objects.read(&format!("{commit}:{path}"), "blob")?;
            wanted.look(path, &String::from_utf8_lossy(&blob))
        });
        found.insert(hash.clone(), hits.collect());
    }
    found
}
