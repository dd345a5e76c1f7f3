//! `dwp approve`: records that a person approved a plan, or a gate of it, in their own words (D11, P14).

use std::path::PathBuf;
use std::time::Duration;

use plan_agent::human_gate::GateApproval;
use plan_diagnostics::escape_terminal;
use plan_update::{ApprovalOutcome, Consent};

use super::answer::Answer;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:approve:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The person who approved
    #[arg(long, value_name = "NAME")]
    by: String,
    /// Their words, verbatim
    #[arg(long, value_name = "TEXT")]
    words: String,
    /// The words are an instruction to trust the plan in advance, not the approval of a plan read
    #[arg(long)]
    trust: bool,
    /// The plan may also run with nobody watching
    #[arg(long)]
    unattended: bool,
    /// What is approved is the human gate of this task, not the plan
    #[arg(long, value_name = "N", conflicts_with_all = ["trust", "unattended"])]
    task: Option<u64>,
    /// The criterion that is the gate; else the first of the task that names a human approval
    #[arg(long, value_name = "TEXT", requires = "task")]
    criterion: Option<String>,
    /// The agent that relays the words; the gate stays closed then
    #[arg(long, value_name = "AGENT", requires = "task")]
    relayed_by: Option<String>,
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
    let mut environment = super::environment("dwp approve")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    if let Some(task) = arguments.task {
        let approval = GateApproval {
            task,
            criterion: arguments.criterion.clone().unwrap_or_default(),
            by: arguments.by.clone(),
            words: arguments.words.clone(),
            relayed_by: arguments.relayed_by.clone(),
        };
        return super::gate::approve(&dir, approval, &environment, arguments.format);
    }
    let consent = Consent {
        by: arguments.by.clone(),
        words: arguments.words.clone(),
        trust: arguments.trust,
        unattended: arguments.unattended,
    };
    let outcome = plan_update::approve(&dir, &consent, &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    Ok(match outcome {
        ApprovalOutcome::Applied { .. } => done(&answer, "applied", &consent),
        ApprovalOutcome::Unchanged => done(&answer, "unchanged", &consent),
        ApprovalOutcome::Conflict(conflict) => answer.conflict(&conflict),
        ApprovalOutcome::Refused(refusal) => answer.refused(&refusal),
    })
}

fn done(answer: &Answer<'_>, outcome: &'static str, consent: &Consent) -> Output {
    let approval = consent.approval().as_str();
    let by = &consent.by;
    let unattended = consent.unattended;
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        approval,
        by,
        unattended,
    };
    answer.done(
        &value,
        &format!("{} → {approval} by {}\n", answer.plan, escape_terminal(by)),
    )
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    approval: &'static str,
    by: &'a str,
    unattended: bool,
}
