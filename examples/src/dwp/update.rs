//! `dwp update`: one guarded transition of one task (D).

use std::path::PathBuf;
use std::time::Duration;

use plan_guard::Digest;
use plan_state::{Actor, TaskStatus};
use plan_update::{Block, GateReport, Lessons, Outcome, Request, Resume, Summary};

use super::answer::Answer;
use plan_verify::Facts;

use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:update:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's state file
    #[arg(value_name = "STATE_JSON")]
    state: PathBuf,
    /// The task's number
    #[arg(long)]
    task: u64,
    /// The status it is to have: pending, in_progress, completed, blocked, skipped
    #[arg(long, value_parser = status)]
    status: TaskStatus,
    #[command(flatten)]
    evidence: Evidence,
    /// Where inside the task to resume
    #[arg(long, value_name = "TEXT")]
    checkpoint_step: Option<String>,
    /// What to know when resuming
    #[arg(long, value_name = "TEXT")]
    checkpoint_note: Option<String>,
    /// Why the task is blocked
    #[arg(long, value_name = "TEXT")]
    block_reason: Option<String>,
    /// What would lift the blocker
    #[arg(long, value_name = "TEXT", requires = "block_reason")]
    block_needs: Option<String>,
    /// Lift the task's blocker
    #[arg(long)]
    resolve_blocker: bool,
    /// Why a completed task is opened again; its amendment must be in the record first
    #[arg(long, value_name = "TEXT")]
    reopen_reason: Option<String>,
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

/// What a task shows for itself; `update` and `complete` take the same.
#[derive(Debug, clap::Args)]
pub(super) struct Evidence {
    /// A result as COMMAND|EXIT|EVIDENCE, split at the first two bars
    #[arg(long = "gate", value_name = "CMD|EXIT|EVIDENCE", value_parser = gate)]
    gates: Vec<GateReport>,
    /// A result as a JSON object, for commands with a bar
    #[arg(long = "gate-json", value_name = "OBJECT", value_parser = gate_json)]
    gates_json: Vec<GateReport>,
    /// What worked
    #[arg(long, value_name = "TEXT")]
    worked: Option<String>,
    /// Anything else worth knowing
    #[arg(long, value_name = "TEXT")]
    notes: Option<String>,
    /// What was tried; may be repeated
    #[arg(long, value_name = "TEXT")]
    tried: Vec<String>,
    /// What failed; may be repeated
    #[arg(long, value_name = "TEXT")]
    failed: Vec<String>,
    /// The commit that holds the work
    #[arg(long, value_name = "SHA", value_parser = commit)]
    commit: Option<String>,
    /// The agent that writes
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Its model
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
}

impl Evidence {
    /// The request that carries this evidence.
    pub(super) fn request(&self, task: u64, status: TaskStatus) -> Request {
        let attributed = self.agent.is_some() || self.model.is_some();
        Request {
            gates: self.gates.iter().chain(&self.gates_json).cloned().collect(),
            lessons: Lessons {
                tried: self.tried.clone(),
                failed: self.failed.clone(),
                worked: self.worked.clone(),
                notes: self.notes.clone(),
            },
            commit: self.commit.clone(),
            actor: attributed.then(|| Actor {
                agent: self.agent.clone(),
                model: self.model.clone(),
            }),
            ..Request::new(task, status)
        }
    }
}

impl Arguments {
    fn request(&self) -> Request {
        let placed = self.checkpoint_step.is_some() || self.checkpoint_note.is_some();
        Request {
            checkpoint: placed.then(|| Resume {
                step: self.checkpoint_step.clone(),
                note: self.checkpoint_note.clone(),
            }),
            block: self.block_reason.clone().map(|reason| Block {
                reason,
                needs: self.block_needs.clone(),
            }),
            resolve_blocker: self.resolve_blocker,
            reopen_reason: self.reopen_reason.clone(),
            ..self.evidence.request(self.task, self.status)
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&super::directory_of(&arguments.state)?)?;
    let mut environment = super::environment("dwp update")?;
    environment.facts = Facts {
        git: facts::git::presence(dir.root()),
    };
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let request = arguments.request();
    let outcome = plan_update::update(&dir, &request, arguments.expected_sha256, &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: Some(request.task),
        format: arguments.format,
    };
    Ok(match outcome {
        Outcome::Applied(summary) => done(&answer, "applied", &summary),
        Outcome::Unchanged(summary) => done(&answer, "unchanged", &summary),
        Outcome::Conflict(conflict) => answer.conflict(&conflict),
        Outcome::Refused(refusal) => answer.refused(&refusal),
        Outcome::Unpublished(report) => answer.unpublished("finalization-refused", &report, &[]),
    })
}

/// A success; its line is part of the command line contract.
fn done(answer: &Answer<'_>, outcome: &'static str, summary: &Summary) -> Output {
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: &summary.plan,
        plan_status: summary.status.as_str(),
        task: summary.task,
        status: summary.task_status.as_str(),
        completed: summary.completed,
        total: summary.total,
        state_sha256: summary.digest.to_string(),
    };
    answer.done(&value, &line(summary))
}

/// The line that tells of a transition.
pub(super) fn line(summary: &Summary) -> String {
    format!(
        "task {} → {} · {}/{} completed · plan {}\n",
        summary.task, summary.task_status, summary.completed, summary.total, summary.status,
    )
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    plan_status: &'static str,
    task: u64,
    status: &'static str,
    completed: u64,
    total: u64,
    state_sha256: String,
}

fn status(word: &str) -> Result<TaskStatus, String> {
    TaskStatus::of(word).ok_or_else(|| {
        let words: Vec<&str> = TaskStatus::ALL
            .iter()
            .map(|status| status.as_str())
            .collect();
        format!("not a status; one of {}", words.join(", "))
    })
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    let sensible = (0.0..=86_400.0).contains(&seconds);
    sensible
        .then_some(seconds)
        .ok_or_else(|| "give 0 to 86400 seconds".to_owned())
}

fn commit(text: &str) -> Result<String, String> {
    let hex = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let form = hex && (7..=40).contains(&text.len());
    form.then(|| text.to_owned())
        .ok_or_else(|| "give 7 to 40 lower-case hexadecimal digits".to_owned())
}

fn gate(text: &str) -> Result<GateReport, String> {
    GateReport::parse(text).map_err(|error| error.to_string())
}

fn gate_json(text: &str) -> Result<GateReport, String> {
    GateReport::parse_json(text).map_err(|error| error.to_string())
}
