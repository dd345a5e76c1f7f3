//! `dwp escalate`: puts a question on record that is not the agent's to decide, once, or lists those
//! that are open, with what they park (P13, P16, P17).

use std::path::PathBuf;
use std::time::Duration;

use plan_agent::batch::Batch;
use plan_agent::chain::Chain;
use plan_agent::escalation::{Class, Escalation, Question, escalate};
use plan_agent::{Recording, told};
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::ConfinedDir;
use plan_verify::{Facts, PlanFiles, PlanView, Stage};

use super::answer::Answer;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:escalate:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// What is asked; without it, the open questions are listed
    #[arg(long, value_name = "TEXT", requires = "task")]
    question: Option<String>,
    /// The task that it came up in
    #[arg(long, value_name = "N", requires = "question")]
    task: Option<u64>,
    /// Its class: C1 destructive or irreversible, C2 credential or access, C3 literal words, C4
    /// outward-facing, C5 scope or acceptance, C6 security, C7 human gate, or a word of your own
    #[arg(long, value_name = "CLASS", requires = "question", value_parser = class)]
    class: Option<Class>,
    /// What would settle it
    #[arg(long, value_name = "TEXT", requires = "question")]
    needs: Option<String>,
    /// An option that there is; may be repeated
    #[arg(long = "option", value_name = "TEXT", requires = "question")]
    options: Vec<String>,
    /// The option that you recommend
    #[arg(long, value_name = "TEXT", requires = "question")]
    recommended: Option<String>,
    /// It can wait: keep it for the next planned point, with its recommended default, and go on
    #[arg(long, requires = "question")]
    can_wait: bool,
    /// How many seconds to wait for the lock
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = super::update::seconds)]
    wait: f64,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn class(word: &str) -> Result<Class, String> {
    Class::parse(word)
        .ok_or_else(|| "a class is C1 to C7, or a word of letters, digits and hyphens".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.plan)?;
    match (&arguments.question, arguments.task) {
        (Some(question), Some(task)) => send(&dir, question, task, arguments),
        _ => list(&dir, arguments.format),
    }
}

fn send(
    dir: &ConfinedDir,
    question: &str,
    task: u64,
    arguments: &Arguments,
) -> Result<Output, Output> {
    let mut environment = super::environment("dwp escalate")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let question = Question {
        task,
        class: arguments.class.clone(),
        text: question.to_owned(),
        needs: arguments.needs.clone(),
        options: arguments.options.clone(),
        recommended: arguments.recommended.clone(),
        waits: arguments.can_wait,
    };
    let recording =
        escalate(dir, &question, &environment).map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: Some(task),
        format: arguments.format,
    };
    Ok(match recording {
        Recording::Applied(sent) => done(&answer, "sent", &sent, &chain(dir)?),
        Recording::Unchanged(sent) => done(&answer, "already-sent", &sent, &chain(dir)?),
        Recording::Conflict(conflict) => answer.conflict(&conflict),
        Recording::Refused(refusal) => answer.refused(&refusal),
        Recording::Unfit(unfit) => answer.unfit(&unfit),
    })
}

fn done(answer: &Answer<'_>, outcome: &'static str, sent: &Escalation, chain: &Chain) -> Output {
    let id = sent.id.to_string();
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        id: &id,
        escalation: sent,
        chain,
    };
    let said = outcome.replace('-', " ");
    let text = format!("{said}: {sent}\n{}", goes_on(chain));
    let lines = text.lines().map(|line| escape_terminal(line) + "\n");
    answer.done(&value, &lines.collect::<String>())
}

/// What is parked and what goes on, where something is blocked.
fn goes_on(chain: &Chain) -> String {
    if chain.blocked.is_empty() {
        return String::new();
    }
    let list = |tasks: &[u64]| {
        let numbers: Vec<String> = tasks.iter().map(u64::to_string).collect();
        if numbers.is_empty() {
            "none".to_owned()
        } else {
            numbers.join(", ")
        }
    };
    let (parked, going_on) = (list(&chain.parked), list(&chain.going_on));
    format!("parked: {parked}\ngoing on: {going_on}\n")
}

fn chain(dir: &ConfinedDir) -> Result<Chain, Output> {
    let files = PlanFiles::load(dir).map_err(|error| super::unusable(&error))?;
    let facts = Facts::default();
    Ok(Chain::of(&PlanView::new(&files, &facts, Stage::Standing)))
}

/// What is open: the blocker, the questions that wait, and what is parked.
fn list(dir: &ConfinedDir, format: Format) -> Result<Output, Output> {
    let files = PlanFiles::load(dir).map_err(|error| super::unusable(&error))?;
    let facts = Facts::default();
    let view = PlanView::new(&files, &facts, Stage::Standing);
    let progress = told(dir).map_err(|error| super::unusable(&error))?;
    let blocked = view.state.read().and_then(|state| state.blocked.get());
    let open = Open {
        schema: "urn:planwright:schema:escalations:v1",
        plan: dir.name(),
        blocking: blocked.map(|blocked| Escalation::of_blocker(dir.name(), blocked)),
        waiting: Batch::of(dir.name(), &progress),
        chain: Chain::of(&view),
    };
    Ok(match format {
        Format::Json => Output::json(&open, ExitCode::Clean),
        Format::Text => {
            let blocking = open.blocking.iter();
            let blocking: String = blocking.map(|sent| format!("blocking: {sent}\n")).collect();
            super::lines(&format!(
                "{blocking}{}{}",
                goes_on(&open.chain),
                open.waiting
            ))
        }
    })
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    id: &'a str,
    escalation: &'a Escalation,
    chain: &'a Chain,
}

/// What is open in a plan, as `--format json` prints it.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Open<'a> {
    schema: &'static str,
    plan: &'a str,
    blocking: Option<Escalation>,
    waiting: Batch,
    chain: Chain,
}
