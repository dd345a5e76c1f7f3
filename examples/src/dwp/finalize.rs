//! `dwp finalize`: publishes a completed plan, or recovers an interrupted publication (F).

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plan_diagnostics::{
    ExitCode, Finding, Report, Severity, Sources, Subject, Verdict, escape_terminal,
};
use plan_guard::{Acquired, ConfinedDir, Digest, Lock, LockRequest, RelPath};
use plan_verify::finalize::{
    CANDIDATE_FILE, Error, Outcome, Publication, Recovery, Setting, publish, recover,
};
use plan_verify::receipt::RECEIPT_FILE;
use plan_verify::{CompletedCandidate, Facts, Git};

use super::TOOL;
use super::answer::Answer;
use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:finalize:v1";
/// The longest candidate that is read, in bytes; what is longer is no state either.
const LIMIT: u64 = plan_guard::DEFAULT_READ_LIMIT;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// The state that completes the plan; with --recover it may be left out, and is compared
    #[arg(long, value_name = "FILE", required_unless_present = "recover")]
    candidate: Option<PathBuf>,
    /// Refuse where the state file is no longer the one with this digest
    #[arg(long, value_name = "HEX")]
    expected_sha256: Option<Digest>,
    /// Recover an interrupted finalization with the candidate that it left
    #[arg(long)]
    recover: bool,
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
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    let candidate = match &arguments.candidate {
        Some(path) => Some(candidate(path, &answer)?),
        None => None,
    };
    let environment = super::environment("dwp finalize")?;
    let facts = facts_for(&dir, candidate.as_ref());
    let setting = Setting {
        facts: &facts,
        tool: TOOL,
        now: &environment.now,
    };
    let request = LockRequest {
        process: &environment.process,
        wait: Duration::from_secs_f64(arguments.wait),
        probe: environment.probe.clone(),
    };
    let state = RelPath::new("state.json").map_err(|error| super::unusable(&error))?;
    let lock = match Lock::acquire(&dir, &state, &request) {
        Ok(Acquired::Held(lock)) => lock,
        Ok(Acquired::Busy(info)) => return Ok(answer.busy(&info)),
        Err(error) => return Err(super::unusable(&error)),
    };
    let expected = arguments.expected_sha256;
    let output = match &candidate {
        Some(candidate) if !arguments.recover => {
            published(&lock, candidate, expected, &setting, &answer)
        }
        given => recover(&lock, given.as_ref(), expected, &setting)
            .map(|recovery| recovered_as(&answer, &recovery)),
    };
    let released = lock.release().map_err(|error| super::unusable(&error));
    let output = output.map_err(|error| stopped(&error))?;
    released.map(|()| output)
}

/// Publishes; without an expected digest, over whatever state is there under the lock.
fn published(
    lock: &Lock,
    candidate: &CompletedCandidate,
    expected: Option<Digest>,
    setting: &Setting<'_>,
    answer: &Answer<'_>,
) -> Result<Output, Error> {
    let found = lock.dir().read(lock.target())?;
    let found = found.map(|snapshot| snapshot.digest());
    match expected.or(found) {
        Some(expected) => publish(lock, candidate, expected, setting)
            .map(|outcome| published_as(answer, &outcome)),
        None => Ok(answer.refused_for(
            "state-missing",
            &format!("{} has no state.json", answer.plan),
            "reconcile the plan, which derives the state from its Markdown",
        )),
    }
}

/// Reads the candidate, which may lie anywhere.
fn candidate(path: &Path, answer: &Answer<'_>) -> Result<CompletedCandidate, Output> {
    let failed = |reason: &str| {
        let message = format!("{}: {reason}", path.display());
        Output::failed(
            ExitCode::Unusable,
            &message,
            "give the file that holds the completed state",
        )
    };
    let file = File::open(path).map_err(|error| failed(&error.to_string()))?;
    let metadata = file
        .metadata()
        .map_err(|error| failed(&error.to_string()))?;
    if !metadata.is_file() || metadata.len() > LIMIT {
        return Err(failed("it is not a file of at most 16 MiB"));
    }
    let mut bytes = Vec::new();
    file.take(LIMIT)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(&error.to_string()))?;
    CompletedCandidate::read(&bytes).map_err(|findings| {
        let report = candidate_report(answer.plan, &bytes, findings);
        answer.unpublished(cause(&report), &report, &[])
    })
}

/// What is wrong with a candidate file, with its lines.
fn candidate_report(plan: &str, bytes: &[u8], findings: Vec<Finding>) -> Report {
    let mut sources = Sources::new();
    if let Ok(text) = std::str::from_utf8(bytes) {
        sources.insert(CANDIDATE_FILE, text);
    }
    let mut report = Report::new(Subject::plan(plan), sources);
    report.extend(findings);
    report
}

/// What git knows of the commits that the candidate names.
fn facts_for(dir: &ConfinedDir, candidate: Option<&CompletedCandidate>) -> Facts {
    let presence = facts::git::presence(dir.root());
    let tasks = candidate.map_or(&[][..], |candidate| candidate.state().tasks());
    let asked: BTreeSet<String> = tasks
        .iter()
        .filter_map(|task| task.commit.clone())
        .collect();
    if presence == Git::Absent || asked.is_empty() {
        return Facts { git: presence };
    }
    let commits = facts::git::known_commits(dir.root(), &asked);
    Facts {
        git: Git::Present { commits },
    }
}

/// Reading or writing failed on the way.
fn stopped(error: &Error) -> Output {
    let help = "where .finalizing.json is there, recover with `dwp finalize PLAN_DIR --recover`";
    Output::failed(ExitCode::Unusable, &error.to_string(), help)
}

/// A success in JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    state_sha256: &'a str,
    artifacts_sha256: &'a str,
    receipt: &'static str,
    changed: &'a [String],
}

fn published_as(answer: &Answer<'_>, outcome: &Outcome) -> Output {
    match outcome {
        Outcome::Published(publication) => done(answer, "published", publication, &[]),
        Outcome::AlreadyPublished(publication) => {
            done(answer, "already-published", publication, &[])
        }
        Outcome::Refused(report) => answer.unpublished(cause(report), report, &[]),
        Outcome::Conflict(conflict) => answer.publication_moved(conflict),
    }
}

fn recovered_as(answer: &Answer<'_>, recovery: &Recovery) -> Output {
    match recovery {
        Recovery::Recovered {
            publication,
            changed,
        } => done(answer, "recovered", publication, changed),
        Recovery::Refused(report) => answer.unpublished(cause(report), report, &[]),
        Recovery::Conflict(conflict) => answer.publication_moved(conflict),
        Recovery::NoMarker => answer.refused_for(
            "nothing-to-recover",
            &format!("no finalization of {} was interrupted", answer.plan),
            "see `dwp check` for whether the plan is published and verified",
        ),
        Recovery::OtherCandidate { marker, given } => answer.refused_for(
            "other-candidate",
            &format!(
                "the candidate given has the digest {given}, and the one being finalized {marker}"
            ),
            "recover with that candidate, or without --candidate: it is in .finalizing.json",
        ),
    }
}

fn done(
    answer: &Answer<'_>,
    outcome: &'static str,
    publication: &Publication,
    changed: &[String],
) -> Output {
    let receipt = &publication.receipt;
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        state_sha256: &receipt.state_sha256,
        artifacts_sha256: &receipt.artifacts_sha256,
        receipt: RECEIPT_FILE,
        changed,
    };
    let words = outcome.replace('-', " ");
    let mut text = format!("{words} · plan {} · receipt {RECEIPT_FILE}\n", answer.plan);
    if !changed.is_empty() {
        let names = changed.join(", ");
        text += &format!(
            "changed since the interruption, and judged anew: {}\n",
            escape_terminal(&names)
        );
    }
    answer.done(&value, &text)
}

/// The one code of all findings that must be mended; `findings` where there are several, and
/// `unverified` where the plan could not be judged.
fn cause(report: &Report) -> &'static str {
    if report.verdict() == Verdict::Unverified {
        return "unverified";
    }
    let musts = report
        .findings()
        .filter(|finding| finding.severity() == Severity::Must);
    let codes: BTreeSet<&str> = musts.map(|finding| finding.rule.code).collect();
    match codes.iter().next() {
        Some(only) if codes.len() == 1 => only,
        _ => "findings",
    }
}
