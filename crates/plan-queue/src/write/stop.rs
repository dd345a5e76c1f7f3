//! Stopping: one call that leaves work to resume and, where one is needed, an action for a person (Q32).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::claim::known;
use super::hold::{at_work, claimed, wip_on};
use super::reshape::{NewAction, add_human};
use super::{Draft, Planned, Refusal, Step, blockers, checkpoint};
use crate::model::Milestone;
use crate::select::{Caller, ClaimVersions, Situation};
use crate::stop::{self, StopReason, Unblocker};
use crate::{Queue, QueueFiles};

/// A request to stop working on a task (Q32).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct StopRequest<'a> {
    /// Who stops.
    pub caller: Caller<'a>,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// The task.
    pub task: &'a str,
    /// The reason, by its code; a deprecated one answers its successor (Q23).
    pub reason: &'a str,
    /// What a person has to do for the work to go on. Needed where the reason waits for a person.
    pub needs: Option<&'a str>,
}

/// A task that was stopped, and can be gone on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Stopped {
    /// The task.
    pub task: String,
    /// The reason.
    pub reason: &'static str,
    /// The deprecated code that was asked for.
    pub deprecated: Option<&'static str>,
    /// The family of the reason.
    pub family: &'static str,
    /// Who can unblock it.
    pub unblocked_by: &'static str,
    /// What has to be done, and how to go on after it.
    pub remedy: &'static str,
    /// The work in progress that is gone on from.
    pub wip: Option<String>,
    /// The human action that holds the task now.
    pub action: Option<String>,
    /// The checkpoint that holds its line now.
    pub checkpoint: Option<String>,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is stopped: {}", self.task, self.reason)?;
        if let Some(deprecated) = self.deprecated {
            write!(f, " (formerly {deprecated})")?;
        }
        write!(f, "\n  to go on: {}", self.remedy)?;
        for place in [&self.action, &self.checkpoint].into_iter().flatten() {
            write!(f, "\n  a person: {place}")?;
        }
        Ok(())
    }
}

/// Plans a stop (Q32): the person's action or the checkpoint first, then the task unticked, then the
/// reason under `## Bloqueos` of the work in progress, which stays active.
///
/// # Errors
///
/// `reason-unknown`; `needs-missing` where a person is needed and nobody says what for; `claim-missing`,
/// or `taken` as a conflict; `review-not-ready`; `task-unknown`, `task-done`; what the human action is
/// refused for.
pub fn stop(files: &QueueFiles, queue: &Queue, request: &StopRequest<'_>) -> Planned<Stopped> {
    let resolved = stop::resolve(request.reason).ok_or_else(|| unknown(request.reason))?;
    let reason = resolved.reason;
    let (milestone, task) = known(queue, request.task)?;
    let situation = Situation::new(queue, request.caller, request.versions);
    let wip = wip_on(&situation, task.slug());
    if wip.is_none() {
        match request.caller.role {
            Some(crate::phase::Role::Review) => at_work(&situation, task.slug()).map(|_| ())?,
            _ => claimed(&situation, task.slug())?,
        }
    }
    let mut draft = Draft::new(files);
    let person = Person::of(reason, request.needs)?;
    let (action, checkpoint) = person.write(&mut draft, (files, queue), milestone, task.slug())?;
    if task.ticked {
        draft.replace(&task.file, task.mark, " ")?;
    }
    if let Some(wip) = wip {
        let said = request.needs.map_or(reason.meaning, str::trim);
        let said: Vec<&str> = said.split_whitespace().collect();
        blockers::add(
            &mut draft,
            &wip.file,
            &[format!("- **{reason}** — {}", said.join(" "))],
        )?;
    }
    let outcome = Stopped {
        task: task.slug().to_owned(),
        reason: reason.code,
        deprecated: resolved.deprecated,
        family: reason.family.as_str(),
        unblocked_by: reason.unblocked_by.as_str(),
        remedy: reason.remedy,
        wip: wip.map(|wip| wip.file.to_string()),
        action,
        checkpoint,
    };
    if draft.is_empty() {
        return Ok(Step::Already(outcome));
    }
    Ok(Step::Change {
        change: draft.into_change(format!("Stop {}: {reason}", task.slug())),
        outcome,
    })
}

/// How a person is told.
enum Person<'a> {
    /// Nobody has to be.
    Nobody,
    /// By an action that holds the task.
    Action(&'static StopReason, &'a str),
    /// By the checkpoint of the milestone.
    Checkpoint(&'a str),
}

impl<'a> Person<'a> {
    /// What a reason asks for: of the reasons that wait for a person, those that are about the milestone
    /// and not about the task get its checkpoint.
    fn of(reason: &'static StopReason, needs: Option<&'a str>) -> Result<Self, Refusal> {
        let needs = needs.map(str::trim).filter(|needs| !needs.is_empty());
        let of_milestone = [&stop::AWAITING_REVIEW, &stop::MILESTONE_TOO_LONG].contains(&reason);
        match needs {
            Some(needs) if of_milestone => Ok(Self::Checkpoint(needs)),
            Some(needs) => Ok(Self::Action(reason, needs)),
            None if reason.unblocked_by == Unblocker::Person => {
                let message = format!("`{reason}` waits for a person, and nobody says what for");
                Err(Refusal::new("needs-missing", message)
                    .with_help("say what a person has to do: --needs TEXT"))
            }
            None => Ok(Self::Nobody),
        }
    }

    /// Writes it; answers the file of the action, and that of the checkpoint.
    fn write(
        &self,
        draft: &mut Draft<'_>,
        (files, queue): (&QueueFiles, &Queue),
        milestone: &Milestone,
        task: &str,
    ) -> Result<(Option<String>, Option<String>), Refusal> {
        match self {
            Self::Nobody => Ok((None, None)),
            Self::Checkpoint(action) => {
                let file = checkpoint::write(draft, queue, milestone, action)?;
                Ok((None, Some(file)))
            }
            Self::Action(reason, action) => {
                let new = NewAction {
                    task,
                    origin: reason.code,
                    action,
                };
                let added = add_human(files, queue, &new)?;
                let written = added.change().map_or(&[][..], |change| &change.files);
                for file in written {
                    draft.write(file.path.as_str(), file.content.clone().unwrap_or_default())?;
                }
                Ok((Some(added.outcome().file.clone()), None))
            }
        }
    }
}

fn unknown(reason: &str) -> Refusal {
    Refusal::new("reason-unknown", format!("`{reason}` is no stop reason"))
        .with_help("`ops stop-reasons` lists them")
}
