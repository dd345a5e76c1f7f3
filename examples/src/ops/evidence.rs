//! `ops evidence`: whether the tests that a closed task names are there (Q28).

use plan_queue::model::Done;
use plan_queue::views::Evidence;

use super::{Common, Planning};
use crate::{Output, facts};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The closed task (default: the newest closing)
    #[arg(long, value_name = "SLUG")]
    task: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let done = closing(&planning, arguments.task.as_deref())?;
    let searched = facts::evidence::search(&planning.around(), done);
    Ok(super::show(
        &Evidence::of(done, &searched),
        arguments.common.format,
    ))
}

/// The closing of that task, or the newest one; of several of one day, the last by name.
fn closing<'p>(planning: &'p Planning, slug: Option<&str>) -> Result<&'p Done, Output> {
    let found = match slug {
        Some(slug) => planning.queue.done(slug),
        None => planning
            .queue
            .done
            .iter()
            .max_by_key(|done| (done.date, done.slug())),
    };
    found.ok_or_else(|| {
        let message = match slug {
            Some(slug) => format!("{} has no closing of `{slug}`", planning.root.display()),
            None => format!("{} has no closing", planning.root.display()),
        };
        super::unusable(&message, "closings are done/<slug>.md")
    })
}
