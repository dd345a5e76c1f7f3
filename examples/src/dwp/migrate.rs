//! `dwp migrate`: takes a plan to a newer generation, and says so in the plan (H5).

use std::path::PathBuf;
use std::time::Duration;

use plan_state::Generation;
use plan_update::{Migration, MigrationOutcome};

use super::answer::Answer;
use super::update::seconds;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:migrate:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The generation to arrive at
    #[arg(long, value_name = "v2|v5", value_parser = generation)]
    to: Generation,
    /// Why, in a few plain words, for README and PROGRESS.md
    #[arg(long, value_name = "TEXT", default_value = "migrated on request")]
    reason: String,
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
    let dir = super::open(&arguments.plan)?;
    let mut environment = super::environment("dwp migrate")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let migration = Migration {
        to: arguments.to,
        reason: arguments.reason.clone(),
    };
    let outcome = plan_update::migrate(&dir, &migration, &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    let to = arguments.to.as_str();
    Ok(match outcome {
        MigrationOutcome::Applied {
            from,
            awaits_approval,
        } => {
            let hint = if awaits_approval {
                "; it awaits approval: dwp approve"
            } else {
                ""
            };
            let text = format!("{}: {from} → {to}{hint}\n", answer.plan);
            done(&answer, "applied", to, Some(awaits_approval), &text)
        }
        MigrationOutcome::Unchanged => {
            let text = format!("{} is {to} already\n", answer.plan);
            done(&answer, "unchanged", to, None, &text)
        }
        MigrationOutcome::Conflict(conflict) => answer.conflict(&conflict),
        MigrationOutcome::Refused(refusal) => answer.refused(&refusal),
    })
}

fn done(
    answer: &Answer<'_>,
    outcome: &'static str,
    to: &'static str,
    awaits_approval: Option<bool>,
    text: &str,
) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        to,
        awaits_approval,
    };
    answer.done(&value, text)
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    to: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    awaits_approval: Option<bool>,
}

fn generation(word: &str) -> Result<Generation, String> {
    match word {
        "v2" => Ok(Generation::V2),
        "v5" => Ok(Generation::V5),
        _ => Err("give v2 or v5".to_owned()),
    }
}
