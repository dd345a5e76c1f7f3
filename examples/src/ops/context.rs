//! `ops context`: what a runner is to do now, and why nothing else (Q19, Q20, Q31).

use plan_diagnostics::ExitCode;
use plan_queue::context::{Call, Context};
use plan_queue::phase::Role;
use plan_queue::select::{Caller, ClaimVersions, Situation};

use super::{Common, Planning, Today, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    today: Today,
    /// Offer new work of this milestone alone
    #[arg(long, value_name = "SLUG")]
    milestone: Option<String>,
    /// Where two sessions share a task: build or review
    #[arg(long)]
    role: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let milestone = arguments.milestone.as_deref();
    super::known_milestone(&planning, milestone)?;
    let around = planning.around();
    let claims = around.claims();
    let versions = ClaimVersions {
        upstream: claims.upstream.as_deref(),
        base: claims.base.as_deref(),
    };
    let (runner, line) = (arguments.who.runner()?, arguments.who.line(&around)?);
    let role = arguments.role.as_deref();
    let caller = Caller {
        runner: &runner,
        line: line.as_deref(),
        role: role.and_then(Role::parse),
        milestone,
    };
    let owner = arguments.who.owner(&around);
    let call = Call {
        queue: planning.name(),
        today: arguments.today.day()?,
        owner: owner.as_deref(),
        role,
    };
    let context = Context::of(&Situation::new(&planning.queue, caller, versions), call);
    let mut output = super::show(&context, arguments.common.format);
    if role.is_some() && caller.role.is_none() {
        // The stop tells it, and so does the exit code: the request itself is wrong.
        output.code = ExitCode::Unusable;
        let help = "ask for build or review, or leave --role out";
        let message = format!("`{}` is no role", role.unwrap_or_default());
        output.stderr = super::unusable(&message, help).stderr;
    }
    planning.leave();
    Ok(output)
}
