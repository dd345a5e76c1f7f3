//! Claiming a task: one winner, and one task a runner (Q24, Q31).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::front::front;
use super::hold::{busy, is_taken};
use super::{Draft, Planned, Refusal, Step};
use crate::model::{Milestone, Task};
use crate::phase::{Phase, Role};
use crate::select::{Because, Caller, Choice, ClaimVersions, Obstacle, Situation, Stop, phase_of};
use crate::{Date, Lane, Queue, QueueFiles, Slug, stop};

/// A request to claim a task (Q24).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct ClaimRequest<'a> {
    /// Who asks. With the role of a reviewing session nothing is claimed: the task is taken by its
    /// phase, and its claim stays the building session's (Q31).
    pub caller: Caller<'a>,
    /// The person to ask.
    pub owner: &'a str,
    /// Today.
    pub today: Date,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// Which task.
    pub which: Which<'a>,
}

/// Which task is to be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Which<'a> {
    /// This one; it may be manual.
    Named(&'a str),
    /// The one that the context would offer (Q19).
    Next,
}

/// A task that is claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Claimed {
    /// The task.
    pub task: String,
    /// Its milestone.
    pub milestone: String,
    /// Its lane as declared; null is unclassified.
    pub lane: Option<&'static str>,
    /// Whose it is. For a reviewing session, the building one's.
    pub runner: String,
    /// Whom to ask; null where the claim does not say.
    pub owner: Option<String>,
}

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is claimed by {}", self.task, self.runner)?;
        self.owner
            .as_ref()
            .map_or(Ok(()), |owner| write!(f, " ({owner})"))
    }
}

/// Plans a claim (Q24): the file `claims/<slug>.md`, where Q19 lets the caller take the task.
///
/// To claim what one holds is [`Step::Already`].
///
/// # Errors
///
/// The codes of [`Obstacle`], a conflict where another holds the task; `runner-busy` where the runner
/// has another; `task-unknown`, `slug-form`, `closing-to-repair`, `nothing-queued`, `value-unfit`; and
/// the stop reason that the context would give.
pub fn claim(files: &QueueFiles, queue: &Queue, request: &ClaimRequest<'_>) -> Planned<Claimed> {
    let desk = Desk {
        files,
        situation: Situation::new(queue, request.caller, request.versions),
        request,
    };
    if request.caller.role == Some(Role::Review) {
        return desk.reviewed();
    }
    match request.which {
        Which::Named(slug) => desk.named(slug),
        Which::Next => desk.next(),
    }
}

struct Desk<'a> {
    files: &'a QueueFiles,
    situation: Situation<'a>,
    request: &'a ClaimRequest<'a>,
}

impl<'a> Desk<'a> {
    fn named(&self, slug: &str) -> Planned<Claimed> {
        let (milestone, task) = known(self.situation.queue, slug)?;
        self.not_handed_over()?;
        if self.holds(task) {
            return Ok(Step::Already(self.claimed(milestone, task)));
        }
        if let Some(checkpoint) = self.situation.checkpoint() {
            let message = format!(
                "`{slug}` waits, as all of its line does: {}",
                checkpoint.file
            );
            return Err(stopped(&Stop::new(&stop::AWAITING_REVIEW, message)));
        }
        self.free_for(slug)?;
        self.unobstructed(milestone, task)?;
        self.take(milestone, task)
    }

    /// What the context would offer, and nothing that it would not.
    fn next(&self) -> Planned<Claimed> {
        match self.situation.choose() {
            Choice::Task {
                milestone,
                task,
                because,
            } => {
                if self.holds(task) {
                    return Ok(Step::Already(self.claimed(milestone, task)));
                }
                if let Because::Wip(_) = because {
                    self.unobstructed(milestone, task)?;
                }
                self.take(milestone, task)
            }
            Choice::Repair { slug, .. } => Err(to_repair(slug)),
            Choice::Stop(stop) => Err(self.stuck(&stop)),
            Choice::Nothing => Err(nothing_queued()),
        }
    }

    /// A reviewing session takes what was handed over; the claim stays as it is.
    fn reviewed(&self) -> Planned<Claimed> {
        let queue = self.situation.queue;
        let (milestone, task) = match self.request.which {
            Which::Named(slug) => known(queue, slug)?,
            Which::Next => match self.situation.choose() {
                Choice::Task {
                    milestone, task, ..
                } => (milestone, task),
                Choice::Repair { slug, .. } => return Err(to_repair(slug)),
                Choice::Stop(stop) => return Err(stopped(&stop)),
                Choice::Nothing => return Err(nothing_queued()),
            },
        };
        let slug = task.slug();
        let mut on_it = queue
            .wips
            .iter()
            .filter(|wip| wip.active_task() == Some(slug));
        let Some(wip) = on_it.find(|wip| phase_of(wip) == Some(Phase::Review)) else {
            let message =
                format!("`{slug}` was not handed over: no work in progress on it is in Review");
            return Err(stopped(&Stop::new(&stop::REVIEW_NOT_READY, message)));
        };
        let held = self.situation.claims_on(slug).first();
        let text = |text: Option<&crate::model::Text>| text.map(|text| text.value.clone());
        Ok(Step::Already(Claimed {
            runner: held
                .and_then(|held| text(held.claim.runner.as_ref()))
                .unwrap_or_else(|| wip.name.clone()),
            owner: held.and_then(|held| text(held.claim.owner.as_ref())),
            ..self.claimed(milestone, task)
        }))
    }

    /// A building session that handed its task over waits for the review, as the context says (Q31).
    fn not_handed_over(&self) -> Result<(), Refusal> {
        match self.situation.choose() {
            Choice::Stop(stop) if *stop.reason == stop::REVIEW_PENDING => Err(stopped(&stop)),
            _ => Ok(()),
        }
    }

    /// Whether the caller has the task, and nobody else has it too.
    fn holds(&self, task: &Task) -> bool {
        let slug = task.slug();
        let taken = self.situation.obstacles_of(slug).unwrap_or_default();
        let gone = |one: &Obstacle| matches!(one, Obstacle::Taken { .. } | Obstacle::Done);
        self.situation.is_claimed(slug) && !taken.iter().any(gone)
    }

    /// A runner holds one task at a time.
    fn free_for(&self, slug: &str) -> Result<(), Refusal> {
        let wip = self
            .situation
            .own_wip()
            .and_then(|wip| Some((wip.active_task()?, &*wip.file)));
        if let Some((other, file)) = wip
            && other != slug
        {
            if self.situation.queue.task(other).is_none()
                && self.situation.queue.done(other).is_some()
            {
                return Err(to_repair(other));
            }
            return Err(busy(other, file));
        }
        match self.situation.own_claim() {
            Some((_, other)) if other.slug() != slug => {
                Err(busy(other.slug(), &format!("claims/{}.md", other.slug())))
            }
            _ => Ok(()),
        }
    }

    /// Nothing stands in the way of taking the task by its name. Its own work in progress stands against
    /// what came after it (Q19).
    fn unobstructed(&self, milestone: &Milestone, task: &Task) -> Result<(), Refusal> {
        let on_it = self.situation.own_wip().and_then(|wip| wip.active_task()) == Some(task.slug());
        let counts = |one: &Obstacle| match one {
            Obstacle::Manual => false,
            Obstacle::Done | Obstacle::Taken { .. } => true,
            _ => !on_it,
        };
        let mut obstacles = self.situation.obstacles(milestone, task);
        obstacles.retain(counts);
        // That another has it comes first: it is the one that is worth a retry.
        obstacles.sort_by_key(|one| !is_taken(one));
        let Some(first) = obstacles.first() else {
            return Ok(());
        };
        let all: Vec<_> = obstacles.iter().map(ToString::to_string).collect();
        let refusal = Refusal::obstacle(task.slug(), first, &all.join("; "));
        Err(refusal.with_help(remedy(first)))
    }

    fn take(&self, milestone: &Milestone, task: &Task) -> Planned<Claimed> {
        let slug = task.slug();
        if !Slug::is_valid(slug) {
            let message =
                format!("`{slug}` has not the form of a slug, and cannot be the name of a claim");
            return Err(Refusal::new("slug-form", message)
                .with_help("rename the task, as `ops check` says"));
        }
        let file = format!("claims/{slug}.md");
        if self.files.get(&file).is_some() && self.situation.queue.claim(slug).is_none() {
            let message = format!("`{slug}` is taken: `{file}` is there, and cannot be read");
            let help = "repair the claim as `ops check` says, or release it by deleting the file";
            return Err(Refusal::new("taken", message).with_help(help).conflicting());
        }
        let day = self.request.today.to_string();
        let mut entries = vec![
            ("task", slug),
            ("owner", self.request.owner),
            ("runner", self.request.caller.runner),
            ("started", &day),
        ];
        entries.extend(task.service().map(|service| ("service", service)));
        let mut draft = Draft::new(self.files);
        draft.write(&file, front(&entries)?)?;
        Ok(Step::Change {
            change: draft.into_change(format!("Claim {slug}")),
            outcome: self.claimed(milestone, task),
        })
    }

    fn claimed(&self, milestone: &Milestone, task: &Task) -> Claimed {
        Claimed {
            task: task.slug().to_owned(),
            milestone: milestone.slug().to_owned(),
            lane: task.lane().map(Lane::as_str),
            runner: self.request.caller.runner.to_owned(),
            owner: Some(self.request.owner.to_owned()),
        }
    }

    /// A stop of the choice. What the caller has claimed and another holds too is a conflict.
    fn stuck(&self, stop: &Stop) -> Refusal {
        let own = self.situation.own_claim();
        let twice = own.is_some_and(|(milestone, task)| {
            self.situation
                .obstacles(milestone, task)
                .iter()
                .any(is_taken)
        });
        if twice && *stop.reason == stop::CLAIM_STUCK {
            return stopped(stop).conflicting();
        }
        stopped(stop)
    }
}

/// The task of that name, where it is in the queue and not done.
pub(super) fn known<'a>(
    queue: &'a Queue,
    slug: &str,
) -> Result<(&'a Milestone, &'a Task), Refusal> {
    if queue.done(slug).is_some() {
        let done = Obstacle::Done;
        let refusal = Refusal::obstacle(slug, &done, &done.to_string());
        return Err(refusal.with_help(remedy(&done)));
    }
    queue.task(slug).ok_or_else(|| {
        let message = format!("`{slug}` is no task of the queue");
        Refusal::new("task-unknown", message).with_help("`ops context` tells what is queued")
    })
}

/// The refusal that a stop is.
pub(super) fn stopped(stop: &Stop) -> Refusal {
    Refusal::new(stop.reason.code, stop.detail.clone())
        .with_help(stop.reason.remedy)
        .with_stop(stop.reason)
}

fn to_repair(slug: &str) -> Refusal {
    let message = format!("the closing of `{slug}` was cut short");
    Refusal::new("closing-to-repair", message)
        .with_help(format!("finish it first: `ops close DIR {slug}`"))
}

fn nothing_queued() -> Refusal {
    Refusal::new("nothing-queued", "nothing is queued for this runner")
        .with_help("promote an epic, or write a task")
}

/// What to do about an obstacle.
fn remedy(obstacle: &Obstacle) -> &'static str {
    match obstacle {
        Obstacle::SlugRepeated { .. } => {
            "rename all of them but one, so that the name tells which is meant"
        }
        Obstacle::Done => "take another task",
        Obstacle::OtherLine { .. } => "claim it from the tree of its line, or say --line",
        Obstacle::OtherMilestone { .. } => "leave --milestone out, or name its milestone",
        Obstacle::Held { .. } => "do what it asks for, and set it to resuelta",
        Obstacle::Taken { .. } => "take another task, or ask whoever holds it to release it",
        Obstacle::Waiting { .. } => "take what it waits for first",
        Obstacle::Manual => "claim it by its name",
    }
}
