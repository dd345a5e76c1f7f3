//! The order in which work is chosen, and the stops where there is none (Q19, Q31).

use plan_diagnostics::{Finding, Severity};

use super::{Obstacle, Situation};
use crate::Lane;
use crate::model::{Milestone, Task, Wip};
use crate::phase::{Phase, Role};
use crate::stop::{self, StopReason};

/// What the caller is to do (Q19).
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice<'a> {
    /// Work on this task.
    Task {
        /// Its milestone.
        milestone: &'a Milestone,
        /// The task.
        task: &'a Task,
        /// Why this one.
        because: Because<'a>,
    },
    /// Repair a closing that was cut short: the task is done and out of the queue, the work in
    /// progress still there.
    Repair {
        /// The task.
        slug: &'a str,
        /// The work in progress to be cleared.
        wip: &'a Wip,
    },
    /// Stop, for this reason.
    Stop(Stop),
    /// Nothing is queued for the caller, which is no stop.
    Nothing,
}

/// Why a task was chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Because<'a> {
    /// It is the runner's own work in progress.
    Wip(&'a Wip),
    /// The runner has claimed it.
    Claim,
    /// It is the first that can be taken.
    Next,
    /// It was handed over for review.
    Review(&'a Wip),
}

/// A stop: a reason of the vocabulary, and what happened here (Q20).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stop {
    /// The reason.
    pub reason: &'static StopReason,
    /// What happened, with names.
    pub detail: String,
}

impl Stop {
    /// A stop for this reason.
    #[must_use]
    pub fn new(reason: &'static StopReason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }

    /// The request names a role that there is not (Q31).
    #[must_use]
    pub fn role_unknown(word: &str) -> Self {
        Self::new(&stop::ROLE_UNKNOWN, format!("`{word}` is no role"))
    }
}

impl<'a> Situation<'a> {
    /// What the caller is to do: checkpoints first, then the runner's own work in progress, its own
    /// claim, and the first task in queue order that can be taken (Q19).
    ///
    /// A reviewing session is offered what was handed over, and nothing else (Q31).
    #[must_use]
    pub fn choose(&self) -> Choice<'a> {
        if let Some(checkpoint) = self.checkpoint() {
            let detail = format!(
                "{}: {}",
                checkpoint.file,
                first_line(&checkpoint.action.value)
            );
            return Choice::Stop(Stop::new(&stop::AWAITING_REVIEW, detail));
        }
        if self.caller.role == Some(Role::Review) {
            return self.handed_over();
        }
        let own = self.own_wip().map(|wip| self.go_on(wip));
        let chosen = own
            .or_else(|| self.own_claimed())
            .unwrap_or_else(|| self.next());
        self.unless_unread(chosen)
    }

    /// What could not be read is not nothing: a queue of which a part is unreadable is not empty.
    fn unless_unread(&self, chosen: Choice<'a>) -> Choice<'a> {
        let in_queue = |file: &str| file == "BACKLOG.md" || file.starts_with("backlog/");
        let unread = |finding: &&Finding| {
            finding.severity() == Severity::Must && in_queue(&finding.location.file)
        };
        match (&chosen, self.queue.findings.iter().find(unread)) {
            (Choice::Nothing, Some(finding)) => {
                let detail = format!("{}: {}", finding.location.file, finding.message);
                Choice::Stop(Stop::new(&stop::CONTEXT_UNAVAILABLE, detail))
            }
            _ => chosen,
        }
    }

    /// The work in progress is the task, whatever else.
    fn go_on(&self, wip: &'a Wip) -> Choice<'a> {
        let slug = wip.active_task().unwrap_or_default();
        let Some((milestone, task)) = self.queue.task(slug) else {
            return self.without_task(wip, slug);
        };
        if task.lane() == Some(Lane::Manual) {
            return manual_held(task, &wip.file);
        }
        if self.caller.role == Some(Role::Build) && phase_of(wip) == Some(Phase::Review) {
            let detail = format!("{slug} ({}) is in phase Review", wip.file);
            return Choice::Stop(Stop::new(&stop::REVIEW_PENDING, detail));
        }
        Choice::Task {
            milestone,
            task,
            because: Because::Wip(wip),
        }
    }

    /// A work in progress whose task left the queue: closed, or never there.
    fn without_task(&self, wip: &'a Wip, slug: &'a str) -> Choice<'a> {
        if self.queue.done(slug).is_some() {
            return Choice::Repair { slug, wip };
        }
        let detail = format!(
            "{} names {slug}, which is neither queued nor done",
            wip.file
        );
        Choice::Stop(Stop::new(&stop::WIP_MALFORMED, detail))
    }

    /// A bare claim stands against nothing that came after it.
    fn own_claimed(&self) -> Option<Choice<'a>> {
        let (milestone, task) = self.own_claim()?;
        let slug = task.slug();
        let obstacles = self.obstacles(milestone, task);
        let first = |wanted: fn(&Obstacle) -> bool| obstacles.iter().find(|one| wanted(one));
        if task.lane() == Some(Lane::Manual) {
            return Some(manual_held(task, &format!("claims/{slug}.md")));
        }
        if let Some(held) = first(|one| matches!(one, Obstacle::Held { .. })) {
            let detail = format!("{slug}, which this runner has claimed: {held}");
            return Some(Choice::Stop(Stop::new(&stop::BLOCKED_ON_HUMAN, detail)));
        }
        let stuck = |one: &Obstacle| {
            matches!(
                one,
                Obstacle::SlugRepeated { .. } | Obstacle::Taken { .. } | Obstacle::Waiting { .. }
            )
        };
        if let Some(obstacle) = first(stuck) {
            let detail = format!("{slug}, which this runner has claimed: {obstacle}");
            return Some(Choice::Stop(Stop::new(&stop::CLAIM_STUCK, detail)));
        }
        Some(Choice::Task {
            milestone,
            task,
            because: Because::Claim,
        })
    }

    fn next(&self) -> Choice<'a> {
        let mut passed_over = Vec::new();
        for (milestone, task) in self.open_tasks() {
            let obstacles = self.obstacles(milestone, task);
            if obstacles.is_empty() {
                return Choice::Task {
                    milestone,
                    task,
                    because: Because::Next,
                };
            }
            let elsewhere = |one: &Obstacle| matches!(one, Obstacle::OtherMilestone { .. });
            if !obstacles.iter().any(elsewhere) {
                passed_over.push((task, obstacles));
            }
        }
        nothing_to_take(&passed_over)
    }

    /// The first task, in queue order, whose work in progress stands in Review, of whatever runner.
    fn handed_over(&self) -> Choice<'a> {
        let ready = |wip: &&&Wip| phase_of(wip) == Some(Phase::Review);
        let active: Vec<&Wip> = self
            .queue
            .wips
            .iter()
            .filter(|wip| wip.is_active())
            .collect();
        let of = |slug: &str| {
            active
                .iter()
                .filter(ready)
                .find(|wip| wip.active_task() == Some(slug))
                .copied()
        };
        let wanted = |milestone: &Milestone| {
            self.caller
                .milestone
                .is_none_or(|wanted| wanted == milestone.slug())
        };
        for (milestone, task) in self.open_tasks().filter(|(milestone, _)| wanted(milestone)) {
            if let Some(wip) = of(task.slug()) {
                return Choice::Task {
                    milestone,
                    task,
                    because: Because::Review(wip),
                };
            }
        }
        self.cut_short(&active)
            .unwrap_or_else(|| self.nothing_handed_over(&active))
    }

    /// A closing by a reviewing session that was cut short after the task left the queue.
    fn cut_short(&self, active: &[&'a Wip]) -> Option<Choice<'a>> {
        active.iter().copied().find_map(|wip| {
            let slug = wip.active_task()?;
            let closed = self.queue.task(slug).is_none() && self.queue.done(slug).is_some();
            let reviewed = phase_of(wip).is_some_and(|phase| phase >= Phase::Review);
            (closed && reviewed).then_some(Choice::Repair { slug, wip })
        })
    }

    fn nothing_handed_over(&self, active: &[&Wip]) -> Choice<'a> {
        if active.is_empty() && self.open_tasks().next().is_none() {
            return Choice::Nothing;
        }
        let stand = |wip: &&Wip| {
            let phase = wip.phase.as_ref().map_or("no phase", |phase| &phase.value);
            format!("{} is in {phase}", wip.active_task().unwrap_or_default())
        };
        let mut detail = active.iter().map(stand).collect::<Vec<_>>().join("; ");
        if detail.is_empty() {
            "no task is being worked on here".clone_into(&mut detail);
        }
        Choice::Stop(Stop::new(&stop::REVIEW_NOT_READY, detail))
    }
}

/// Tasks are queued for the caller, and each has an obstacle.
fn nothing_to_take<'a>(passed_over: &[(&Task, Vec<Obstacle>)]) -> Choice<'a> {
    if passed_over.is_empty() {
        return Choice::Nothing;
    }
    let held = passed_over.iter().find_map(|(task, obstacles)| {
        let held = obstacles
            .iter()
            .find(|one| matches!(one, Obstacle::Held { .. }))?;
        Some(format!("{}: {held}", task.slug()))
    });
    if let Some(detail) = held {
        return Choice::Stop(Stop::new(&stop::BLOCKED_ON_HUMAN, detail));
    }
    let count = passed_over.len();
    let (task, obstacles) = &passed_over[0];
    let why = obstacles
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ");
    let detail = format!(
        "none of {count} queued can be taken; first, {}: {why}",
        task.slug()
    );
    Choice::Stop(Stop::new(&stop::QUEUE_UNAVAILABLE, detail))
}

fn manual_held<'a>(task: &Task, file: &str) -> Choice<'a> {
    let detail = format!(
        "{} is manual, and this runner holds it ({file})",
        task.slug()
    );
    Choice::Stop(Stop::new(&stop::MANUAL_HELD, detail))
}

pub(crate) fn phase_of(wip: &Wip) -> Option<Phase> {
    wip.phase
        .as_ref()
        .and_then(|phase| Phase::parse(&phase.value))
}

fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .unwrap_or("no action is written")
}
