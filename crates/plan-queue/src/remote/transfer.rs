//! What goes over the wire: fetching a branch, and pushing a commit to it.

use super::git::{Ran, failed, told};
use super::repository::WORK;
use super::{RemoteError, Repository};

/// What became of a push. That it was accepted is a proof: the branch stood where the commit's parent is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pushed {
    /// The branch stands at the commit now.
    Accepted,
    /// Another push was faster.
    Raced,
    /// The remote does not take pushes to this branch.
    Declined(String),
    /// The connection broke, and nobody knows whether the push arrived.
    Broken(String),
}

/// What became of a fetch.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fetched {
    /// The ref stands where the branch of the remote stands.
    Done,
    /// The remote has no such branch.
    NoBranch,
    /// Another process of this clone was writing the ref.
    Contended,
}

/// Reasons of a remote that mean that another push was faster.
const RACED: [&str; 10] = [
    "fetch first",
    "non-fast-forward",
    "stale info",
    "cannot lock ref",
    "failed to update ref",
    "failed to lock",
    "unable to lock",
    "incorrect old value",
    "reference already exists",
    "needs force",
];

/// Words that mean that this user may not do it, whoever says them: ssh, a web server, a file system.
const DENIED: [&str; 12] = [
    "permission denied",
    "denied to",
    "error: 401",
    "error: 403",
    "authentication failed",
    "terminal prompts disabled",
    "write access",
    "read only",
    "read-only",
    "access denied",
    "insufficient permission",
    "not authorized",
];

impl Repository {
    /// Fetches the planning branch, and the work branches where there are any; no tags, no `FETCH_HEAD`.
    pub(super) fn fetch(&self) -> Result<Fetched, RemoteError> {
        let planning = format!("+refs/heads/{}:{}", self.branch, self.tracking);
        let work = format!("+refs/heads/{WORK}/*:{}/*", self.work_refs());
        let arguments = [
            "fetch",
            "--quiet",
            "--no-tags",
            // Of these refs alone: a work branch that was deleted counts no more.
            "--prune",
            "--no-write-fetch-head",
            "--no-auto-maintenance",
            "--no-recurse-submodules",
            "--no-show-forced-updates",
            "--",
            &self.remote,
            &planning,
            &work,
        ];
        let ran = self.git.run(&self.root, &arguments, b"")?;
        if ran.code == Some(0) {
            return Ok(Fetched::Done);
        }
        let message = ran.err.to_lowercase();
        if message.contains("couldn't find remote ref") {
            return Ok(Fetched::NoBranch);
        }
        if message.contains("cannot lock ref") || message.contains("shallow.lock") {
            return Ok(Fetched::Contended);
        }
        Err(self.unanswered(&ran.told()))
    }

    /// Pushes a commit to a branch. Never by force, never anything else.
    pub(super) fn push(&self, commit: &str, branch: &str) -> Result<Pushed, RemoteError> {
        let refspec = format!("{commit}:refs/heads/{branch}");
        let arguments = [
            "push",
            "--porcelain",
            "--no-follow-tags",
            "--recurse-submodules=no",
            "--",
            &self.remote,
            &refspec,
        ];
        match self.git.run(&self.root, &arguments, b"") {
            Ok(ran) => self.judged(&arguments, &ran),
            Err(error @ RemoteError::TimedOut { .. }) => Ok(Pushed::Broken(error.to_string())),
            Err(error) => Err(error),
        }
    }

    fn judged(&self, arguments: &[&str], ran: &Ran) -> Result<Pushed, RemoteError> {
        let out = ran.text();
        let statuses: Vec<&str> = out.lines().filter(|line| line.contains('\t')).collect();
        let Some(refused) = statuses.iter().find(|line| line.starts_with('!')) else {
            // The same commit, made by the same runner in the same second, is there already.
            if statuses.iter().any(|line| line.starts_with('=')) {
                return Ok(Pushed::Raced);
            }
            if ran.code == Some(0) && !statuses.is_empty() {
                return Ok(Pushed::Accepted);
            }
            return self.unjudged(arguments, ran);
        };
        let reason = refused.rsplit('\t').next().unwrap_or_default();
        if RACED.iter().any(|word| reason.contains(word)) {
            return Ok(Pushed::Raced);
        }
        if is_denied(&ran.err) && reason.contains("unpacker error") {
            return Err(self.denied(&ran.told()));
        }
        if reason.starts_with("[remote rejected]") {
            return Ok(Pushed::Declined(why(reason, &ran.err)));
        }
        Ok(Pushed::Broken(format!("{reason}; {}", ran.told())))
    }

    /// The remote said nothing about the branch.
    fn unjudged(&self, arguments: &[&str], ran: &Ran) -> Result<Pushed, RemoteError> {
        if is_denied(&ran.err) {
            return Err(self.denied(&ran.told()));
        }
        if ran.code == Some(1) && ran.err.contains("failed to push some refs") {
            return Err(RemoteError::Hook(ran.told()));
        }
        if ran.code == Some(128) {
            return Ok(Pushed::Broken(ran.told()));
        }
        Err(failed(arguments, ran))
    }

    /// The error of a remote that does not answer, or not to this user.
    fn unanswered(&self, told: &str) -> RemoteError {
        if is_denied(told) {
            return self.denied(told);
        }
        self.unreachable(told, false)
    }

    pub(super) fn unreachable(&self, told: &str, pushed: bool) -> RemoteError {
        RemoteError::Unreachable {
            remote: self.remote.clone(),
            told: told.to_owned(),
            pushed,
        }
    }

    fn denied(&self, told: &str) -> RemoteError {
        RemoteError::Denied {
            remote: self.remote.clone(),
            told: told.to_owned(),
        }
    }
}

fn is_denied(message: &str) -> bool {
    let message = message.to_lowercase();
    DENIED.iter().any(|word| message.contains(word))
}

/// Why the remote declined: the reason in brackets, and what its hooks printed.
fn why(reason: &str, err: &str) -> String {
    let reason = reason.trim_start_matches("[remote rejected]").trim();
    let reason = reason.trim_start_matches('(').trim_end_matches(')');
    let remote: Vec<&str> = err
        .lines()
        .filter_map(|line| line.strip_prefix("remote:"))
        .collect();
    if remote.is_empty() {
        return reason.to_owned();
    }
    format!("{reason}: {}", told(&remote.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q34_a_reason_comes_with_the_words_of_the_hook() {
        let err =
            "remote: main is protected        \nTo /x\nerror: failed to push some refs to '/x'\n";
        assert_eq!(
            why("[remote rejected] (pre-receive hook declined)", err),
            "pre-receive hook declined: main is protected"
        );
        assert_eq!(
            why("[remote rejected] (hook declined)", ""),
            "hook declined"
        );
    }

    #[test]
    fn q25_a_denial_is_told_from_silence() {
        for denial in [
            "git@example.com: Permission denied (publickey).",
            "remote: Permission to a/b.git denied to eva.",
            "fatal: unable to access 'https://x/': The requested URL returned error: 403",
            "fatal: could not read Username for 'https://x': terminal prompts disabled",
            "remote: error: insufficient permission for adding an object to repository database ./objects",
        ] {
            assert!(is_denied(denial), "{denial}");
        }
        for silence in [
            "fatal: '/x' does not appear to be a git repository",
            "ssh: Could not resolve hostname x: Name or service not known",
            "Please make sure you have the correct access rights and the repository exists.",
        ] {
            assert!(!is_denied(silence), "{silence}");
        }
    }
}
