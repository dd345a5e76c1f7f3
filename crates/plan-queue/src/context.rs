//! The context: what a runner is to do now, and why nothing else, as one value (Q20).
//!
//! It has a JSON form with a schema (`urn:planwright:schema:queue-context:v1`) and a text form.

mod passed;
mod text;

use std::collections::HashSet;

use plan_diagnostics::{Finding, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Milestone, Task, Wip};
use crate::select::{Because, Choice, Obstacle, Situation, Stop};
use crate::{Date, Queue, recurrence};

pub use passed::{HeldTask, Repeated, Taken, Waiting};

/// The `$id` of the schema of a [`Context`].
pub const SCHEMA: &str = "urn:planwright:schema:queue-context:v1";

/// Facts about the call that the context repeats.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The name of the planning directory.
    pub queue: &'a str,
    /// Today, in the caller's time zone.
    pub today: Date,
    /// The person to ask, where known. It decides nothing.
    pub owner: Option<&'a str>,
    /// The role as it was asked for, also where there is no such role.
    pub role: Option<&'a str>,
}

/// What a runner is to do now, and what was passed over (Q19, Q20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Context of a planning queue")]
#[non_exhaustive]
pub struct Context {
    /// `urn:planwright:schema:queue-context:v1`.
    pub schema: &'static str,
    /// The name of the planning directory.
    pub queue: String,
    /// Today, `AAAA-MM-DD`.
    pub today: String,
    /// The caller's line; null is the main tree.
    pub line: Option<String>,
    /// The runner that asks.
    pub runner: String,
    /// The person to ask, where known.
    pub owner: Option<String>,
    /// The role that was asked for.
    pub role: Option<String>,
    /// The task to work on.
    pub task: Option<TaskView>,
    /// Why there is nothing to work on.
    pub stop: Option<StopView>,
    /// The task whose closing was cut short and has to be repaired first.
    pub repair: Option<String>,
    /// Whether the runner has claimed the task.
    pub claimed: bool,
    /// The runner's work in progress, or, for a reviewing session, the one handed over.
    pub wip: Option<WipView>,
    /// How many open tasks the caller's line has.
    pub queued: usize,
    /// Slugs of tasks of the line that other tasks have too: nothing tells which of them is meant.
    pub repeated: Vec<Repeated>,
    /// Tasks of the line that others have claimed.
    pub taken: Vec<Taken>,
    /// Tasks of the line that wait for others.
    pub waiting: Vec<Waiting>,
    /// Tasks of the line that wait for a person.
    pub held: Vec<HeldTask>,
    /// Tasks of the line that are done by hand.
    pub manual: Vec<String>,
    /// Open tasks of other lines.
    pub other_lines: Vec<String>,
    /// Recurrences that are due.
    pub recurring_due: Vec<RecurringDue>,
    /// The files of the checkpoints that hold the line.
    pub checkpoints: Vec<String>,
    /// Pending actions for a person that hold no queued task.
    pub human_pending: Vec<HeldTask>,
    /// How many places of the files could not be read; `ops check` names them.
    pub unread: usize,
}

/// The task to work on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TaskView {
    /// Its name.
    pub slug: String,
    /// Its milestone.
    pub milestone: String,
    /// Its lane as declared; null is unclassified.
    pub lane: Option<String>,
    /// Who builds and who reviews, where it says so.
    pub cast: Option<CastView>,
    /// The path of its service.
    pub service: Option<String>,
    /// The number of its epic.
    pub epic: Option<String>,
    /// What is to be done.
    pub description: String,
    /// When it is accepted, in its own words or those of the criteria that it inherits.
    pub acceptance: Option<String>,
    /// The same, condition by condition.
    pub conditions: Vec<ConditionView>,
    /// The file that it stands in, relative to the planning directory.
    pub file: String,
    /// Why this one: `wip`, `claim`, `next` or `review`.
    pub because: &'static str,
}

/// Who builds a task and who reviews it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CastView {
    /// Who builds.
    pub builder: String,
    /// Who reviews.
    pub reviewers: Vec<String>,
}

/// A condition of the acceptance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ConditionView {
    /// What must hold.
    pub text: String,
    /// Why it is met in the closing and not in Verify, where that is so.
    pub outside_verify: Option<String>,
}

/// Why there is nothing to work on (Q20).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct StopView {
    /// The code of the reason.
    pub reason: &'static str,
    /// Its family.
    pub family: &'static str,
    /// What happened.
    pub detail: String,
    /// Who can unblock it.
    pub unblocked_by: &'static str,
    /// What has to be done, and how to go on.
    pub remedy: &'static str,
}

impl From<&Stop> for StopView {
    fn from(stop: &Stop) -> Self {
        Self {
            reason: stop.reason.code,
            family: stop.reason.family.as_str(),
            detail: stop.detail.clone(),
            unblocked_by: stop.reason.unblocked_by.as_str(),
            remedy: stop.reason.remedy,
        }
    }
}

/// A work in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct WipView {
    /// The task.
    pub task: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// The phase that it stands in, as written.
    pub phase: Option<String>,
    /// The lane that runs, where it says so.
    pub lane: Option<String>,
    /// How many steps are done.
    pub complete: usize,
    /// How many are open.
    pub pending: usize,
    /// The first open step.
    pub next_step: Option<String>,
    /// What stands under `## Bloqueos`.
    pub blockers: Vec<String>,
}

impl WipView {
    pub(crate) fn of(wip: &Wip) -> Self {
        let complete = wip.steps.iter().filter(|step| step.done).count();
        let open = wip.steps.iter().find(|step| !step.done);
        Self {
            task: wip.active_task().unwrap_or_default().to_owned(),
            file: wip.file.to_string(),
            phase: wip.phase.as_ref().map(|phase| phase.value.clone()),
            lane: wip.lane.as_ref().map(|lane| lane.value.as_str().to_owned()),
            complete,
            pending: wip.steps.len() - complete,
            next_step: open.map(|step| step.text.value.clone()),
            blockers: wip
                .blockers
                .iter()
                .map(|blocker| blocker.text.value.clone())
                .collect(),
        }
    }
}

/// A recurrence that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RecurringDue {
    /// Its name.
    pub id: String,
    /// When it is due, `AAAA-MM-DD`.
    pub due: String,
    /// The days since then.
    pub overdue_days: i64,
    /// The task of this round, where it stands in the queue already.
    pub promoted: Option<String>,
}

impl Context {
    /// The context of a caller.
    #[must_use]
    pub fn of(situation: &Situation<'_>, call: Call<'_>) -> Self {
        let choice = match call.role.filter(|_| situation.caller.role.is_none()) {
            Some(word) => Choice::Stop(Stop::role_unknown(word)),
            None => situation.choose(),
        };
        let mut context = Self::around(situation, call);
        context.passed_over(situation, &choice);
        match &choice {
            Choice::Task {
                milestone,
                task,
                because,
            } => {
                context.claimed = situation.is_claimed(task.slug());
                context.task = Some(TaskView::of(situation.queue, milestone, task, *because));
                if let Because::Review(wip) = because {
                    context.wip = Some(WipView::of(wip));
                }
            }
            Choice::Repair { slug, wip } => {
                context.repair = Some((*slug).to_owned());
                context.wip = Some(WipView::of(wip));
            }
            Choice::Stop(stop) => context.stop = Some(stop.into()),
            Choice::Nothing => {}
        }
        context
    }

    /// All but what was chosen and passed over.
    fn around(situation: &Situation<'_>, call: Call<'_>) -> Self {
        let checkpoints = situation
            .checkpoints()
            .map(|checkpoint| checkpoint.file.to_string());
        Self {
            schema: SCHEMA,
            queue: call.queue.to_owned(),
            today: call.today.to_string(),
            line: situation.caller.line.map(str::to_owned),
            runner: situation.caller.runner.to_owned(),
            owner: call.owner.map(str::to_owned),
            role: call.role.map(str::to_owned),
            task: None,
            stop: None,
            repair: None,
            claimed: false,
            wip: situation.own_wip().map(WipView::of),
            queued: situation.open_tasks().count(),
            repeated: Vec::new(),
            taken: Vec::new(),
            waiting: Vec::new(),
            held: Vec::new(),
            manual: Vec::new(),
            other_lines: Vec::new(),
            recurring_due: recurring_due(situation.queue, call.today),
            checkpoints: checkpoints.collect(),
            human_pending: human_pending(situation.queue),
            unread: unread(situation.queue),
        }
    }

    /// Every open task but the chosen one, under each of its obstacles; tasks of other lines under that alone.
    fn passed_over(&mut self, situation: &Situation<'_>, choice: &Choice<'_>) {
        let chosen = match choice {
            Choice::Task { task, .. } => Some(task.slug()),
            _ => None,
        };
        let mut repeated = HashSet::new();
        for (milestone, task) in situation.queue.tasks() {
            let obstacles = situation.obstacles(milestone, task);
            let done = obstacles.contains(&Obstacle::Done);
            if chosen == Some(task.slug()) || done {
                continue;
            }
            let elsewhere = obstacles
                .iter()
                .any(|one| matches!(one, Obstacle::OtherLine { .. }));
            if elsewhere {
                self.other_lines.push(task.slug().to_owned());
            } else {
                // What stands in the way of a slug is told once, not once for each task that has it.
                let once = |one: &Obstacle| {
                    !matches!(one, Obstacle::SlugRepeated { .. }) || repeated.insert(task.slug())
                };
                obstacles
                    .into_iter()
                    .filter(once)
                    .for_each(|obstacle| self.pass_over(task.slug(), obstacle));
            }
        }
    }

    fn pass_over(&mut self, slug: &str, obstacle: Obstacle) {
        let slug = slug.to_owned();
        match obstacle {
            Obstacle::SlugRepeated { tasks, at } => {
                self.repeated.push(Repeated { slug, tasks, at });
            }
            Obstacle::Taken { owner, runner } => self.taken.push(Taken {
                slug,
                owner,
                runner,
            }),
            Obstacle::Waiting { on } => self.waiting.push(Waiting {
                slug,
                depends_on: on,
            }),
            Obstacle::Held { action, file } => self.held.push(HeldTask { slug, action, file }),
            Obstacle::Manual => self.manual.push(slug),
            Obstacle::Done | Obstacle::OtherLine { .. } | Obstacle::OtherMilestone { .. } => {}
        }
    }
}

impl TaskView {
    fn of(queue: &Queue, milestone: &Milestone, task: &Task, because: Because<'_>) -> Self {
        let text = |text: &crate::model::Text| text.value.clone();
        let conditions = queue.conditions(task).into_iter();
        let cast = task.tail.cast.as_ref().map(|cast| CastView {
            builder: cast.builder.value.clone(),
            reviewers: cast.reviewers.iter().map(text).collect(),
        });
        Self {
            slug: task.slug().to_owned(),
            milestone: milestone.slug().to_owned(),
            lane: task.lane().map(|lane| lane.as_str().to_owned()),
            cast,
            service: task.service().map(str::to_owned),
            epic: task.epic().map(str::to_owned),
            description: task.tail.description.clone(),
            acceptance: acceptance(queue, task),
            conditions: conditions
                .map(|one| ConditionView {
                    text: one.text,
                    outside_verify: one.outside_verify,
                })
                .collect(),
            file: task.file.to_string(),
            because: match because {
                Because::Wip(_) => "wip",
                Because::Claim => "claim",
                Because::Next => "next",
                Because::Review(_) => "review",
            },
        }
    }
}

/// The acceptance of a task: its own, or that of the criteria that it inherits.
fn acceptance(queue: &Queue, task: &Task) -> Option<String> {
    if let Some(own) = &task.tail.acceptance {
        return Some(own.value.clone());
    }
    let inherited: Vec<_> = queue
        .criteria(task)
        .iter()
        .map(|one| one.text.value.as_str())
        .collect();
    (!inherited.is_empty()).then(|| inherited.join("; "))
}

fn recurring_due(queue: &Queue, today: Date) -> Vec<RecurringDue> {
    let due = recurrence::due(queue, today).into_iter();
    due.map(|round| RecurringDue {
        id: round.what().to_owned(),
        due: round.due.to_string(),
        overdue_days: round.overdue_days,
        promoted: round.promoted.then(|| round.slug()),
    })
    .collect()
}

fn unread(queue: &Queue) -> usize {
    let must = |finding: &&Finding| finding.severity() == Severity::Must;
    queue.findings.iter().filter(must).count()
}

fn human_pending(queue: &Queue) -> Vec<HeldTask> {
    let pending = queue.human.iter().filter(|action| action.holds());
    let of_no_task = pending.filter(|action| queue.task(&action.task.value).is_none());
    of_no_task
        .map(|action| HeldTask {
            slug: action.task.value.clone(),
            action: action.action.value.clone(),
            file: action.file.to_string(),
        })
        .collect()
}
