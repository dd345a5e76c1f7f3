//! Phases: what runs in each lane, as data, and the machine that refuses any other order (Q22, Q31).

mod course;
mod floor;
mod refusal;
mod surface;

use std::fmt;

pub use course::Course;
pub use floor::{Floor, FloorNote};
pub use refusal::PhaseRefusal;
pub use surface::{Surfaces, Touch};

use crate::Lane;

/// A phase of the work on a task (Q22).
///
/// Closed: the lanes run these (Q22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The acceptance is concrete and no decision is open.
    Ready,
    /// What is too large is divided.
    Decompose,
    /// The plan is made.
    Plan,
    /// The plan is attacked once, and what came of it written down.
    Critique,
    /// The approved plan is written down.
    Wip,
    /// The change is made.
    Build,
    /// Somebody else looks at it.
    Review,
    /// The gates of the service run.
    Verify,
    /// The behaviour is tried the way a user meets it.
    Qa,
    /// The change is committed.
    Commit,
    /// The task is closed.
    Done,
}

impl Phase {
    /// All phases, in the order of the work.
    pub const ALL: [Self; 11] = [
        Self::Ready,
        Self::Decompose,
        Self::Plan,
        Self::Critique,
        Self::Wip,
        Self::Build,
        Self::Review,
        Self::Verify,
        Self::Qa,
        Self::Commit,
        Self::Done,
    ];

    /// The phase of that name, letter case aside.
    ///
    /// ```
    /// use plan_queue::phase::Phase;
    ///
    /// assert_eq!(Phase::parse("WIP"), Some(Phase::Wip));
    /// assert_eq!(Phase::parse("review"), Some(Phase::Review));
    /// assert_eq!(Phase::parse("deploy"), None);
    /// ```
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let named = |phase: &Self| phase.as_str().eq_ignore_ascii_case(word.trim());
        Self::ALL.into_iter().find(named)
    }

    /// The word that the files use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "Ready",
            Self::Decompose => "Decompose",
            Self::Plan => "Plan",
            Self::Critique => "Critique",
            Self::Wip => "WIP",
            Self::Build => "Build",
            Self::Review => "Review",
            Self::Verify => "Verify",
            Self::Qa => "QA",
            Self::Commit => "Commit",
            Self::Done => "Done",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The phases of a lane, in order (Q22). An unclassified task runs those of `full`; a manual one is
/// done by hand and runs none.
///
/// ```
/// use plan_queue::{Lane, phase};
///
/// assert_eq!(phase::phases(None), phase::phases(Some(Lane::Full)));
/// assert_eq!(phase::phases(Some(Lane::Express)).len(), 5);
/// ```
#[must_use]
pub const fn phases(lane: Option<Lane>) -> &'static [Phase] {
    use Phase::{Build, Commit, Critique, Decompose, Done, Plan, Qa, Ready, Review, Verify, Wip};
    match lane {
        Some(Lane::Manual) => &[],
        Some(Lane::Express) => &[Wip, Build, Verify, Commit, Done],
        Some(Lane::Directo) => &[Wip, Build, Review, Verify, Commit, Done],
        Some(Lane::Lite) => &[Ready, Plan, Wip, Build, Review, Verify, Qa, Commit, Done],
        Some(Lane::Full) | None => &[
            Ready, Decompose, Plan, Critique, Wip, Build, Review, Verify, Qa, Commit, Done,
        ],
    }
}

/// Who set the lane of a task; where nobody knows, a person did (Q22).
///
/// Closed: the protocol knows these two (Q22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SetBy {
    /// A person, or it is not known.
    #[default]
    Person,
    /// The classifier, which has read the acceptance.
    Classifier,
}

/// The part of a session where two of them share a task (Q31).
///
/// Closed: the protocol has these two (Q31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Builds, commits, and hands the task over.
    Build,
    /// Reviews what was handed over, and closes it or sends it back.
    Review,
}

impl Role {
    /// The role of that name; `None` for any other word, which stops with `role-unknown`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Build, Self::Review]
            .into_iter()
            .find(|role| role.as_str() == word)
    }

    /// The word that requests use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Review => "review",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
