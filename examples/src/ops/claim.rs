//! `ops claim`: takes a task for a runner (Q24, Q31).

use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{ClaimRequest, Which, claim};

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning, Today, Who};
use crate::Output;

const SCHEMA: &str = "urn:planwright:schema:queue-claim:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    #[arg(required_unless_present = "next", conflicts_with = "next")]
    slug: Option<String>,
    /// The task that `ops context` would offer
    #[arg(long)]
    next: bool,
    /// New work of this milestone alone
    #[arg(long, value_name = "SLUG")]
    milestone: Option<String>,
    /// Where two sessions share a task: build or review
    #[arg(long)]
    role: Option<String>,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    today: Today,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    super::known_milestone(&planning, arguments.milestone.as_deref())?;
    let answer = Answer {
        schema: SCHEMA,
        format: arguments.common.format,
    };
    let role = super::role(arguments.role.as_deref(), answer)?;
    let around = planning.around();
    let claims = around.claims();
    let (runner, line) = (arguments.who.runner()?, arguments.who.line(&around)?);
    let owner = arguments.who.named_owner(&around)?;
    let request = ClaimRequest {
        caller: Caller {
            runner: &runner,
            line: line.as_deref(),
            role,
            milestone: arguments.milestone.as_deref(),
        },
        owner: &owner,
        today: arguments.today.day()?,
        versions: ClaimVersions {
            upstream: claims.upstream.as_deref(),
            base: claims.base.as_deref(),
        },
        which: arguments.slug.as_deref().map_or(Which::Next, Which::Named),
    };
    let planner = |files: &_, queue: &_| claim(files, queue, &request);
    arguments
        .writing
        .run(&planning, "ops claim", answer, planner)
}
