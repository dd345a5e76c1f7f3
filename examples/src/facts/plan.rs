//! What surrounds a plan, for whoever resumes it: git's commits and work tree, the smoke command.

use std::path::Path;

use plan_agent::Around;
use plan_guard::ConfinedDir;
use plan_update::GitCommit;
use plan_verify::Git;

use super::git;

/// What is known besides the plan's files.
#[must_use]
pub fn around(dir: &ConfinedDir, smoke: Option<&str>) -> Around {
    let smoke = smoke.map(str::to_owned);
    if git::presence(dir.root()) == Git::Absent {
        return Around {
            smoke,
            ..Around::default()
        };
    }
    Around {
        commits: commits_of(dir.root(), dir.name()),
        git_status: git::status(dir.root()),
        smoke,
    }
}

/// The commits whose messages mention the plan, newest first.
#[must_use]
pub fn commits_of(dir: &Path, plan: &str) -> Vec<GitCommit> {
    let grep = format!("--grep= of {plan}");
    let ask = [
        "log",
        "--fixed-strings",
        &grep,
        "--abbrev=12",
        "--format=%h %s",
    ];
    let answer = git::answer(dir, &ask, b"").unwrap_or_default();
    let text = String::from_utf8_lossy(&answer);
    let commits = text.lines().filter_map(|line| {
        let (hash, subject) = line.split_once(' ')?;
        Some(GitCommit {
            hash: hash.to_owned(),
            subject: subject.to_owned(),
        })
    });
    commits.collect()
}
