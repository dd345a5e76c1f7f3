//! `ops release`: gives a task back (Q26).

use plan_queue::remote::Reading;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{ReleaseRequest, release};

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
    /// Let the work in progress on it go too
    #[arg(long)]
    drop_wip: bool,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    sharing: Sharing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let claims = arguments.sharing.claims(&planning);
    let runner = arguments.who.runner()?;
    let request = ReleaseRequest {
        caller: Caller {
            runner: &runner,
            ..Caller::default()
        },
        versions: ClaimVersions {
            upstream: claims.upstream.as_deref(),
            base: claims.base.as_deref(),
        },
        task: &arguments.slug,
        drop_wip: arguments.drop_wip,
    };
    let answer = Answer {
        schema: "urn:planwright:schema:queue-release:v1",
        format: arguments.common.format,
    };
    let planner = |files: &_, queue: &_| release(files, queue, &request);
    let sharing = &arguments.sharing;
    sharing.run(&planning, "ops release", answer, Reading::Choosing, planner)
}
