//! `dwp promote`: makes a Full plan of a Lite one, or ends what was interrupted, either way (H4).

use std::path::PathBuf;
use std::time::Duration;

use plan_update::{PromotionCall, PromotionOutcome};
use plan_verify::Facts;

use super::answer::Answer;
use super::update::seconds;
use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:promote:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// Carry through a promotion that was interrupted
    #[arg(long, conflicts_with = "rollback")]
    resume: bool,
    /// Take back a promotion that was interrupted
    #[arg(long)]
    rollback: bool,
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
    let mut environment = super::environment("dwp promote")?;
    environment.facts = Facts {
        git: facts::git::presence(dir.root()),
    };
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let call = match (arguments.resume, arguments.rollback) {
        (true, _) => PromotionCall::Resume,
        (_, true) => PromotionCall::RollBack,
        _ => PromotionCall::Start,
    };
    let outcome =
        plan_update::promote(&dir, call, &environment).map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    let plan = answer.plan;
    Ok(match outcome {
        PromotionOutcome::Promoted { tasks } => {
            let text = format!("{plan} → full, {} task files\n", tasks.len());
            done(&answer, "applied", "full", &tasks, &text)
        }
        PromotionOutcome::RolledBack => {
            let text = format!("{plan} → lite, as before\n");
            done(&answer, "rolled-back", "lite", &[], &text)
        }
        PromotionOutcome::Unchanged => {
            let text = format!("{plan} is full already\n");
            done(&answer, "unchanged", "full", &[], &text)
        }
        PromotionOutcome::Conflict(conflict) => answer.conflict(&conflict),
        PromotionOutcome::Refused(refusal) => answer.refused(&refusal),
    })
}

fn done(
    answer: &Answer<'_>,
    outcome: &'static str,
    plan_format: &'static str,
    tasks: &[String],
    text: &str,
) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        plan_format,
        tasks,
    };
    answer.done(&value, text)
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    plan_format: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tasks: &'a [String],
}
