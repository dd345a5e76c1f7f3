//! `dwp lock`: shows who holds a plan's lock, and breaks one that a crash left behind (D8).

use std::path::PathBuf;

use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::{Broken, By, Liveness, Lock, LockInfo, Owner, RelPath};

use crate::output::escape_lines;
use crate::{Format, Output};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// Remove the lock whose owner record has this nonce; refused while the owner lives
    #[arg(long = "break", value_name = "NONCE", conflicts_with = "break_unowned")]
    break_nonce: Option<String>,
    /// Remove a lock without an owner record, known to be abandoned
    #[arg(long)]
    break_unowned: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    try_run(arguments).unwrap_or_else(|output| output)
}

fn try_run(arguments: &Arguments) -> Result<Output, Output> {
    let dir = super::open(&arguments.plan)?;
    let target = RelPath::new("state.json").map_err(|error| super::unusable(&error))?;
    let process = super::this_process("dwp lock")?;
    let by = match &arguments.break_nonce {
        Some(nonce) => By::Nonce(nonce),
        None if arguments.break_unowned => By::Unowned,
        None => {
            let info =
                Lock::inspect(&dir, &target, &process).map_err(|error| super::unusable(&error))?;
            return Ok(shown(info.as_ref(), arguments.format));
        }
    };
    let probe = plan_guard::Probe::from_env();
    let broken = Lock::break_lock_probed(&dir, &target, by, &process, &probe)
        .map_err(|error| super::unusable(&error))?;
    Ok(told(&broken, arguments.format))
}

/// The lock as `--format json` prints it.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct LockJson<'a> {
    schema: &'static str,
    held: bool,
    path: Option<String>,
    owner: Option<OwnerJson<'a>>,
    liveness: Option<&'static str>,
    detail: Option<&'a str>,
}

/// The owner's record, as it lies in the lock.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct OwnerJson<'a> {
    pid: u32,
    host: &'a str,
    boot_id: Option<&'a str>,
    started_at: &'a str,
    command: &'a str,
    nonce: &'a str,
}

impl<'a> OwnerJson<'a> {
    fn of(owner: &'a Owner) -> Self {
        Self {
            pid: owner.pid,
            host: &owner.host,
            boot_id: owner.boot_id.as_deref(),
            started_at: &owner.started_at,
            command: &owner.command,
            nonce: &owner.nonce,
        }
    }
}

impl<'a> LockJson<'a> {
    fn of(info: Option<&'a LockInfo>) -> Self {
        Self {
            schema: "urn:planwright:schema:lock:v1",
            held: info.is_some(),
            path: info.map(|info| info.path.display().to_string()),
            owner: info.and_then(|info| info.owner.as_ref()).map(OwnerJson::of),
            liveness: info.map(|info| word(info.liveness)),
            detail: info.map(|info| info.detail.as_str()),
        }
    }
}

/// What `dwp lock PLAN_DIR` shows.
fn shown(info: Option<&LockInfo>, format: Format) -> Output {
    if format == Format::Json {
        return Output::json(&LockJson::of(info), ExitCode::Clean);
    }
    match info {
        None => Output::done("no lock\n"),
        Some(info) => Output::done(describe(info)),
    }
}

/// What breaking came to: refused and absent are not successes.
fn told(broken: &Broken, format: Format) -> Output {
    let (outcome, info, code) = match broken {
        Broken::Removed(info) => ("removed", Some(info), ExitCode::Clean),
        Broken::Refused { info, .. } => ("refused", Some(info), ExitCode::REFUSED),
        Broken::Absent => ("absent", None, ExitCode::Clean),
    };
    if format == Format::Json {
        let lock = LockJson::of(info);
        return Output::json(
            &BrokenJson {
                schema: "urn:planwright:schema:lock-break:v1",
                outcome,
                lock,
            },
            code,
        );
    }
    match broken {
        Broken::Absent => Output::done("no lock\n"),
        Broken::Removed(info) => Output::done(format!("removed the lock\n{}", describe(info))),
        Broken::Refused { reason, info } => Output {
            stdout: describe(info),
            ..Output::failed(code, reason, "")
        },
    }
}

/// What breaking came to, as `--format json` prints it.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct BrokenJson<'a> {
    schema: &'static str,
    outcome: &'static str,
    lock: LockJson<'a>,
}

/// The lock in words, one fact a line; what the record says is escaped.
pub(super) fn describe(info: &LockInfo) -> String {
    let mut text = format!("lock: {}\n", info.path.display());
    match &info.owner {
        None => text += "owner: not recorded\n",
        Some(owner) => {
            let [boot, host, command, since, nonce] = [
                owner.boot_id.as_deref().unwrap_or("unknown"),
                &owner.host,
                &owner.command,
                &owner.started_at,
                &owner.nonce,
            ]
            .map(escape_terminal);
            text += &format!(
                "owner: process {} on {host} (boot {boot}), {command}\nsince: {since}\nnonce: {nonce}\n",
                owner.pid,
            );
        }
    }
    text += &format!(
        "owner is: {} ({})\n",
        word(info.liveness),
        escape_terminal(&info.detail)
    );
    escape_lines(&text)
}

pub(super) const fn word(liveness: Liveness) -> &'static str {
    match liveness {
        Liveness::Alive => "alive",
        Liveness::Dead => "dead",
        Liveness::Unknown => "unknown",
    }
}
