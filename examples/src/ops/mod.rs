//! `ops`: check, read and change a planning queue. The arguments are those of the command line contract.

mod answer;
mod archive_human;
mod check;
mod claim;
mod classify;
mod close;
mod context;
mod evidence;
mod human;
mod inbox;
mod phase;
mod preview;
mod promote;
mod push;
mod pushed;
mod recurring;
mod release;
mod renumber_epic;
mod runners;
mod schema;
mod send_back;
mod split_backlog;
mod start;
mod stop;
mod stop_reasons;
mod tick;
mod writing;

pub use schema::schemas;

use std::ffi::OsString;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Parser;
use plan_diagnostics::render::Tool;
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::{ConfinedDir, RelPath};
use plan_queue::model::Milestone;
use plan_queue::phase::{Role, Surfaces};
use plan_queue::select::Stop;
use plan_queue::{Date, Queue, QueueFiles, Slug};

use answer::Answer;

use crate::facts::queue::Around;
use crate::{Format, Output, facts};

const TOOL: Tool<'static> = Tool {
    name: "ops",
    version: env!("CARGO_PKG_VERSION"),
};

/// Keeps planning queues honest: checks them, and tells a runner what to do next.
#[derive(Debug, Parser)]
#[command(name = "ops", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done or clean; 1 refused, or findings that must be fixed; \
2 usage error, or could not be judged; 3 conflict, worth a retry.";

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Judge a planning directory: its grammar, tasks, epics, closings, claims and people's actions
    Check(check::Arguments),
    /// Tell a runner what to do now, and why nothing else
    Context(context::Arguments),
    /// Take a task for a runner
    Claim(claim::Arguments),
    /// Give a task back
    Release(release::Arguments),
    /// Write an approved plan down as work in progress
    Start(start::Arguments),
    /// Tick a step of the work in progress
    Tick(tick::Arguments),
    /// Close a task with its evidence
    Close(close::Arguments),
    /// Stop work on a task so that it can be gone on with
    Stop(stop::Arguments),
    /// Send a reviewed task back to the session that built it
    Return(send_back::Arguments),
    /// List what recurs and when it is due
    Recurring(recurring::Arguments),
    /// List what waits for a person, or add to it
    Human(human::Arguments),
    /// List what nobody has promoted, or add to it
    Inbox(inbox::Arguments),
    /// List who holds what
    Runners(runners::Arguments),
    /// Look up the tests that a closed task names
    Evidence(evidence::Arguments),
    /// Show the phases of a task, or enter one
    Phase(phase::Arguments),
    /// Write lane and cast on the line of a task
    Classify(classify::Arguments),
    /// Move the milestones of BACKLOG.md into files of their own
    SplitBacklog(split_backlog::Arguments),
    /// Write the stories of an epic into the queue, in milestones of their own
    Promote(promote::Arguments),
    /// Give an epic another number, wherever it is named
    RenumberEpic(renumber_epic::Arguments),
    /// Move resolved human actions out of the way
    ArchiveHuman(archive_human::Arguments),
    /// List the stop reasons
    StopReasons(stop_reasons::Arguments),
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
    let answer = match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Context(arguments) => context::run(&arguments),
        Command::Claim(arguments) => claim::run(&arguments),
        Command::Release(arguments) => release::run(&arguments),
        Command::Start(arguments) => start::run(&arguments),
        Command::Tick(arguments) => tick::run(&arguments),
        Command::Close(arguments) => close::run(&arguments),
        Command::Stop(arguments) => stop::run(&arguments),
        Command::Return(arguments) => send_back::run(&arguments),
        Command::Recurring(arguments) => recurring::run(&arguments),
        Command::Human(arguments) => human::run(&arguments),
        Command::Inbox(arguments) => inbox::run(&arguments),
        Command::Runners(arguments) => runners::run(&arguments),
        Command::Evidence(arguments) => evidence::run(&arguments),
        Command::Phase(arguments) => phase::run(&arguments),
        Command::Classify(arguments) => classify::run(&arguments),
        Command::SplitBacklog(arguments) => split_backlog::run(&arguments),
        Command::Promote(arguments) => promote::run(&arguments),
        Command::RenumberEpic(arguments) => renumber_epic::run(&arguments),
        Command::ArchiveHuman(arguments) => archive_human::run(&arguments),
        Command::StopReasons(arguments) => Ok(stop_reasons::run(&arguments)),
        Command::Schema(arguments) => Ok(schema::run(&arguments)),
    };
    answer.unwrap_or_else(|output| output)
}

/// What nearly every command takes.
#[derive(Debug, clap::Args)]
struct Common {
    /// The planning directory
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Which day it is.
#[derive(Debug, clap::Args)]
struct Today {
    /// Today, in the time zone of whoever asks (default: the day in UTC)
    #[arg(long, value_name = "AAAA-MM-DD")]
    today: Option<Date>,
}

impl Today {
    fn day(&self) -> Result<Date, Output> {
        self.today.map_or_else(
            || facts::clock::today().map_err(|why| unusable(&why, "")),
            Ok,
        )
    }
}

/// Who asks.
#[derive(Debug, clap::Args)]
struct Who {
    /// The runner (default: OPS_RUNNER, else the root of the git work tree, else the working directory)
    #[arg(long)]
    runner: Option<String>,
    /// The person to ask (default: OPS_OWNER, else git's user.email)
    #[arg(long)]
    owner: Option<String>,
    /// The line of work (default: NAME on the branch line/NAME)
    #[arg(long, value_name = "NAME")]
    line: Option<String>,
}

impl Who {
    /// Whether somebody gave the runner its name.
    fn is_named(&self) -> bool {
        self.runner.is_some() || facts::environment::variable("OPS_RUNNER").is_some()
    }

    fn runner(&self) -> Result<String, Output> {
        let named = self
            .runner
            .clone()
            .or_else(|| facts::environment::variable("OPS_RUNNER"));
        let runner = named
            .or_else(facts::environment::work_tree)
            .map(|name| name.trim().to_owned());
        let help = "name it with --runner or OPS_RUNNER";
        runner
            .filter(|name| !name.is_empty())
            .ok_or_else(|| unusable("the runner has no name", help))
    }

    fn owner(&self, around: &Around) -> Option<String> {
        let named = self
            .owner
            .clone()
            .or_else(|| facts::environment::variable("OPS_OWNER"));
        named.or_else(|| around.owner())
    }

    /// The person to ask, for a command that writes it down.
    fn named_owner(&self, around: &Around) -> Result<String, Output> {
        let help = "name it with --owner or OPS_OWNER, or set git's user.email";
        self.owner(around)
            .ok_or_else(|| unusable("the owner has no name", help))
    }

    fn line(&self, around: &Around) -> Result<Option<String>, Output> {
        let Some(name) = self.line.clone().or_else(|| around.line()) else {
            return Ok(None);
        };
        if self.line.is_some() && Slug::new(&name).is_none() {
            let message = format!("`{name}` is no name of a line");
            return Err(unusable(
                &message,
                "lower-case letters and digits, joined by hyphens",
            ));
        }
        Ok(Some(name))
    }
}

/// A planning directory, read once.
struct Planning {
    root: PathBuf,
    files: QueueFiles,
    queue: Queue,
}

impl Planning {
    fn open(path: &Path) -> Result<Self, Output> {
        let dir = ConfinedDir::open(path).map_err(|error| unusable(&error.to_string(), ""))?;
        let files = QueueFiles::load(&dir).map_err(|error| unusable(&error.to_string(), ""))?;
        let queue = plan_queue::read(&files);
        Ok(Self {
            root: dir.root().to_owned(),
            files,
            queue,
        })
    }

    fn name(&self) -> &str {
        self.files.name()
    }

    /// Leaves what was read to the end of the process, which is near: to give back the memory of
    /// thousands of closings, piece by piece, would take a tenth of the time of a check.
    fn leave(self) {
        std::mem::forget(self);
    }

    fn around(&self) -> Around {
        Around::new(&self.root, &self.queue)
    }

    /// What must not break, as the company says beside the planning directory.
    fn surfaces(&self) -> Surfaces {
        let company = self.root.parent().and_then(|above| {
            let above = ConfinedDir::open(above).ok()?;
            let file = RelPath::new("organization/company.md").ok()?;
            above.read(&file).ok()?
        });
        let text = company.and_then(|company| String::from_utf8(company.into_bytes()).ok());
        let why =
            "there is no organization/company.md beside the planning directory that could be read";
        text.map_or_else(|| Surfaces::unknown(why), |text| Surfaces::read(&text))
    }
}

/// A value as it is asked for: JSON for scripts, a line a fact for people.
fn show(value: &(impl serde::Serialize + Display), format: Format) -> Output {
    match format {
        Format::Json => Output::json(value, ExitCode::Clean),
        Format::Text => lines(&value.to_string()),
    }
}

/// Lines for people, with nothing in them that a terminal obeys.
fn lines(text: &str) -> Output {
    let lines = text
        .lines()
        .map(|line| escape_terminal(line).into_owned() + "\n");
    Output::done(lines.collect::<String>())
}

/// Something could not be read, or was asked for wrongly: nothing was judged.
fn unusable(message: &str, help: &str) -> Output {
    Output::failure_of(TOOL.name, ExitCode::Unusable, message, help)
}

/// The planning directory has no such task.
fn no_such_task(planning: &Planning, slug: &str) -> Output {
    let message = format!(
        "{} has no task `{slug}` in its queue",
        planning.root.display()
    );
    unusable(&message, "`ops context` tells what is queued")
}

/// A milestone that is misspelt must not look like one that is finished.
fn known_milestone(planning: &Planning, wanted: Option<&str>) -> Result<(), Output> {
    let Some(wanted) = wanted else { return Ok(()) };
    let milestones = planning.queue.milestones.iter();
    let names: Vec<_> = milestones.map(Milestone::slug).collect();
    if names.contains(&wanted) {
        return Ok(());
    }
    let message = format!("{} has no milestone `{wanted}`", planning.root.display());
    let help = match names.as_slice() {
        [] => "it has none".to_owned(),
        names => format!("it has {}", names.join(", ")),
    };
    Err(unusable(&message, &help))
}

/// The role that is asked for. An unknown one stops with its reason; the request itself is wrong (Q31).
fn role(word: Option<&str>, answer: Answer) -> Result<Option<Role>, Output> {
    let Some(word) = word else { return Ok(None) };
    if let Some(role) = Role::parse(word) {
        return Ok(Some(role));
    }
    Err(answer.stopped(&Stop::role_unknown(word), ExitCode::Unusable))
}
