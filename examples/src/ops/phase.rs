//! `ops phase`: the phases of a task, and whether one of them may be entered (Q22). Nothing is written.

use plan_guard::{ConfinedDir, RelPath};
use plan_queue::model::Wip;
use plan_queue::phase::{Phase, Role, SetBy, Surfaces};
use plan_queue::views::{PhaseFacts, Phases};

use super::{Common, Planning, Who};
use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// The task
    slug: String,
    /// The phase to be entered: says whether it may be
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
}

/// Who set a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum By {
    /// A person.
    #[default]
    Person,
    /// The classifier.
    Classifier,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let role = arguments.role.as_deref().map(role).transpose()?;
    let to = arguments.to.as_deref().map(phase).transpose()?;
    let Some((_, task)) = planning.queue.task(&arguments.slug) else {
        return Err(super::no_such_task(&planning, &arguments.slug));
    };
    let wip = wip_of(&planning, &arguments.slug, &arguments.who.runner()?);
    let surfaces = surfaces(&planning);
    let facts = PhaseFacts {
        wip,
        surfaces: &surfaces,
        set_by: match arguments.by {
            By::Person => SetBy::Person,
            By::Classifier => SetBy::Classifier,
        },
        role,
    };
    let (view, course) = Phases::of(task, &facts);
    let format = arguments.common.format;
    if let Some(to) = to {
        let current = view.current.and_then(Phase::parse);
        let criticised = wip.is_some_and(|wip| wip.critique.is_some());
        if let Err(refusal) = course.enter(current, to, criticised) {
            let (code, help) = (refusal.code(), refusal.help());
            return Err(super::refused(
                Phases::SCHEMA,
                code,
                &refusal.to_string(),
                &help,
                format,
            ));
        }
    }
    Ok(super::show(&view, format))
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

/// What must not break, as the company says beside the planning directory.
fn surfaces(planning: &Planning) -> Surfaces {
    let company = planning.root.parent().and_then(|above| {
        let above = ConfinedDir::open(above).ok()?;
        let file = RelPath::new("organization/company.md").ok()?;
        above.read(&file).ok()?
    });
    let text = company.and_then(|company| String::from_utf8(company.into_bytes()).ok());
    let why =
        "there is no organization/company.md beside the planning directory that could be read";
    text.map_or_else(|| Surfaces::unknown(why), |text| Surfaces::read(&text))
}

fn role(word: &str) -> Result<Role, Output> {
    let help = "ask for build or review, or leave --role out";
    Role::parse(word).ok_or_else(|| super::unusable(&format!("`{word}` is no role"), help))
}

fn phase(word: &str) -> Result<Phase, Output> {
    let names: Vec<_> = Phase::ALL.iter().map(|phase| phase.as_str()).collect();
    let help = format!("one of {}", names.join(", "));
    Phase::parse(word).ok_or_else(|| super::unusable(&format!("`{word}` is no phase"), &help))
}
