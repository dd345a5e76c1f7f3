//! `dwp facts`: what can be established about a repository without judgement (P20).

use std::path::PathBuf;

use plan_agent::onboarding::Survey;
use plan_diagnostics::{Report, render};
use serde_json::value::RawValue;

use super::TOOL;
use crate::report::{self, ReportFormat};
use crate::{Output, facts};

const SCHEMA: &str = "urn:planwright:schema:facts:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The repository's directory
    repository: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.repository)?;
    let repository = facts::repository::gather(&dir).map_err(|error| super::unusable(&error))?;
    let survey = Survey::of(&repository);
    let report = survey.report(&repository);
    let code = report.exit_code();
    if arguments.format != ReportFormat::Json {
        let stdout = report::print(TOOL, std::slice::from_ref(&report), arguments.format);
        return Ok(Output {
            code,
            ..Output::done(stdout)
        });
    }
    let value = Facts {
        schema: SCHEMA,
        repository: dir.name(),
        facts: &survey,
        report: as_check(&report),
    };
    Ok(Output::json(&value, code))
}

/// A report as the object that a check prints.
fn as_check(report: &Report) -> Option<Box<RawValue>> {
    let text = render::json(std::slice::from_ref(report), TOOL);
    RawValue::from_string(text.trim_end().to_owned()).ok()
}

/// What `--format json` prints.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Facts<'a> {
    schema: &'static str,
    repository: &'a str,
    facts: &'a Survey,
    #[schemars(with = "serde_json::Value")]
    report: Option<Box<RawValue>>,
}
