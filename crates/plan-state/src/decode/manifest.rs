//! The manifest out of the tree (B2).

use super::decoder::{At, Decoder};
use super::object::Object;
use super::record;
use crate::Generation;
use crate::limits;
use crate::model::Manifest;
use crate::pattern::{PARENT_PLAN, PLAN_NAME, SPEC_VERSION};
use crate::rules::shape::SHAPE_LENGTH;
use crate::vocabulary::{Archetype, Format, Rigor};

pub(super) fn manifest(decoder: &mut Decoder<'_>, at: At<'_, '_>) -> Option<Manifest> {
    let mut object = Object::open(decoder, at)?;
    let generation = object.required(decoder, "schema", |d, at| {
        d.generation(at, Generation::of_manifest_url)
    })?;
    let limit = |max: usize| {
        if generation.is_current() {
            None
        } else {
            Some(max)
        }
    };
    let spec_version =
        object.required(decoder, "spec_version", |d, at| d.formed(at, &SPEC_VERSION));
    let name = object.required(decoder, "name", |d, at| d.formed(at, &PLAN_NAME));
    let title = object.optional(decoder, "title", |d, at| {
        d.short(at, limit(limits::TITLE_V1).unwrap_or(usize::MAX))
    });
    let archetype = object.required(decoder, "archetype", |d, at| {
        d.word(at, Archetype::of, Archetype::ALL)
    });
    let rigor = object.required(decoder, "rigor", |d, at| d.word(at, Rigor::of, Rigor::ALL));
    let plan_format = generation.is_current().then(|| {
        object.required(decoder, "plan_format", |d, at| {
            d.word(at, Format::of, Format::ALL)
        })
    });
    let created_at = object.required(decoder, "created_at", Decoder::timestamp);
    let created_by = object.optional(decoder, "created_by", |d, at| {
        record::actor(d, at, limit(limits::ACTOR))
    });
    let tags = object.optional(decoder, "tags", |d, at| tags(d, at, generation));
    let task_count = object.required(decoder, "task_count", |d, at| d.count(at, 1));
    let parent_plan = object.nullable(decoder, "parent_plan", |d, at| d.formed(at, &PARENT_PLAN));
    let extra = object.keep(decoder);
    Some(Manifest {
        generation,
        spec_version: spec_version?,
        name: name?,
        title,
        archetype: archetype?,
        rigor: rigor?,
        plan_format: plan_format.flatten(),
        created_at: created_at?,
        created_by,
        tags,
        task_count: task_count?,
        parent_plan,
        extra,
    })
}

fn tags(decoder: &mut Decoder<'_>, at: At<'_, '_>, generation: Generation) -> Option<Vec<String>> {
    if generation.is_current() {
        return decoder.list(at, |d, at| d.string(at).map(str::to_owned));
    }
    let tags = decoder.list(at, |d, at| d.short(at, limits::TAG_V1))?;
    if tags.len() > limits::TAGS_V1 {
        let message = format!(
            "`tags` has {} items, more than the {} allowed",
            tags.len(),
            limits::TAGS_V1
        );
        decoder.report(&SHAPE_LENGTH, at, message);
    }
    Some(tags)
}
