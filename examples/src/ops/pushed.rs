//! How a command answers that shares what it does: where it was pushed, and who sees it (Q25, Q34).

use std::fmt::{self, Display};

use plan_diagnostics::ExitCode;
use plan_queue::QueueFiles;
use plan_queue::remote::{Landed, Repository, Shared};
use plan_queue::write::{Change, Conflict};
use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use crate::Output;

/// Where a change is shared.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Push {
    /// The remote, as it was named.
    remote: String,
    /// The branch on the remote.
    branch: String,
    /// The commit; null where none was made.
    commit: Option<String>,
    /// Whether others see it: not so on a work branch, until somebody merges that.
    visible: bool,
    /// Why it is on the work branch: what the remote said to a push to the planning branch.
    instead: Option<String>,
    /// How many pushes it took: all but the last were overtaken by others.
    pushes: u32,
}

impl Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { remote, branch, .. } = self;
        match &self.commit {
            Some(commit) => {
                let short: String = commit.chars().take(10).collect();
                writeln!(f, "  pushed to {branch} of {remote} as {short}")?;
            }
            None => writeln!(f, "  on {branch} of {remote}")?,
        }
        if self.visible {
            return Ok(());
        }
        let why = self
            .instead
            .as_deref()
            .unwrap_or("the planning branch takes no pushes");
        writeln!(f, "  others do not see it until {branch} is merged ({why})")
    }
}

/// What was judged.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    /// Where.
    pub(super) repository: &'a Repository,
    /// The files, as they were there.
    pub(super) files: &'a QueueFiles,
}

impl Answer {
    /// What became of a change that was to be shared.
    pub(super) fn shared<T: Serialize + Display>(
        self,
        shared: Shared<T>,
        seen: Seen<'_>,
    ) -> Output {
        let remote = seen.repository.remote().to_owned();
        match shared {
            Shared::Landed(landed) => {
                let (change, result, push) = parts(landed, remote);
                self.done("applied", Some(&change), result, Some(push))
            }
            Shared::Shown(landed) => {
                let (change, result, push) = parts(landed, remote);
                self.plan(&change, result, seen.files, Some(push))
            }
            Shared::Already {
                outcome,
                branch,
                is_visible,
            } => {
                let push = Push {
                    remote,
                    branch,
                    commit: None,
                    visible: is_visible,
                    instead: None,
                    pushes: 0,
                };
                self.done("unchanged", None, outcome, Some(push))
            }
            Shared::Refused(refusal) => self.refused(&refusal, seen.files),
            Shared::Exhausted { pushes } => self.overtaken(pushes, seen.repository),
        }
    }

    fn overtaken(self, pushes: u32, repository: &Repository) -> Output {
        let message = format!(
            "other pushes to {} of {} were faster {pushes} times",
            repository.branch(),
            repository.remote()
        );
        let help = "nothing was pushed; try again";
        let negative = self.negative("conflict", "push-overtaken", &message, help);
        self.print(&negative, ExitCode::Conflict)
    }

    /// The remote, or a hook, does not let the caller push.
    pub(super) fn turned_down(self, code: &str, message: &str, help: &str) -> Output {
        let negative = self.negative("refused", code, message, help);
        self.print(&negative, ExitCode::REFUSED)
    }

    /// The change is pushed, and what is of this work tree alone could not be written.
    pub(super) fn half(self, conflict: &Conflict) -> Output {
        let mut output = self.conflict(conflict);
        output.stderr +=
            "  the change is pushed; the same call again writes what is missing here\n";
        output
    }
}

fn parts<T>(landed: Landed<T>, remote: String) -> (Change, T, Push) {
    let push = Push {
        remote,
        visible: landed.is_visible(),
        branch: landed.branch,
        commit: landed.commit,
        instead: landed.instead,
        pushes: landed.pushes,
    };
    (landed.change, landed.outcome, push)
}
