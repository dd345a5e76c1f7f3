//! What the check is told about the world outside the planning directory (Q17).
//!
//! The checks do no I/O: whoever calls them asks the clock and git, and hands the answers in as plain
//! data. [`Wanted`] says what to ask, so that git is asked in a few processes and never once an entry.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Done;
use crate::{Date, Queue};

/// Facts gathered by the caller.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Today, in the time zone of whoever asks; without it nothing that depends on it is judged.
    pub today: Option<Date>,
    /// What git says.
    pub git: Git,
}

/// What is known about git where the planning directory lies.
///
/// Closed: nobody asked, there is none, or it answered (Q17).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Git {
    /// Nobody asked.
    #[default]
    Unknown,
    /// There is no git.
    Absent,
    /// There is, and this is what it says.
    Present(GitFacts),
}

impl Git {
    /// What git says, where it was asked.
    #[must_use]
    pub const fn facts(&self) -> Option<&GitFacts> {
        match self {
            Self::Present(facts) => Some(facts),
            Self::Unknown | Self::Absent => None,
        }
    }
}

/// What git says. A part that is `None` was not asked for, and is reported as not checked.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GitFacts {
    /// The commits that closings cite, by the hash as cited, in lower case.
    pub commits: Option<BTreeMap<String, Cited>>,
    /// The day of the last commit on the branch `task/<slug>`, by slug, where there is such a branch.
    pub task_branches: Option<BTreeMap<String, Date>>,
    /// The files of the planning directory that git tracks, at least those under `wip/`.
    pub tracked: Option<BTreeSet<String>>,
    /// Commits dated after the newest closing, those that touch nothing but the planning directory
    /// left out.
    pub recent: Option<Vec<Commit>>,
}

/// What became of a commit that a closing cites.
///
/// Closed: a commit is known, unknown, or nobody can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cited {
    /// A repository knows it.
    Known {
        /// The files that it touches, where they were asked for.
        files: Option<Vec<String>>,
    },
    /// No repository knows it.
    Unknown,
    /// Its repository is not here, so that nobody can tell.
    Elsewhere,
}

/// A commit.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its full hash.
    pub hash: String,
    /// The day of its author date.
    pub date: Date,
    /// The first line of its message.
    pub subject: String,
}

/// The first day from which a closing without tests is judged by what its commit touches (Q15).
pub(crate) fn untested_since() -> Option<Date> {
    Date::new(2026, 9, 24)
}

/// What a queue wants to know of git.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Wanted<'q> {
    /// The hashes that closings cite.
    pub commits: BTreeSet<&'q str>,
    /// Those of them whose files decide something.
    pub files_of: BTreeSet<&'q str>,
    /// The tasks that are claimed, whose branches are `task/<slug>`.
    pub claimed: BTreeSet<&'q str>,
    /// The files of work in progress.
    pub wips: BTreeSet<&'q str>,
    /// The newest `fecha` of a closing.
    pub newest: Option<Date>,
}

impl<'q> Wanted<'q> {
    /// What the checks of a queue want to know.
    #[must_use]
    pub fn of(queue: &'q Queue) -> Self {
        let since = untested_since();
        let late = |date: Option<Date>| date.is_some() && date >= since;
        let untested = queue
            .done
            .iter()
            .filter(|done| done.is_untested() && late(done.date));
        Self {
            commits: queue.done.iter().flat_map(Done::hashes).collect(),
            files_of: untested.flat_map(Done::hashes).collect(),
            claimed: queue
                .claims
                .iter()
                .map(|claim| claim.slug.as_str())
                .collect(),
            wips: queue.wips.iter().map(|wip| &*wip.file).collect(),
            newest: queue.done.iter().filter_map(|done| done.date).max(),
        }
    }
}
