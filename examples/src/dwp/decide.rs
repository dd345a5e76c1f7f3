//! `dwp decide`: records a decision of the agent's, or lists them (P13, P15).

use std::path::PathBuf;
use std::time::Duration;

use plan_agent::Recording;
use plan_agent::decision::{Decision, Decisions, decide};
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::ConfinedDir;

use super::answer::Answer;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:decide:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// What was to be decided; without it, the decisions on record are listed
    #[arg(long, value_name = "TEXT", requires_all = ["choice", "reason", "revert"])]
    question: Option<String>,
    /// The task that it came up in
    #[arg(long, value_name = "N", requires = "question")]
    task: Option<u64>,
    /// An option that was weighed, the choice among them; may be repeated
    #[arg(long = "option", value_name = "TEXT", requires = "question")]
    options: Vec<String>,
    /// The option chosen
    #[arg(long, value_name = "TEXT", requires = "question")]
    choice: Option<String>,
    /// Why
    #[arg(long, value_name = "TEXT", requires = "question")]
    reason: Option<String>,
    /// How to undo it
    #[arg(long, value_name = "TEXT", requires = "question")]
    revert: Option<String>,
    /// What the developer asked for in so many words
    #[arg(long, value_name = "TEXT", requires = "question")]
    words: Option<String>,
    /// The option that was recommended, where it is not the choice
    #[arg(long, value_name = "TEXT", requires = "question")]
    recommended: Option<String>,
    /// How many seconds to wait for the lock
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = super::update::seconds)]
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
    match &arguments.question {
        Some(question) => record(&dir, question, arguments),
        None => list(&dir, arguments.format),
    }
}

fn record(dir: &ConfinedDir, question: &str, arguments: &Arguments) -> Result<Output, Output> {
    let mut environment = super::environment("dwp decide")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let decision = Decision {
        at: None,
        task: arguments.task,
        question: question.to_owned(),
        options: arguments.options.clone(),
        choice: text(&arguments.choice),
        reason: text(&arguments.reason),
        revert: text(&arguments.revert),
        words: arguments.words.clone(),
        recommended: arguments.recommended.clone(),
    };
    let recording =
        decide(dir, &decision, &environment).map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: arguments.task,
        format: arguments.format,
    };
    Ok(match recording {
        Recording::Applied(decision) => done(&answer, "applied", &decision),
        Recording::Unchanged(decision) => done(&answer, "unchanged", &decision),
        Recording::Conflict(conflict) => answer.conflict(&conflict),
        Recording::Refused(refusal) => answer.refused(&refusal),
        Recording::Unfit(unfit) => answer.unfit(&unfit),
    })
}

fn done(answer: &Answer<'_>, outcome: &'static str, decision: &Decision) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        decision,
    };
    let text = format!("{} → {}", decision.question, decision.choice);
    answer.done(&value, &(escape_terminal(&text) + "\n"))
}

/// The decisions on record.
fn list(dir: &ConfinedDir, format: Format) -> Result<Output, Output> {
    let progress = plan_agent::told(dir).map_err(|error| super::unusable(&error))?;
    let decisions = Decisions::of(dir.name(), &progress);
    Ok(match format {
        Format::Json => Output::json(&decisions, ExitCode::Clean),
        Format::Text => super::lines(&decisions),
    })
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    decision: &'a Decision,
}
