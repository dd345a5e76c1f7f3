//! Changing the queue: what an operation would write, and writing it whole or not at all (Q24–Q33).
//!
//! An operation is a planner: a pure function of the files, a request and facts. It answers with a
//! [`Change`], with nothing to do, or with a [`Refusal`]. The same change can be shown, applied to a
//! directory by [`run`] or [`apply`](apply()), or made a commit of.
//!
//! Writers of one directory take turns: each holds the lease on `wip/.lock`, which the operating system
//! takes back from a killed process. They read under it, plan, compare, write. A change of several files
//! is written down first, in `wip/.journal.json`; whoever comes after a crash carries it out from there.
//! Both files are local, as all of `wip/` is.

mod apply;
mod blockers;
mod change;
mod checkpoint;
mod claim;
mod close;
mod draft;
mod error;
mod front;
mod hold;
mod journal;
mod refusal;
mod release;
pub mod reshape;
mod send_back;
mod start;
mod stop;
mod wip;

pub use apply::{Conflict, Options, Outcome, apply, run};
pub use change::{Change, FileChange, Planned, Scope, Step};
pub use claim::{ClaimRequest, Claimed, Which, claim};
pub use close::{CloseRequest, Closed, close};
pub use draft::Draft;
pub use error::Error;
pub use refusal::Refusal;
pub use release::{ReleaseRequest, Released, release};
pub use send_back::{ReviewFinding, SentBack, send_back};
pub use start::{StartRequest, Started, start};
pub use stop::{StopRequest, Stopped, stop};
pub use wip::{EnterRequest, Entered, Ticked, enter, tick};

/// The journal of a change that is being written, relative to the planning directory.
pub const JOURNAL: &str = "wip/.journal.json";

/// The file whose lease a writer holds, relative to the planning directory.
pub const LOCK: &str = "wip/.lock";

/// What the change was of which this is the journal; `None` where it is none.
pub(crate) fn interrupted(journal: &[u8]) -> Option<String> {
    let journal = journal::Journal::parse(journal).ok()?;
    Some(journal.summary)
}
