//! Starting a task: its approved plan becomes the runner's work in progress (Q26).

use std::fmt;

use plan_diagnostics::Severity;
use schemars::JsonSchema;
use serde::Serialize;

use super::claim::known;
use super::front::front;
use super::hold::{busy, claimed};
use super::{Draft, Planned, Refusal, Step};
use crate::model::{Task, Wip, runner_key};
use crate::phase::{Floor, Phase, SetBy, Surfaces};
use crate::select::{Caller, ClaimVersions, Situation};
use crate::{Lane, Queue, QueueFiles, read};

/// The heading of the plan that is carried out.
const PLAN: &str = "## Plan aprobado";

/// A request to start a task (Q26).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct StartRequest<'a> {
    /// Who asks.
    pub caller: Caller<'a>,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// The task.
    pub task: &'a str,
    /// The approved plan: Markdown with steps `1. [ ] …`, all of it or under `## Plan aprobado`, and
    /// perhaps `## Crítica`.
    pub plan: &'a str,
    /// Who set its lane.
    pub set_by: SetBy,
    /// What must not break.
    pub surfaces: &'a Surfaces,
}

/// A task that is begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Started {
    /// The task.
    pub task: String,
    /// The file of the work in progress.
    pub wip: String,
    /// The lane that runs, after the floor of critical surfaces; null is unclassified.
    pub lane: Option<&'static str>,
    /// Why that is not the lane of its line, or a warning about it.
    pub note: Option<String>,
    /// How many steps its plan has.
    pub steps: usize,
}

impl fmt::Display for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is at work in {}, {} step(s)",
            self.task, self.wip, self.steps
        )?;
        self.note
            .as_ref()
            .map_or(Ok(()), |note| write!(f, "\n  {note}"))
    }
}

/// Plans the start of a task (Q26): the file `wip/<runner>.md`, in phase WIP.
///
/// To start what was started from the same plan is [`Step::Already`], as long as nothing was done in it.
///
/// # Errors
///
/// `claim-missing`, or `taken` as a conflict; `runner-busy` and `wip-active` where the runner has work in
/// progress; `plan-unfit` where the plan has no open steps, or cannot be read as one; `task-unknown`,
/// `task-done`, `value-unfit`.
pub fn start(files: &QueueFiles, queue: &Queue, request: &StartRequest<'_>) -> Planned<Started> {
    let situation = Situation::new(queue, request.caller, request.versions);
    let (_, task) = known(queue, request.task)?;
    claimed(&situation, task.slug())?;
    let floor = Floor::of(
        task.lane(),
        request.set_by,
        task.service(),
        request.surfaces,
    );
    let text = work_in_progress(task, floor.lane, request.plan)?;
    let key = runner_key(request.caller.runner);
    if key.is_empty() {
        let message = format!(
            "the runner `{}` has no letter or digit to name a file by",
            request.caller.runner
        );
        return Err(Refusal::new("value-unfit", message));
    }
    let own = situation.own_wip();
    let file = own.map_or_else(|| format!("wip/{key}.md"), |wip| wip.file.to_string());
    let mut draft = Draft::new(files);
    draft.write(&file, text)?;
    let steps = judged(&draft.result(), &file)?;
    let outcome = Started {
        task: task.slug().to_owned(),
        wip: file,
        lane: floor.lane.map(Lane::as_str),
        note: floor.note.as_ref().map(ToString::to_string),
        steps,
    };
    if draft.is_empty() {
        return Ok(Step::Already(outcome));
    }
    if let Some(wip) = own {
        return Err(at_work(wip, task.slug()));
    }
    Ok(Step::Change {
        change: draft.into_change(format!("Start {}", task.slug())),
        outcome,
    })
}

/// The text of the file: what it is about, then the plan as it was approved.
fn work_in_progress(task: &Task, lane: Option<Lane>, plan: &str) -> Result<String, Refusal> {
    let mut entries = vec![("task", task.slug()), ("phase", Phase::Wip.as_str())];
    entries.extend(task.service().map(|service| ("service", service)));
    entries.extend(lane.map(|lane| ("lane", lane.as_str())));
    let plan = plan.trim_start_matches('\u{feff}').trim();
    let headed = plan
        .lines()
        .any(|line| line.trim_end().eq_ignore_ascii_case(PLAN));
    let heading = if headed {
        String::new()
    } else {
        format!("{PLAN}\n\n")
    };
    Ok(format!("{}\n{heading}{plan}\n", front(&entries)?))
}

/// Reads the file as everybody will, and counts its steps.
fn judged(files: &QueueFiles, file: &str) -> Result<usize, Refusal> {
    let queue = read(files);
    let unfit = |message: String| {
        Refusal::new("plan-unfit", message).with_help(
            "write the plan as steps `1. [ ] what to do`, none of them ticked, without frontmatter",
        )
    };
    let faults = queue
        .findings
        .iter()
        .filter(|finding| finding.location.file == file && finding.severity() == Severity::Must);
    let faults: Vec<_> = faults.cloned().collect();
    if let Some(first) = faults.first() {
        let message = format!("the plan cannot be work in progress: {}", first.message);
        return Err(unfit(message).with_findings(faults));
    }
    let wip = queue.wips.iter().find(|wip| &*wip.file == file);
    let steps = wip.map_or(&[][..], |wip| &wip.steps);
    if steps.is_empty() {
        return Err(unfit("the plan has no steps".to_owned()));
    }
    if let Some(done) = steps.iter().find(|step| step.done) {
        return Err(unfit(format!(
            "step {} of the plan is ticked already",
            done.number
        )));
    }
    Ok(steps.len())
}

/// The runner has work in progress already.
fn at_work(wip: &Wip, slug: &str) -> Refusal {
    let other = wip.active_task().unwrap_or_default();
    if other != slug {
        return busy(other, &wip.file);
    }
    let message = format!(
        "`{slug}` is at work already, from another plan or with steps done ({})",
        wip.file
    );
    Refusal::new("wip-active", message).with_help("go on from its first open step; the plan stands")
}
