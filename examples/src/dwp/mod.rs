//! `dwp`: check, update and inspect a plan. The arguments are those of the command line contract.

mod amend;
mod answer;
mod approve;
mod check;
mod complete;
mod decide;
mod escalate;
mod finalize;
mod gate;
mod list;
mod lock;
mod migrate;
mod new;
mod promote;
pub mod reconcile;
mod refine;
mod resume;
mod schema;
mod status;
mod survey;
mod update;

pub use schema::schemas;
pub(crate) use update::seconds;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use plan_diagnostics::render::Tool;
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::{ConfinedDir, Process};
use plan_update::Environment;

use crate::{Output, facts};

/// Keeps plans of coding agents honest: checks them, and updates their state under guard.
#[derive(Debug, Parser)]
#[command(name = "dwp", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The tool as reports and receipts name it.
const TOOL: Tool<'static> = Tool {
    name: "dwp",
    version: env!("CARGO_PKG_VERSION"),
};

const EXIT_CODES: &str = "\
Exit codes: 0 done or clean; 1 refused, or findings that must be fixed; \
2 usage error, or could not be judged; 3 conflict, worth a retry.";

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Write a plan from a description, or discard one that was begun
    New(new::Arguments),
    /// Judge plans: shapes, contract, records, evidence, and Markdown against state
    Check(check::Arguments),
    /// Make one guarded transition of one task
    Update(Box<update::Arguments>),
    /// Complete a task: its log, README, PROGRESS.md and state in one call
    Complete(Box<complete::Arguments>),
    /// Append an amendment to a task's record: a criterion deferred, a gate failed, a scope removed
    Amend(Box<amend::Arguments>),
    /// Add, remove, split or move tasks that are not done
    Refine(refine::Arguments),
    /// Make the state anew from the Markdown, which wins every disagreement
    Reconcile(reconcile::Arguments),
    /// Publish a completed plan, or recover a publication that was interrupted
    Finalize(finalize::Arguments),
    /// Record that a person approved the plan, or a human gate of a task
    Approve(approve::Arguments),
    /// Record a decision of the agent's, or list the decisions
    Decide(Box<decide::Arguments>),
    /// Put a question on record that is not the agent's to decide, or list those that are open
    Escalate(Box<escalate::Arguments>),
    /// Make a Full plan of a Lite one, or end a promotion that was interrupted
    Promote(promote::Arguments),
    /// Take a plan to a newer generation of manifest and state
    Migrate(migrate::Arguments),
    /// Take up a plan: goal, checkpoint, drift, seam, smoke test, and the one task that is next
    Resume(resume::Arguments),
    /// Show how far a plan has come
    Status(status::Arguments),
    /// List the plans of a directory, with status, parents, children and problems
    List(list::ListArguments),
    /// Compare two states, task by task
    Diff(list::DiffArguments),
    /// Give the outcome records of plans, for other tools to index
    Outcomes(list::OutcomesArguments),
    /// Find out about a repository: its commands, agent files and skills, and what it lacks
    Facts(survey::Arguments),
    /// Show the lock of a plan, or break one that a crash left behind
    Lock(lock::Arguments),
    /// Print a JSON schema, or list them
    Schema(schema::Arguments),
}

/// Runs the command that `arguments` (with the program's name first) ask for.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Output {
    let given: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(error) => return Output::usage(&error, &given),
    };
    match arguments.command {
        Command::New(arguments) => new::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Update(arguments) => update::run(&arguments),
        Command::Complete(arguments) => complete::run(&arguments),
        Command::Amend(arguments) => amend::run(&arguments),
        Command::Refine(arguments) => refine::run(&arguments),
        Command::Reconcile(arguments) => reconcile::run(&arguments),
        Command::Finalize(arguments) => finalize::run(&arguments),
        Command::Approve(arguments) => approve::run(&arguments),
        Command::Decide(arguments) => decide::run(&arguments),
        Command::Escalate(arguments) => escalate::run(&arguments),
        Command::Promote(arguments) => promote::run(&arguments),
        Command::Migrate(arguments) => migrate::run(&arguments),
        Command::Resume(arguments) => resume::run(&arguments),
        Command::Status(arguments) => status::run(&arguments),
        Command::List(arguments) => list::list(&arguments),
        Command::Diff(arguments) => list::diff(&arguments),
        Command::Outcomes(arguments) => list::outcomes(&arguments),
        Command::Facts(arguments) => survey::run(&arguments),
        Command::Lock(arguments) => lock::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
    }
}

/// The plan directory at `path`, or what to print instead.
fn open(path: &Path) -> Result<ConfinedDir, Output> {
    ConfinedDir::open(path).map_err(|error| unusable(&error))
}

/// Something could not be read or written: nothing was judged.
fn unusable(error: &dyn std::error::Error) -> Output {
    Output::failed(ExitCode::Unusable, &error.to_string(), "")
}

/// The directory that holds a state file.
fn directory_of(state_file: &Path) -> Result<PathBuf, Output> {
    if state_file.file_name() != Some("state.json".as_ref()) {
        let message = format!("{} does not name a state.json", state_file.display());
        return Err(Output::failed(
            ExitCode::Unusable,
            &message,
            "give PLAN_DIR/state.json",
        ));
    }
    let parent = state_file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    Ok(parent.unwrap_or(Path::new(".")).to_owned())
}

/// The facts of this process and moment, for a command that writes.
fn environment(command: &str) -> Result<Environment, Output> {
    let now =
        facts::clock::now().map_err(|message| Output::failed(ExitCode::Unusable, &message, ""))?;
    Ok(Environment {
        tool: TOOL,
        probe: plan_guard::Probe::from_env(),
        ..Environment::new(this_process(command)?, now)
    })
}

/// The facts of this process.
fn this_process(command: &str) -> Result<Process, Output> {
    let now =
        facts::clock::now().map_err(|message| Output::failed(ExitCode::Unusable, &message, ""))?;
    Ok(Process::current(command, now.as_str()))
}

/// A value for people: one fact a line, with nothing in it that controls the terminal.
fn lines(value: &dyn std::fmt::Display) -> Output {
    let text = value.to_string();
    let lines = text
        .lines()
        .map(|line| escape_terminal(line).into_owned() + "\n");
    Output::done(lines.collect::<String>())
}
