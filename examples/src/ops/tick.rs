//! `ops tick`: ticks a step of the runner's work in progress (Q26).

use plan_queue::write::tick;

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The number of the step
    step: u32,
    /// Open the step again
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let runner = arguments.who.runner()?;
    let answer = Answer {
        schema: "urn:planwright:schema:queue-tick:v1",
        format: arguments.common.format,
    };
    let wanted = (arguments.step, !arguments.open);
    let planner = |files: &_, queue: &_| tick(files, queue, &runner, wanted);
    arguments
        .writing
        .run(&planning, "ops tick", answer, planner)
}
