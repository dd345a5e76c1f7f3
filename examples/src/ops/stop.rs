//! `ops stop`: stops work on a task so that it can be gone on with (Q23, Q32).

use plan_queue::remote::Reading;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{StopRequest, stop};

use super::answer::Answer;
use super::push::Sharing;
use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// Why: one of `ops stop-reasons`
    #[arg(long)]
    reason: String,
    /// What a person has to do for the work to go on
    #[arg(long, value_name = "TEXT")]
    needs: Option<String>,
    /// Where two sessions share a task: build or review
    #[arg(long)]
    role: Option<String>,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    sharing: Sharing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let answer = Answer {
        schema: "urn:planwright:schema:queue-stop:v1",
        format: arguments.common.format,
    };
    let role = super::role(arguments.role.as_deref(), answer)?;
    let claims = arguments.sharing.claims(&planning);
    let runner = arguments.who.runner()?;
    let request = StopRequest {
        caller: Caller {
            runner: &runner,
            role,
            ..Caller::default()
        },
        versions: ClaimVersions {
            upstream: claims.upstream.as_deref(),
            base: claims.base.as_deref(),
        },
        task: &arguments.slug,
        reason: &arguments.reason,
        needs: arguments.needs.as_deref(),
    };
    let planner = |files: &_, queue: &_| stop(files, queue, &request);
    let sharing = &arguments.sharing;
    sharing.run(&planning, "ops stop", answer, Reading::Whole, planner)
}
