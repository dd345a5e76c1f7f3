//! What a plan's Markdown alone says about its progress (A3, H1).

use std::collections::{BTreeMap, BTreeSet};

use plan_markdown::view::task::LogStatus;
use plan_markdown::view::{Readme, TaskRecord};

use crate::vocabulary::{PlanStatus, TaskStatus};

/// The state as the Markdown has it: the tasks of the README's index with their boxes, and what the
/// logs of their records say of those that are not ticked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Projection {
    /// The tasks, in the order of the index; of a repeated number the first.
    pub tasks: Vec<ProjectedTask>,
}

/// A task as the Markdown has it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProjectedTask {
    /// Its number.
    pub number: u64,
    /// Its title in the index.
    pub title: String,
    /// Its status.
    pub status: TaskStatus,
}

impl Projection {
    /// Projects the index of a README; `records` are the task records that could be read, by task.
    ///
    /// A ticked box is completed, whatever the log says. An open box, or one that is neither, takes
    /// the log's word for in progress, blocked or skipped; a log that says completed where the box
    /// is open is work in progress; without a word the task is pending. Items of the index without
    /// `Task N` count where they link to a task file.
    #[must_use]
    pub fn of(readme: &Readme, records: &BTreeMap<u64, &TaskRecord>) -> Self {
        let named = readme.tasks.iter().map(|entry| {
            (
                entry.span.start,
                entry.number,
                &entry.title.value,
                entry.done == Some(true),
            )
        });
        let linked = readme.unnumbered.iter().filter_map(|item| {
            let done = item.done == Some(true);
            Some((item.span.start, item.file_number?, &item.title.value, done))
        });
        let mut items: Vec<_> = named.chain(linked).collect();
        items.sort_by_key(|(start, ..)| *start);
        let mut seen = BTreeSet::new();
        items.retain(|(_, number, ..)| seen.insert(*number));
        let task = |(_, number, title, ticked): (usize, u64, &String, bool)| ProjectedTask {
            number,
            title: title.clone(),
            status: status(ticked, records.get(&number).copied()),
        };
        Self {
            tasks: items.into_iter().map(task).collect(),
        }
    }

    /// The task with this number.
    #[must_use]
    pub fn task(&self, number: u64) -> Option<&ProjectedTask> {
        self.tasks.iter().find(|task| task.number == number)
    }

    /// How many tasks are completed, that is, ticked.
    #[must_use]
    pub fn completed_count(&self) -> u64 {
        self.tasks
            .iter()
            .filter(|task| task.status == TaskStatus::Completed)
            .count() as u64
    }

    /// How many tasks there are.
    #[must_use]
    pub fn task_count(&self) -> u64 {
        self.tasks.len() as u64
    }

    /// The status that the tasks add up to, as [`derived_status`](crate::contract::derived_status)
    /// has it for a state.
    #[must_use]
    pub fn status(&self) -> PlanStatus {
        crate::contract::status_of(self.tasks.iter().map(|task| task.status), false)
    }
}

fn status(ticked: bool, record: Option<&TaskRecord>) -> TaskStatus {
    if ticked {
        return TaskStatus::Completed;
    }
    let logged = record.and_then(|record| record.log.status_word());
    match logged {
        Some(LogStatus::InProgress | LogStatus::Completed) => TaskStatus::InProgress,
        Some(LogStatus::Blocked) => TaskStatus::Blocked,
        Some(LogStatus::Skipped) => TaskStatus::Skipped,
        _ => TaskStatus::Pending,
    }
}
