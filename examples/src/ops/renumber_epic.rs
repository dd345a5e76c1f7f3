//! `ops renumber-epic`: gives an epic another number, wherever it is named (Q27).

use plan_queue::write::reshape::renumber_epic;

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-renumber:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The epic: its number, or, where two have one number, its slug or the name of its file
    old: String,
    /// Its number to be
    new: String,
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
    writing.run(&planning, "ops renumber-epic", answer, |files, queue| {
        renumber_epic(files, queue, &arguments.old, &arguments.new)
    })
}
