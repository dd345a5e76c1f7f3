//! `dwp complete`: task log, README, PROGRESS.md and state of a completed task in one call (H6).

use std::path::{Path, PathBuf};
use std::time::Duration;

use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::Digest;
use plan_state::TaskStatus;
use plan_update::{Completed, Completion, CompletionOutcome};
use plan_verify::Facts;

use super::answer::Answer;
use super::update::{Evidence, line, seconds};
use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:complete:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The task's number
    #[arg(long)]
    task: u64,
    /// The text of Completion & Log; not needed where the record's log is filled in
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tick the task's acceptance criteria: you say that every one of them is met
    #[arg(long)]
    criteria_met: bool,
    #[command(flatten)]
    evidence: Evidence,
    /// Lift the task's blocker
    #[arg(long)]
    resolve_blocker: bool,
    /// Refuse where the state file is no longer the one with this digest
    #[arg(long, value_name = "HEX")]
    expected_sha256: Option<Digest>,
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
    let mut environment = super::environment("dwp complete")?;
    environment.facts = Facts {
        git: facts::git::presence(dir.root()),
    };
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let mut request = arguments
        .evidence
        .request(arguments.task, TaskStatus::Completed);
    request.resolve_blocker = arguments.resolve_blocker;
    let completion = Completion {
        log: arguments.log.as_deref().map(text_of).transpose()?,
        criteria_met: arguments.criteria_met,
        ..Completion::new(request)
    };
    let outcome = plan_update::complete(&dir, &completion, arguments.expected_sha256, &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: Some(arguments.task),
        format: arguments.format,
    };
    Ok(match outcome {
        CompletionOutcome::Applied(completed) => done(&answer, "applied", &completed),
        CompletionOutcome::Unchanged(completed) => done(&answer, "unchanged", &completed),
        CompletionOutcome::Conflict { conflict, .. } => answer.conflict(&conflict),
        CompletionOutcome::Refused(refusal) => answer.refused(&refusal),
        CompletionOutcome::Unpublished { report, written } => {
            answer.unpublished("finalization-refused", &report, &written)
        }
    })
}

/// The text of a file that the caller names; it may lie anywhere (A6).
pub(super) fn text_of(path: &Path) -> Result<String, Output> {
    std::fs::read_to_string(path).map_err(|error| {
        let message = format!("{} cannot be read as text: {error}", path.display());
        Output::failed(ExitCode::Unusable, &message, "name a text file")
    })
}

/// A success: the line of an update; open criteria are told beside it.
fn done(answer: &Answer<'_>, outcome: &'static str, completed: &Completed) -> Output {
    let summary = &completed.summary;
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: &summary.plan,
        plan_status: summary.status.as_str(),
        task: summary.task,
        completed: summary.completed,
        total: summary.total,
        state_sha256: summary.digest.to_string(),
        written: &completed.written,
        open_criteria: &completed.open_criteria,
    };
    let mut output = answer.done(&value, &line(summary));
    if answer.format == Format::Text {
        for criterion in &completed.open_criteria {
            let criterion = escape_terminal(criterion);
            output.stderr += &format!("dwp: this criterion is still open: {criterion}\n");
        }
        if !completed.open_criteria.is_empty() {
            output.stderr +=
                "  help: tick what is met (--criteria-met for all of them), or amend it\n";
        }
    }
    output
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    plan_status: &'static str,
    task: u64,
    completed: u64,
    total: u64,
    state_sha256: String,
    written: &'a [String],
    open_criteria: &'a [String],
}
