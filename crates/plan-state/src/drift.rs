//! Where Markdown and state disagree, task by task, and which of them is ahead (H1).

use std::collections::BTreeMap;
use std::fmt;

use crate::model::{RawState, Task};
use crate::projection::{ProjectedTask, Projection};
use crate::vocabulary::TaskStatus;

/// One disagreement about one task.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift {
    /// The task.
    pub task: u64,
    /// What they disagree in.
    pub difference: Difference,
}

/// What README and state disagree in.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// One has it completed, the other does not.
    Status {
        /// The status that the Markdown projects.
        readme: TaskStatus,
        /// The status in the state.
        state: TaskStatus,
    },
    /// The state does not have the task.
    OnlyReadme,
    /// The README does not have the task.
    OnlyState,
    /// The titles differ.
    Title {
        /// The title in the README's index.
        readme: String,
        /// The title in the state.
        state: String,
    },
}

/// Which side knows more.
///
/// Closed: there are two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The README is ahead: it has a task, or a completion, that the state lacks.
    ReadmeAhead,
    /// The state is ahead.
    StateAhead,
}

impl Drift {
    /// Which side is ahead; `None` where the titles differ.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        match self.difference {
            Difference::Status {
                readme: TaskStatus::Completed,
                ..
            }
            | Difference::OnlyReadme => Some(Direction::ReadmeAhead),
            Difference::Status { .. } | Difference::OnlyState => Some(Direction::StateAhead),
            Difference::Title { .. } => None,
        }
    }
}

/// Every disagreement, in the order of the task numbers.
///
/// Statuses disagree where exactly one side has the task completed, for a box says no more than
/// that; between pending, in progress, blocked and skipped the state is the finer record. Titles
/// are compared without markup and spacing.
#[must_use]
pub fn compare(projection: &Projection, state: &RawState) -> Vec<Drift> {
    let mut tasks: BTreeMap<u64, (Option<&ProjectedTask>, Option<&Task>)> = BTreeMap::new();
    for task in &projection.tasks {
        tasks.entry(task.number).or_default().0.get_or_insert(task);
    }
    for task in &state.tasks {
        tasks.entry(task.id).or_default().1.get_or_insert(task);
    }
    let drift = |(task, (readme, state))| {
        differences(readme, state)
            .into_iter()
            .map(move |difference| Drift { task, difference })
    };
    tasks.into_iter().flat_map(drift).collect()
}

fn differences(readme: Option<&ProjectedTask>, state: Option<&Task>) -> Vec<Difference> {
    let (readme, state) = match (readme, state) {
        (Some(readme), Some(state)) => (readme, state),
        (Some(_), None) => return vec![Difference::OnlyReadme],
        (None, Some(_)) => return vec![Difference::OnlyState],
        (None, None) => return Vec::new(),
    };
    let completed = |status| status == TaskStatus::Completed;
    let status =
        (completed(readme.status) != completed(state.status)).then_some(Difference::Status {
            readme: readme.status,
            state: state.status,
        });
    let title = (plain(&readme.title) != plain(&state.title)).then(|| Difference::Title {
        readme: readme.title.clone(),
        state: state.title.clone(),
    });
    status.into_iter().chain(title).collect()
}

/// A title without code marks, emphasis and repeated spaces.
fn plain(title: &str) -> String {
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace(['`', '*'], "")
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = self.task;
        match &self.difference {
            Difference::Status {
                readme: TaskStatus::Completed,
                state,
            } => {
                write!(
                    f,
                    "task {task} is ticked in the README, and {state} in the state (README ahead)"
                )
            }
            Difference::Status { .. } => {
                write!(
                    f,
                    "task {task} is completed in the state, and open in the README (state ahead)"
                )
            }
            Difference::OnlyReadme => {
                write!(
                    f,
                    "task {task} is in the README, and not in the state (README ahead)"
                )
            }
            Difference::OnlyState => {
                write!(
                    f,
                    "task {task} is in the state, and not in the README (state ahead)"
                )
            }
            Difference::Title { readme, state } => {
                write!(
                    f,
                    "task {task} is called {readme:?} in the README, and {state:?} in the state"
                )
            }
        }
    }
}
