//! `dwp resume`: the resume ritual of the agent protocol, with its smoke command (P3–P5).

use std::path::PathBuf;

use plan_agent::{Condition, Next, Profile, Resumed, Ritual, Smoke};
use plan_diagnostics::{ExitCode, escape_terminal};
use plan_verify::Facts;

use crate::{Format, Output, facts};

/// How much of what a failing smoke command printed is shown.
const SHOWN_LINES: usize = 20;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// Who watches: interactive or unattended
    #[arg(long, default_value_t)]
    profile: Profile,
    /// The command that shows that work can begin; it is run here, by the shell, and without its
    /// success no task comes out
    #[arg(long, value_name = "CMD")]
    smoke: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.plan)?;
    let mut environment = super::environment("dwp resume")?;
    environment.facts = Facts {
        git: facts::git::presence(dir.root()),
    };
    let around = facts::plan::around(&dir, arguments.smoke.as_deref());
    let ritual = Ritual::perform(&dir, arguments.profile, &around, &environment)
        .map_err(|error| super::unusable(&error))?;
    let (smoke, said) = match ritual.smoke_command() {
        Some(command) => ran(command),
        None => (Smoke::NotRun, String::new()),
    };
    let resumed = ritual.conclude(smoke);
    let mut output = tell(&resumed, arguments.format);
    if matches!(resumed.next, Next::InvestigateFirst { .. }) {
        output.stderr = format!("dwp: the smoke command failed\n{said}");
    } else if matches!(resumed.next, Next::SmokeFirst) {
        output.stderr =
            "dwp: no task without a smoke test\n  help: name a command that shows that work \
                         can begin: --smoke CMD\n"
                .to_owned();
    }
    Ok(output)
}

/// Runs the smoke command; what it printed last, escaped.
fn ran(command: &str) -> (Smoke, String) {
    let Some((code, printed)) = facts::command::run(command, None, &[]) else {
        return (
            Smoke::Ran(None),
            "the shell could not be started\n".to_owned(),
        );
    };
    let lines: Vec<&str> = printed.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    let shown = last
        .iter()
        .map(|line| format!("  {}\n", escape_terminal(line)));
    (Smoke::Ran(code), shown.collect())
}

fn tell(resumed: &Resumed, format: Format) -> Output {
    let code = exit_code(&resumed.next);
    if format == Format::Json {
        return Output::json(&resumed.report, code);
    }
    let text = resumed.report.to_string();
    let lines = text
        .lines()
        .map(|line| escape_terminal(line).into_owned() + "\n");
    Output {
        stdout: lines.collect(),
        stderr: String::new(),
        code,
    }
}

/// To report and yield is a success (P11); a smoke test that fails, and a plan that is not admitted,
/// are none. Where only the lock is in the way, it is worth a retry.
fn exit_code(next: &Next) -> ExitCode {
    match next {
        Next::InvestigateFirst { .. } => ExitCode::REFUSED,
        Next::NotAdmitted(unmet) => match unmet.as_slice() {
            [only] if only.condition == Condition::LockHeld => ExitCode::Conflict,
            _ => ExitCode::REFUSED,
        },
        _ => ExitCode::Clean,
    }
}
