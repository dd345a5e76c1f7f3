//! What the task records say that a transition depends on: dependencies, commands, amendments.

use std::collections::BTreeMap;

use plan_markdown::view::task::{Depends, TaskRecord};
use plan_prose::evidence;
use plan_state::Task;
use plan_state::amendment::{Amendment, Amendments, judge};

/// The records of a plan's tasks, by task number. A task without a readable record depends on all
/// earlier ones, declares no command, and has no amendment.
#[derive(Debug, Clone, Default)]
pub struct Records(BTreeMap<u64, RecordFacts>);

/// What one record says.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Default)]
pub struct RecordFacts {
    /// The tasks that it declares to depend on; `None` where it declares nothing (D12).
    pub depends_on: Option<Vec<u64>>,
    /// The commands that its Validation declares (E8).
    pub commands: Vec<String>,
    /// The criteria that name a human approval which is not on record (E9).
    pub unapproved: Vec<String>,
    /// Its amendments that hold (G).
    pub amendments: Amendments,
}

impl RecordFacts {
    /// The facts of the record of `task`, which stands in `file`, in a plan with these tasks. Human
    /// approvals are judged apart, since they may lie in other files.
    #[must_use]
    pub fn of(file: &str, task: u64, record: &TaskRecord, tasks: &[u64]) -> Self {
        let depends_on = record
            .depends_on
            .as_ref()
            .map(|declared| match &declared.value {
                Depends::None => Vec::new(),
                Depends::Tasks(tasks) => tasks.clone(),
            });
        Self {
            depends_on,
            commands: record
                .commands
                .iter()
                .map(|command| command.value.clone())
                .collect(),
            unapproved: Vec::new(),
            // What does not hold is the check's to report; here it permits nothing.
            amendments: judge(file, task, &record.amendments, tasks).0,
        }
    }
}

impl Records {
    /// No records.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Keeps what the record of `task` says.
    pub fn insert(&mut self, task: u64, facts: RecordFacts) {
        self.0.insert(task, facts);
    }

    /// What the record of `task` says.
    #[must_use]
    pub fn get(&self, task: u64) -> Option<&RecordFacts> {
        self.0.get(&task)
    }

    /// Whether an amendment takes the task out of scope (C6).
    pub(crate) fn permits_skip(&self, task: u64) -> bool {
        self.get(task)
            .is_some_and(|record| record.amendments.permits_skip())
    }

    /// Whether an amendment reopens the task: one that names it, and that no earlier reopening has
    /// spent by stamping records with it (G4).
    pub(crate) fn permits_reopen(&self, task: &Task) -> bool {
        let Some(record) = self.get(task.id) else {
            return false;
        };
        let mut amendments = record.amendments.iter();
        amendments.any(|amendment| amendment.tasks.contains(&task.id) && !is_spent(amendment, task))
    }

    /// The commands whose records a reopening stamps, each with what the stamp says (G4). What an
    /// amendment that is spent has invalidated was recorded anew since, and counts.
    pub(crate) fn stamps(&self, task: &Task) -> Vec<(String, String)> {
        let Some(record) = self.get(task.id) else {
            return Vec::new();
        };
        let invalidated = record.amendments.invalidated_commands().into_iter();
        let invalidated = invalidated
            .filter(|(_, by)| !is_spent(by, task))
            .map(|(command, by)| (command.to_owned(), by.name()));
        let withdrawn = record.amendments.withdrawn_commands().into_iter();
        let withdrawn = withdrawn
            .map(|(command, by)| (command.to_owned(), format!("withdrawn by {}", by.name())));
        invalidated.chain(withdrawn).collect()
    }

    /// Whether an amendment makes up for a command without a passing record (E8).
    pub(crate) fn covers(&self, task: u64, command: &str) -> bool {
        self.get(task)
            .is_some_and(|record| record.amendments.covers_command(command))
    }

    /// The commands that the record of `task` declares.
    pub(crate) fn commands(&self, task: u64) -> impl Iterator<Item = &str> {
        let record = self.get(task);
        record
            .into_iter()
            .flat_map(|record| record.commands.iter().map(String::as_str))
    }

    /// The criteria of `task` that a person has still to approve.
    pub(crate) fn unapproved(&self, task: u64) -> impl Iterator<Item = &str> {
        let record = self.get(task);
        record
            .into_iter()
            .flat_map(|record| record.unapproved.iter().map(String::as_str))
    }
}

/// Whether a record of the task carries the stamp of this amendment.
fn is_spent(amendment: &Amendment, task: &Task) -> bool {
    let name = amendment.name();
    task.gates()
        .iter()
        .filter_map(|gate| gate.evidence.as_deref())
        .any(|text| {
            evidence::is_invalidated(text)
                && text
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|word| word == name)
        })
}
