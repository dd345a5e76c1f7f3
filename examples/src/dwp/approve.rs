//! `dwp approve`: records that a person approved a plan, in their own words (D11).

use std::path::PathBuf;
use std::time::Duration;

use plan_diagnostics::ExitCode;
use plan_update::{ApprovalOutcome, Consent};

use super::answer;
use crate::{Format, Output};

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
    let consent = Consent {
        by: arguments.by.clone(),
        words: arguments.words.clone(),
        trust: arguments.trust,
        unattended: arguments.unattended,
    };
    let outcome = plan_update::approve(&dir, &consent, &environment)
        .map_err(|error| super::unusable(&error))?;
    let subject = answer::Subject {
        plan: dir.name(),
        task: None,
    };
    Ok(match outcome {
        ApprovalOutcome::Applied { .. } => done("applied", &dir, &consent, arguments.format),
        ApprovalOutcome::Unchanged => done("unchanged", &dir, &consent, arguments.format),
        ApprovalOutcome::Conflict(conflict) => {
            answer::conflict(&subject, &conflict, arguments.format)
        }
        ApprovalOutcome::Refused(refusal) => answer::refused(&subject, &refusal, arguments.format),
    })
}

fn done(outcome: &str, dir: &plan_guard::ConfinedDir, consent: &Consent, format: Format) -> Output {
    let approval = if consent.trust {
        "pre_approved"
    } else {
        "approved"
    };
    if format == Format::Json {
        let value = Approved {
            schema: "urn:planwright:schema:approve:v1",
            outcome,
            plan: dir.name(),
            approval,
            by: &consent.by,
            unattended: consent.unattended,
        };
        return Output::json(&value, ExitCode::Clean);
    }
    Output::done(format!(
        "{} → {approval} by {}\n",
        dir.name(),
        plan_diagnostics::escape_terminal(&consent.by)
    ))
}

#[derive(serde::Serialize)]
struct Approved<'a> {
    schema: &'static str,
    outcome: &'a str,
    plan: &'a str,
    approval: &'static str,
    by: &'a str,
    unattended: bool,
}
