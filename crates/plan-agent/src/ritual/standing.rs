//! What a plan asks for next, but for the smoke command (P4).

use std::path::{Path, PathBuf};

use plan_guard::Digest;
use plan_prose::evidence;
use plan_state::drift::{Difference, Drift};
use plan_state::{State, TaskStatus, Timestamp};
use plan_update::{
    Context, LogPointer, ReconcileOutcome, RecordFacts, Records, Request, transition,
};
use plan_verify::PlanView;
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE, REFINING_FILE};

use super::next::{Drifted, Held, NextTask, Repair, RepairKind};
use super::stages::Reconciled;
use crate::profile::{Condition, Profile, Unmet};

/// What a plan asks for.
#[derive(Debug)]
pub(super) enum Standing {
    NotAdmitted(Vec<Unmet>),
    ReconcileFirst(Drifted),
    ReportAndYield(Held),
    Finalize(Repair),
    Complete,
    Refine(Vec<u64>),
    Task(NextTask),
}

/// A plan about which is decided.
pub(super) struct Case<'a> {
    pub(super) view: &'a PlanView<'a>,
    pub(super) root: &'a Path,
    pub(super) profile: Profile,
    pub(super) now: &'a Timestamp,
    pub(super) digest: Option<Digest>,
    pub(super) drift: &'a [Drift],
    pub(super) reconciled: &'a Reconciled,
}

impl Case<'_> {
    /// Decides, in the order of the ritual: may it run, was a publication cut short, do Markdown and
    /// state agree, is it held, is it done, and only then which task is next.
    pub(super) fn decide(&self, unmet: Vec<Unmet>) -> Standing {
        let mended = |unmet: &Unmet| unmet.condition == Condition::FinalizationInterrupted;
        if !unmet.iter().all(mended) {
            return Standing::NotAdmitted(unmet);
        }
        if self.view.files.contains(MARKER_FILE) {
            return Standing::Finalize(self.repair(RepairKind::Recovery));
        }
        if self.view.files.contains(REFINING_FILE) {
            return Standing::ReportAndYield(Held::refining());
        }
        let blocked = self.view.state.read().and_then(|state| state.blocked.get());
        if !self.reconciled.in_step {
            let settles = self.reconciled.unsettled.is_empty();
            return match blocked {
                Some(blocked) if !settles => Standing::ReportAndYield(Held::of(blocked)),
                _ => Standing::ReconcileFirst(self.drifted(settles)),
            };
        }
        if let Some(blocked) = blocked {
            return Standing::ReportAndYield(Held::of(blocked));
        }
        let Some(state) = self.state() else {
            return Standing::ReconcileFirst(self.drifted(false));
        };
        self.among(&state)
    }

    fn state(&self) -> Option<State> {
        State::new(self.view.state.read()?.clone()).ok()
    }

    fn repair(&self, kind: RepairKind) -> Repair {
        Repair {
            kind,
            root: PathBuf::from(self.root),
            profile: self.profile,
        }
    }

    /// Of a plan in step: done, a completion cut short, or the next task.
    fn among(&self, state: &State) -> Standing {
        let with = |wanted: TaskStatus| {
            let tasks = state.tasks().iter();
            let tasks = tasks.filter(move |task| task.status == wanted);
            tasks.map(|task| task.id).collect::<Vec<_>>()
        };
        let (completed, skipped) = (with(TaskStatus::Completed), with(TaskStatus::Skipped));
        let all = state.tasks().len();
        if completed.len() == all {
            let published =
                !state.generation().is_current() || self.view.files.contains(RECEIPT_FILE);
            return if published {
                Standing::Complete
            } else {
                Standing::Finalize(self.repair(RepairKind::Publication))
            };
        }
        if completed.len() + skipped.len() == all {
            return Standing::Refine(skipped);
        }
        let context = self.context();
        if let Some(task) = self.half_completed(state, &context) {
            let line = format!(
                "the log of task {task} says that it is completed, its evidence passes, and its box is \
                 open: a completion was interrupted"
            );
            return Standing::ReconcileFirst(Drifted {
                lines: vec![line],
                unsettled: Vec::new(),
                task: Some(task),
                repair: Some(self.repair(RepairKind::Completion(task))),
            });
        }
        self.next_of(state, &context)
    }

    /// The task that is in progress, else the first open one that may begin: what the updater would
    /// grant, so that the two never differ.
    fn next_of(&self, state: &State, context: &Context) -> Standing {
        let open = |status| !matches!(status, TaskStatus::Completed | TaskStatus::Skipped);
        let mut tasks: Vec<_> = state.tasks().iter().filter(|t| open(t.status)).collect();
        tasks.sort_by_key(|task| (task.status != TaskStatus::InProgress, task.id));
        let mut first = None;
        for task in tasks {
            let begin = Request::new(task.id, TaskStatus::InProgress);
            match (transition(state, &begin, context), self.digest) {
                (Ok(_), Some(digest)) => {
                    let place = (self.root, self.profile, digest);
                    return Standing::Task(NextTask::of(self.view, task, place));
                }
                (Ok(_), None) => {}
                (Err(refusal), _) => {
                    first.get_or_insert((task.id, refusal));
                }
            }
        }
        Standing::ReportAndYield(Held::refused(first))
    }

    /// A task whose completion was cut short between its log and its box.
    fn half_completed(&self, state: &State, context: &Context) -> Option<u64> {
        use plan_markdown::view::task::LogStatus;
        let cut_short = |task: &&plan_state::Task| {
            let record = self.view.records_of(task.id).first();
            let logged = record.and_then(|record| record.record.log.status_word());
            let done = Request::new(task.id, TaskStatus::Completed);
            task.status == TaskStatus::InProgress
                && logged == Some(LogStatus::Completed)
                && transition(state, &done, context).is_ok()
        };
        state.tasks().iter().find(cut_short).map(|task| task.id)
    }

    /// What is done about drift: one interrupted completion is finished, all else reconciled.
    fn drifted(&self, settles: bool) -> Drifted {
        let kind = match self.drift {
            [
                Drift {
                    task,
                    difference:
                        Difference::Status {
                            readme: TaskStatus::Completed,
                            state: TaskStatus::InProgress,
                        },
                    ..
                },
            ] => RepairKind::Completion(*task),
            _ => RepairKind::Reconciliation,
        };
        let open = self.view.state.read().and_then(|state| {
            let mut tasks = state.tasks.iter();
            tasks.find(|task| !matches!(task.status, TaskStatus::Completed | TaskStatus::Skipped))
        });
        Drifted {
            lines: self.reconciled.drift.clone(),
            unsettled: self.reconciled.unsettled.clone(),
            task: open.map(|task| task.id),
            repair: settles.then(|| self.repair(kind)),
        }
    }

    /// What the updater would be told of the records.
    fn context(&self) -> Context {
        let numbers = self.view.record_numbers();
        let mut records = Records::new();
        for record in &self.view.records {
            let facts = RecordFacts::of(&record.file, record.number, &record.record, &numbers);
            records.insert(record.number, facts);
        }
        let tasks = self.view.state.read().map_or(&[][..], |state| &state.tasks);
        let evidence = tasks
            .iter()
            .flat_map(plan_state::Task::gates)
            .filter_map(|gate| gate.evidence.as_deref());
        let logs = evidence.flat_map(evidence::log_pointers).map(|path| {
            let there = self.view.files.contains(path);
            let pointer = if there {
                LogPointer::Present
            } else {
                LogPointer::Absent
            };
            (path.to_owned(), pointer)
        });
        Context {
            now: self.now.clone(),
            readme_approval: Some(self.view.approval()),
            records,
            logs: logs.collect(),
        }
    }
}

/// What a reconciliation, shown only, comes to: what it would change, and what it cannot settle.
pub(super) fn shown(outcome: ReconcileOutcome) -> (Vec<String>, Vec<String>) {
    let changes = |reconciliation: plan_update::Reconciliation| {
        let changes = reconciliation.changes.into_iter();
        changes.map(|change| change.message).collect::<Vec<_>>()
    };
    match outcome {
        ReconcileOutcome::Shown(said)
        | ReconcileOutcome::Applied {
            reconciliation: said,
            ..
        } => (changes(said), Vec::new()),
        ReconcileOutcome::Nothing(_) => {
            let why = "a reconciliation finds nothing to change: see `dwp check`";
            (Vec::new(), vec![why.to_owned()])
        }
        ReconcileOutcome::Unsettled(said) => {
            let open = said.unsettled.into_iter();
            (Vec::new(), open.map(|open| open.message).collect())
        }
        ReconcileOutcome::Refused(refusal) => (Vec::new(), vec![refusal.message]),
        ReconcileOutcome::Unpublished { report, .. } => {
            let findings = report.findings().map(|finding| finding.message.clone());
            (Vec::new(), findings.collect())
        }
        ReconcileOutcome::Conflict(conflict) => (Vec::new(), vec![conflict.code().to_owned()]),
    }
}
