//! The tasks in their new order: what is done keeps its number, the Final Review stays last (H8).

use std::collections::BTreeMap;

use plan_state::{RawState, TaskStatus};

use super::request::{RefineChange, Refinement};
use crate::refusal::{RefusalCode as Code, list};
use crate::{Records, Refusal, TaskDescription};

/// A task of the new order.
#[derive(Debug, Clone)]
pub(super) enum Slot<'r> {
    /// One that was there, by its old number.
    Kept(u64),
    /// A new one.
    New(&'r TaskDescription),
}

/// The new order, and what became of the old numbers.
#[derive(Debug)]
pub(super) struct Order<'r> {
    pub(super) slots: Vec<Slot<'r>>,
    /// The tasks that are gone, by their old numbers.
    pub(super) gone: Vec<u64>,
    /// The new numbers: one for a kept task, those in its place for a split one, none for a removed.
    pub(super) numbers: BTreeMap<u64, Vec<u64>>,
}

impl<'r> Order<'r> {
    /// Arranges the tasks and judges the result.
    pub(super) fn of(
        state: &RawState,
        refinement: &'r Refinement,
        records: &Records,
    ) -> Result<Self, Refusal> {
        let mut row: Vec<(Option<u64>, Slot<'r>)> = state
            .tasks
            .iter()
            .map(|task| (Some(task.id), Slot::Kept(task.id)))
            .collect();
        let mut gone: Vec<u64> = Vec::new();
        for change in &refinement.changes {
            apply(state, change, &mut row, &mut gone, records)?;
        }
        let mut numbers: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (number, (origin, _)) in (1..).zip(&row) {
            if let Some(origin) = origin {
                numbers.entry(*origin).or_default().push(number);
            }
        }
        let order = Self {
            slots: row.into_iter().map(|(_, slot)| slot).collect(),
            gone,
            numbers,
        };
        order.judge(state, records)?;
        order.judge_waits(state)?;
        Ok(order)
    }

    /// A new task as it is to be written: what it depends on has the new numbers.
    pub(super) fn numbered(&self, task: &TaskDescription) -> TaskDescription {
        let declared = task.depends_on.as_ref();
        let depends_on = declared.map(|declared| self.renumbered(declared));
        TaskDescription {
            depends_on,
            ..task.clone()
        }
    }

    /// Whether the plan had a task of that number.
    pub(super) fn knows(&self, old: u64) -> bool {
        self.numbers.contains_key(&old) || self.gone.contains(&old)
    }

    /// Task numbers as they will be: several for a task that is split, none for one that goes.
    pub(super) fn renumbered(&self, numbers: &[u64]) -> Vec<u64> {
        let of = |id: &u64| self.numbers.get(id).cloned().unwrap_or_default();
        let mut now: Vec<u64> = numbers.iter().flat_map(of).collect();
        now.sort_unstable();
        now.dedup();
        now
    }

    /// What new tasks depend on is there, and stays.
    fn judge_waits(&self, state: &RawState) -> Result<(), Refusal> {
        for slot in &self.slots {
            let Slot::New(task) = slot else { continue };
            for id in task.depends_on.iter().flatten() {
                if state.task(*id).is_none() || self.gone.contains(id) {
                    return Err(forbidden(format!(
                        "\"{}\" would depend on task {id}, which is not there, or goes",
                        task.title
                    )));
                }
            }
        }
        Ok(())
    }

    /// The new number of a task that is kept.
    pub(super) fn kept(&self, old: u64) -> Option<u64> {
        let gone = self.gone.contains(&old);
        self.numbers.get(&old).filter(|_| !gone)?.first().copied()
    }

    /// What is done keeps its number, and so does what an amendment names: those are not rewritten.
    fn judge(&self, state: &RawState, records: &Records) -> Result<(), Refusal> {
        let moved = |id: u64| self.kept(id) != Some(id);
        let mut done = state
            .tasks
            .iter()
            .filter(|task| task.status == TaskStatus::Completed);
        if let Some(task) = done.find(|task| moved(task.id)) {
            return Err(forbidden(format!(
                "task {} is completed, and would become another number",
                task.id
            )));
        }
        for task in state
            .tasks
            .iter()
            .filter(|task| !self.gone.contains(&task.id))
        {
            let Some(facts) = records.get(task.id) else {
                continue;
            };
            for amendment in facts.amendments.iter() {
                let named = amendment.tasks.iter().copied().chain(amendment.destination);
                let stale: Vec<u64> = named.filter(|id| moved(*id)).collect();
                if !stale.is_empty() {
                    return Err(forbidden(format!(
                        "amendment {} of task {} names task {}, which would become another number or be gone; amendments are never rewritten",
                        amendment.name(),
                        task.id,
                        list(&stale)
                    )));
                }
            }
        }
        Ok(())
    }
}

fn apply<'r>(
    state: &RawState,
    change: &'r RefineChange,
    row: &mut Vec<(Option<u64>, Slot<'r>)>,
    gone: &mut Vec<u64>,
    records: &Records,
) -> Result<(), Refusal> {
    match change {
        RefineChange::Add { after, task } => {
            let at = behind(state, row, *after)?;
            row.insert(at, (None, Slot::New(task)));
        }
        RefineChange::Move { task, after } => {
            let at = open(state, row, *task)?;
            let entry = row.remove(at);
            let to = behind(state, row, *after)?;
            row.insert(to, entry);
        }
        RefineChange::Remove { task } => {
            let at = amended(state, row, *task, records)?;
            row.remove(at);
            gone.push(*task);
        }
        RefineChange::Split { task, into } => {
            let at = amended(state, row, *task, records)?;
            let parts = into.iter().map(|part| (Some(*task), Slot::New(part)));
            row.splice(at..=at, parts);
            gone.push(*task);
        }
    }
    Ok(())
}

/// The place of a task that may change: there, not done, not the Final Review.
fn open(state: &RawState, row: &[(Option<u64>, Slot<'_>)], task: u64) -> Result<usize, Refusal> {
    let kept = |(_, slot): &(Option<u64>, Slot<'_>)| matches!(slot, Slot::Kept(id) if *id == task);
    let Some(at) = row.iter().position(kept) else {
        return Err(forbidden(format!("there is no task {task} to change")));
    };
    let last = state.tasks.last().is_some_and(|last| last.id == task);
    let status = state.task(task).map(|task| task.status);
    if last {
        return Err(forbidden(format!(
            "task {task} is the Final Review, which stays and stays last"
        )));
    }
    if status == Some(TaskStatus::Completed) {
        return Err(forbidden(format!(
            "task {task} is completed; what is done is not refined"
        )));
    }
    Ok(at)
}

/// The same, for a task that goes: the user's amendment in its record says so (G, C6).
fn amended(
    state: &RawState,
    row: &[(Option<u64>, Slot<'_>)],
    task: u64,
    records: &Records,
) -> Result<usize, Refusal> {
    let at = open(state, row, task)?;
    if records.permits_skip(task) {
        return Ok(at);
    }
    Err(Refusal::new(
        Code::AmendmentMissing,
        format!("no amendment in the record of task {task} takes it out of scope"),
        "append one with authority `user` and disposition `removed` or `deferred` first: dwp amend",
    ))
}

/// The place behind a task; the Final Review has none.
fn behind(state: &RawState, row: &[(Option<u64>, Slot<'_>)], task: u64) -> Result<usize, Refusal> {
    if task == 0 {
        return Ok(0);
    }
    if state.tasks.last().is_some_and(|last| last.id == task) {
        return Err(forbidden(format!(
            "task {task} is the Final Review: nothing follows it"
        )));
    }
    // Behind a split task means behind its parts, and behind what was put there before.
    let origin = row.iter().rposition(|(origin, _)| *origin == Some(task));
    let Some(at) = origin else {
        return Err(forbidden(format!("there is no task {task} to go behind")));
    };
    let added = row[at + 1..]
        .iter()
        .take_while(|(origin, _)| origin.is_none())
        .count();
    Ok(at + 1 + added)
}

pub(super) fn forbidden(why: String) -> Refusal {
    Refusal::new(
        Code::RefineForbidden,
        why,
        "only what is not done is added to, removed, split or moved, and numbers behind it change",
    )
}
