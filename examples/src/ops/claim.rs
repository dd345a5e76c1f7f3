//! `ops claim`: takes a task for a runner (Q24, Q31).

use plan_queue::model::Claim;
use plan_queue::remote::Reading;
use plan_queue::select::{Caller, ClaimVersions, Seen, Situation};
use plan_queue::write::{ClaimRequest, Refusal, Which, claim};

use super::answer::Answer;
use super::push::Sharing;
use super::{Common, Planning, Today, Who};
use crate::Output;
use crate::facts::queue::Around;

const SCHEMA: &str = "urn:planwright:schema:queue-claim:v1";

/// Two machines, or containers, may have one path: then two agents believe that one claim is theirs.
const NAMED_BY_PATH: &str = "ops: note: the runner is named by its path, which another machine may have too; \
                             name it with --runner or OPS_RUNNER\n";

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
    sharing: Sharing,
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
    let claims = arguments.sharing.claims_around(&around);
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
    if let Some(refusal) = held_here(arguments, &planning, &around, &request) {
        return Ok(answer.refused(&refusal, &planning.files));
    }
    let planner = |files: &_, queue: &_| claim(files, queue, &request);
    let sharing = &arguments.sharing;
    let mut output = sharing.run(&planning, "ops claim", answer, Reading::Choosing, planner)?;
    if sharing.is_pushed() && !arguments.who.is_named() {
        output.stderr += NAMED_BY_PATH;
    }
    Ok(output)
}

/// With --push: a runner holds one task at a time, be it by a claim that it never pushed (Q24).
fn held_here(
    arguments: &Arguments,
    planning: &Planning,
    around: &Around,
    request: &ClaimRequest<'_>,
) -> Option<Refusal> {
    let runner = Some(request.caller.runner);
    let own =
        |claim: &&Claim| claim.runner() == runner && arguments.slug.as_ref() != Some(&claim.slug);
    if !arguments.sharing.is_pushed() || !planning.queue.claims.iter().any(|claim| own(&claim)) {
        return None;
    }
    let claims = around.claims();
    let versions = ClaimVersions {
        upstream: claims.upstream.as_deref(),
        base: claims.base.as_deref(),
    };
    let situation = Situation::new(&planning.queue, request.caller, versions);
    let mut held = situation.claims().filter(|held| own(&held.claim));
    let held = held.find(|held| held.seen == Seen::WorkTree)?;
    let slug = &held.claim.slug;
    let message = format!(
        "this runner holds `{slug}` by {}, which was never pushed",
        held.claim.file
    );
    let help = format!(
        "push that claim with `ops claim DIR {slug} --push`, or drop it with `ops release DIR {slug}`"
    );
    Some(Refusal::new("runner-busy", message).with_help(help))
}
