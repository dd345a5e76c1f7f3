//! `ops inbox`: the inbox by section (Q35).

use plan_queue::views::Inbox;

use super::{Common, Planning};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let view = Inbox::of(planning.name(), &planning.queue);
    Ok(super::show(&view, arguments.common.format))
}
