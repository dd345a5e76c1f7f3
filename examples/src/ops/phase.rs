//! `ops phase`: the phases of a task, and the way into the next one (Q22).

use plan_queue::model::Wip;
use plan_queue::phase::{Phase, SetBy};
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::views::{PhaseFacts, Phases};
use plan_queue::write::{EnterRequest, enter};

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// The phase to enter, where the machine allows it
    #[arg(long, value_name = "PHASE")]
    to: Option<String>,
    /// Who set the lane; where nobody says, a person did
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Where two sessions share a task: build or review
    #[arg(long)]
    role: Option<String>,
    #[command(flatten)]
    who: Who,
    #[command(flatten)]
    writing: Writing,
}

/// Who set a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(super) enum By {
    /// A person.
    #[default]
    Person,
    /// The classifier.
    Classifier,
}

impl From<By> for SetBy {
    fn from(by: By) -> Self {
        match by {
            By::Person => Self::Person,
            By::Classifier => Self::Classifier,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let answer = Answer {
        schema: "urn:planwright:schema:queue-phase-entered:v1",
        format: arguments.common.format,
    };
    let role = super::role(arguments.role.as_deref(), answer)?;
    let to = arguments.to.as_deref().map(phase).transpose()?;
    let Some((_, task)) = planning.queue.task(&arguments.slug) else {
        return Err(super::no_such_task(&planning, &arguments.slug));
    };
    let runner = arguments.who.runner()?;
    let surfaces = planning.surfaces();
    let Some(to) = to else {
        let facts = PhaseFacts {
            wip: wip_of(&planning, &arguments.slug, &runner),
            surfaces: &surfaces,
            set_by: arguments.by.into(),
            role,
        };
        let (view, _) = Phases::of(task, &facts);
        return Ok(super::show(&view, arguments.common.format));
    };
    let claims = planning.around().claims();
    let request = EnterRequest {
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
        to,
        set_by: arguments.by.into(),
        surfaces: &surfaces,
    };
    let planner = |files: &_, queue: &_| enter(files, queue, &request);
    arguments
        .writing
        .run(&planning, "ops phase", answer, planner)
}

/// The work in progress on a task: the runner's own, or whoever's there is.
fn wip_of<'p>(planning: &'p Planning, slug: &str, runner: &str) -> Option<&'p Wip> {
    let on_it = |wip: &&Wip| wip.active_task() == Some(slug);
    let mut own = planning
        .queue
        .wips
        .iter()
        .filter(on_it)
        .filter(|wip| wip.is_of(runner));
    own.next()
        .or_else(|| planning.queue.wips.iter().find(on_it))
}

fn phase(word: &str) -> Result<Phase, Output> {
    let names: Vec<_> = Phase::ALL.iter().map(|phase| phase.as_str()).collect();
    let help = format!("one of {}", names.join(", "));
    Phase::parse(word).ok_or_else(|| super::unusable(&format!("`{word}` is no phase"), &help))
}
