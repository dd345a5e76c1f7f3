//! `ops runners`: who holds what, here and on the upstream branch (Q12, Q13, Q19).

use plan_queue::select::{Caller, ClaimVersions, Situation};
use plan_queue::views::Runners;

use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    who: Who,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let around = planning.around();
    let claims = around.claims();
    let versions = ClaimVersions {
        upstream: claims.upstream.as_deref(),
        base: claims.base.as_deref(),
    };
    let (runner, line) = (arguments.who.runner()?, arguments.who.line(&around)?);
    let caller = Caller {
        runner: &runner,
        line: line.as_deref(),
        ..Caller::default()
    };
    let situation = Situation::new(&planning.queue, caller, versions);
    let view = Runners::of(planning.name(), &situation);
    Ok(super::show(&view, arguments.common.format))
}
