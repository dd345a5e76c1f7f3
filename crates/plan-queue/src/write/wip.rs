//! Work in progress on its way: steps ticked, phases entered (Q22, Q26).

use std::fmt;

use plan_diagnostics::Span;
use schemars::JsonSchema;
use serde::Serialize;

use super::claim::known;
use super::hold::{at_work, wip_on};
use super::{Draft, Planned, Refusal, Step};
use crate::model::Wip;
use crate::phase::{Course, Floor, Phase, PhaseRefusal, Role, SetBy, Surfaces};
use crate::select::{Caller, ClaimVersions, Situation, phase_of};
use crate::{Queue, QueueFiles};

/// A step that is done, or open again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Ticked {
    /// The task.
    pub task: String,
    /// The number of the step.
    pub step: u32,
    /// Whether it is done.
    pub done: bool,
    /// What it says.
    pub text: String,
    /// How many steps are still open.
    pub open: usize,
}

impl fmt::Display for Ticked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = if self.done { "done" } else { "open" };
        write!(
            f,
            "{}: step {} is {state}, {} open",
            self.task, self.step, self.open
        )
    }
}

/// Plans to tick a step of the runner's own work in progress, or to untick it (Q26).
///
/// # Errors
///
/// `wip-missing` where the runner has none; `step-unknown`; `step-repeated` where the number stands for
/// several steps.
pub fn tick(
    files: &QueueFiles,
    queue: &Queue,
    runner: &str,
    (number, done): (u32, bool),
) -> Planned<Ticked> {
    let caller = Caller {
        runner,
        ..Caller::default()
    };
    let own = Situation::new(queue, caller, ClaimVersions::default()).own_wip();
    let wip = own.ok_or_else(|| {
        Refusal::new("wip-missing", "this runner has no work in progress")
            .with_help("write its approved plan down: `ops start DIR SLUG --plan FILE`")
    })?;
    let mut named = wip.steps.iter().filter(|step| step.number == number);
    let step = named.next().ok_or_else(|| unknown_step(wip, number))?;
    if named.next().is_some() {
        let message = format!("`{}` has several steps of the number {number}", wip.file);
        return Err(Refusal::new("step-repeated", message).with_help("number the steps anew"));
    }
    let others = wip
        .steps
        .iter()
        .filter(|other| other.number != number && !other.done);
    let outcome = Ticked {
        task: wip.active_task().unwrap_or_default().to_owned(),
        step: number,
        done,
        text: step.text.value.clone(),
        open: others.count() + usize::from(!done),
    };
    if step.done == done {
        return Ok(Step::Already(outcome));
    }
    let mut draft = Draft::new(files);
    draft.replace(&wip.file, step.mark, if done { "x" } else { " " })?;
    Ok(Step::Change {
        change: draft.into_change(format!("Tick step {number} of {}", outcome.task)),
        outcome,
    })
}

fn unknown_step(wip: &Wip, number: u32) -> Refusal {
    let message = format!("`{}` has no step {number}", wip.file);
    let known: Vec<_> = wip
        .steps
        .iter()
        .map(|step| step.number.to_string())
        .collect();
    Refusal::new("step-unknown", message).with_help(format!("its steps are {}", known.join(", ")))
}

/// A request to enter a phase (Q22).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct EnterRequest<'a> {
    /// Who asks.
    pub caller: Caller<'a>,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// The task.
    pub task: &'a str,
    /// The phase.
    pub to: Phase,
    /// Who set its lane.
    pub set_by: SetBy,
    /// What must not break.
    pub surfaces: &'a Surfaces,
}

/// A task in the phase that it entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Entered {
    /// The task.
    pub task: String,
    /// The phase that it stood in; null before the first.
    pub from: Option<&'static str>,
    /// The phase that it stands in now.
    pub current: &'static str,
    /// The phase after it; null after the last.
    pub next: Option<&'static str>,
    /// The phases that this session goes through, in order.
    pub phases: Vec<&'static str>,
}

impl fmt::Display for Entered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is in {}", self.task, self.current)?;
        self.next.map_or(Ok(()), |next| write!(f, ", next {next}"))
    }
}

/// Plans to enter a phase: the `phase` of the work in progress, where the machine allows it (Q22).
///
/// Where a reviewing session stands is not written down: only its way back to Build is, once it has
/// findings (Q31). Phases before WIP are written down nowhere, so that to enter one of them, without work in progress,
/// changes nothing.
///
/// # Errors
///
/// The codes of [`PhaseRefusal`](crate::phase::PhaseRefusal); `wip-missing`; `review-not-ready`;
/// `findings-missing` where a reviewing session sends a task back that has none; `phase-closes`, as Done is entered by closing.
pub fn enter(files: &QueueFiles, queue: &Queue, request: &EnterRequest<'_>) -> Planned<Entered> {
    let (_, task) = known(queue, request.task)?;
    let situation = Situation::new(queue, request.caller, request.versions);
    let role = request.caller.role;
    let floor = Floor::of(
        task.lane(),
        request.set_by,
        task.service(),
        request.surfaces,
    );
    let course = Course::new(floor.lane, request.set_by, role);
    let wip = if request.to < Phase::Wip {
        wip_on(&situation, request.task)
    } else {
        Some(at_work(&situation, request.task)?)
    };
    let current = wip.and_then(phase_of);
    let outcome = Entered {
        task: request.task.to_owned(),
        from: current.map(Phase::as_str),
        current: request.to.as_str(),
        next: course.next(Some(request.to)).map(Phase::as_str),
        phases: course.steps().iter().map(|phase| phase.as_str()).collect(),
    };
    match (wip, role) {
        (Some(wip), Some(Role::Review)) => reviewed(wip, &course, request.to)?,
        _ => {
            let criticised = wip.is_some_and(|wip| wip.critique.is_some());
            course
                .enter(current, request.to, criticised)
                .map_err(|refusal| refused(&refusal))?;
        }
    }
    // What a reviewing session goes through is written down nowhere: its task is known by the phase
    // Review, and would else look like one that is being built.
    let written = role != Some(Role::Review) || request.to == Phase::Build;
    let Some(wip) = wip.filter(|_| written && current != Some(request.to)) else {
        return Ok(Step::Already(outcome));
    };
    if request.to == Phase::Done {
        return Err(by_closing(request.task));
    }
    let mut draft = Draft::new(files);
    set_phase(&mut draft, wip, request.to)?;
    Ok(Step::Change {
        change: draft.into_change(format!("Enter {} with {}", request.to, request.task)),
        outcome,
    })
}

/// Judges a step of a reviewing session, whose work in progress stays in Review (Q31).
fn reviewed(wip: &Wip, course: &Course, to: Phase) -> Result<(), Refusal> {
    let slug = wip.active_task().unwrap_or_default();
    match to {
        Phase::Build if has_findings(wip) => Ok(()),
        Phase::Build => {
            let message = format!("nothing stands under `## Bloqueos` of `{}`", wip.file);
            let help = format!("say what was found: `ops return DIR {slug} --finding …`");
            Err(Refusal::new("findings-missing", message).with_help(help))
        }
        Phase::Done => Err(by_closing(slug)),
        to if course.steps().contains(&to) => Ok(()),
        to => course
            .enter(Some(Phase::Review), to, true)
            .map_err(|refusal| refused(&refusal)),
    }
}

fn refused(refusal: &PhaseRefusal) -> Refusal {
    Refusal::new(refusal.code(), refusal.to_string()).with_help(refusal.help())
}

fn by_closing(slug: &str) -> Refusal {
    let help = format!("close the task: `ops close DIR {slug} --entry FILE`");
    Refusal::new("phase-closes", "Done is entered by closing the task").with_help(help)
}

/// Whether something that is not settled stands under `## Bloqueos`.
fn has_findings(wip: &Wip) -> bool {
    wip.blockers
        .iter()
        .any(|blocker| blocker.ticked != Some(true))
}

/// Writes the phase into the frontmatter, as a line of its own where there was none.
pub(super) fn set_phase(draft: &mut Draft<'_>, wip: &Wip, phase: Phase) -> Result<(), Refusal> {
    if let Some(written) = &wip.phase {
        return draft.replace(&wip.file, written.span, phase.as_str());
    }
    let document = draft.document(&wip.file)?;
    let entries = document.frontmatter().map(|front| front.entries.as_slice());
    let task = entries.and_then(|entries| {
        entries
            .iter()
            .find(|entry| document.slice(entry.key) == "task")
    });
    let Some(task) = task else {
        let message = format!(
            "`{}` has no frontmatter that a phase could stand in",
            wip.file
        );
        return Err(Refusal::new("wip-malformed", message));
    };
    let blank = entries.and_then(|entries| {
        entries
            .iter()
            .find(|entry| document.slice(entry.key) == "phase")
    });
    let (span, text) = match blank {
        Some(entry) => (entry.line, format!("phase: {phase}")),
        None => {
            let eol = document.line_ending();
            (
                Span::new(task.line.end, task.line.end),
                format!("{eol}phase: {phase}"),
            )
        }
    };
    draft.replace(&wip.file, span, &text)
}
