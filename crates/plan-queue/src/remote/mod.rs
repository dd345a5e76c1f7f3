//! Claims that others can see: a change of the queue as a commit that is pushed (Q25, Q34).
//!
//! The one library module that runs processes: the user's git, with its own credentials and hooks. A
//! [`Repository`] says where a planning directory is shared; [`share`] takes a planner, as
//! [`write::run`](crate::write::run) does, judges with it what stands on the remote, and pushes what it
//! wants changed. The push is the comparison and the swap: a commit goes on top of the state that was
//! judged, and a remote takes it only where it still stands there.
//!
//! An uncontended claim takes six processes: `for-each-ref`, `cat-file`, `hash-object`, `mktree`,
//! `commit-tree` and `push`. There is no fetch where this clone's last known state is the current one.
//! Where a remote has a work branch, `merge-base` comes on top.
//! A clone is touched in its objects and in the ref that keeps that state; where git's configuration has
//! none for the branch, that is `refs/planwright/<remote>/<branch>`, where those of work branches are too. Commits are made with git's own
//! identity and are not signed; of the hooks those of a push run, not those of `git commit`.

mod build;
mod dialogue;
mod error;
mod git;
mod objects;
mod outcome;
mod repository;
mod share;
mod state;
mod transfer;
mod work;

pub use error::RemoteError;
pub use git::Git;
pub use outcome::{Landed, Shared};
pub use repository::{Repository, Target};
pub use share::{ATTEMPTS, Request, share};
pub use state::Reading;
