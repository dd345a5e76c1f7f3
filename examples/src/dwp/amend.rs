//! `dwp amend`: appends an amendment to a task's record (G1–G3).

use std::path::PathBuf;
use std::time::Duration;

use plan_update::{AmendOutcome, Amended, NewAmendment};

use super::answer::Answer;
use super::update::seconds;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:amend:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The task in whose record it goes
    #[arg(long)]
    task: u64,
    /// The criterion, verbatim
    #[arg(long, value_name = "TEXT")]
    criterion: String,
    /// What was observed
    #[arg(long, value_name = "TEXT")]
    observed: String,
    /// research-completed, not-executed, deferred, gate-failed, achieved, removed
    #[arg(long, value_name = "WORD")]
    disposition: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// user, developer or evidence, with the recorded statement behind it
    #[arg(long, value_name = "TEXT")]
    authority: String,
    /// The tasks concerned: 'Task 2', 'Task 2 → Task 5'
    #[arg(long, value_name = "TEXT")]
    tasks: String,
    /// 'invalidated: `CMD`; preserved: none'
    #[arg(long, value_name = "TEXT")]
    evidence: String,
    /// How many seconds to wait for the lock
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = seconds)]
    wait: f64,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Arguments {
    fn amendment(&self) -> NewAmendment {
        NewAmendment {
            task: self.task,
            criterion: self.criterion.clone(),
            observed: self.observed.clone(),
            disposition: self.disposition.clone(),
            reason: self.reason.clone(),
            authority: self.authority.clone(),
            tasks: self.tasks.clone(),
            evidence: self.evidence.clone(),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.plan)?;
    let mut environment = super::environment("dwp amend")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let outcome = plan_update::amend(&dir, &arguments.amendment(), &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: Some(arguments.task),
        format: arguments.format,
    };
    Ok(match outcome {
        AmendOutcome::Applied(amended) => done(&answer, "applied", &amended),
        AmendOutcome::Unchanged(amended) => done(&answer, "unchanged", &amended),
        AmendOutcome::Conflict(conflict) => answer.conflict(&conflict),
        AmendOutcome::Refused(refusal) => answer.refused(&refusal),
    })
}

fn done(answer: &Answer<'_>, outcome: &'static str, amended: &Amended) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        task: answer.task.unwrap_or_default(),
        amendment: &amended.name,
        file: &amended.file,
    };
    answer.done(&value, &format!("{} in {}\n", amended.name, amended.file))
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    task: u64,
    amendment: &'a str,
    file: &'a str,
}
