//! `dwp refine`: tasks that are not done are added, removed, split or moved (H8).

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use plan_update::{Mention, RefineOutcome, Refinement};
use plan_verify::Facts;

use super::answer::Answer;
use super::complete::text_of;
use super::update::seconds;
use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:refined:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// What changes, as JSON: see `dwp schema refine-v1`
    #[arg(required_unless_present = "resume")]
    file: Option<PathBuf>,
    /// Finish a refining that was interrupted
    #[arg(long, conflicts_with = "file")]
    resume: bool,
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
    let mut environment = super::environment("dwp refine")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    environment.facts = Facts {
        git: facts::git::presence(dir.root()),
    };
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    let text = arguments.file.as_deref().map(text_of).transpose()?;
    let refinement = match text.as_deref().map(Refinement::read).transpose() {
        Ok(refinement) => refinement,
        Err(refusal) => return Ok(answer.refused(&refusal)),
    };
    let outcome = plan_update::refine(&dir, refinement.as_ref(), &environment)
        .map_err(|error| super::unusable(&error))?;
    Ok(match outcome {
        RefineOutcome::Applied { files, mentions } => done(&answer, "applied", &files, &mentions),
        RefineOutcome::Unchanged => done(&answer, "unchanged", &[], &[]),
        RefineOutcome::Conflict(conflict) => answer.conflict(&conflict),
        RefineOutcome::Refused(refusal) => answer.refused(&refusal),
    })
}

fn done(
    answer: &Answer<'_>,
    outcome: &'static str,
    files: &[String],
    mentions: &[Mention],
) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        files,
        mentions,
    };
    let mut text = if files.is_empty() {
        format!("{}: nothing to refine\n", answer.plan)
    } else {
        format!("{}: refined ({} files)\n", answer.plan, files.len())
    };
    for mention in mentions {
        let _ = writeln!(text, "note: {}", told(mention));
    }
    answer.done(&value, &text)
}

/// Where prose names a task by a number that is not its any more.
fn told(mention: &Mention) -> String {
    let Mention {
        file,
        line,
        task,
        now,
        ..
    } = mention;
    let now: Vec<String> = now.iter().map(|task| format!("Task {task}")).collect();
    let now = match now.as_slice() {
        [] => "is gone".to_owned(),
        now => format!("is {} now", now.join(" and ")),
    };
    format!("{file}:{line} names Task {task}, which {now}")
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    files: &'a [String],
    /// Prose that names tasks by numbers which they no longer have.
    mentions: &'a [Mention],
}
