//! `ops archive-human`: moves resolved human actions out of the way (Q27).

use plan_queue::write::reshape::archive_human;

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-archive:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
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
    writing.run(&planning, "ops archive-human", answer, archive_human)
}
