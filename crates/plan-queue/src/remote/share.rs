//! Making a change true on the remote: judge, commit, push, and judge anew where another was faster.

use std::thread;
use std::time::{Duration, Instant};

use super::objects::Objects;
use super::outcome::{Landed, Shared};
use super::state::{self, Reading, State};
use super::transfer::{Fetched, Pushed};
use super::{RemoteError, Repository, build};
use crate::QueueFiles;
use crate::write::{Planned, Step};

/// How many pushes may come to nothing before the call gives up, where the caller does not say.
pub const ATTEMPTS: u32 = 32;

/// A connection that broke so often during a push is not tried again.
const BREAKS: usize = 2;

/// What is asked of [`share`].
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
/// Where the remote takes no pushes to that branch, the same is tried on the one work branch (Q34), of
/// whose state the planner has to approve too.
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
    let known = if request.dry_run {
        None
    } else {
        session.known()?
    };
    match session.try_on(&Place::planning(repository), known, &mut plan)? {
        Tried::Ended(shared) => Ok(shared),
        Tried::Declined(why) => session.on_work_branch(why, &mut plan),
    }
}

/// A branch of the remote, and the ref that keeps its last known state.
struct Place {
    branch: String,
    tracking: String,
    /// Why the planning branch did not take the push, where this is the work branch.
    instead: Option<String>,
}

impl Place {
    fn planning(repository: &Repository) -> Self {
        Self {
            branch: repository.branch.clone(),
            tracking: repository.tracking.clone(),
            instead: None,
        }
    }
}

/// What came of trying on one branch.
enum Tried<T> {
    Ended(Shared<T>),
    Declined(String),
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
    fn try_on<T>(
        &mut self,
        place: &Place,
        mut known: Option<State>,
        plan: &mut impl FnMut(&QueueFiles) -> Planned<T>,
    ) -> Result<Tried<T>, RemoteError> {
        let mut broken: Vec<String> = Vec::new();
        let mut races = 0;
        for _ in 0..self.request.attempts {
            let begun = Instant::now();
            let fresh = known.is_none();
            let current = match known.take() {
                Some(state) => Some(state),
                None => self.fetched(place, broken.last())?,
            };
            let Some(state) = current else {
                races += 1;
                pause(races, begun.elapsed());
                continue;
            };
            let landed = match self.judged(place, plan(&state.files), fresh) {
                Judged::Stale => continue,
                Judged::Ended(shared) => return Ok(Tried::Ended(shared)),
                Judged::Push(landed) => landed,
            };
            if let Some(told) = broken.get(BREAKS - 1) {
                return Err(self.repository.unreachable(told, false));
            }
            let commit = build::commit(self.repository, &mut self.objects, &state, &landed.change)?;
            self.pushes += 1;
            match self.repository.push(&commit, &place.branch)? {
                Pushed::Accepted => {
                    return Ok(Tried::Ended(Shared::Landed(Landed {
                        commit: Some(commit),
                        pushes: self.pushes,
                        ..landed
                    })));
                }
                // What was known last was old, which is no race.
                Pushed::Raced if !fresh => {}
                Pushed::Raced => {
                    races += 1;
                    pause(races, begun.elapsed());
                }
                Pushed::Declined(why) => return Ok(Tried::Declined(why)),
                Pushed::Broken(told) => broken.push(told),
            }
        }
        Ok(Tried::Ended(Shared::Exhausted {
            pushes: self.pushes,
        }))
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

    /// The planning branch takes no pushes: the one work branch does, or none (Q34).
    fn on_work_branch<T>(
        &mut self,
        why: String,
        plan: &mut impl FnMut(&QueueFiles) -> Planned<T>,
    ) -> Result<Shared<T>, RemoteError> {
        let work = Place {
            branch: self.repository.work_branch(),
            tracking: self.repository.work_tracking(),
            instead: Some(why),
        };
        match self.try_on(&work, None, plan)? {
            Tried::Ended(shared) => Ok(shared),
            Tried::Declined(told) => Err(RemoteError::Refused {
                remote: self.repository.remote.clone(),
                branch: format!("{} and to {}", self.repository.branch, work.branch),
                told,
            }),
        }
    }

    /// The last known state of the planning branch, where there is one that can be judged.
    fn known(&mut self) -> Result<Option<State>, RemoteError> {
        match self.state(&self.repository.tracking.clone()) {
            Err(RemoteError::NoPlanning { .. }) => Ok(None),
            state => state,
        }
    }

    /// The state of a branch as it is now; `None` where another process of this clone was in the way.
    fn fetched(
        &mut self,
        place: &Place,
        broken: Option<&String>,
    ) -> Result<Option<State>, RemoteError> {
        let fetched = self.repository.fetch(&place.branch, &place.tracking);
        let fetched = fetched.map_err(|error| match (error, broken) {
            (RemoteError::Unreachable { .. } | RemoteError::TimedOut { .. }, Some(told)) => {
                self.repository.unreachable(told, true)
            }
            (error, _) => error,
        })?;
        match fetched {
            Fetched::Contended => Ok(None),
            Fetched::Done if place.instead.is_none() => self.state(&place.tracking),
            Fetched::Done if self.is_merged(&place.tracking)? => self.known(),
            Fetched::Done => self.state(&place.tracking),
            // The work branch begins where the planning branch stands.
            Fetched::NoBranch if place.instead.is_some() => self.known(),
            Fetched::NoBranch => Err(RemoteError::NoBranch(format!(
                "{} has no branch {}",
                self.repository.remote, place.branch
            ))),
        }
    }

    fn state(&mut self, reference: &str) -> Result<Option<State>, RemoteError> {
        let (reading, local) = (self.request.reading, self.request.local);
        state::read(
            &mut self.objects,
            self.repository,
            reference,
            reading,
            local,
        )
    }

    /// Whether the planning branch holds all of the work branch.
    fn is_merged(&self, work: &str) -> Result<bool, RemoteError> {
        let arguments = [
            "merge-base",
            "--is-ancestor",
            work,
            &self.repository.tracking,
        ];
        let ran = self
            .repository
            .git
            .run(&self.repository.root, &arguments, b"")?;
        Ok(ran.code == Some(0))
    }
}

/// Waits a random part of what an attempt takes, longer the more races were lost: so that those who lost
/// one do not meet in the next.
fn pause(races: u32, took: Duration) {
    let part = getrandom::u64().map_or(0.5, |random| random as f64 / u64::MAX as f64);
    thread::sleep(took.mul_f64(part * f64::from(races.min(8)) / 2.0));
}
