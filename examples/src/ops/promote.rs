//! `ops promote`: writes the stories of an epic into the queue (Q27).

use plan_queue::write::reshape::promote;

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-promote:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The epic: its number, its slug or the name of its file
    epic: String,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let answer = Answer {
        schema: SCHEMA,
        format: arguments.common.format,
    };
    let writing = &arguments.writing;
    writing.run(&planning, "ops promote", answer, |files, queue| {
        promote(files, queue, &arguments.epic)
    })
}
