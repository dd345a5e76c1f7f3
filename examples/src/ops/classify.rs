//! `ops classify`: writes lane and cast on the line of a task (Q22, Q33).

use plan_queue::Lane;
use plan_queue::write::reshape::{Classifying, classify};

use super::answer::Answer;
use super::phase::By;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-classify:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// The lane: manual, express, directo, lite or full
    #[arg(long, value_name = "LANE")]
    lane: String,
    /// Who builds and who reviews: `builder → reviewer, reviewer`; `->` will do
    #[arg(long, value_name = "CAST")]
    cast: Option<String>,
    /// Who decides; where nobody says, a person did
    #[arg(long, value_enum, default_value_t)]
    by: By,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let answer = Answer {
        schema: SCHEMA,
        format: arguments.common.format,
    };
    let surfaces = planning.surfaces();
    let request = Classifying {
        slug: &arguments.slug,
        lane: lane(&arguments.lane)?,
        cast: arguments.cast.as_deref(),
        set_by: arguments.by.into(),
        surfaces: &surfaces,
    };
    let writing = &arguments.writing;
    writing.run(&planning, "ops classify", answer, |files, queue| {
        classify(files, queue, &request)
    })
}

fn lane(word: &str) -> Result<Lane, Output> {
    let names: Vec<_> = Lane::ALL.iter().map(|lane| lane.as_str()).collect();
    let help = format!("one of {}", names.join(", "));
    Lane::parse(word).ok_or_else(|| super::unusable(&format!("`{word}` is no lane"), &help))
}
