//! A plan read once: every rule looks at this, and none reads or parses anything itself.

mod amended;
mod closing;
mod era;
mod load;
mod part;
mod records;

use std::collections::{BTreeMap, BTreeSet};

use plan_diagnostics::Finding;
use plan_markdown::Document;
use plan_markdown::view::readme::IndexEntry;
use plan_state::{Approval, Manifest, PlanStatus, RawState, TaskStatus};

use crate::approval_record::ApprovedTask;
use crate::facts::Facts;
use crate::files::PlanFiles;

pub use closing::Closing;
pub use era::Era;
pub(crate) use era::version;
pub use part::{Part, ReadmeFile};
pub use records::RecordFile;

/// At which moment a plan is judged.
///
/// Closed: a plan stands, or is about to be published (F1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// As it lies there.
    #[default]
    Standing,
    /// As it is about to be published: some advisories become conditions, and the marker and the
    /// receipt of the publication itself are no matter (F1).
    Finalizing,
}

/// A plan, parsed once.
#[derive(Debug)]
pub struct PlanView<'a> {
    /// The files that it was read from.
    pub files: &'a PlanFiles,
    /// What the caller knows besides.
    pub facts: &'a Facts,
    /// At which moment it is judged.
    pub stage: Stage,
    /// `manifest.json`.
    pub manifest: Part<Manifest>,
    /// `state.json`, or the candidate in its place.
    pub state: Part<RawState>,
    /// Which rules it is judged by.
    pub era: Era,
    /// `README.md`, where it is there and text.
    pub readme: Option<ReadmeFile>,
    /// The task records in the order of their numbers: task files, or sections of the README.
    pub records: Vec<RecordFile>,
    /// Whether the records are sections of the README.
    pub is_lite: bool,
    /// What the parsers found.
    pub findings: Vec<Finding>,
    entries: BTreeMap<u64, usize>,
    tasks: BTreeMap<u64, usize>,
    closing: Closing,
    amended: amended::Amended,
}

impl PlanView<'_> {
    /// Whether the plan is judged as about to be published.
    pub(crate) fn is_finalizing(&self) -> bool {
        self.stage == Stage::Finalizing
    }

    /// The README's task index; empty where there is no README.
    #[must_use]
    pub fn index(&self) -> &[IndexEntry] {
        self.readme
            .as_ref()
            .map_or(&[], |readme| &readme.readme.tasks)
    }

    /// The records of a task; more than one where its number is repeated.
    #[must_use]
    pub fn records_of(&self, number: u64) -> &[RecordFile] {
        let first = self
            .records
            .partition_point(|record| record.number < number);
        let behind = self
            .records
            .partition_point(|record| record.number <= number);
        &self.records[first..behind]
    }

    /// The first index entry of a task.
    #[must_use]
    pub fn entry(&self, number: u64) -> Option<&IndexEntry> {
        self.entries
            .get(&number)
            .and_then(|at| self.index().get(*at))
    }

    /// A task of the state with its position.
    #[must_use]
    pub fn task(&self, number: u64) -> Option<(usize, &plan_state::Task)> {
        let at = *self.tasks.get(&number)?;
        Some((at, self.state.read()?.tasks.get(at)?))
    }

    /// Whether a task is completed: by the state, or, where there is none, by its box.
    #[must_use]
    pub fn is_done(&self, number: u64) -> bool {
        match self.state {
            Part::Read(_) => self
                .task(number)
                .is_some_and(|(_, task)| task.status == TaskStatus::Completed),
            _ => self
                .entry(number)
                .is_some_and(|entry| entry.done == Some(true)),
        }
    }

    /// Whether every task is completed, as [`is_done`](Self::is_done) has it.
    #[must_use]
    pub fn is_completed(&self) -> bool {
        match self.state.read() {
            Some(state) => state.status == PlanStatus::Completed,
            None => {
                !self.index().is_empty()
                    && self.unnumbered().is_empty()
                    && self.index().iter().all(|entry| entry.done == Some(true))
            }
        }
    }

    /// How many boxes of the index are ticked, items without a number among them.
    #[must_use]
    pub fn ticked(&self) -> u64 {
        let numbered = self
            .index()
            .iter()
            .filter(|entry| entry.done == Some(true))
            .count();
        let others = self
            .unnumbered()
            .iter()
            .filter(|item| item.done == Some(true))
            .count();
        (numbered + others) as u64
    }

    /// How many items the index has, those without a number among them.
    pub(crate) fn index_len(&self) -> u64 {
        (self.index().len() + self.unnumbered().len()) as u64
    }

    fn unnumbered(&self) -> &[plan_markdown::view::readme::UnnumberedItem] {
        self.readme
            .as_ref()
            .map_or(&[], |readme| &readme.readme.unnumbered)
    }

    /// The numbers whose boxes are ticked.
    pub(crate) fn ticked_numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let ticked = self.index().iter().filter(|entry| entry.done == Some(true));
        ticked.map(|entry| entry.number)
    }

    /// The numbers of the records, in order, each once.
    #[must_use]
    pub fn record_numbers(&self) -> Vec<u64> {
        let numbers: BTreeSet<u64> = self.records.iter().map(|record| record.number).collect();
        numbers.into_iter().collect()
    }

    /// The numbers and titles of the tasks, in order: the README's, the state's where it has none,
    /// the records' where there is neither.
    #[must_use]
    pub fn titles(&self) -> Vec<(u64, String)> {
        let mut titles: BTreeMap<u64, String> = BTreeMap::new();
        for record in &self.records {
            titles.insert(record.number, record.title());
        }
        for task in self.state.read().map_or(&[][..], |state| &state.tasks) {
            titles.insert(task.id, task.title.clone());
        }
        for entry in self.index().iter().rev() {
            titles.insert(entry.number, entry.title.value.clone());
        }
        titles.into_iter().collect()
    }

    /// The approval in force: the state's, else the README's, else pending (B3). A state of the
    /// first generation counts as approved.
    #[must_use]
    pub fn approval(&self) -> Approval {
        if let Some(state) = self.state.read() {
            if !state.generation.is_current() {
                return Approval::Approved;
            }
            if let Some(approval) = state.approval {
                return approval;
            }
        }
        let declared = self
            .readme
            .as_ref()
            .and_then(|readme| readme.readme.approval.as_ref());
        let word =
            declared.and_then(|p| plan_markdown::view::readme::approval_word(&p.value.value));
        word.and_then(Approval::of).unwrap_or(Approval::Pending)
    }

    /// The tasks as an approval records them: titles of the README, criteria of the records.
    #[must_use]
    pub fn approvable_tasks(&self) -> Vec<ApprovedTask> {
        let titles = self.titles().into_iter();
        let tasks = titles.map(|(number, title)| {
            let record = self.records_of(number).first();
            let criteria = record.map_or(&[][..], |record| &record.record.criteria);
            ApprovedTask::of(
                number,
                &title,
                criteria.iter().map(|c| c.text.value.as_str()),
            )
        });
        tasks.collect()
    }

    /// `PROGRESS.md`, parsed on demand; empty where it is not there.
    pub(crate) fn progress(&self) -> Document {
        let text = self.files.text("PROGRESS.md").cloned().unwrap_or_default();
        Document::parse("PROGRESS.md", text)
    }

    /// How the plan closes.
    #[must_use]
    pub const fn closing(&self) -> Closing {
        self.closing
    }

    /// The commits that the state names, each once: what a caller asks git about.
    #[must_use]
    pub fn commits(&self) -> BTreeSet<String> {
        let tasks = self.state.read().map_or(&[][..], |state| &state.tasks);
        tasks
            .iter()
            .filter_map(|task| task.commit.clone())
            .collect()
    }
}
