//! Why a remote could not be asked or changed.

use std::path::PathBuf;

/// Why nothing was judged, or nothing could be pushed (Q25, Q34). A claim that another holds is no
/// error, and neither is a race that was lost: see [`Shared`](super::Shared).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// There is no git to run.
    #[error("git cannot be run: {0}")]
    NoGit(#[source] std::io::Error),
    /// The planning directory lies in no git work tree.
    #[error("{} lies in no git work tree", .0.display())]
    NoRepository(PathBuf),
    /// Nothing says which remote is meant.
    #[error("{0}")]
    NoRemote(String),
    /// Nothing says which branch is meant, or the remote has no such branch.
    #[error("{0}")]
    NoBranch(String),
    /// The branch of the remote holds no planning directory at that place.
    #[error("{branch} of {remote} holds no readable {file}")]
    NoPlanning {
        /// The remote.
        remote: String,
        /// The branch.
        branch: String,
        /// The file that was looked for, relative to the repository.
        file: String,
    },
    /// The remote does not answer; with `pushed`, it is not known whether the last push arrived.
    #[error("{remote} cannot be reached: {told}")]
    Unreachable {
        /// The remote.
        remote: String,
        /// What git said.
        told: String,
        /// Whether a push had been sent when the connection broke.
        pushed: bool,
    },
    /// The remote answers, and does not let this user push.
    #[error("{remote} does not let you push: {told}")]
    Denied {
        /// The remote.
        remote: String,
        /// What git said.
        told: String,
    },
    /// The remote refuses pushes to the planning branch and to the work branch (Q34).
    #[error("{remote} refuses pushes to {branch}: {told}")]
    Refused {
        /// The remote.
        remote: String,
        /// The branch or branches.
        branch: String,
        /// What the remote said.
        told: String,
    },
    /// The work branch and the planning branch changed the same file, each its own way (Q34).
    #[error("{work} and {branch} both changed {file}")]
    Diverged {
        /// The planning branch.
        branch: String,
        /// The work branch.
        work: String,
        /// The file, relative to the planning directory.
        file: String,
    },
    /// A hook of this clone refused the push.
    #[error("a hook of this clone refused the push: {0}")]
    Hook(String),
    /// Git does not know whom to name as the committer.
    #[error("git does not know who commits: {0}")]
    NoIdentity(String),
    /// A git process took longer than it may.
    #[error("git {doing} did not end within {seconds} s")]
    TimedOut {
        /// The command of git.
        doing: String,
        /// How long it had.
        seconds: u64,
    },
    /// Git failed in some other way.
    #[error("git {doing} failed: {told}")]
    Git {
        /// The command of git.
        doing: String,
        /// What it said.
        told: String,
    },
}

impl RemoteError {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoGit(_) => "git-missing",
            Self::NoRepository(_) => "no-repository",
            Self::NoRemote(_) => "no-remote",
            Self::NoBranch(_) => "no-planning-branch",
            Self::NoPlanning { .. } => "no-planning-on-branch",
            Self::Unreachable { .. } => "remote-unreachable",
            Self::Denied { .. } => "permission-denied",
            Self::Refused { .. } => "push-refused",
            Self::Diverged { .. } => "work-branch-diverged",
            Self::Hook(_) => "hook-refused",
            Self::NoIdentity(_) => "no-identity",
            Self::TimedOut { .. } => "git-timeout",
            Self::Git { .. } => "git-failed",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            Self::NoGit(_) => "install git, or put it on the PATH",
            Self::NoRepository(_) => {
                "a claim that others can see needs a git remote; leave --push out to claim here alone"
            }
            Self::NoRemote(_) => "name the remote: --push REMOTE",
            Self::NoBranch(_) => {
                "be on a branch whose upstream is the planning branch, or name it: --push REMOTE --branch NAME"
            }
            Self::NoPlanning { .. } => "push the planning directory to that branch first",
            Self::Unreachable { pushed: true, .. } => {
                "it is not known whether the push arrived: repeat the call, which then says so"
            }
            Self::Unreachable { .. } => {
                "nothing was pushed; repeat the call when the remote answers"
            }
            Self::Denied { .. } => {
                "nothing was pushed; ask whoever runs the remote for the right to push"
            }
            Self::Refused { .. } => {
                "nothing was pushed; ask whoever runs the remote which branch may be pushed to"
            }
            Self::Diverged { .. } => {
                "merge the work branch into the planning branch, or delete it, then try again"
            }
            Self::Hook(_) => "nothing was pushed; see the hook pre-push of this clone",
            Self::NoIdentity(_) => "set user.name and user.email in git's configuration",
            Self::TimedOut { .. } => "repeat the call: where the push had arrived it says so",
            Self::Git { .. } => "repeat the command of git by hand to see more",
        }
    }

    /// Whether the request was judged and turned down, rather than not judged at all.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Denied { .. } | Self::Refused { .. } | Self::Diverged { .. } | Self::Hook(_)
        )
    }
}
