//! The planning directory as it stands on a branch of the remote: its files, and the trees around them.

use std::collections::BTreeMap;

use super::objects::{Objects, TreeEntry, entries};
use super::{RemoteError, Repository};
use crate::QueueFiles;
use crate::files::{FOLDERS, ROOT};

/// How much of the planning directory a judgement needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reading {
    /// What decides whether a task can be taken: of closings the names alone, of which there may be
    /// thousands.
    Choosing,
    /// All that the protocol reads.
    Whole,
}

/// A commit, and the planning directory in it.
#[derive(Debug)]
pub(super) struct State {
    /// The commit.
    pub(super) commit: String,
    /// The planning directory's files, with the caller's own `wip/`.
    pub(super) files: QueueFiles,
    /// The trees that were read, by path; the root is the empty path.
    pub(super) trees: BTreeMap<String, Vec<TreeEntry>>,
    /// Whether the work branch has what the planning branch has not, so that what comes next goes there.
    pub(super) on_work: bool,
    /// What it has beyond this commit: names and objects, none where the file is gone.
    pub(super) carried: Vec<(String, Option<String>)>,
    /// Its tip, where that is no ancestor of this commit.
    pub(super) work: Option<String>,
}

/// Reads the state at a ref; `None` where there is no such ref.
pub(super) fn read(
    objects: &mut Objects<'_>,
    repository: &Repository,
    reference: &str,
    reading: Reading,
    local: &QueueFiles,
) -> Result<Option<State>, RemoteError> {
    let Some((commit, tree)) = commit_at(objects, reference)? else {
        return Ok(None);
    };
    let mut state = State {
        commit,
        files: QueueFiles::new::<String, Vec<u8>>(local.name(), []),
        trees: BTreeMap::new(),
        on_work: false,
        carried: Vec::new(),
        work: None,
    };
    let root = objects.tree(tree)?.unwrap_or_default();
    state.trees.insert(String::new(), root);
    let planning = repository.prefix.trim_end_matches('/');
    if state.enter(objects, planning)? {
        state.take_files(objects, planning, reading)?;
    }
    if state.files.text("BACKLOG.md").is_none() {
        return Err(RemoteError::NoPlanning {
            remote: repository.remote.clone(),
            branch: repository.branch.clone(),
            file: format!("{}BACKLOG.md", repository.prefix),
        });
    }
    for (name, content) in local.iter().filter(|(name, _)| name.starts_with("wip/")) {
        state.files.insert(name, content.bytes());
    }
    Ok(Some(state))
}

/// The commit at a ref, and its tree.
pub(super) fn commit_at(
    objects: &mut Objects<'_>,
    reference: &str,
) -> Result<Option<(String, String)>, RemoteError> {
    let found = objects.one(format!("{reference}^{{commit}}"))?;
    Ok(found.and_then(|object| {
        let text = String::from_utf8_lossy(object.content.as_deref()?).into_owned();
        let tree = text.lines().next()?.strip_prefix("tree ")?.to_owned();
        Some((object.id, tree))
    }))
}

impl State {
    /// Reads the trees down to a directory; whether it is there.
    fn enter(&mut self, objects: &mut Objects<'_>, directory: &str) -> Result<bool, RemoteError> {
        let mut path = String::new();
        for part in directory.split('/').filter(|part| !part.is_empty()) {
            let entry = self.entry(&path, part).filter(|entry| entry.is_tree());
            let Some(id) = entry.map(|entry| entry.id.clone()) else {
                return Ok(false);
            };
            path = join(&path, part);
            let tree = objects.tree(id)?.unwrap_or_default();
            self.trees.insert(path.clone(), tree);
        }
        Ok(true)
    }

    fn entry(&self, directory: &str, name: &str) -> Option<&TreeEntry> {
        let entries = self.trees.get(directory)?;
        entries.iter().find(|entry| entry.name == name.as_bytes())
    }

    /// Takes in the files that the protocol names, as [`QueueFiles::load`] does from disk.
    fn take_files(
        &mut self,
        objects: &mut Objects<'_>,
        planning: &str,
        reading: Reading,
    ) -> Result<(), RemoteError> {
        let mut blobs = Blobs::default();
        for name in ROOT {
            if let Some(entry) = self.entry(planning, name).cloned() {
                self.note(&mut blobs, name.to_owned(), &entry, reading);
            }
        }
        let mut folders: Vec<String> = FOLDERS
            .iter()
            .map(|(folder, _)| (*folder).to_owned())
            .filter(|folder| folder != "wip")
            .collect();
        // Twice: the folders, and the folders in them that are looked into.
        while !folders.is_empty() {
            folders = self.take_folders(objects, planning, &folders, &mut blobs, reading)?;
        }
        let (names, ids): (Vec<String>, Vec<String>) = blobs.wanted.into_iter().unzip();
        for (name, object) in names.into_iter().zip(objects.read(&ids)?) {
            match object.and_then(|object| object.content) {
                Some(content) => self.files.insert(name, content),
                None => self
                    .files
                    .insert_problem(name, "it is missing, or too large"),
            }
        }
        Ok(())
    }

    /// Takes in folders, all at once; gives back those in them that are to be taken in too.
    fn take_folders(
        &mut self,
        objects: &mut Objects<'_>,
        planning: &str,
        folders: &[String],
        blobs: &mut Blobs,
        reading: Reading,
    ) -> Result<Vec<String>, RemoteError> {
        let there: Vec<(&String, String)> = folders
            .iter()
            .filter_map(|folder| {
                let (above, name) = split(folder);
                let entry = self.entry(&join(planning, above), name)?;
                entry.is_tree().then(|| (folder, entry.id.clone()))
            })
            .collect();
        let ids: Vec<String> = there.iter().map(|(_, id)| id.clone()).collect();
        let trees = objects.read(&ids)?;
        let mut below = Vec::new();
        for ((folder, _), tree) in there.into_iter().zip(trees) {
            let inner = tree.as_ref().and_then(entries).unwrap_or_default();
            self.files.insert_directory(folder);
            for entry in &inner {
                let Ok(name) = std::str::from_utf8(&entry.name) else {
                    continue;
                };
                let file = format!("{folder}/{name}");
                if !entry.is_tree() {
                    self.note(blobs, file, entry, reading);
                } else if is_deep(folder, name) {
                    below.push(file);
                } else {
                    self.files.insert_directory(&file);
                }
            }
            self.trees.insert(join(planning, folder), inner);
        }
        Ok(below)
    }

    /// Notes a file whose content is wanted; or puts in what stands for it.
    fn note(&mut self, blobs: &mut Blobs, file: String, entry: &TreeEntry, reading: Reading) {
        let (folder, name) = split(&file);
        if !folder.is_empty() && name.starts_with('.') {
            return;
        }
        if !entry.is_file() {
            self.files
                .insert_problem(file, "a link or a repository, which is not followed here");
        } else if reading == Reading::Choosing && folder == "done" {
            let closing = closing_of(name);
            self.files.insert(file, closing);
        } else if reading == Reading::Whole || folder != "inbox" {
            blobs.wanted.push((file, entry.id.clone()));
        }
    }
}

/// Files whose content is to be read: name and object.
#[derive(Debug, Default)]
struct Blobs {
    wanted: Vec<(String, String)>,
}

/// What stands for a closing of which only the name was read (Q9: the name is the slug).
fn closing_of(name: &str) -> String {
    match name.strip_suffix(".md") {
        None | Some("README" | "human-actions") => String::new(),
        Some(slug) => format!("- [x] **{slug}**\n"),
    }
}

fn is_deep(folder: &str, name: &str) -> bool {
    let known = FOLDERS.iter().find(|(known, _)| *known == folder);
    known.is_some_and(|(_, deep)| deep(name))
}

/// A path as its directory, empty for none, and its last part.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

pub(super) fn join(directory: &str, name: &str) -> String {
    match (directory, name) {
        ("", name) => name.to_owned(),
        (directory, "") => directory.to_owned(),
        (directory, name) => format!("{directory}/{name}"),
    }
}
