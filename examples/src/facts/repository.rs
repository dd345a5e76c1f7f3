//! A repository as it lies there: a listing, the texts that matter, and what git ignores (P20).

use std::path::Path;

use plan_agent::onboarding::{Repository, is_wanted};
use plan_guard::{ConfinedDir, EntryKind, Error, RelPath};

use super::git;

/// How far down is looked: `.claude/skills/NAME/SKILL.md` is the deepest that means something.
const DEPTH: usize = 4;

/// How many entries are listed at most.
const MOST: usize = 20_000;

/// The largest text that is read, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// Directories of what is built, fetched or git's own.
const PASSED_OVER: [&str; 9] = [
    ".git",
    "node_modules",
    "target",
    "vendor",
    "dist",
    "build",
    ".venv",
    "__pycache__",
    ".dwp",
];

/// Gathers what is known of a repository.
///
/// # Errors
///
/// Where a directory or a manifest cannot be read.
pub fn gather(dir: &ConfinedDir) -> Result<Repository, Error> {
    let mut repository = Repository {
        name: dir.name().to_owned(),
        ignores_dwp: ignores_dwp(dir.root()),
        ..Repository::default()
    };
    let mut ahead: Vec<(Option<RelPath>, usize)> = vec![(None, 1)];
    let mut left = MOST;
    while let Some((at, depth)) = ahead.pop() {
        for entry in dir.entries(at.as_ref())? {
            let path = match &at {
                Some(at) => format!("{}/{}", at.as_str(), entry.name),
                None => entry.name.clone(),
            };
            let Ok(rel) = RelPath::new(path.as_str()) else {
                continue;
            };
            left = left.saturating_sub(1);
            match entry.kind {
                _ if left == 0 => break,
                EntryKind::Dir if depth == 1 && dir.path_of(&rel).join(".git").exists() => {
                    repository.nested.insert(path);
                }
                EntryKind::Dir if depth < DEPTH && !PASSED_OVER.contains(&&*entry.name) => {
                    ahead.push((Some(rel), depth + 1));
                }
                EntryKind::File => take(dir, &rel, &mut repository)?,
                EntryKind::Symlink => {
                    let target = std::fs::read_link(dir.path_of(&rel)).unwrap_or_default();
                    repository.links.insert(path, target.display().to_string());
                }
                _ => {}
            }
        }
    }
    Ok(repository)
}

fn take(dir: &ConfinedDir, rel: &RelPath, repository: &mut Repository) -> Result<(), Error> {
    let path = rel.as_str().to_owned();
    if is_wanted(&path) {
        let text = dir.read_within(rel, LARGEST)?;
        let text = text.and_then(|text| String::from_utf8(text.into_bytes()).ok());
        repository
            .texts
            .extend(text.map(|text| (path.clone(), text)));
    }
    repository.files.insert(path);
    Ok(())
}

/// Whether git ignores `.dwp/`; `None` where the directory is in no work tree, or git cannot be run.
fn ignores_dwp(root: &Path) -> Option<bool> {
    if git::presence(root) == plan_verify::Git::Absent {
        return None;
    }
    match git::run(root, &["check-ignore", "-q", ".dwp/x"], &[])? {
        (0, _) => Some(true),
        (1, _) => Some(false),
        _ => None,
    }
}
