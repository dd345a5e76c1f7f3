//! `dwp new`: writes a plan from a description, or discards one that was begun (H3).

use std::path::{Path, PathBuf};
use std::time::Duration;

use plan_diagnostics::{ExitCode, Report, Severity, Sources, Subject};
use plan_guard::ConfinedDir;
use plan_state::{Limits, json};
use plan_update::{Description, DiscardOutcome, MaterializeOutcome, read_description};

use super::answer::Answer;
use super::update::seconds;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:new:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The description: JSON of the schema plan-description-v1
    description: PathBuf,
    /// The directory that plans lie in; the plan gets one of its name there
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Remove what an interrupted call with this description has written, instead of completing it
    #[arg(long)]
    discard: bool,
    /// How many seconds to wait for the lock
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = seconds)]
    wait: f64,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let description = read(arguments)?;
    let parent = super::open(&arguments.into)?;
    let mut environment = super::environment("dwp new")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let answer = answer(&description.name, arguments.format);
    if arguments.discard {
        let outcome = plan_update::discard(&parent, &description, &environment)
            .map_err(|error| super::unusable(&error))?;
        return Ok(match outcome {
            DiscardOutcome::Discarded => done(&answer, "discarded", &parent, "discarded"),
            DiscardOutcome::Absent => done(&answer, "unchanged", &parent, "not there"),
            DiscardOutcome::Conflict(conflict) => answer.conflict(&conflict),
            DiscardOutcome::Refused(refusal) => answer.refused(&refusal),
        });
    }
    let outcome = plan_update::materialize(&parent, &description, &environment)
        .map_err(|error| super::unusable(&error))?;
    Ok(match outcome {
        MaterializeOutcome::Applied { resumed: false } => {
            done(&answer, "applied", &parent, "written")
        }
        MaterializeOutcome::Applied { resumed: true } => {
            done(&answer, "applied", &parent, "completed")
        }
        MaterializeOutcome::Unchanged => done(&answer, "unchanged", &parent, "there already"),
        MaterializeOutcome::Conflict(conflict) => answer.conflict(&conflict),
        MaterializeOutcome::Refused(refusal) => answer.refused(&refusal),
        MaterializeOutcome::Unfit(report) => unfit(&answer, &report),
    })
}

const fn answer(plan: &str, format: Format) -> Answer<'_> {
    Answer {
        schema: SCHEMA,
        plan,
        task: None,
        format,
    }
}

/// The description, where nothing in it has to be mended.
fn read(arguments: &Arguments) -> Result<Description, Output> {
    let file = &arguments.description;
    let bytes = std::fs::read(file).map_err(|error| {
        let message = format!("{}: {error}", file.display());
        Output::failed(ExitCode::Unusable, &message, "give the description's file")
    })?;
    let name = file.file_name().unwrap_or(file.as_os_str());
    let name = name.to_string_lossy().into_owned();
    let limits = Limits::default();
    let reading = read_description(&name, &bytes, &limits);
    let mut findings = reading.findings;
    if let Some(description) = &reading.value {
        let mut faults = description.faults(&name);
        if let Some(document) = json::read(&name, &bytes, &limits).value {
            document.place(&mut faults);
        }
        findings.extend(faults);
    }
    let sound = findings
        .iter()
        .all(|finding| finding.severity() != Severity::Must);
    if let Some(description) = reading.value.filter(|_| sound) {
        return Ok(description);
    }
    let mut sources = Sources::default();
    sources.insert(name.clone(), String::from_utf8_lossy(&bytes).into_owned());
    let mut report = Report::new(Subject::plan(name.clone()), sources);
    report.extend(findings);
    if reading.unsupported {
        report.unverified("the description is of a schema that this version does not know");
    }
    Err(unfit(&answer(&name, arguments.format), &report))
}

fn unfit(answer: &Answer<'_>, report: &Report) -> Output {
    let message = format!("{} cannot become a plan as it is", answer.plan);
    let help = "mend what the findings name: nothing was written";
    answer.findings("description-unfit", &message, help, report)
}

fn done(answer: &Answer<'_>, outcome: &'static str, parent: &ConfinedDir, word: &str) -> Output {
    let path: PathBuf = Path::new(parent.root()).join(answer.plan);
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        path: path.to_string_lossy().into_owned(),
    };
    answer.done(&value, &format!("{} → {word}\n", answer.plan))
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    path: String,
}
