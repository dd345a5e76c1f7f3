//! One task settled: what the README says of it, held against what is on record (H2).

use std::collections::BTreeMap;

use plan_markdown::Document;
use plan_prose::evidence;
use plan_state::{Format, Locator, Members, ProjectedTask, RawState, Task, TaskStatus, Timestamp};
use plan_verify::human_approval::{is_asked_for, unapproved};
use plan_verify::view::RecordFile;
use plan_verify::{PlanView, task_file_number};

use super::value::{ChangeKind, GitCommit, Reconciliation, Unsettled};
use crate::refusal::RefusalCode as Code;
use crate::transition::judge_task;
use crate::{Context, LogPointer, RecordFacts, Records};

/// What tasks are settled with.
pub(super) struct Desk<'a> {
    view: &'a PlanView<'a>,
    commits: &'a [GitCommit],
    before: &'a RawState,
    now: &'a Timestamp,
    numbers: Vec<u64>,
    progress: Document,
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        view: &'a PlanView<'a>,
        commits: &'a [GitCommit],
        before: &'a RawState,
        now: &'a Timestamp,
    ) -> Self {
        let progress = view.files.text("PROGRESS.md").cloned().unwrap_or_default();
        Self {
            view,
            commits,
            before,
            now,
            numbers: view
                .titles()
                .into_iter()
                .map(|(number, _)| number)
                .collect(),
            progress: Document::parse("PROGRESS.md", progress),
        }
    }

    /// The task as it is to be; `None` where it has no record that a locator could name.
    pub(super) fn settle(
        &self,
        projected: &ProjectedTask,
        said: &mut Reconciliation,
    ) -> Option<Task> {
        let number = projected.number;
        let locator = self.locator(number, said)?;
        let known = self.before.task(number);
        let mut task = known
            .cloned()
            .unwrap_or_else(|| self.new_task(projected, &locator));
        if known.is_none() {
            let message = format!(
                "Task {number}: in the README and not in the state; added as {}.",
                task.status
            );
            said.change(ChangeKind::Task, Some(number), message);
        }
        self.identify(&mut task, projected, locator, said);
        self.move_to(&mut task, projected, known.is_none(), said);
        self.trace(&mut task, said);
        Some(task)
    }

    /// A task that only the state has: dropped where nothing is on record for it, else unsettled.
    pub(super) fn unlisted(&self, task: &Task, said: &mut Reconciliation) {
        let id = task.id;
        let idle =
            task.status == TaskStatus::Pending && task.gates().is_empty() && task.outcome.is_none();
        if idle && self.record(id).is_none() {
            let message = format!(
                "Task {id}: in the state and not in the README, with nothing on record; dropped."
            );
            said.change(ChangeKind::Task, Some(id), message);
            return;
        }
        let message =
            format!("Task {id} is in the state with records of its own, and not in the README");
        let help = "put its item back into the task list; a task is taken out by refining the plan";
        said.unsettled
            .push(Unsettled::plain(Some(id), "task-unlisted", message, help));
    }

    /// A task that the state does not have yet. One that the README has completed begins as in
    /// progress, and is judged like any other.
    fn new_task(&self, projected: &ProjectedTask, locator: &Locator) -> Task {
        let status = match projected.status {
            TaskStatus::Pending => TaskStatus::Pending,
            TaskStatus::Skipped if self.view.permits_skip(projected.number) => TaskStatus::Skipped,
            TaskStatus::Skipped => TaskStatus::Pending,
            _ => TaskStatus::InProgress,
        };
        Task {
            id: projected.number,
            locator: locator.clone(),
            title: projected.title.clone(),
            status,
            started_at: None,
            completed_at: None,
            commit: None,
            gates: self.before.generation.is_current().then(Vec::new),
            outcome: None,
            extra: Members::new(),
        }
    }

    /// Where the record of a task is: its anchor, or its file.
    fn locator(&self, number: u64, said: &mut Reconciliation) -> Option<Locator> {
        if self.before.format == Some(Format::Lite) {
            return Some(Locator::Inline(format!("#task-{number}")));
        }
        let known = self.before.task(number).map(|task| &task.locator);
        if let Some(Locator::File(name)) = known
            && self.view.files.contains(name)
            && task_file_number(name) == Some(number)
        {
            return known.cloned();
        }
        let mut files = self
            .view
            .files
            .task_files()
            .filter(|name| task_file_number(name) == Some(number));
        match (files.next(), files.next()) {
            (Some(name), None) => Some(Locator::File(name.to_owned())),
            (first, _) => {
                let what = if first.is_some() {
                    "more than one task file"
                } else {
                    "no task file"
                };
                let message = format!("Task {number} has {what}");
                let help = "restore the task's file, one a task, named N.task_slug.md";
                let open =
                    Unsettled::plain(Some(number), Code::RecordUnreadable.as_str(), message, help);
                said.unsettled.push(open);
                None
            }
        }
    }

    /// Title and locator as the Markdown has them.
    fn identify(
        &self,
        task: &mut Task,
        projected: &ProjectedTask,
        locator: Locator,
        said: &mut Reconciliation,
    ) {
        let number = task.id;
        if task.locator != locator {
            let message = format!(
                "Task {number}: its record is {}; the state said {}.",
                locator.value(),
                task.locator.value()
            );
            said.change(ChangeKind::Identity, Some(number), message);
            task.locator = locator;
        }
        if plain(&task.title) != plain(&projected.title) {
            let message = format!(
                "Task {number}: called \"{}\" in the README; the state said \"{}\".",
                projected.title, task.title
            );
            said.change(ChangeKind::Identity, Some(number), message);
            task.title.clone_from(&projected.title);
        }
    }

    /// The status: completed if and only if ticked, and ticked only counts with its evidence.
    fn move_to(
        &self,
        task: &mut Task,
        projected: &ProjectedTask,
        is_new: bool,
        said: &mut Reconciliation,
    ) {
        let number = task.id;
        let ticked = projected.status == TaskStatus::Completed;
        let from = task.status;
        match (ticked, from) {
            (true, TaskStatus::Completed) => {}
            (true, _) => {
                if let Err(open) = self.evidence(task) {
                    said.unsettled.push(open);
                    return;
                }
                task.status = TaskStatus::Completed;
                let message = format!(
                    "Task {number}: state said {}, README says completed, and its evidence holds; state set to completed.",
                    if is_new { TaskStatus::Pending } else { from }
                );
                said.change(ChangeKind::Status, Some(number), message);
            }
            (false, TaskStatus::Completed) => {
                task.status = TaskStatus::InProgress;
                task.completed_at = None;
                let message = format!(
                    "Task {number}: state said completed, README says open; state set to in_progress, its records kept."
                );
                said.change(ChangeKind::Status, Some(number), message);
            }
            (false, TaskStatus::Skipped) if !self.view.permits_skip(number) => {
                task.status = TaskStatus::Pending;
                let message = format!(
                    "Task {number}: state said skipped, and no amendment takes it out of scope; state set to pending."
                );
                said.change(ChangeKind::Status, Some(number), message);
            }
            (false, _) => {}
        }
        if !ticked && task.status != TaskStatus::Completed && task.completed_at.take().is_some() {
            let message =
                format!("Task {number}: not completed, and so without a time of completion.");
            said.change(ChangeKind::Trace, Some(number), message);
        }
    }

    /// When a completed task was completed, and in which commit, where the state lacks it.
    fn trace(&self, task: &mut Task, said: &mut Reconciliation) {
        let number = task.id;
        let commit = self.commit(number);
        if task.status != TaskStatus::Completed {
            if let Some(commit) = commit.filter(|_| !task.status.is_settled()) {
                said.notes.push(format!(
                    "commit {} says that it is Task {number}'s; the task is {}",
                    commit.hash, task.status
                ));
            }
            return;
        }
        if task.completed_at.is_none() {
            let (at, whence) = self.completed_at(task);
            said.change(
                ChangeKind::Trace,
                Some(number),
                format!("Task {number}: completed at {at}, {whence}."),
            );
            task.completed_at = Some(at);
        }
        if let Some(commit) = commit.filter(|_| task.commit.is_none()) {
            let message = format!(
                "Task {number}: its commit is {}, by its subject.",
                commit.hash
            );
            said.change(ChangeKind::Trace, Some(number), message);
            task.commit = Some(commit.hash.clone());
        }
    }

    fn commit(&self, number: u64) -> Option<&GitCommit> {
        let plan = self.view.files.name();
        let mut commits = self.commits.iter().filter(|commit| commit.is_hash());
        commits.find(|commit| commit.task_of(plan) == Some(number))
    }

    /// The time in the task's log, else that of its last record, else now.
    fn completed_at(&self, task: &Task) -> (Timestamp, &'static str) {
        let record = self.record(task.id);
        let logged = record.and_then(|record| record.record.log.timestamp.as_ref());
        let logged = logged.and_then(|at| Timestamp::parse(at.value.trim()).ok());
        let last = || {
            task.gates()
                .iter()
                .map(|gate| &gate.last_run)
                .max()
                .cloned()
        };
        match (logged, last()) {
            (Some(at), _) => (at, "by its log"),
            (None, Some(at)) => (at, "by its last gate record"),
            (None, None) => (self.now.clone(), "by this reconciliation"),
        }
    }

    fn record(&self, number: u64) -> Option<&RecordFile> {
        self.view
            .records
            .iter()
            .find(|record| record.number == number)
    }

    /// Whether what is on record completes the task: C5, E1, E2, E4, E8, E9.
    fn evidence(&self, task: &Task) -> Result<(), Unsettled> {
        let Some(record) = self.record(task.id) else {
            let message = format!(
                "Task {} is ticked in the README, and has no record to judge it by",
                task.id
            );
            let code = Code::RecordUnreadable.as_str();
            return Err(Unsettled::plain(
                Some(task.id),
                code,
                message,
                "restore the task's record",
            ));
        };
        let mut records = Records::new();
        records.insert(task.id, self.facts(record));
        let context = Context {
            now: self.now.clone(),
            readme_approval: None,
            records,
            logs: self.logs(task),
        };
        judge_task(task, &context).map_err(|refusal| Unsettled::of_refusal(task.id, refusal))
    }

    fn facts(&self, record: &RecordFile) -> RecordFacts {
        let mut facts = RecordFacts::of(&record.file, record.number, &record.record, &self.numbers);
        if let Some(document) = record.document(self.view)
            && record.record.criteria.iter().any(is_asked_for)
        {
            let awaited = unapproved(
                record.number,
                &record.record,
                document,
                &facts.amendments,
                &self.progress,
            );
            facts.unapproved = awaited
                .into_iter()
                .map(|criterion| criterion.text.value.clone())
                .collect();
        }
        facts
    }

    fn logs(&self, task: &Task) -> BTreeMap<String, LogPointer> {
        let texts = task
            .gates()
            .iter()
            .filter_map(|gate| gate.evidence.as_deref());
        let pointers = texts.flat_map(evidence::log_pointers);
        let resolved = pointers.map(|path| {
            let inside = path.strip_prefix("./").unwrap_or(path);
            let there = self.view.files.get(inside).is_some();
            (
                path.to_owned(),
                if there {
                    LogPointer::Present
                } else {
                    LogPointer::Absent
                },
            )
        });
        resolved.collect()
    }
}

/// A title without code marks, emphasis and repeated spaces.
fn plain(title: &str) -> String {
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    words.replace(['`', '*'], "")
}
