//! Manifest and state of the second generation, and of v5, which has the same shape, as written.

use crate::members::Members;
use crate::model::{Actor, Blocked, Checkpoint, Gate, Manifest, Outcome, RawState, Task};
use crate::nullable::Nullable;
use crate::pattern;
use crate::timestamp::Timestamp;
use crate::vocabulary::{
    Approval, Archetype, Format, Materialization, PlanStatus, Rigor, TaskStatus,
};
use crate::wire::{CreatorWire, LocatorWire, PromotionWire, SchemaUrl, absent};

/// What a plan is.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Manifest")]
pub(crate) struct ManifestWire<'a> {
    schema: SchemaUrl,
    #[schemars(regex(pattern = pattern::SPEC_VERSION.expression))]
    spec_version: &'a str,
    #[schemars(regex(pattern = pattern::PLAN_NAME.expression))]
    name: &'a str,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    title: Option<&'a str>,
    archetype: Archetype,
    rigor: Rigor,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    plan_format: Option<Format>,
    created_at: &'a Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "CreatorWire<'static>")]
    created_by: Option<CreatorWire<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    tags: Option<&'a [String]>,
    #[schemars(range(min = 1))]
    task_count: u64,
    #[serde(default, skip_serializing_if = "absent")]
    #[schemars(with = "Option<String>", regex(pattern = pattern::PARENT_PLAN.expression))]
    parent_plan: Nullable<&'a str>,
    #[serde(flatten)]
    #[schemars(skip)]
    extra: &'a Members,
}

impl<'a> From<&'a Manifest> for ManifestWire<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        Self {
            schema: manifest.generation.manifest_url(),
            spec_version: &manifest.spec_version,
            name: &manifest.name,
            title: manifest.title.as_deref(),
            archetype: manifest.archetype,
            rigor: manifest.rigor,
            plan_format: manifest.plan_format,
            created_at: &manifest.created_at,
            created_by: manifest.created_by.as_ref().map(CreatorWire::from),
            tags: manifest.tags.as_deref(),
            task_count: manifest.task_count,
            parent_plan: manifest.parent_plan.map(String::as_str),
            extra: &manifest.extra,
        }
    }
}

/// How far a plan has come.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "State")]
pub(crate) struct StateWire<'a> {
    schema: SchemaUrl,
    #[schemars(regex(pattern = pattern::PLAN_NAME.expression))]
    plan: &'a str,
    updated_at: &'a Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Actor")]
    updated_by: Option<&'a Actor>,
    status: PlanStatus,
    completed_count: u64,
    #[schemars(range(min = 1))]
    task_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    format: Option<Format>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    materialization: Option<Materialization>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Approval")]
    approval: Option<Approval>,
    #[serde(default, skip_serializing_if = "absent")]
    #[schemars(with = "Option<PromotionWire<'static>>")]
    promotion: Nullable<PromotionWire<'a>>,
    #[schemars(length(min = 1))]
    tasks: Vec<TaskWire<'a>>,
    #[serde(default, skip_serializing_if = "absent")]
    #[schemars(with = "Option<Checkpoint>")]
    checkpoint: Nullable<&'a Checkpoint>,
    #[serde(default, skip_serializing_if = "absent")]
    #[schemars(with = "Option<Blocked>")]
    blocked: Nullable<&'a Blocked>,
    #[serde(flatten)]
    #[schemars(skip)]
    extra: &'a Members,
}

impl<'a> From<&'a RawState> for StateWire<'a> {
    fn from(state: &'a RawState) -> Self {
        Self {
            schema: state.generation.state_url(),
            plan: &state.plan,
            updated_at: &state.updated_at,
            updated_by: state.updated_by.as_ref(),
            status: state.status,
            completed_count: state.completed_count,
            task_count: state.task_count,
            format: state.format,
            materialization: state.materialization,
            approval: state.approval,
            promotion: state.promotion.map(PromotionWire::from),
            tasks: state.tasks.iter().map(TaskWire::from).collect(),
            checkpoint: state.checkpoint.map(|checkpoint| checkpoint),
            blocked: state.blocked.map(|blocked| blocked),
            extra: &state.extra,
        }
    }
}

/// One task.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Task")]
struct TaskWire<'a> {
    #[schemars(range(min = 1))]
    id: u64,
    #[schemars(with = "LocatorWire<'static>")]
    locator: LocatorWire<'a>,
    title: &'a str,
    status: TaskStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Timestamp")]
    started_at: Option<&'a Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Timestamp")]
    completed_at: Option<&'a Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String", regex(pattern = pattern::COMMIT.expression))]
    commit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    gates: Option<&'a [Gate]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Outcome")]
    outcome: Option<&'a Outcome>,
    #[serde(flatten)]
    #[schemars(skip)]
    extra: &'a Members,
}

impl<'a> From<&'a Task> for TaskWire<'a> {
    fn from(task: &'a Task) -> Self {
        Self {
            id: task.id,
            locator: LocatorWire::from(&task.locator),
            title: &task.title,
            status: task.status,
            started_at: task.started_at.as_ref(),
            completed_at: task.completed_at.as_ref(),
            commit: task.commit.as_deref(),
            gates: task.gates.as_deref(),
            outcome: task.outcome.as_ref(),
            extra: &task.extra,
        }
    }
}
