//! The reconciled state: the tasks of the README, each with what is on record for it (H2).

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Severity};
use plan_state::{
    Checkpoint, Nullable, PlanStatus, ProjectedTask, RawState, State, Task, TaskStatus, Timestamp,
    pair,
};
use plan_verify::PlanView;
use plan_verify::view::{Era, Part};

use super::base;
use super::task::Desk;
use super::value::{ChangeKind, GitCommit, Reconciliation, Unsettled};
use crate::Refusal;
use crate::refusal::RefusalCode as Code;
use crate::transition::{count, first_open};

/// What changes, and the state that results where everything could be settled.
type Settled = (Reconciliation, Option<State>);

impl Reconciliation {
    /// Plans the reconciliation of a plan, and changes nothing. `commits` are facts of git, newest
    /// first; `now` is the time that a change would carry.
    ///
    /// # Errors
    ///
    /// The refusal of a plan that cannot be reconciled at all: newer than supported, being written or
    /// promoted, or its publication interrupted.
    pub fn of(
        view: &PlanView<'_>,
        commits: &[GitCommit],
        now: &Timestamp,
    ) -> Result<Self, Refusal> {
        settle(view, commits, now).map(|(reconciliation, _)| reconciliation)
    }
}

pub(super) fn settle(
    view: &PlanView<'_>,
    commits: &[GitCommit],
    now: &Timestamp,
) -> Result<Settled, Refusal> {
    may_be_reconciled(view)?;
    let mut said = Reconciliation {
        plan: view.files.name().to_owned(),
        ..Reconciliation::default()
    };
    if has_no_state_layer(view) {
        said.notes
            .push("the plan has no state, and no manifest that says it should".to_owned());
        return Ok((said, None));
    }
    let projected = view.projection().tasks;
    if !is_readable(view, &projected, &mut said) {
        return Ok((said, None));
    }
    let before = base::of(view, &projected, now, &mut said);
    let mut next = before.clone();
    let desk = Desk::new(view, commits, &before, now);
    next.tasks = tasks(&desk, &before, &projected, &mut said);
    blockers(&before, &mut next, &mut said);
    counts(&before, &mut next, &mut said);
    checkpoint(&before, &mut next, now, &mut said);
    if !said.changes.is_empty() {
        next.updated_at = now.clone();
    }
    Ok(valid(view, next, said))
}

/// Reconciling is for plans of a known generation that nothing else is at work on.
fn may_be_reconciled(view: &PlanView<'_>) -> Result<(), Refusal> {
    if let Era::Newer(reason) | Era::Undecidable(reason) = &view.era {
        return Err(Refusal::new(
            Code::SchemaUnknown,
            format!("{} cannot be judged: {reason}", view.files.name()),
            "use a version of this tool that supports it",
        ));
    }
    let promoting = view.state.read().is_some_and(|state| {
        state.promotion.is_value()
            || state.materialization == Some(plan_state::Materialization::Promoting)
    });
    if promoting {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "a promotion of this plan from Lite to Full is under way",
            "resume the promotion or roll it back first",
        ));
    }
    Ok(())
}

/// A plan of Markdown alone is whole as it is.
fn has_no_state_layer(view: &PlanView<'_>) -> bool {
    matches!(view.state, Part::Absent)
        && matches!(view.manifest, Part::Absent)
        && view.era == Era::Legacy
}

/// The README lists tasks 1 to N, each once.
fn is_readable(
    view: &PlanView<'_>,
    projected: &[ProjectedTask],
    said: &mut Reconciliation,
) -> bool {
    let mut report = |task, message| {
        let help = "correct the task list of the README, one item a task, numbered from 1";
        said.unsettled.push(Unsettled::plain(
            task,
            Code::ReadmeUnreadable.as_str(),
            message,
            help,
        ));
    };
    if projected.is_empty() {
        report(None, "README.md lists no task".to_owned());
        return false;
    }
    for (task, expected) in projected.iter().zip(1_u64..) {
        if task.number != expected {
            let message = format!(
                "the README lists task {} where task {expected} belongs",
                task.number
            );
            report(Some(task.number), message);
            return false;
        }
    }
    let mut seen: BTreeMap<u64, Option<bool>> = BTreeMap::new();
    for entry in view.index() {
        let first = *seen.entry(entry.number).or_insert(entry.done);
        if first != entry.done {
            let message = format!(
                "the README lists task {} both ticked and open",
                entry.number
            );
            report(Some(entry.number), message);
            return false;
        }
    }
    true
}

/// Each task of the README settled, and those that only the state has.
fn tasks(
    desk: &Desk<'_>,
    before: &RawState,
    projected: &[ProjectedTask],
    said: &mut Reconciliation,
) -> Vec<Task> {
    let tasks: Vec<Task> = projected
        .iter()
        .filter_map(|task| desk.settle(task, said))
        .collect();
    let listed = |id: u64| projected.iter().any(|task| task.number == id);
    for task in before.tasks.iter().filter(|task| !listed(task.id)) {
        desk.unlisted(task, said);
    }
    tasks
}

/// The blocker agrees with the tasks: it holds an open one, which is blocked, and no other is (C4).
fn blockers(before: &RawState, next: &mut RawState, said: &mut Reconciliation) {
    let holder = before
        .blocked
        .get()
        .map(|blocked| (blocked.task, blocked.reason.clone()));
    let open = |id: u64| {
        next.tasks
            .iter()
            .any(|task| task.id == id && !task.status.is_settled())
    };
    let held = holder
        .as_ref()
        .map(|(task, _)| *task)
        .filter(|task| open(*task));
    if let (Some((task, reason)), None) = (&holder, held) {
        next.blocked = Nullable::Null;
        let message = format!(
            "Task {task}: its blocker is lifted, as the task is not open any more; it was: {reason}"
        );
        said.change(ChangeKind::Blocker, Some(*task), message);
    }
    for task in &mut next.tasks {
        let wanted = match (Some(task.id) == held, task.status) {
            (true, TaskStatus::Blocked) => continue,
            (true, _) => TaskStatus::Blocked,
            (false, TaskStatus::Blocked) => TaskStatus::InProgress,
            (false, _) => continue,
        };
        let why = if wanted == TaskStatus::Blocked {
            "the state's blocker holds it"
        } else {
            "the state has no blocker for it"
        };
        let message = format!(
            "Task {}: {why}; state set from {} to {wanted}.",
            task.id, task.status
        );
        said.change(ChangeKind::Status, Some(task.id), message);
        task.status = wanted;
    }
}

/// Counts and plan status follow from the tasks (C1, C3).
fn counts(before: &RawState, next: &mut RawState, said: &mut Reconciliation) {
    next.task_count = next.tasks.len() as u64;
    count(next);
    let told = |state: &RawState| (state.completed_count, state.task_count, state.status);
    if told(before) == told(next) {
        return;
    }
    let text = |state: &RawState| {
        format!(
            "{}/{} completed, {}",
            state.completed_count, state.task_count, state.status
        )
    };
    let message = format!("Counts: {}; they were {}.", text(next), text(before));
    said.change(ChangeKind::Counts, None, message);
}

/// The checkpoint points at an open task of the plan, or at its end (C4, D6).
fn checkpoint(before: &RawState, next: &mut RawState, now: &Timestamp, said: &mut Reconciliation) {
    let (task, step) = first_open(next);
    let at_end = step == plan_state::contract::TERMINAL_STEP;
    let kept = match before.checkpoint.get() {
        None => !at_end && (next.status == PlanStatus::Pending || !moved(before, next)),
        Some(place) if at_end => place.task == task && place.step.as_deref() == Some(step),
        Some(place) => {
            next.task(place.task)
                .is_some_and(|task| !task.status.is_settled())
                && (place.task == task || !moved(before, next))
        }
    };
    if kept {
        return;
    }
    let note = before.checkpoint.get().filter(|place| place.task == task);
    let note = note.and_then(|place| place.note.clone());
    next.checkpoint = Nullable::Value(Checkpoint {
        task,
        step: Some(step.to_owned()),
        at: now.clone(),
        note,
    });
    let message = format!("Checkpoint: set to {step} of task {task}.");
    said.change(ChangeKind::Checkpoint, Some(task), message);
}

/// Whether a task's status changed.
fn moved(before: &RawState, next: &RawState) -> bool {
    next.tasks.iter().any(|task| {
        before
            .task(task.id)
            .is_none_or(|old| old.status != task.status)
    })
}

/// The state, where it meets its contract and its manifest (C).
fn valid(view: &PlanView<'_>, next: RawState, mut said: Reconciliation) -> Settled {
    let mut breaches: Vec<Finding> = view
        .manifest
        .read()
        .map(|manifest| pair(manifest, &next))
        .unwrap_or_default();
    breaches.retain(|breach| {
        breach.severity() == Severity::Must && breach.rule.code != "identity-name"
    });
    let state = State::new(next);
    if let Err(faults) = &state {
        breaches.extend(faults.iter().cloned());
    }
    if said.unsettled.is_empty() {
        said.unsettled = breaches.iter().map(Unsettled::of_finding).collect();
    }
    let state = state.ok().filter(|_| said.unsettled.is_empty());
    (said, state)
}
