//! What git says about a planning queue: for its checks, and the claims that others can see.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use plan_guard::RelPath;
use plan_queue::facts::{Cited, Commit, Git, GitFacts, Wanted};
use plan_queue::model::{Claim, CommitPart};
use plan_queue::{Date, Queue, read_claim};

use super::git::objects::Objects;
use super::git::repository::{Branch, Repository};

/// The repositories around a planning directory, and what was asked of them once.
#[derive(Debug)]
pub struct Around {
    /// The planning directory.
    pub dir: PathBuf,
    /// The repository that it lies in.
    pub own: Option<Repository>,
    /// That, and those of the code: beside the planning directory, and where services lie.
    pub all: Vec<Repository>,
    /// The branches of its own.
    branches: Vec<Branch>,
}

/// The claims on the upstream branch, and those of the commit that it has in common with the work
/// tree.
#[derive(Debug, Default)]
pub struct SharedClaims {
    /// Those of the upstream branch, where there is one.
    pub upstream: Option<Vec<Claim>>,
    /// Those of the common commit, where there is one.
    pub base: Option<Vec<Claim>>,
}

impl Around {
    /// Finds the repositories around a planning directory (a real path), and asks its own for the
    /// branches.
    #[must_use]
    pub fn new(dir: &Path, queue: &Queue) -> Self {
        let own = Repository::around(dir);
        let mut all: BTreeSet<Repository> = own.iter().cloned().collect();
        if let Some(base) = dir.parent() {
            let code = beside(base).into_iter().chain(services(base, queue));
            all.extend(code.filter_map(|dir| Repository::around(&dir)));
        }
        let branches = own
            .as_ref()
            .and_then(Repository::branches)
            .unwrap_or_default();
        Self {
            dir: dir.to_owned(),
            own,
            all: all.into_iter().collect(),
            branches,
        }
    }

    /// The line of work: `NAME` where the branch is `line/NAME`.
    #[must_use]
    pub fn line(&self) -> Option<String> {
        let listed = self.current().map(|branch| branch.name.clone());
        // A branch without commits is listed nowhere.
        let name = listed.or_else(|| self.own.as_ref()?.head())?;
        Some(name.strip_prefix("refs/heads/line/")?.to_owned())
    }

    /// The e-mail address that git knows its user by.
    #[must_use]
    pub fn owner(&self) -> Option<String> {
        let repository = self.own.clone().unwrap_or_else(|| Repository {
            root: self.dir.clone(),
        });
        repository.names().1
    }

    /// The claims that others can see.
    #[must_use]
    pub fn claims(&self) -> SharedClaims {
        self.shared_claims().unwrap_or_default()
    }

    fn shared_claims(&self) -> Option<SharedClaims> {
        let own = self.own.as_ref()?;
        let prefix = own.prefix(&self.dir)?;
        let upstream = self.current()?.upstream.as_ref()?;
        if !self.branches.iter().any(|branch| &branch.name == upstream) {
            return None;
        }
        let mut objects = Objects::open(&own.root)?;
        let there = claims_at(&mut objects, upstream, &prefix)?;
        let base = own.merge_base("HEAD", upstream);
        let base = base.and_then(|base| claims_at(&mut objects, &base, &prefix));
        Some(SharedClaims {
            upstream: Some(there),
            base,
        })
    }

    /// What git says for the checks.
    #[must_use]
    pub fn facts(&self, queue: &Queue) -> Git {
        if self.all.is_empty() {
            return Git::Absent;
        }
        let wanted = Wanted::of(queue);
        let cited = self.cited(queue, &wanted);
        Git::Present(GitFacts {
            commits: cited,
            task_branches: Some(self.task_branches()),
            tracked: self.tracked(),
            recent: wanted.newest.and_then(|newest| self.recent(newest)),
        })
    }

    fn current(&self) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.is_current)
    }

    /// What became of each cited commit; `None` where some repository did not answer.
    fn cited(&self, queue: &Queue, wanted: &Wanted<'_>) -> Option<BTreeMap<String, Cited>> {
        let mut cited: BTreeMap<String, Cited> = BTreeMap::new();
        let mut names = BTreeSet::new();
        for repository in &self.all {
            let open: BTreeSet<&str> = wanted
                .commits
                .iter()
                .copied()
                .filter(|hash| !cited.contains_key(*hash))
                .collect();
            if open.is_empty() {
                break;
            }
            let known = repository.commits(&open)?;
            cited.extend(known_with_files(repository, &known, &wanted.files_of));
            names.extend(repository.names().0);
        }
        for part in queue.done.iter().flat_map(|done| &done.commits) {
            if let CommitPart::Commit {
                hash, repository, ..
            } = part
            {
                let here = repository
                    .as_ref()
                    .is_none_or(|named| names.contains(&named.repository));
                let fate = if here {
                    Cited::Unknown
                } else {
                    Cited::Elsewhere
                };
                cited.entry(hash.value.clone()).or_insert(fate);
            }
        }
        Some(cited)
    }

    /// The day of the last commit on each `task/<slug>`, be it local or of a remote.
    fn task_branches(&self) -> BTreeMap<String, Date> {
        let others = self
            .all
            .iter()
            .filter(|one| Some(*one) != self.own.as_ref());
        let others: Vec<Branch> = others.filter_map(Repository::branches).flatten().collect();
        let mut days: BTreeMap<String, Date> = BTreeMap::new();
        for branch in self.branches.iter().chain(&others) {
            let (Some(slug), Some(day)) = (task_of(&branch.name), branch.date) else {
                continue;
            };
            let last = days.entry(slug.to_owned()).or_insert(day);
            *last = day.max(*last);
        }
        days
    }

    /// The tracked files under `wip/`, relative to the planning directory.
    fn tracked(&self) -> Option<BTreeSet<String>> {
        let Some(own) = &self.own else {
            return Some(BTreeSet::new());
        };
        let prefix = own.prefix(&self.dir)?;
        let tracked = own.tracked(&format!("{prefix}wip"))?;
        let inner = tracked.iter().filter_map(|name| name.strip_prefix(&prefix));
        Some(inner.map(str::to_owned).collect())
    }

    /// The commits since a day that touch more than the planning directory.
    fn recent(&self, newest: Date) -> Option<Vec<Commit>> {
        let mut recent = Vec::new();
        for repository in &self.all {
            let left_out = repository.prefix(&self.dir);
            // A repository that is the planning directory, or lies in it, has nothing else.
            if left_out.as_deref() == Some("") {
                continue;
            }
            recent.extend(repository.commits_since(newest, &left_out.unwrap_or_default())?);
        }
        Some(recent)
    }
}

/// The commits that a repository knows, with the files of those that are asked for.
fn known_with_files(
    repository: &Repository,
    known: &BTreeMap<String, String>,
    files_of: &BTreeSet<&str>,
) -> BTreeMap<String, Cited> {
    let full: BTreeSet<&str> = known
        .iter()
        .filter(|(hash, _)| files_of.contains(hash.as_str()))
        .map(|(_, full)| full.as_str())
        .collect();
    let files = if full.is_empty() {
        None
    } else {
        repository.files_of(&full)
    };
    let files = files.unwrap_or_default();
    let cited = known.iter().map(|(hash, full)| {
        let files = files.get(full).cloned();
        (hash.clone(), Cited::Known { files })
    });
    cited.collect()
}

/// The slug of a branch `task/<slug>`, local or of a remote.
fn task_of(name: &str) -> Option<&str> {
    let local = name.strip_prefix("refs/heads/task/");
    local.or_else(|| {
        let (_, branch) = name.strip_prefix("refs/remotes/")?.split_once('/')?;
        branch.strip_prefix("task/")
    })
}

/// The claims in the planning directory of a commit.
fn claims_at(objects: &mut Objects, commit: &str, prefix: &str) -> Option<Vec<Claim>> {
    objects.read(&format!("{commit}^{{commit}}"), "commit")?;
    // Without a folder there are no claims.
    let entries = objects
        .tree(&format!("{commit}:{prefix}claims"))
        .unwrap_or_default();
    let mut claims = Vec::new();
    for entry in entries.iter().filter(|entry| entry.is_file) {
        let slug = entry
            .name
            .strip_suffix(".md")
            .filter(|slug| *slug != "README");
        let text = slug.and_then(|_| objects.read(&entry.object, "blob"));
        if let Some(text) = text.and_then(|bytes| String::from_utf8(bytes).ok()) {
            claims.push(read_claim(&format!("claims/{}", entry.name), text).0);
        }
    }
    Some(claims)
}

/// The directories beside the planning directory that are repositories.
fn beside(base: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(base).into_iter().flatten().flatten();
    let dirs = entries.map(|entry| entry.path());
    dirs.filter(|dir| dir.join(".git").exists())
        .filter_map(|dir| dir.canonicalize().ok())
        .collect()
}

/// The directories of the services that the queue names, as far as they lie below `base`.
fn services(base: &Path, queue: &Queue) -> BTreeSet<PathBuf> {
    let of_tasks = queue.tasks().filter_map(|(_, task)| task.service());
    let of_claims = queue
        .claims
        .iter()
        .filter_map(|claim| Some(claim.service.as_ref()?.value.as_str()));
    let named: BTreeSet<&str> = of_tasks.chain(of_claims).collect();
    let paths = named
        .into_iter()
        .filter_map(|service| RelPath::new(service.trim_end_matches('/')).ok());
    let dirs = paths.filter_map(|path| base.join(path.as_str()).canonicalize().ok());
    dirs.filter(|dir| dir.starts_with(base)).collect()
}
