//! `ops split-backlog`: moves the milestones of BACKLOG.md into files of their own (Q27).

use plan_queue::write::reshape::split_backlog;

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-split:v1";

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
    writing.run(&planning, "ops split-backlog", answer, split_backlog)
}
