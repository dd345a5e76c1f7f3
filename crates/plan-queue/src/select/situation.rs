//! The situation of a caller: queue, claims and who asks, with what is looked up again and again.

use std::collections::{BTreeMap, HashMap};

use super::claims::merge;
use super::obstacle::slug_repeated;
use super::{Caller, ClaimVersions, Held, Obstacle};
use crate::Lane;
use crate::model::{Checkpoint, Claim, HumanAction, Milestone, Queue, Task, Wip};

/// A queue as one caller meets it (Q19).
///
/// ```
/// use plan_queue::select::{Caller, ClaimVersions, Obstacle, Situation};
/// use plan_queue::{QueueFiles, read};
///
/// let backlog = "## Hito uno — Uno\n\n\
///     - [ ] **sumar** [lite] — Sumar. _Aceptación: suma._ (service: api)\n\
///     - [ ] **restar** [lite] — Restar. _Aceptación: resta._ (service: api) (depende: sumar)\n";
/// let queue = read(&QueueFiles::new("planning", [("BACKLOG.md", backlog)]));
/// let caller = Caller { runner: "one", ..Caller::default() };
/// let situation = Situation::new(&queue, caller, ClaimVersions::default());
///
/// let of = |slug| situation.obstacles_of(slug);
/// assert_eq!(of("sumar"), Some(vec![]));
/// assert_eq!(of("restar"), Some(vec![Obstacle::Waiting { on: vec!["sumar".to_owned()] }]));
/// ```
#[derive(Debug, Clone)]
pub struct Situation<'a> {
    /// The queue.
    pub queue: &'a Queue,
    /// Who asks.
    pub caller: Caller<'a>,
    claims: BTreeMap<&'a str, Vec<Held<'a>>>,
    held: HashMap<&'a str, &'a HumanAction>,
}

impl<'a> Situation<'a> {
    /// The situation of a caller, with the claims of the queue's files and those of other versions.
    #[must_use]
    pub fn new(queue: &'a Queue, caller: Caller<'a>, versions: ClaimVersions<'a>) -> Self {
        let mut held = HashMap::new();
        for action in queue.human.iter().filter(|action| action.holds()) {
            held.entry(action.task.value.as_str()).or_insert(action);
        }
        Self {
            queue,
            caller,
            claims: merge(&queue.claims, versions),
            held,
        }
    }

    /// The one predicate: why the caller cannot take this task; nothing where it can (Q19).
    #[must_use]
    pub fn obstacles(&self, milestone: &Milestone, task: &Task) -> Vec<Obstacle> {
        let mut found = Vec::new();
        // First, since all that is said of a task by its name may be meant for another of that name.
        if let Some((tasks, bearers)) = self.queue.namesakes(task.slug()) {
            found.push(slug_repeated(tasks, bearers));
        }
        if task.ticked || self.queue.done(task.slug()).is_some() {
            found.push(Obstacle::Done);
        }
        if milestone.line() != self.caller.line {
            found.push(Obstacle::OtherLine {
                line: milestone.line().map(str::to_owned),
            });
        }
        if self
            .caller
            .milestone
            .is_some_and(|wanted| wanted != milestone.slug())
        {
            found.push(Obstacle::OtherMilestone {
                milestone: milestone.slug().to_owned(),
            });
        }
        if let Some(action) = self.held.get(task.slug()) {
            found.push(Obstacle::Held {
                action: action.action.value.clone(),
                file: action.file.to_string(),
            });
        }
        found.extend(self.taken(task.slug()));
        let on = self.open_dependencies(task);
        if !on.is_empty() {
            found.push(Obstacle::Waiting { on });
        }
        if task.lane() == Some(Lane::Manual) {
            found.push(Obstacle::Manual);
        }
        found
    }

    /// As [`obstacles`](Self::obstacles), by name; `None` where the queue has no such task.
    #[must_use]
    pub fn obstacles_of(&self, slug: &str) -> Option<Vec<Obstacle>> {
        let (milestone, task) = self.queue.task(slug)?;
        Some(self.obstacles(milestone, task))
    }

    /// The first checkpoint that holds the caller's line (Q14).
    #[must_use]
    pub fn checkpoint(&self) -> Option<&'a Checkpoint> {
        self.checkpoints().next()
    }

    /// All checkpoints that hold the caller's line, in order.
    pub fn checkpoints(&self) -> impl Iterator<Item = &'a Checkpoint> + use<'a> {
        let line = self.caller.line;
        self.queue
            .checkpoints
            .iter()
            .filter(move |checkpoint| checkpoint.stops(line))
    }

    /// The caller's own active work in progress.
    #[must_use]
    pub fn own_wip(&self) -> Option<&'a Wip> {
        self.queue
            .wips
            .iter()
            .find(|wip| wip.is_active() && wip.is_of(self.caller.runner))
    }

    /// The first task, in queue order, that the caller has claimed and that is still open.
    #[must_use]
    pub fn own_claim(&self) -> Option<(&'a Milestone, &'a Task)> {
        let open = |task: &Task| !task.ticked && self.queue.done(task.slug()).is_none();
        self.queue
            .tasks()
            .find(|(_, task)| self.is_claimed(task.slug()) && open(task))
    }

    /// Whether the caller has a claim on the task.
    #[must_use]
    pub fn is_claimed(&self, slug: &str) -> bool {
        self.claims_on(slug)
            .iter()
            .any(|held| self.is_own(held.claim))
    }

    /// The claims that count on a task: two where work tree and upstream disagree.
    #[must_use]
    pub fn claims_on(&self, slug: &str) -> &[Held<'a>] {
        self.claims.get(slug).map_or(&[], Vec::as_slice)
    }

    /// All claims that count, by slug.
    pub fn claims(&self) -> impl Iterator<Item = Held<'a>> {
        self.claims.values().flatten().copied()
    }

    /// The open tasks of the caller's line, in queue order.
    pub fn open_tasks(&self) -> impl Iterator<Item = (&'a Milestone, &'a Task)> {
        self.queue.tasks().filter(|(milestone, task)| {
            let open = !task.ticked && self.queue.done(task.slug()).is_none();
            open && milestone.line() == self.caller.line
        })
    }

    /// That another runner has claimed the task, be it queued or not.
    #[must_use]
    pub fn taken(&self, slug: &str) -> Option<Obstacle> {
        self.foreign(slug).map(taken)
    }

    /// The claim of another runner on the task; that which others can see comes first.
    fn foreign(&self, slug: &str) -> Option<&'a Claim> {
        let foreign = self
            .claims_on(slug)
            .iter()
            .find(|held| !self.is_own(held.claim));
        foreign.map(|held| held.claim)
    }

    /// Identity is the runner, never the owner (Q19).
    fn is_own(&self, claim: &Claim) -> bool {
        claim.runner() == Some(self.caller.runner)
    }

    fn open_dependencies(&self, task: &Task) -> Vec<String> {
        let open = task
            .depends()
            .filter(|slug| self.queue.done(slug).is_none());
        open.map(str::to_owned).collect()
    }
}

fn taken(claim: &Claim) -> Obstacle {
    Obstacle::Taken {
        owner: claim.owner.as_ref().map(|owner| owner.value.clone()),
        runner: claim.runner().map(str::to_owned),
    }
}
