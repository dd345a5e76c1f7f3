//! Where a planning directory is shared: its work tree, the remote, and the branch of that remote.

use std::path::{Path, PathBuf};

use super::{Git, RemoteError};

/// Work branches are named this, a slash, and the name of their planning branch.
pub(super) const WORK: &str = "planwright";

/// What the caller asks for; what is `None` follows from the branch that the work tree is on.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target<'a> {
    /// The remote.
    pub remote: Option<&'a str>,
    /// The planning branch, by its name on the remote.
    pub branch: Option<&'a str>,
}

/// A planning directory in a git work tree, and the branch of a remote on which it is shared (Q25).
///
/// The planning branch is what the current branch follows, unless the caller names another.
#[derive(Debug, Clone)]
pub struct Repository {
    pub(super) git: Git,
    pub(super) root: PathBuf,
    /// The planning directory in the work tree: empty, or with a final slash.
    pub(super) prefix: String,
    pub(super) remote: String,
    pub(super) branch: String,
    /// The ref that keeps the last known state of the planning branch.
    pub(super) tracking: String,
}

impl Repository {
    /// The repository around a planning directory, which has to be a real path.
    ///
    /// # Errors
    ///
    /// There is no work tree, no git, no remote, or no branch that is meant.
    pub fn open(git: Git, dir: &Path, target: Target<'_>) -> Result<Self, RemoteError> {
        let root = dir
            .ancestors()
            .find(|above| above.join(".git").exists())
            .ok_or_else(|| RemoteError::NoRepository(dir.to_owned()))?
            .to_owned();
        let prefix = prefix(&root, dir).ok_or_else(|| RemoteError::NoRepository(dir.to_owned()))?;
        let current = current_branch(&git, &root)?;
        let remote = remote(target, current.as_ref())?;
        let branch = branch(target, current.as_ref(), &remote)?;
        let tracking = current
            .and_then(|current| current.upstream)
            .filter(|upstream| upstream.remote == remote && upstream.branch == branch)
            .and_then(|upstream| upstream.tracking)
            .unwrap_or_else(|| private(&remote, &branch));
        Ok(Self {
            git,
            root,
            prefix,
            remote,
            branch,
            tracking,
        })
    }

    /// The remote: a name of git's configuration, or an address.
    #[must_use]
    pub fn remote(&self) -> &str {
        &self.remote
    }

    /// The planning branch, by its name on the remote.
    #[must_use]
    pub fn branch(&self) -> &str {
        &self.branch
    }

    /// The one branch that is used where the planning branch refuses pushes (Q34).
    #[must_use]
    pub fn work_branch(&self) -> String {
        format!("{WORK}/{}", self.branch)
    }

    /// The ref that keeps the last known state of the work branch.
    pub(super) fn work_tracking(&self) -> String {
        format!("{}/{}", self.work_refs(), self.branch)
    }

    /// Where the last known states of the remote's work branches are kept.
    pub(super) fn work_refs(&self) -> String {
        private(&self.remote, WORK)
    }

    /// The root of the work tree.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }
}

/// The branch that the work tree is on.
struct Current {
    name: String,
    upstream: Option<Upstream>,
}

/// The branch of a remote that it follows.
struct Upstream {
    remote: String,
    branch: String,
    /// The ref that keeps its last known state, where the remote's configuration has one.
    tracking: Option<String>,
}

fn current_branch(git: &Git, root: &Path) -> Result<Option<Current>, RemoteError> {
    let format = "--format=%(HEAD)%00%(refname)%00%(upstream)%00%(upstream:remotename)%00%(upstream:remoteref)";
    let ran = git.expect(root, &["for-each-ref", format, "refs/heads"], b"")?;
    let text = ran.text();
    Ok(text.lines().find_map(|line| {
        let mut fields = line.strip_prefix("*\0")?.split('\0');
        let name = fields.next()?.strip_prefix("refs/heads/")?.to_owned();
        let tracking = fields.next()?;
        let (remote, branch) = (fields.next()?, fields.next()?);
        let upstream = branch.strip_prefix("refs/heads/").map(|branch| Upstream {
            remote: remote.to_owned(),
            branch: branch.to_owned(),
            tracking: Some(tracking.to_owned()).filter(|name| name.starts_with("refs/remotes/")),
        });
        // A branch that follows one of this repository has no remote.
        let upstream = upstream.filter(|upstream| !matches!(upstream.remote.as_str(), "" | "."));
        Some(Current { name, upstream })
    }))
}

fn remote(target: Target<'_>, current: Option<&Current>) -> Result<String, RemoteError> {
    let upstream = current.and_then(|current| current.upstream.as_ref());
    let named = target.remote.map(str::to_owned);
    named
        .or_else(|| upstream.map(|upstream| upstream.remote.clone()))
        .ok_or_else(|| {
            RemoteError::NoRemote(match current {
                Some(current) => {
                    format!("the branch {} follows no branch of a remote", current.name)
                }
                None => "the work tree is on no branch with commits, so that no remote is known"
                    .to_owned(),
            })
        })
}

fn branch(
    target: Target<'_>,
    current: Option<&Current>,
    remote: &str,
) -> Result<String, RemoteError> {
    let upstream = current.and_then(|current| current.upstream.as_ref());
    let followed = upstream.filter(|upstream| upstream.remote == remote);
    let named = target.branch.map(str::to_owned);
    named
        .or_else(|| followed.map(|upstream| upstream.branch.clone()))
        .or_else(|| current.map(|current| current.name.clone()))
        .ok_or_else(|| {
            RemoteError::NoBranch("the work tree is on no branch with commits".to_owned())
        })
}

/// A ref of ours, for a branch that git's configuration keeps no ref for. No two branches share one.
fn private(remote: &str, branch: &str) -> String {
    let remote = plain(remote).replace('/', "%2f");
    format!("refs/planwright/{remote}/{}", plain(branch))
}

/// A text as a part of the name of a ref: what is not plain is written as `%` and digits.
fn plain(text: &str) -> String {
    let mut kept = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'_' | b'-' => {
                kept.push(char::from(byte));
            }
            _ => kept.push_str(&format!("%{byte:02x}")),
        }
    }
    kept
}

/// A directory in a work tree, as git writes it: empty for the root, else with a final slash.
fn prefix(root: &Path, dir: &Path) -> Option<String> {
    let inner = dir.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = inner.iter().map(|part| part.to_str()).collect();
    Some(parts?.iter().map(|part| format!("{part}/")).collect())
}
