//! `--push`: a change of the queue as a commit that others can see (Q25, Q30, Q34).

use std::fmt::Display;
use std::time::Duration;

use plan_queue::remote::{
    ATTEMPTS, Git, Reading, RemoteError, Repository, Request, Shared, Target, share,
};
use plan_queue::write::{Change, Outcome, Planned};
use plan_queue::{Queue, QueueFiles, read};
use serde::Serialize;

use super::answer::Answer;
use super::pushed::Seen;
use super::writing::Writing;
use super::{Planning, unusable};
use crate::facts::queue::{Around, SharedClaims};
use crate::{Output, facts};

/// Where to write: here, or here and on the remote.
#[derive(Debug, clap::Args)]
pub(super) struct Sharing {
    #[command(flatten)]
    writing: Writing,
    /// Push it, as a commit on the planning branch (default: the remote that the current branch follows)
    #[arg(long, value_name = "REMOTE", num_args = 0..=1, default_missing_value = "")]
    push: Option<String>,
    /// With --push: the planning branch on the remote (default: the one that the current branch follows)
    #[arg(long, value_name = "NAME", requires = "push")]
    branch: Option<String>,
    /// With --push: how long one process of git may take [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "push")]
    patience: Option<u64>,
}

impl Sharing {
    /// Whether the change is pushed, so that the planner judges the files of the remote.
    pub(super) const fn is_pushed(&self) -> bool {
        self.push.is_some()
    }

    /// The claims that others can see. With --push the files that are judged are those of the remote
    /// as it is, so that no other version of them counts.
    pub(super) fn claims(&self, planning: &Planning) -> SharedClaims {
        if self.is_pushed() {
            return SharedClaims::default();
        }
        planning.around().claims()
    }

    /// As [`claims`](Self::claims), where git was asked for more already.
    pub(super) fn claims_around(&self, around: &Around) -> SharedClaims {
        if self.is_pushed() {
            return SharedClaims::default();
        }
        around.claims()
    }

    /// Plans an operation on the planning directory, or on the branch that it is shared on, and makes it
    /// true there.
    pub(super) fn run<T: Serialize + Display>(
        &self,
        planning: &Planning,
        command: &str,
        answer: Answer,
        reading: Reading,
        mut planner: impl FnMut(&QueueFiles, &Queue) -> Planned<T>,
    ) -> Result<Output, Output> {
        let Some(remote) = &self.push else {
            return self.writing.run(planning, command, answer, planner);
        };
        let repository = self.repository(planning, remote, answer)?;
        let request = Request {
            local: &planning.files,
            reading,
            attempts: ATTEMPTS,
            dry_run: self.writing.is_dry_run(),
        };
        let mut judged = None;
        let shared = share(&repository, request, |files| {
            let planned = planner(files, &read(files));
            judged = Some(files.clone());
            planned
        });
        let shared = shared.map_err(|error| failed(&error, answer))?;
        if let Shared::Landed(landed) = &shared {
            self.write_local(planning, command, answer, &landed.change)?;
        }
        let seen = Seen {
            repository: &repository,
            files: judged.as_ref().unwrap_or(&planning.files),
        };
        Ok(answer.shared(shared, seen))
    }

    fn repository(
        &self,
        planning: &Planning,
        remote: &str,
        answer: Answer,
    ) -> Result<Repository, Output> {
        let git = Git {
            program: "git".into(),
            environment: facts::environment::for_git(),
            patience: Duration::from_secs(self.patience.unwrap_or(60)),
        };
        let target = Target {
            remote: Some(remote).filter(|remote| !remote.is_empty()),
            branch: self.branch.as_deref(),
        };
        Repository::open(git, &planning.root, target).map_err(|error| failed(&error, answer))
    }

    /// What is of this work tree alone is written once the rest is won: a crash in between is finished
    /// by the same call.
    fn write_local(
        &self,
        planning: &Planning,
        command: &str,
        answer: Answer,
        change: &Change,
    ) -> Result<(), Output> {
        let local = Change {
            summary: change.summary.clone(),
            files: change.local().cloned().collect(),
        };
        if local.files.is_empty() {
            return Ok(());
        }
        match self.writing.apply(planning, command, &local)? {
            Outcome::Conflict(conflict) => Err(answer.half(&conflict)),
            _ => Ok(()),
        }
    }
}

/// Git or the remote could not do it; that the remote refuses is a refusal.
fn failed(error: &RemoteError, answer: Answer) -> Output {
    if error.is_refusal() {
        return answer.turned_down(error.code(), &error.to_string(), error.help());
    }
    unusable(&format!("({}) {error}", error.code()), error.help())
}
