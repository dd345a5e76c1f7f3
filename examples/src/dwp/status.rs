//! `dwp status`: how far a plan has come (P18).

use std::path::PathBuf;

use plan_diagnostics::{ExitCode, escape_terminal};
use plan_verify::status::StatusReport;
use plan_verify::view::Era;
use plan_verify::{Facts, PlanFiles, PlanView, Stage};

use crate::{Format, Output};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.plan)?;
    let files = PlanFiles::load(&dir).map_err(|error| super::unusable(&error))?;
    let facts = Facts::default();
    let view = PlanView::new(&files, &facts, Stage::Standing);
    if let Era::Newer(reason) | Era::Undecidable(reason) = &view.era {
        let message = format!("{}: {reason}", dir.name());
        return Err(Output::failed(
            ExitCode::Unusable,
            &message,
            "see `dwp check`",
        ));
    }
    let status = StatusReport::of(&view);
    Ok(match arguments.format {
        Format::Json => Output::json(&status, ExitCode::Clean),
        Format::Text => {
            let text = status.to_string();
            let lines = text
                .lines()
                .map(|line| escape_terminal(line).into_owned() + "\n");
            Output::done(lines.collect::<String>())
        }
    })
}
