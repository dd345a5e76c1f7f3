//! `dwp check`: judges plans and prints what was found (E).

use std::path::{Path, PathBuf};

use plan_diagnostics::{ExitCode, Report};
use plan_verify::{Facts, Git, PlanFiles, PlanView, Stage, check_view};

use super::TOOL;
use crate::report::{self, ReportFormat};
use crate::{Output, facts, workers};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plans' directories
    #[arg(required = true, value_name = "PLAN_DIR")]
    plans: Vec<PathBuf>,
    /// This is a workspace without git: a plan must then carry its state
    #[arg(long)]
    no_git: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    let mut reports = Vec::with_capacity(arguments.plans.len());
    let mut failed = Vec::new();
    for plan in &arguments.plans {
        match judge(plan, arguments.no_git) {
            Ok(report) => reports.push(report),
            Err(output) => failed.push(output),
        }
    }
    let code = if failed.is_empty() {
        ExitCode::of(&reports)
    } else {
        ExitCode::Unusable
    };
    let stderr = failed.into_iter().map(|output| output.stderr).collect();
    let stdout = if reports.is_empty() {
        String::new()
    } else {
        report::print(TOOL, &reports, arguments.format)
    };
    Output {
        stdout,
        stderr,
        code,
    }
}

/// Reads a plan once, asks git what the plan needs to know, and judges it.
fn judge(plan: &Path, no_git: bool) -> Result<Report, Output> {
    let dir = super::open(plan)?;
    let files = PlanFiles::load(&dir).map_err(|error| super::unusable(&error))?;
    if files.are_shared() {
        workers::join();
    }
    let here = Facts {
        git: if no_git {
            Git::Absent
        } else {
            facts::git::presence(dir.root())
        },
    };
    let informed;
    let mut view = PlanView::new(&files, &here, Stage::Standing);
    let asked = view.commits();
    if here.git != Git::Absent && !asked.is_empty() {
        informed = Facts {
            git: Git::Present {
                commits: facts::git::known_commits(dir.root(), &asked),
            },
        };
        view.facts = &informed;
    }
    let report = check_view(&view);
    // The process ends soon, and gives back what it holds at once.
    std::mem::forget(view);
    Ok(report)
}
