//! How an update answers: one line when done, code, message and help when not.

use plan_diagnostics::ExitCode;
use plan_update::{Conflict, Refusal, Summary};

use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:update:v1";

/// The plan and task that an answer is about.
pub(super) struct Subject<'a> {
    pub plan: &'a str,
    pub task: Option<u64>,
}

/// A success; its line is part of the command line contract.
pub(super) fn applied(outcome: &str, summary: &Summary, format: Format) -> Output {
    if format == Format::Json {
        return Output::json(&Positive::of(outcome, summary), ExitCode::Clean);
    }
    Output::done(format!(
        "task {} → {} · {}/{} completed · plan {}\n",
        summary.task, summary.task_status, summary.completed, summary.total, summary.status,
    ))
}

#[derive(serde::Serialize)]
struct Positive<'a> {
    schema: &'static str,
    outcome: &'a str,
    plan: &'a str,
    plan_status: &'static str,
    task: u64,
    status: &'static str,
    completed: u64,
    total: u64,
    state_sha256: String,
}

impl<'a> Positive<'a> {
    fn of(outcome: &'a str, summary: &'a Summary) -> Self {
        Self {
            schema: SCHEMA,
            outcome,
            plan: &summary.plan,
            plan_status: summary.status.as_str(),
            task: summary.task,
            status: summary.task_status.as_str(),
            completed: summary.completed,
            total: summary.total,
            state_sha256: summary.digest.to_string(),
        }
    }
}

/// A refusal: what forbids it, and what to do.
pub(super) fn refused(subject: &Subject<'_>, refusal: &Refusal, format: Format) -> Output {
    let text = Output::failed(
        ExitCode::REFUSED,
        &format!("refused ({}): {}", refusal.code, refusal.message),
        &refusal.help,
    );
    if format == Format::Text {
        return text;
    }
    Output::json(
        &Negative {
            schema: SCHEMA,
            outcome: "refused",
            code: refusal.code.as_str(),
            message: &refusal.message,
            help: &refusal.help,
            plan: subject.plan,
            task: subject.task,
            commands: Some(&refusal.commands).filter(|commands| !commands.is_empty()),
            expected_sha256: None,
            actual_sha256: None,
        },
        ExitCode::REFUSED,
    )
}

/// A conflict: somebody else was there first.
pub(super) fn conflict(subject: &Subject<'_>, conflict: &Conflict, format: Format) -> Output {
    let (message, help) = words(conflict);
    if format == Format::Text {
        let message = format!("conflict ({}): {message}", conflict.code());
        return Output::failed(ExitCode::Conflict, &message, &help);
    }
    let (expected, actual) = match conflict {
        Conflict::LockHeld(_) => (None, None),
        Conflict::Stale { expected, actual } => (
            Some(expected.to_string()),
            actual.map(|digest| digest.to_string()),
        ),
    };
    Output::json(
        &Negative {
            schema: SCHEMA,
            outcome: "conflict",
            code: conflict.code(),
            message: &message,
            help: &help,
            plan: subject.plan,
            task: subject.task,
            commands: None,
            expected_sha256: expected,
            actual_sha256: actual,
        },
        ExitCode::Conflict,
    )
}

#[derive(serde::Serialize)]
struct Negative<'a> {
    schema: &'static str,
    outcome: &'static str,
    code: &'a str,
    message: &'a str,
    help: &'a str,
    plan: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<&'a Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual_sha256: Option<String>,
}

/// What happened, and what to do about it.
fn words(conflict: &Conflict) -> (String, String) {
    match conflict {
        Conflict::LockHeld(info) => {
            let owner = info.owner.as_ref().map_or_else(
                || "an owner that left no record".to_owned(),
                |owner| {
                    format!(
                        "process {} on {} ({})",
                        owner.pid, owner.host, owner.command
                    )
                },
            );
            let nonce = info.owner.as_ref().map(|owner| owner.nonce.to_string());
            let by = nonce.map_or("--break-unowned".to_owned(), |nonce| {
                format!("--break {nonce}")
            });
            (
                format!(
                    "{} is held by {owner}, which is {}",
                    info.path.display(),
                    super::lock::word(info.liveness)
                ),
                format!(
                    "try again, or wait with --wait; where the owner is dead, dwp lock PLAN_DIR {by}"
                ),
            )
        }
        Conflict::Stale { expected, actual } => {
            let actual = actual.map_or_else(|| "no file".to_owned(), |digest| digest.to_string());
            (
                format!("state.json has moved on: expected {expected}, found {actual}"),
                "read the state again and decide anew".to_owned(),
            )
        }
    }
}
