//! A commit on top of another, made of objects alone: no work tree, no index and no ref is touched.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::process::ChildStdout;

use super::dialogue::Dialogue;
use super::objects::{Objects, TreeEntry};
use super::state::{State, join, split};
use super::{RemoteError, Repository};
use crate::write::Change;

/// Makes the commit of what others get to see of a change, together with what the work branch has. One
/// that is for the work branch has its tip as a parent too.
pub(super) fn commit(
    repository: &Repository,
    objects: &mut Objects<'_>,
    state: &State,
    change: &Change,
    for_work: bool,
) -> Result<String, RemoteError> {
    let mut trees = Trees {
        state,
        changed: BTreeMap::new(),
    };
    for (name, blob) in &state.carried {
        let path = format!("{}{name}", repository.prefix);
        trees.put(objects, &path, blob.clone())?;
    }
    for file in change.shared() {
        let path = format!("{}{}", repository.prefix, file.path.as_str());
        let blob = match &file.content {
            Some(content) => Some(blob(repository, content)?),
            None => None,
        };
        trees.put(objects, &path, blob)?;
    }
    let tree = trees.write(repository)?;
    let mut arguments = vec!["commit-tree", "-p", &state.commit];
    if let Some(tip) = state.work.as_deref().filter(|_| for_work) {
        arguments.extend(["-p", tip]);
    }
    arguments.push(&tree);
    let message = format!("{}\n", change.summary);
    let ran = repository
        .git
        .run(&repository.root, &arguments, message.as_bytes())?;
    if ran.code == Some(0) {
        return Ok(ran.text());
    }
    if ran.err.contains("ident") || ran.err.contains("Please tell me who you are") {
        return Err(RemoteError::NoIdentity(ran.told()));
    }
    Err(super::git::failed(&arguments, &ran))
}

fn blob(repository: &Repository, content: &str) -> Result<String, RemoteError> {
    let arguments = ["hash-object", "-w", "--stdin"];
    let ran = repository
        .git
        .expect(&repository.root, &arguments, content.as_bytes())?;
    Ok(ran.text())
}

/// The trees of a commit, and those that are to differ.
struct Trees<'s> {
    state: &'s State,
    changed: BTreeMap<String, Vec<TreeEntry>>,
}

impl Trees<'_> {
    /// Gives a path another blob, or takes it away.
    fn put(
        &mut self,
        objects: &mut Objects<'_>,
        path: &str,
        blob: Option<String>,
    ) -> Result<(), RemoteError> {
        let (directory, name) = split(path);
        self.open(objects, directory)?;
        let entries = self.changed.entry(directory.to_owned()).or_default();
        set(entries, name, "100644", blob);
        Ok(())
    }

    /// Has a directory, and those above it, among the trees that change.
    fn open(&mut self, objects: &mut Objects<'_>, directory: &str) -> Result<(), RemoteError> {
        if self.changed.contains_key(directory) {
            return Ok(());
        }
        let entries = if directory.is_empty() {
            self.state.trees.get("").cloned()
        } else {
            let (above, name) = split(directory);
            self.open(objects, above)?;
            match self.state.trees.get(directory) {
                Some(entries) => Some(entries.clone()),
                None => self.unread(objects, above, name)?,
            }
        };
        let entries = entries.unwrap_or_default();
        self.changed.insert(directory.to_owned(), entries);
        Ok(())
    }

    /// A tree that judging did not need.
    fn unread(
        &self,
        objects: &mut Objects<'_>,
        above: &str,
        name: &str,
    ) -> Result<Option<Vec<TreeEntry>>, RemoteError> {
        let entries = self.changed.get(above).map_or(&[][..], Vec::as_slice);
        let entry = entries.iter().find(|entry| entry.name == name.as_bytes());
        match entry.filter(|entry| entry.is_tree()) {
            Some(entry) => objects.tree(entry.id.clone()),
            None => Ok(None),
        }
    }

    /// Writes the trees that changed, the deepest first; gives back the root.
    fn write(mut self, repository: &Repository) -> Result<String, RemoteError> {
        let arguments = ["mktree", "-z", "--missing", "--batch"];
        let mut mktree = Dialogue::open(&repository.git, &repository.root, &arguments, line)?;
        let depth = |path: &String| path.split('/').filter(|part| !part.is_empty()).count();
        let order: BTreeSet<(usize, String)> = self
            .changed
            .keys()
            .map(|path| (depth(path), path.clone()))
            .collect();
        let mut root = String::new();
        for (_, directory) in order.iter().rev() {
            let entries = self.changed.remove(directory).unwrap_or_default();
            let is_root = directory.is_empty();
            let id = if entries.is_empty() && !is_root {
                None
            } else {
                mktree.say(&listing(&entries))?;
                Some(mktree.next()?)
            };
            if is_root {
                root = id.unwrap_or_default();
                continue;
            }
            let (above, name) = split(directory);
            let above = self.changed.entry(join(above, "")).or_default();
            set(above, name, "40000", id);
        }
        Ok(root)
    }
}

/// Gives an entry another object, or takes it away; a file that is there keeps its mode.
fn set(entries: &mut Vec<TreeEntry>, name: &str, mode: &str, id: Option<String>) {
    let at = entries
        .iter()
        .position(|entry| entry.name == name.as_bytes());
    match (at, id) {
        (Some(at), Some(id)) if entries[at].is_file() && mode != "40000" => entries[at].id = id,
        (at, id) => {
            if let Some(at) = at {
                entries.remove(at);
            }
            entries.extend(id.map(|id| TreeEntry {
                mode: mode.to_owned(),
                name: name.as_bytes().to_vec(),
                id,
            }));
        }
    }
}

/// A tree in the form that `git mktree -z --batch` reads, which puts the entries in order.
fn listing(entries: &[TreeEntry]) -> Vec<u8> {
    let mut text = Vec::new();
    for entry in entries {
        text.extend_from_slice(
            format!("{} {} {}\t", entry.mode, entry.kind(), entry.id).as_bytes(),
        );
        text.extend_from_slice(&entry.name);
        text.push(0);
    }
    text.push(0);
    text
}

fn line(output: &mut BufReader<ChildStdout>) -> Option<String> {
    let mut line = String::new();
    let read = output.read_line(&mut line).ok()?;
    (read > 0).then(|| line.trim_end().to_owned())
}
