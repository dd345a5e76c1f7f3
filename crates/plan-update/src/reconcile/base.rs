//! The state to begin from: the one there is, or what can be kept of it, or none (H2).

use plan_markdown::view::readme::{PlanStatus as ReadmeStatus, approval_word};
use plan_state::{
    Approval, Format, Generation, Limits, Locator, Materialization, Members, Nullable, PlanStatus,
    ProjectedTask, RawState, Task, TaskStatus, Timestamp, json,
};
use plan_verify::PlanView;
use plan_verify::view::{Era, Part};

use super::skeleton::Salvage;
use super::value::{ChangeKind, Reconciliation};

/// The state to begin from, with name and format as the plan has them.
pub(super) fn of(
    view: &PlanView<'_>,
    projected: &[ProjectedTask],
    now: &Timestamp,
    said: &mut Reconciliation,
) -> RawState {
    let mut state = match &view.state {
        Part::Read(state) => state.clone(),
        _ => regenerated(view, projected, now, said),
    };
    properties(view, &mut state, said);
    state
}

/// Name and format as the directory and the records have them.
fn properties(view: &PlanView<'_>, state: &mut RawState, said: &mut Reconciliation) {
    let name = view.files.name();
    if state.plan != name && plan_state::is_plan_name(name) {
        let message = format!(
            "Plan: the directory is {name}; the state said {}.",
            state.plan
        );
        said.change(ChangeKind::Plan, None, message);
        name.clone_into(&mut state.plan);
    }
    let declared = view
        .manifest
        .read()
        .and_then(|manifest| manifest.plan_format);
    let full = declared == Some(Format::Full) || view.files.task_files().next().is_some();
    if state.format == Some(Format::Lite) && full {
        let message = "Format: full, as manifest and task files have it; the state said lite.";
        said.change(ChangeKind::Plan, None, message.to_owned());
        state.format = Some(Format::Full);
    }
}

/// A state made from the Markdown, with what can be kept of one that cannot be read.
fn regenerated(
    view: &PlanView<'_>,
    projected: &[ProjectedTask],
    now: &Timestamp,
    said: &mut Reconciliation,
) -> RawState {
    let generation = generation(view);
    let format = if view.is_lite && view.files.task_files().next().is_none() {
        Format::Lite
    } else {
        Format::Full
    };
    let mut state = RawState {
        generation,
        plan: view.files.name().to_owned(),
        updated_at: now.clone(),
        updated_by: None,
        status: PlanStatus::Pending,
        completed_count: 0,
        task_count: projected.len() as u64,
        format: generation.is_current().then_some(format),
        materialization: generation.is_current().then(|| materialization(view)),
        approval: generation.is_current().then(|| approval(view)).flatten(),
        promotion: if generation.is_current() {
            Nullable::Null
        } else {
            Nullable::Absent
        },
        tasks: Vec::new(),
        checkpoint: Nullable::Null,
        blocked: Nullable::Null,
        extra: Members::new(),
    };
    match view.files.text("state.json") {
        None => {
            let message = "State: there was none that could be read; made from the Markdown.";
            said.change(ChangeKind::Regenerated, None, message.to_owned());
        }
        Some(text) => {
            let message = "State: it broke its shape; made anew, with what could be kept of it.";
            said.change(ChangeKind::Regenerated, None, message.to_owned());
            keep(&mut state, text, said);
        }
    }
    state
}

/// Puts in what can be kept of the text of a broken state.
fn keep(state: &mut RawState, text: &str, said: &mut Reconciliation) {
    let read = json::read("state.json", text.as_bytes(), &Limits::default());
    let Some(document) = read.value else {
        let message = "State: the old one is not JSON; nothing of it can be kept.";
        said.change(ChangeKind::Lost, None, message.to_owned());
        return;
    };
    let salvage = Salvage::new(&document, state.generation);
    salvage.plan(state, said);
    state.tasks = salvage.tasks(said);
}

/// A task before anything of it is kept.
pub(super) fn blank(id: u64, generation: Generation) -> Task {
    Task {
        id,
        locator: Locator::Inline(format!("#task-{id}")),
        title: String::new(),
        status: TaskStatus::Pending,
        started_at: None,
        completed_at: None,
        commit: None,
        gates: generation.is_current().then(Vec::new),
        outcome: None,
        extra: Members::new(),
    }
}

/// The generation of the manifest, else the one that a broken state names, else the era's.
fn generation(view: &PlanView<'_>) -> Generation {
    if let Some(manifest) = view.manifest.read() {
        return manifest.generation;
    }
    let text = view
        .files
        .text("state.json")
        .map(ToString::to_string)
        .unwrap_or_default();
    let named = Generation::ALL
        .into_iter()
        .rev()
        .find(|one| text.contains(one.state_url()));
    named.unwrap_or(if view.era == Era::Legacy {
        Generation::V1
    } else {
        Generation::V5
    })
}

fn materialization(view: &PlanView<'_>) -> Materialization {
    let stated = view
        .readme
        .as_ref()
        .and_then(|readme| readme.readme.plan_status.as_ref());
    match stated.map(|stated| &stated.status) {
        Some(ReadmeStatus::Materializing) => Materialization::Materializing,
        _ => Materialization::Ready,
    }
}

/// The README's approval, where it states one; none is invented.
fn approval(view: &PlanView<'_>) -> Option<Approval> {
    let stated = view.readme.as_ref()?.readme.approval.as_ref()?;
    Approval::of(approval_word(&stated.value.value)?)
}
