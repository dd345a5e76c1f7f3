//! Why a task cannot be taken: the answers of the one predicate (Q19).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Milestone, Task};

/// One reason why a task cannot be taken by a caller.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Obstacle {
    /// Other tasks of the queue have its slug, so that a claim of that name would be a claim on each of
    /// them: an error of the queue, `queue-slug-repeated` (Q15).
    SlugRepeated {
        /// How many tasks have it.
        tasks: usize,
        /// The first of them, in queue order: five at most.
        at: Vec<Bearer>,
    },
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

/// A task that has a slug, by where it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Bearer {
    /// Its file, relative to the planning directory.
    pub file: String,
    /// The number of its line in that file, from 1.
    pub line_number: usize,
    /// Its milestone.
    pub milestone: String,
}

/// How many tasks of one slug are named. A text with all of them for each of them would grow with their
/// square.
const NAMED: usize = 5;

/// That a slug stands for several tasks.
pub(super) fn slug_repeated<'a>(
    tasks: usize,
    bearers: impl Iterator<Item = (&'a Milestone, &'a Task)>,
) -> Obstacle {
    let named = bearers.take(NAMED).map(|(milestone, task)| Bearer {
        file: task.file.to_string(),
        line_number: task.line_number,
        milestone: milestone.slug().to_owned(),
    });
    Obstacle::SlugRepeated {
        tasks,
        at: named.collect(),
    }
}

/// Which tasks have a slug, in words.
pub(crate) fn stands_for(tasks: usize, at: &[Bearer]) -> String {
    let named: Vec<_> = at.iter().map(ToString::to_string).collect();
    let more = match tasks.saturating_sub(at.len()) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{tasks} tasks: {}{more}", named.join(", "))
}

impl fmt::Display for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line_number,
            milestone,
        } = self;
        write!(f, "{file}:{line_number} (milestone {milestone})")
    }
}

impl Obstacle {
    /// A stable word for the kind of reason.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SlugRepeated { .. } => "slug-repeated",
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
            Self::SlugRepeated { tasks, at } => {
                write!(f, "its slug stands for {}", stands_for(*tasks, at))
            }
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
