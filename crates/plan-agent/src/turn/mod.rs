//! A turn: wake, resume, one task or one repair, yield (P6).
//!
//! [`Turn::wake`] takes the plan's lease, which the turn holds until it ends or its process dies. The
//! turn is consumed by the one thing that is done in it: [`begin`](Turn::begin) a task,
//! [`repair`](Turn::repair) what an earlier turn left, or [`stop`](Turn::stop).

mod close;
mod ended;
mod repair;
mod work;

use plan_guard::{ConfinedDir, Lease, Owner, RelPath, Taken};
use plan_state::{Actor, TaskStatus};
use plan_update::{Environment, Outcome, Request};

pub use ended::{End, Ended, Ending, Obstacle};
pub use work::{BaseFailure, Done, Work};

use crate::journal::Journal;
use crate::ritual::{Around, NextTask, Ritual};
use crate::stop::Stop;
use crate::{Error, Profile, dead_lock};

/// The file whose OS lock is the lease of a turn. Only the lock on it counts.
pub const LEASE_FILE: &str = ".turn.lease";

/// A turn over one plan. It permits one task, since that takes it away (P6):
///
/// ```compile_fail,E0382
/// # use plan_agent::{NextTask, Turn};
/// # fn two(turn: Turn, first: NextTask, second: NextTask, environment: plan_update::Environment) {
/// let _ = turn.begin(first, &environment);
/// let _ = turn.begin(second, &environment);
/// # }
/// ```
#[derive(Debug)]
#[must_use = "a turn holds the plan's lease until it is dropped"]
pub struct Turn {
    dir: ConfinedDir,
    profile: Profile,
    actor: Option<Actor>,
    journal: Journal,
    notes: Vec<String>,
    _lease: Lease,
}

/// Whether there is a turn to be had.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Woken {
    /// Yes.
    Turn(Box<Turn>),
    /// Another is taking one: this one, where its record can be read. Yield.
    Busy(Option<Owner>),
}

/// What became of beginning a task.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Begun {
    /// It is in progress.
    Work(Box<Work>),
    /// It is not; the turn is over.
    Hindered(Obstacle),
}

impl Turn {
    /// Wakes over the plan in `dir`: takes its lease without waiting, and breaks a lock of the state
    /// whose owner is provably dead on this host and boot, which `PROGRESS.md` then tells (P12).
    ///
    /// `actor` is who the state names for what the turn writes.
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn wake(
        dir: &ConfinedDir,
        profile: Profile,
        actor: Option<Actor>,
        environment: &Environment,
    ) -> Result<Woken, Error> {
        let file = RelPath::new(LEASE_FILE)?;
        let lease = match Lease::take(dir, &file, &environment.process)? {
            Taken::Held(lease) => lease,
            Taken::Busy(owner) => return Ok(Woken::Busy(owner)),
        };
        let broken = dead_lock::clear(dir, profile, environment)?;
        let journal = Journal::load(dir)?;
        let notes = broken.into_iter().chain(journal.notes.iter().cloned());
        Ok(Woken::Turn(Box::new(Self {
            dir: dir.clone(),
            profile,
            actor,
            notes: notes.collect(),
            journal,
            _lease: lease,
        })))
    }

    /// The read-only ritual over the turn's plan, under its profile (P3).
    ///
    /// # Errors
    ///
    /// Those of [`Ritual::perform`].
    pub fn resume(&self, around: &Around, environment: &Environment) -> Result<Ritual, Error> {
        Ritual::perform(&self.dir, self.profile, around, environment)
    }

    /// What is worth knowing besides: a lock that was broken, lines of the record of turns that are
    /// none.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The turns before this one.
    #[must_use]
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Begins the task that the ritual gave, unless the state has moved on since.
    ///
    /// # Errors
    ///
    /// Reading or writing failed, or the task is of another plan or profile (`misplaced`).
    pub fn begin(self, task: NextTask, environment: &Environment) -> Result<Begun, Error> {
        self.is_of(&task.root, task.profile)?;
        let request = self.request(task.id, TaskStatus::InProgress);
        let outcome = plan_update::update(&self.dir, &request, Some(task.digest), environment)?;
        Ok(match hindrance(outcome) {
            Some(obstacle) => Begun::Hindered(obstacle),
            None => Begun::Work(Box::new(Work::new(self, task))),
        })
    }

    /// Stops the plan at `task` before anything was begun: the ritual found that reality diverged,
    /// or that something is missing (P9).
    ///
    /// # Errors
    ///
    /// Reading or writing failed.
    pub fn stop(self, task: u64, stop: &Stop, environment: &Environment) -> Result<Ending, Error> {
        Ok(match close::stop(&self, task, stop, &[], environment)? {
            Ok(ended) => Ending::Ended(ended),
            Err(obstacle) => Ending::Hindered {
                obstacle,
                work: None,
            },
        })
    }

    fn request(&self, task: u64, status: TaskStatus) -> Request {
        Request {
            actor: self.actor.clone(),
            ..Request::new(task, status)
        }
    }

    fn is_of(&self, root: &std::path::Path, profile: Profile) -> Result<(), Error> {
        if root != self.dir.root() {
            return Err(Error::misplaced("the ritual was that of another plan"));
        }
        if profile != self.profile {
            return Err(Error::misplaced("the ritual was that of another profile"));
        }
        Ok(())
    }
}

/// What kept an update from being made.
fn hindrance(outcome: Outcome) -> Option<Obstacle> {
    match outcome {
        Outcome::Applied(_) | Outcome::Unchanged(_) => None,
        Outcome::Conflict(conflict) => Some(Obstacle::Conflict(conflict)),
        Outcome::Refused(refusal) => Some(Obstacle::Refused(refusal)),
        Outcome::Unpublished(report) => Some(Obstacle::Unpublished(report)),
    }
}
