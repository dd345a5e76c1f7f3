//! A daemon over one plan: at each heartbeat it takes one turn, and remembers nothing (P12).
//!
//! It may be killed at any moment and started anew, by the dozen and on any host that sees the plan:
//! whatever is to be known stands in the plan's files. The worker is a command of the caller's; see
//! the module `worker` for what its exit code and its output say.

mod worker;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use plan_agent::{Beat, Host, Next, Profile, ResumeReport, Smoke, heartbeat};
use plan_diagnostics::render::Tool;
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::{ConfinedDir, Probe, Process};
use plan_state::{Actor, Timestamp};
use plan_update::Environment;
use plan_verify::Facts;

use crate::{Output, facts};

/// Takes one turn of a plan at each wake-up, by a worker that it is told.
#[derive(Debug, Parser)]
#[command(name = "agent-daemon", version)]
struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The command that does a task; PLAN_DIR, TASK, TASK_TITLE and TASK_FILE tell it which
    #[arg(long, value_name = "CMD")]
    worker: String,
    /// The command that shows that work can begin
    #[arg(long, value_name = "CMD")]
    smoke: String,
    /// Who watches: interactive or unattended
    #[arg(long, default_value_t = Profile::Unattended)]
    profile: Profile,
    /// How often to wake up; it ends earlier where the plan is complete
    #[arg(long, value_name = "N", default_value_t = 1)]
    heartbeats: u64,
    /// How many seconds to sleep between two turns
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = crate::dwp::seconds)]
    interval: f64,
    /// The agent that the state names
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Its model
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
}

/// The daemon as receipts name it.
const TOOL: Tool<'static> = Tool {
    name: "agent-daemon",
    version: env!("CARGO_PKG_VERSION"),
};

/// How long a turn waits for a writer who is not a turn, such as `dwp update`.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the daemon that `arguments` (with the program's name first) ask for.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Output {
    let given: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(error) => return Output::usage(&error, &given),
    };
    let dir = match ConfinedDir::open(&arguments.plan) {
        Ok(dir) => dir,
        Err(error) => return failed(ExitCode::Unusable, &error.to_string()),
    };
    let mut output = Output::done("");
    for beat in 1..=arguments.heartbeats {
        if beat > 1 {
            std::thread::sleep(Duration::from_secs_f64(arguments.interval));
        }
        let told = match wake(&arguments, &dir) {
            Ok(told) => told,
            Err(failed) => return failed,
        };
        output.stdout += &format!("{}\n", escape_terminal(&told.line));
        output.code = told.code;
        if told.last {
            break;
        }
    }
    output
}

/// One heartbeat, told.
struct Told {
    line: String,
    code: ExitCode,
    /// Whether there is nothing left to wake up for.
    last: bool,
}

fn wake(arguments: &Arguments, dir: &ConfinedDir) -> Result<Told, Output> {
    let started = now()?;
    let host = Host {
        plan: dir,
        profile: arguments.profile,
        actor: actor(arguments),
        around: facts::plan::around(dir, Some(&arguments.smoke)),
    };
    let process = Process::current("agent-daemon", started.as_str());
    let probe = Probe::from_env();
    let environment = || Environment {
        facts: Facts {
            git: facts::git::presence(dir.root()),
        },
        wait: PATIENCE,
        tool: TOOL,
        probe: probe.clone(),
        ..Environment::new(process.clone(), now().unwrap_or_else(|_| started.clone()))
    };
    let smoke = || match facts::command::run(&arguments.smoke, None, &[]) {
        Some((code, _)) => Smoke::Ran(code),
        None => Smoke::Ran(None),
    };
    let work = |task: &plan_agent::NextTask| worker::run(&arguments.worker, dir, task);
    match heartbeat(&host, environment, smoke, work) {
        Ok(beat) => Ok(tell(dir.name(), beat)),
        Err(error) => Err(failed(ExitCode::Unusable, &error.to_string())),
    }
}

fn tell(plan: &str, beat: Beat) -> Told {
    let told = |line: String, code| Told {
        line,
        code,
        last: false,
    };
    match beat {
        Beat::Ended(ended) => {
            let notes = ended.notes.iter().map(|note| format!(" ({note})"));
            told(
                format!("{ended}{}", notes.collect::<String>()),
                ExitCode::Clean,
            )
        }
        Beat::Busy(owner) => {
            let who = owner.map_or_else(String::new, |owner| format!(", process {}", owner.pid));
            told(
                format!("{plan}: another has the turn{who}"),
                ExitCode::Clean,
            )
        }
        Beat::Hindered(obstacle) => {
            let code = if obstacle.is_conflict() {
                ExitCode::Conflict
            } else {
                ExitCode::REFUSED
            };
            told(format!("{plan}: {obstacle}"), code)
        }
        Beat::Yielded(report) => yielded(plan, &report),
    }
}

fn yielded(plan: &str, report: &ResumeReport) -> Told {
    let next = &report.next;
    let mut line = format!("{plan}: {}", next.message);
    for detail in &next.details {
        line += &format!("; {detail}");
    }
    if let Some(who) = &next.who {
        line += &format!("; who must act: {who}");
    }
    Told {
        line,
        code: match (next.kind, next.unmet.as_slice()) {
            ("not-admitted", ["lock-held"]) => ExitCode::Conflict,
            ("not-admitted" | "investigate-first", _) => ExitCode::REFUSED,
            _ => ExitCode::Clean,
        },
        last: next.kind == Next::Complete.as_str(),
    }
}

fn actor(arguments: &Arguments) -> Option<Actor> {
    let named = arguments.agent.is_some() || arguments.model.is_some();
    named.then(|| Actor {
        agent: arguments.agent.clone(),
        model: arguments.model.clone(),
    })
}

fn now() -> Result<Timestamp, Output> {
    facts::clock::now().map_err(|message| failed(ExitCode::Unusable, &message))
}

fn failed(code: ExitCode, message: &str) -> Output {
    Output::failure_of("agent-daemon", code, message, "")
}
