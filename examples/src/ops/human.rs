//! `ops human`: the human actions, those that still hold something first; or one more (Q10, Q33).

use plan_queue::views::Human;
use plan_queue::write::reshape::{NewAction, add_human};

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const ADDED: &str = "urn:planwright:schema:queue-human-add:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Add an action: what is to be done, and what lifts the hold
    #[arg(long, value_name = "TEXT", requires_all = ["task", "origin"])]
    add: Option<String>,
    /// What it holds up: the slug of a task, or what else cannot go on
    #[arg(long, value_name = "SLUG", requires = "add")]
    task: Option<String>,
    /// Where it came up, such as the phase
    #[arg(long, value_name = "TEXT", requires = "add")]
    origin: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let format = arguments.common.format;
    let Some(action) = &arguments.add else {
        let view = Human::of(planning.name(), &planning.queue);
        return Ok(super::show(&view, format));
    };
    let new = NewAction {
        task: arguments.task.as_deref().unwrap_or_default(),
        origin: arguments.origin.as_deref().unwrap_or_default(),
        action,
    };
    let answer = Answer {
        schema: ADDED,
        format,
    };
    let writing = &arguments.writing;
    writing.run(&planning, "ops human", answer, |files, queue| {
        add_human(files, queue, &new)
    })
}
