//! Releasing a task (Q26).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::hold::{not_taken, wip_on};
use super::{Draft, Planned, Refusal, Step};
use crate::select::{Caller, ClaimVersions, Situation};
use crate::{Queue, QueueFiles};

/// A request to release a task (Q26).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct ReleaseRequest<'a> {
    /// Who asks.
    pub caller: Caller<'a>,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// The task.
    pub task: &'a str,
    /// Whether the work in progress on it goes too; otherwise it is a reason to refuse.
    pub drop_wip: bool,
}

/// A task that is nobody's again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Released {
    /// The task.
    pub task: String,
    /// Whose it was, or who asked.
    pub runner: String,
    /// Whether work in progress went with it.
    pub wip_dropped: bool,
}

impl fmt::Display for Released {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not claimed by {}", self.task, self.runner)?;
        f.write_str(if self.wip_dropped {
            ", and its work in progress is gone"
        } else {
            ""
        })
    }
}

/// Plans a release (Q26): the claim goes, and with it, where that is asked for, the work in progress.
///
/// What nobody has claimed is released already.
///
/// # Errors
///
/// `taken`, a conflict, where the claim is another's; `wip-active` where work in progress would be left
/// behind; `claim-upstream` where the claim is on the upstream branch alone.
pub fn release(
    files: &QueueFiles,
    queue: &Queue,
    request: &ReleaseRequest<'_>,
) -> Planned<Released> {
    let situation = Situation::new(queue, request.caller, request.versions);
    let slug = request.task;
    let wip = wip_on(&situation, slug);
    if let Some(wip) = wip
        && !request.drop_wip
    {
        let message = format!("`{}` is at work on `{slug}`", wip.file);
        let help = "close or stop the task, or let the work in progress go with --drop-wip";
        return Err(Refusal::new("wip-active", message).with_help(help));
    }
    let mut draft = Draft::new(files);
    let own = queue
        .claim(slug)
        .filter(|claim| claim.runner() == Some(request.caller.runner));
    match own {
        Some(claim) => draft.remove(&claim.file)?,
        None if situation.is_claimed(slug) => return Err(upstream_alone(slug)),
        None => not_taken(&situation, slug)?,
    }
    if let Some(wip) = wip {
        draft.remove(&wip.file)?;
    }
    let outcome = Released {
        task: slug.to_owned(),
        runner: request.caller.runner.to_owned(),
        wip_dropped: wip.is_some(),
    };
    if draft.is_empty() {
        return Ok(Step::Already(outcome));
    }
    Ok(Step::Change {
        change: draft.into_change(format!("Release {slug}")),
        outcome,
    })
}

fn upstream_alone(slug: &str) -> Refusal {
    let message =
        format!("the claim on `{slug}` is on the upstream branch, and not in this work tree");
    Refusal::new("claim-upstream", message).with_help("release it there with --push, or pull first")
}
