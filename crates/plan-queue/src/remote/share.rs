//! Making a change true on the remote: judge, commit, push, and judge anew where another was faster.

use std::thread;
use std::time::{Duration, Instant};

use super::objects::Objects;
use super::outcome::{Landed, Shared};
use super::state::{Reading, State};
use super::transfer::{Fetched, Pushed};
use super::{RemoteError, Repository, build, work};
use crate::QueueFiles;
use crate::write::{Planned, Step};

/// How many pushes may come to nothing before the call gives up, where the caller does not say.
pub const ATTEMPTS: u32 = 32;

/// A connection that broke so often during a push is not tried again.
const BREAKS: usize = 2;

/// What is asked of [`share`].
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The files of the work tree: its `wip/` counts, which is in no commit.
    pub local: &'a QueueFiles,
    /// How much of the planning directory the planner looks at.
    pub reading: Reading,
    /// How many attempts are made.
    pub attempts: u32,
    /// Only say what would be pushed.
    pub dry_run: bool,
}

/// Makes a change true on the planning branch of the remote (Q25), or says why it cannot be.
///
/// The planner judges the files as they stand on the branch. What it wants changed becomes a commit on
/// top of that very state and is pushed, never by force; so a push that is accepted proves that the
/// state was the current one. One that another push overtook is fetched and judged anew. A refusal, and
/// that there is nothing to do, is believed only of a state that was fetched by this call. Work tree,
/// index, `HEAD` and local branches stay as they are.
///
/// Where the remote takes no pushes to that branch, the change goes to the one work branch (Q34). What
/// stands there and is not merged yet counts as if it were.
///
/// # Errors
///
/// The remote or git cannot do it: see [`RemoteError`]. That another holds the task is
/// [`Shared::Refused`], and that the attempts did not suffice [`Shared::Exhausted`].
pub fn share<T>(
    repository: &Repository,
    request: Request<'_>,
    mut plan: impl FnMut(&QueueFiles) -> Planned<T>,
) -> Result<Shared<T>, RemoteError> {
    let mut session = Session {
        repository,
        request,
        objects: Objects::open(&repository.git, &repository.root)?,
        pushes: 0,
    };
    session.run(&mut plan)
}

/// What a planner's answer comes to.
enum Judged<T> {
    /// This clone's last known state may be long past: to be judged anew.
    Stale,
    Ended(Shared<T>),
    Push(Landed<T>),
}

/// One call.
struct Session<'a> {
    repository: &'a Repository,
    request: Request<'a>,
    objects: Objects<'a>,
    pushes: u32,
}

impl Session<'_> {
    /// Judges, commits and pushes until that is won, refused or given up.
    fn run<T>(
        &mut self,
        plan: &mut impl FnMut(&QueueFiles) -> Planned<T>,
    ) -> Result<Shared<T>, RemoteError> {
        let mut known = self.known()?;
        let mut declined = None;
        let mut broken: Vec<String> = Vec::new();
        let mut races = 0;
        for _ in 0..self.request.attempts {
            let begun = Instant::now();
            let fresh = known.is_none();
            let current = match known.take() {
                Some(state) => Some(state),
                None => self.fetched(broken.last())?,
            };
            let Some(state) = current else {
                races += 1;
                pause(races, begun.elapsed());
                continue;
            };
            let place = self.place(&state, declined.as_ref());
            let landed = match self.judged(&place, plan(&state.files), fresh) {
                Judged::Stale => continue,
                Judged::Ended(shared) => return Ok(shared),
                Judged::Push(landed) => landed,
            };
            if let Some(told) = broken.get(BREAKS - 1) {
                return Err(self.repository.unreachable(told, false));
            }
            match self.push(&state, &landed, &place)? {
                (commit, Pushed::Accepted) => {
                    return Ok(Shared::Landed(Landed {
                        commit: Some(commit),
                        pushes: self.pushes,
                        ..landed
                    }));
                }
                // What was known last was old, which is no race.
                (_, Pushed::Raced) if !fresh => {}
                (_, Pushed::Raced) => {
                    races += 1;
                    pause(races, begun.elapsed());
                }
                (_, Pushed::Declined(why)) => declined = Some(self.declined(&place, why)?),
                (_, Pushed::Broken(told)) => broken.push(told),
            }
        }
        Ok(Shared::Exhausted {
            pushes: self.pushes,
        })
    }

    /// Where the change goes: to the work branch where that holds what is not merged yet, and where the
    /// planning branch declined (Q34).
    fn place(&self, state: &State, declined: Option<&String>) -> Place {
        let unmerged = || {
            let (work, branch) = (self.repository.work_branch(), &self.repository.branch);
            format!("{work} holds changes that {branch} does not have yet")
        };
        let instead = declined.cloned().or_else(|| state.on_work.then(unmerged));
        let branch = match instead {
            Some(_) => self.repository.work_branch(),
            None => self.repository.branch.clone(),
        };
        Place { branch, instead }
    }

    fn push<T>(
        &mut self,
        state: &State,
        landed: &Landed<T>,
        place: &Place,
    ) -> Result<(String, Pushed), RemoteError> {
        let for_work = place.instead.is_some();
        let objects = &mut self.objects;
        let commit = build::commit(self.repository, objects, state, &landed.change, for_work)?;
        self.pushes += 1;
        let pushed = self.repository.push(&commit, &place.branch)?;
        Ok((commit, pushed))
    }

    /// The planning branch takes no pushes, and so the one work branch does; or none (Q34).
    fn declined(&self, place: &Place, why: String) -> Result<String, RemoteError> {
        if place.instead.is_none() {
            return Ok(why);
        }
        Err(RemoteError::Refused {
            remote: self.repository.remote.clone(),
            branch: format!("{} and to {}", self.repository.branch, place.branch),
            told: why,
        })
    }

    /// What is to be done about what the planner wants. Only that something is to be pushed is
    /// believed of a state that was not fetched: the push itself proves it.
    fn judged<T>(&self, place: &Place, planned: Planned<T>, fresh: bool) -> Judged<T> {
        let (change, outcome) = match planned {
            Ok(Step::Change { change, outcome }) => (change, outcome),
            _ if !fresh => return Judged::Stale,
            Ok(Step::Already(outcome)) => {
                return Judged::Ended(Shared::Already {
                    outcome,
                    branch: place.branch.clone(),
                    is_visible: place.instead.is_none(),
                });
            }
            Err(refusal) => return Judged::Ended(Shared::Refused(refusal)),
        };
        let nothing_shared = change.shared().next().is_none();
        let landed = Landed {
            outcome,
            change,
            commit: None,
            branch: place.branch.clone(),
            instead: place.instead.clone(),
            pushes: self.pushes,
        };
        match (self.request.dry_run, nothing_shared) {
            (true, _) => Judged::Ended(Shared::Shown(landed)),
            (false, true) if fresh => Judged::Ended(Shared::Landed(landed)),
            (false, true) => Judged::Stale,
            (false, false) => Judged::Push(landed),
        }
    }

    /// The last known state, where there is one that a push can prove to be current.
    fn known(&mut self) -> Result<Option<State>, RemoteError> {
        if self.request.dry_run {
            return Ok(None);
        }
        match self.state() {
            // A push to the work branch proves nothing about the planning branch.
            Ok(state) => Ok(state.filter(|state| !state.on_work)),
            Err(RemoteError::NoPlanning { .. } | RemoteError::Diverged { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The state as it is now; `None` where another process of this clone was in the way.
    fn fetched(&mut self, broken: Option<&String>) -> Result<Option<State>, RemoteError> {
        let fetched = self.repository.fetch();
        let fetched = fetched.map_err(|error| match (error, broken) {
            (RemoteError::Unreachable { .. } | RemoteError::TimedOut { .. }, Some(told)) => {
                self.repository.unreachable(told, true)
            }
            (error, _) => error,
        })?;
        match fetched {
            Fetched::Done => self.state(),
            Fetched::Contended => Ok(None),
            Fetched::NoBranch => Err(RemoteError::NoBranch(format!(
                "{} has no branch {}",
                self.repository.remote, self.repository.branch
            ))),
        }
    }

    fn state(&mut self) -> Result<Option<State>, RemoteError> {
        let (reading, local) = (self.request.reading, self.request.local);
        work::read(&mut self.objects, self.repository, reading, local)
    }
}

/// A branch of the remote.
struct Place {
    branch: String,
    /// Why it is not the planning branch.
    instead: Option<String>,
}

/// Waits a random part of what an attempt takes, longer the more races were lost: so that those who lost
/// one do not meet in the next.
fn pause(races: u32, took: Duration) {
    let part = getrandom::u64().map_or(0.5, |random| random as f64 / u64::MAX as f64);
    thread::sleep(took.mul_f64(part * f64::from(races.min(8)) / 2.0));
}
