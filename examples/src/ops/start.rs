//! `ops start`: writes an approved plan down as work in progress (Q26).

use std::path::PathBuf;

use plan_queue::remote::Reading;
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{StartRequest, start};

use super::answer::Answer;
use super::phase::By;
use super::push::Sharing;
use super::writing;
use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// The approved plan: steps `1. [ ] what to do`, and perhaps `## Crítica`
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Who set the lane; where nobody says, a person did
    #[arg(long, value_enum, default_value_t)]
    by: By,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    sharing: Sharing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let plan = writing::text_of(&arguments.plan)?;
    let claims = arguments.sharing.claims(&planning);
    let runner = arguments.who.runner()?;
    let surfaces = planning.surfaces();
    let request = StartRequest {
        caller: Caller {
            runner: &runner,
            ..Caller::default()
        },
        versions: ClaimVersions {
            upstream: claims.upstream.as_deref(),
            base: claims.base.as_deref(),
        },
        task: &arguments.slug,
        plan: &plan,
        set_by: arguments.by.into(),
        surfaces: &surfaces,
    };
    let answer = Answer {
        schema: "urn:planwright:schema:queue-start:v1",
        format: arguments.common.format,
    };
    let planner = |files: &_, queue: &_| start(files, queue, &request);
    let sharing = &arguments.sharing;
    sharing.run(&planning, "ops start", answer, Reading::Choosing, planner)
}
