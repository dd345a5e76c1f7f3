//! The one work branch, for a planning branch that takes no pushes: what stands on it and not yet on the
//! planning branch counts, and what comes next goes on top (Q34).

use std::collections::{BTreeMap, BTreeSet};

use super::objects::{Objects, TreeEntry};
use super::state::{self, Reading, State, join};
use super::{RemoteError, Repository};
use crate::QueueFiles;

/// The state that a planner judges: the planning branch, with what the work branch has beyond it.
pub(super) fn read(
    objects: &mut Objects<'_>,
    repository: &Repository,
    reading: Reading,
    local: &QueueFiles,
) -> Result<Option<State>, RemoteError> {
    let planning = &repository.tracking;
    let Some(state) = state::read(objects, repository, planning, reading, local)? else {
        return Ok(None);
    };
    let work = repository.work_tracking();
    let Some((tip, _)) = state::commit_at(objects, &work)? else {
        return Ok(Some(state));
    };
    let base = merge_base(repository, &state.commit, &tip)?;
    if base.as_ref() == Some(&tip) {
        return Ok(Some(state));
    }
    if base.as_ref() == Some(&state.commit) {
        let state = state::read(objects, repository, &work, reading, local)?;
        return Ok(state.map(|state| State {
            on_work: true,
            ..state
        }));
    }
    diverged(objects, repository, state, (&tip, base.as_deref())).map(Some)
}

/// Both branches moved on: each file counts as the branch has it that changed it.
fn diverged(
    objects: &mut Objects<'_>,
    repository: &Repository,
    mut state: State,
    (tip, base): (&str, Option<&str>),
) -> Result<State, RemoteError> {
    let here = Files::of(objects, repository, &state.commit)?;
    let there = Files::of(objects, repository, tip)?;
    let before = match base {
        Some(base) => Files::of(objects, repository, base)?,
        None => Files::default(),
    };
    let conflict = |file: &str| RemoteError::Diverged {
        branch: repository.branch.clone(),
        work: repository.work_branch(),
        file: file.to_owned(),
    };
    if there.beside != before.beside {
        return Err(conflict("what lies beside the planning directory"));
    }
    let names: BTreeSet<&String> = there
        .planning
        .keys()
        .chain(before.planning.keys())
        .collect();
    for name in names {
        let [here, there, before] = [&here, &there, &before].map(|files| files.planning.get(name));
        if there == before || there == here {
            continue;
        }
        if here != before {
            return Err(conflict(name));
        }
        match there {
            Some(id) => {
                let content = objects.one(id.clone())?.and_then(|object| object.content);
                state
                    .files
                    .insert(name.as_str(), content.unwrap_or_default());
            }
            None => state.files.remove(name),
        }
        state.carried.push((name.clone(), there.cloned()));
    }
    state.on_work = !state.carried.is_empty();
    state.work = Some(tip.to_owned());
    Ok(state)
}

fn merge_base(
    repository: &Repository,
    one: &str,
    other: &str,
) -> Result<Option<String>, RemoteError> {
    let arguments = ["merge-base", one, other];
    let ran = repository.git.run(&repository.root, &arguments, b"")?;
    Ok((ran.code == Some(0)).then(|| ran.text()))
}

/// The objects of a commit's files: those of the planning directory by name, and what lies beside it.
#[derive(Default)]
struct Files {
    planning: BTreeMap<String, String>,
    beside: BTreeSet<(String, Vec<u8>, String)>,
}

impl Files {
    fn of(
        objects: &mut Objects<'_>,
        repository: &Repository,
        commit: &str,
    ) -> Result<Self, RemoteError> {
        let mut files = Self::default();
        let Some((_, mut tree)) = state::commit_at(objects, commit)? else {
            return Ok(files);
        };
        for part in repository.prefix.split('/').filter(|part| !part.is_empty()) {
            let entries = objects.tree(tree)?.unwrap_or_default();
            let (inner, beside): (Vec<TreeEntry>, Vec<TreeEntry>) = entries
                .into_iter()
                .partition(|entry| entry.is_tree() && entry.name == part.as_bytes());
            let beside = beside
                .into_iter()
                .map(|entry| (part.to_owned(), entry.name, entry.id));
            files.beside.extend(beside);
            let Some(entry) = inner.into_iter().next() else {
                return Ok(files);
            };
            tree = entry.id;
        }
        files.take(objects, "", tree)?;
        Ok(files)
    }

    fn take(
        &mut self,
        objects: &mut Objects<'_>,
        folder: &str,
        tree: String,
    ) -> Result<(), RemoteError> {
        for entry in objects.tree(tree)?.unwrap_or_default() {
            let name = join(folder, &String::from_utf8_lossy(&entry.name));
            if entry.is_tree() {
                self.take(objects, &name, entry.id)?;
            } else {
                self.planning.insert(name, entry.id);
            }
        }
        Ok(())
    }
}
