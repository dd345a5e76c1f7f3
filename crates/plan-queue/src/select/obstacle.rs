//! Why a task cannot be taken: the answers of the one predicate (Q19).

use std::fmt;

/// One reason why a task cannot be taken by a caller.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Obstacle {
    /// It is done: it has a closing, or a tick in the queue.
    Done,
    /// It belongs to another line; `None` is the main tree.
    OtherLine {
        /// The line.
        line: Option<String>,
    },
    /// It stands in another milestone than the one asked for.
    OtherMilestone {
        /// Its milestone.
        milestone: String,
    },
    /// A person has to do something first.
    Held {
        /// What.
        action: String,
        /// The file that says so.
        file: String,
    },
    /// Another runner has claimed it.
    Taken {
        /// Whom to ask.
        owner: Option<String>,
        /// Whose it is.
        runner: Option<String>,
    },
    /// It waits for tasks that are not done.
    Waiting {
        /// Which.
        on: Vec<String>,
    },
    /// It is done by hand, and never offered.
    Manual,
}

impl Obstacle {
    /// A stable word for the kind of reason.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Done => "task-done",
            Self::OtherLine { .. } => "other-line",
            Self::OtherMilestone { .. } => "other-milestone",
            Self::Held { .. } => "held-by-person",
            Self::Taken { .. } => "taken",
            Self::Waiting { .. } => "waiting",
            Self::Manual => "manual",
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("it is done"),
            Self::OtherLine { line: Some(line) } => write!(f, "it belongs to the line {line}"),
            Self::OtherLine { line: None } => f.write_str("it belongs to the main tree"),
            Self::OtherMilestone { milestone } => {
                write!(f, "it stands in the milestone {milestone}")
            }
            Self::Held { action, file } => {
                write!(f, "a person has to act first ({file}): {action}")
            }
            Self::Taken { owner, runner } => {
                let runner = runner
                    .as_deref()
                    .unwrap_or("a runner that it does not name");
                write!(f, "it is taken by {runner}")?;
                owner
                    .as_deref()
                    .map_or(Ok(()), |owner| write!(f, " ({owner})"))
            }
            Self::Waiting { on } => write!(f, "it waits for {}", on.join(", ")),
            Self::Manual => f.write_str("it is done by hand, and not offered"),
        }
    }
}
