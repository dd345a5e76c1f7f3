//! `dwp status`: how far a plan, or all plans of a workspace, have come (P18).

use std::path::PathBuf;

use plan_diagnostics::ExitCode;
use plan_guard::{ConfinedDir, EntryKind, RelPath};
use plan_verify::status::{StatusReport, UnreadablePlan, WorkspaceStatus};
use plan_verify::view::Era;
use plan_verify::{Facts, PlanFiles, PlanView, Stage};

use crate::{Format, Output};

/// Where the plans of a repository lie.
const PLANS: &str = ".dwp/plans";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A plan's directory; or several, a directory of plans, or a repository with `.dwp/plans`
    #[arg(required = true, value_name = "PLAN_DIR")]
    places: Vec<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let mut told: Vec<Result<StatusReport, UnreadablePlan>> = Vec::new();
    for place in &arguments.places {
        let dir = super::open(place)?;
        let plans = plans_at(&dir)?;
        if let (None, [_]) = (&plans, arguments.places.as_slice()) {
            return Ok(print(&status_of(&dir)?, arguments.format, ExitCode::Clean));
        }
        match plans {
            None => told.push(report(&read(&dir)?)),
            Some(plans) => told.extend(all_in(&plans)?),
        }
    }
    let (plans, unreadable): (Vec<_>, Vec<_>) = told.into_iter().partition(Result::is_ok);
    let plans = plans.into_iter().filter_map(Result::ok);
    let unreadable = unreadable.into_iter().filter_map(Result::err);
    let status = WorkspaceStatus::of(plans, unreadable);
    let code = if status.unreadable.is_empty() {
        ExitCode::Clean
    } else {
        ExitCode::Unusable
    };
    Ok(print(&status, arguments.format, code))
}

/// The directory of plans that this is or has, unless it is a plan.
fn plans_at(dir: &ConfinedDir) -> Result<Option<ConfinedDir>, Output> {
    let inner = RelPath::new(PLANS).and_then(|plans| dir.enter(&plans));
    if let Some(plans) = inner.map_err(|error| super::unusable(&error))? {
        return Ok(Some(plans));
    }
    let entries = dir.entries(None).map_err(|error| super::unusable(&error))?;
    let is_plan = entries
        .iter()
        .any(|entry| matches!(entry.name.as_str(), "manifest.json" | "state.json"));
    let holds_plans = entries
        .iter()
        .any(|entry| entry.kind == EntryKind::Dir && entry.name.starts_with("PLAN_"));
    if is_plan || !holds_plans {
        return Ok(None);
    }
    Ok(Some(dir.clone()))
}

/// The statuses of the plans directly in a directory.
fn all_in(dir: &ConfinedDir) -> Result<Vec<Result<StatusReport, UnreadablePlan>>, Output> {
    let plans = plan_update::plans_in(dir).map_err(|error| super::unusable(&error))?;
    let told = plans.into_iter().map(|found| match found.files {
        Ok(files) => report(&files),
        Err(error) => Err(UnreadablePlan {
            plan: found.name,
            reason: error.to_string(),
        }),
    });
    Ok(told.collect())
}

/// The status of the only plan asked for; one that cannot be told is an error.
fn status_of(dir: &ConfinedDir) -> Result<StatusReport, Output> {
    report(&read(dir)?).map_err(|UnreadablePlan { plan, reason }| {
        let message = format!("{plan}: {reason}");
        Output::failed(
            ExitCode::Unusable,
            &message,
            "see `dwp check`, or name a directory of plans",
        )
    })
}

fn read(dir: &ConfinedDir) -> Result<PlanFiles, Output> {
    PlanFiles::load(dir).map_err(|error| super::unusable(&error))
}

/// The status of a plan, where its generation is known.
fn report(files: &PlanFiles) -> Result<StatusReport, UnreadablePlan> {
    let facts = Facts::default();
    let view = PlanView::new(files, &facts, Stage::Standing);
    match &view.era {
        Era::Newer(reason) | Era::Undecidable(reason) => Err(UnreadablePlan {
            plan: files.name().to_owned(),
            reason: reason.to_string(),
        }),
        _ => Ok(StatusReport::of(&view)),
    }
}

/// A value, as text or as JSON.
fn print(
    value: &(impl serde::Serialize + std::fmt::Display),
    format: Format,
    code: ExitCode,
) -> Output {
    match format {
        Format::Json => Output::json(value, code),
        Format::Text => Output {
            code,
            ..super::lines(value)
        },
    }
}
