//! `ops check`: judges a planning directory and prints what was found (Q15–Q18).

use std::path::PathBuf;

use plan_diagnostics::ExitCode;
use plan_queue::facts::{Facts, Git};

use super::{Planning, TOOL, Today};
use crate::Output;
use crate::report::{self, ReportFormat};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The planning directory
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    today: Today,
    /// Ask git nothing, and say what was not checked for want of it
    #[arg(long)]
    no_git: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.dir)?;
    let git = if arguments.no_git {
        Git::Absent
    } else {
        planning.around().facts(&planning.queue)
    };
    let facts = Facts {
        today: Some(arguments.today.day()?),
        git,
    };
    let report = plan_queue::check_queue(&planning.files, &planning.queue, &facts);
    planning.leave();
    let reports = [report];
    Ok(Output {
        stdout: report::print(TOOL, &reports, arguments.format),
        stderr: String::new(),
        code: ExitCode::of(&reports),
    })
}
