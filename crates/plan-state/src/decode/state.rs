//! The state out of the tree (B3, B4).

use super::decoder::{At, Decoder, quoted};
use super::object::Object;
use super::record;
use crate::Generation;
use crate::limits;
use crate::model::{Locator, RawState, Task};
use crate::nullable::Nullable;
use crate::pattern::{COMMIT, PLAN_NAME, TASK_FILE};
use crate::rules::shape::{SCHEMA_UNKNOWN, SHAPE_RANGE};
use crate::vocabulary::{Approval, Format, Materialization, PlanStatus, TaskStatus};

impl Decoder<'_> {
    /// The generation that a schema URL names; an unknown one ends the judgement.
    pub(super) fn generation(
        &mut self,
        at: At<'_, '_>,
        of: fn(&str) -> Option<Generation>,
    ) -> Option<Generation> {
        let url = self.string(at)?;
        let generation = of(url);
        if generation.is_none() {
            let message = format!("the schema {} is not one that is known here", quoted(url));
            self.report(&SCHEMA_UNKNOWN, at, message);
            self.unsupported = true;
        }
        generation
    }
}

pub(super) fn state(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<RawState> {
    let mut object = Object::open(decoder, at)?;
    let generation = object.required(decoder, "schema", |d, at| {
        d.generation(at, Generation::of_state_url)
    })?;
    let plan = object.required(decoder, "plan", |d, at| d.formed(at, &PLAN_NAME));
    let updated_at = object.required(decoder, "updated_at", Decoder::timestamp);
    let updated_by = object.optional(decoder, "updated_by", |d, at| {
        record::actor(d, at, Some(limits::ACTOR))
    });
    let status = object.required(decoder, "status", |d, at| {
        d.word(at, PlanStatus::of, PlanStatus::ALL)
    });
    let completed_count = object.required(decoder, "completed_count", |d, at| d.count(at, 0));
    let task_count = object.required(decoder, "task_count", |d, at| d.count(at, 1));
    let current = current(decoder, &mut object, generation);
    let tasks = object.required(decoder, "tasks", |d, at| tasks(d, at, generation));
    let checkpoint = object.nullable(decoder, "checkpoint", record::checkpoint);
    let blocked = object.nullable(decoder, "blocked", record::blocked);
    let extra = object.keep(decoder);
    Some(RawState {
        generation,
        plan: plan?,
        updated_at: updated_at?,
        updated_by,
        status: status?,
        completed_count: completed_count?,
        task_count: task_count?,
        format: current.format,
        materialization: current.materialization,
        approval: current.approval,
        promotion: current.promotion,
        tasks: tasks?,
        checkpoint,
        blocked,
        extra,
    })
}

/// The members that the first generation does not have.
#[derive(Default)]
struct Current {
    format: Option<Format>,
    materialization: Option<Materialization>,
    approval: Option<Approval>,
    promotion: Nullable<crate::Promotion>,
}

fn current(
    decoder: &mut Decoder<'_>,
    object: &mut Object<'_, '_>,
    generation: Generation,
) -> Current {
    if !generation.is_current() {
        return Current::default();
    }
    Current {
        format: object.required(decoder, "format", |d, at| {
            d.word(at, Format::of, Format::ALL)
        }),
        materialization: object.required(decoder, "materialization", |d, at| {
            d.word(at, Materialization::of, Materialization::ALL)
        }),
        approval: object.optional(decoder, "approval", |d, at| {
            d.word(at, Approval::of, Approval::ALL)
        }),
        promotion: object.nullable(decoder, "promotion", record::promotion),
    }
}

fn tasks(decoder: &mut Decoder<'_>, at: At<'_, '_>, generation: Generation) -> Option<Vec<Task>> {
    let before = decoder.findings.len();
    let tasks = decoder.list(at, |d, at| task(d, at, generation))?;
    if tasks.is_empty() && decoder.findings.len() == before {
        decoder.report(
            &SHAPE_RANGE,
            at,
            "`tasks` is empty; a plan has at least one".to_owned(),
        );
    }
    Some(tasks)
}

fn task(decoder: &mut Decoder<'_>, at: At<'_, '_>, generation: Generation) -> Option<Task> {
    let mut object = Object::open(decoder, at)?;
    let id = object.required(decoder, "id", |d, at| d.count(at, 1));
    let locator = if generation.is_current() {
        object.required(decoder, "locator", record::locator)
    } else {
        object.required(decoder, "file", |d, at| {
            d.formed(at, &TASK_FILE).map(Locator::File)
        })
    };
    let title_limit = if generation.is_current() {
        usize::MAX
    } else {
        limits::TITLE_V1
    };
    let title = object.required(decoder, "title", |d, at| d.short(at, title_limit));
    let status = object.required(decoder, "status", |d, at| {
        d.word(at, TaskStatus::of, TaskStatus::ALL)
    });
    let started_at = object.optional(decoder, "started_at", Decoder::timestamp);
    let completed_at = object.optional(decoder, "completed_at", Decoder::timestamp);
    let commit = object.optional(decoder, "commit", |d, at| d.formed(at, &COMMIT));
    let gates = if generation.is_current() {
        object.required(decoder, "gates", |d, at| d.list(at, record::gate))
    } else {
        object.optional(decoder, "gates", |d, at| d.list(at, record::gate))
    };
    let outcome = object.optional(decoder, "outcome", record::outcome);
    let extra = object.keep(decoder);
    Some(Task {
        id: id?,
        locator: locator?,
        title: title?,
        status: status?,
        started_at,
        completed_at,
        commit,
        gates,
        outcome,
        extra,
    })
}
