//! Sending a reviewed task back to the session that built it (Q31).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::claim::known;
use super::hold::at_work;
use super::wip::set_phase;
use super::{Draft, Planned, Refusal, Step, blockers};
use crate::model::Wip;
use crate::phase::{Phase, Role};
use crate::select::{Caller, ClaimVersions, Situation, phase_of};
use crate::stop::{self, StopReason};
use crate::{Queue, QueueFiles};

/// What a review found (Q31).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewFinding {
    /// The rule or criterion that it rests on.
    pub basis: String,
    /// Whether it was checked. What was not is recorded, and sends nothing back.
    pub checked: bool,
    /// What is the matter, in one line.
    pub text: String,
}

impl ReviewFinding {
    /// The item that it is under `## Bloqueos`: with a box where it has to be settled.
    fn item(&self) -> String {
        let Self {
            basis,
            checked,
            text,
        } = self;
        if *checked {
            format!("- [ ] **{basis}** — {text}")
        } else {
            format!("- **{basis}** — {text} (sin comprobar)")
        }
    }
}

/// A task that goes back to be built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SentBack {
    /// The task.
    pub task: String,
    /// The builder's work in progress.
    pub wip: String,
    /// How many findings have to be settled.
    pub to_settle: usize,
    /// How many were recorded without having been checked.
    pub recorded: usize,
}

impl fmt::Display for SentBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} goes back to Build with {} finding(s) in {}",
            self.task, self.to_settle, self.wip
        )
    }
}

/// Plans to send a task back (Q31): the findings under `## Bloqueos` of the work in progress that was
/// handed over, and its phase back to Build. The review corrects nothing itself. Where the task is back in
/// Build with the very same findings, open as they were written, it was sent back already.
///
/// # Errors
///
/// `review-not-ready`; `review-unbacked` where a finding names neither rule nor criterion, or says nothing;
/// `review-unverified` where none was checked; `task-unknown`, `task-done`.
pub fn send_back(
    files: &QueueFiles,
    queue: &Queue,
    runner: &str,
    (task, findings): (&str, &[ReviewFinding]),
) -> Planned<SentBack> {
    let caller = Caller {
        runner,
        role: Some(Role::Review),
        ..Caller::default()
    };
    let situation = Situation::new(queue, caller, ClaimVersions::default());
    known(queue, task)?;
    for finding in findings {
        let line = |text: &str| !text.trim().is_empty() && !text.contains(['\n', '\r']);
        if !line(&finding.basis) || !line(&finding.text) {
            let message =
                format!("a finding names no rule or criterion, or says nothing: {finding:?}");
            return Err(refused(&stop::REVIEW_UNBACKED, message));
        }
    }
    let to_settle = findings.iter().filter(|finding| finding.checked).count();
    if to_settle == 0 {
        let message = "none of the findings was checked, and only a checked one sends a task back";
        return Err(refused(&stop::REVIEW_UNVERIFIED, message.to_owned()));
    }
    let items: Vec<String> = findings.iter().map(ReviewFinding::item).collect();
    let mut draft = Draft::new(files);
    let outcome = |wip: &Wip| SentBack {
        task: task.to_owned(),
        wip: wip.file.to_string(),
        to_settle,
        recorded: findings.len() - to_settle,
    };
    let wip = match at_work(&situation, task) {
        Ok(wip) => wip,
        Err(refusal) => {
            let back = sent_back(queue, task, &draft, &items)?;
            return back.map(|wip| Step::Already(outcome(wip))).ok_or(refusal);
        }
    };
    blockers::add(&mut draft, &wip.file, &items)?;
    set_phase(&mut draft, wip, Phase::Build)?;
    Ok(Step::Change {
        outcome: outcome(wip),
        change: draft.into_change(format!("Send {task} back to Build")),
    })
}

/// The work in progress that is back in Build with these items, as they were written.
fn sent_back<'q>(
    queue: &'q Queue,
    task: &str,
    draft: &Draft<'_>,
    items: &[String],
) -> Result<Option<&'q Wip>, Refusal> {
    let building = |wip: &&Wip| phase_of(wip) == Some(Phase::Build);
    let wips = queue.wips.iter();
    for wip in wips
        .filter(|wip| wip.active_task() == Some(task))
        .filter(building)
    {
        if blockers::have(draft, &wip.file, items)? {
            return Ok(Some(wip));
        }
    }
    Ok(None)
}

fn refused(reason: &'static StopReason, message: String) -> Refusal {
    Refusal::new(reason.code, message)
        .with_help(reason.remedy)
        .with_stop(reason)
}
