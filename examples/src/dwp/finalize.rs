//! `dwp finalize`: publishes a completed plan, or recovers an interrupted publication (F).

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plan_diagnostics::render::{self, Style, Tool};
use plan_diagnostics::{
    ExitCode, Finding, Report, Severity, Sources, Subject, Verdict, escape_terminal,
};
use plan_guard::{Acquired, ConfinedDir, Digest, Lock, LockInfo, LockRequest, RelPath};
use plan_verify::finalize::{
    CANDIDATE_FILE, Conflict, Error, Outcome, Publication, Recovery, Setting, publish, recover,
};
use plan_verify::receipt::RECEIPT_FILE;
use plan_verify::{CompletedCandidate, Facts, Git};
use serde_json::value::RawValue;

use crate::{Format, Output, facts};

const SCHEMA: &str = "urn:planwright:schema:finalize:v1";
const TOOL: Tool<'static> = Tool {
    name: "dwp",
    version: env!("CARGO_PKG_VERSION"),
};
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
        plan: dir.name(),
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
            .map(|recovery| answer.recovery(&recovery)),
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
        Some(expected) => {
            publish(lock, candidate, expected, setting).map(|outcome| answer.outcome(&outcome))
        }
        None => Ok(answer.refused(
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
        answer.report(&report)
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

/// How results are answered: one line or more of text, or one JSON object.
struct Answer<'a> {
    plan: &'a str,
    format: Format,
}

/// A success in JSON.
#[derive(serde::Serialize)]
struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    state_sha256: &'a str,
    artifacts_sha256: &'a str,
    receipt: &'static str,
    changed: &'a [String],
}

/// A refusal or a conflict in JSON.
#[derive(serde::Serialize)]
struct Negative<'a> {
    schema: &'static str,
    outcome: &'static str,
    code: &'a str,
    message: &'a str,
    help: &'a str,
    plan: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_check")]
    report: Option<&'a Report>,
}

impl Answer<'_> {
    fn outcome(&self, outcome: &Outcome) -> Output {
        match outcome {
            Outcome::Published(publication) => self.done("published", publication, &[]),
            Outcome::AlreadyPublished(publication) => {
                self.done("already-published", publication, &[])
            }
            Outcome::Refused(report) => self.report(report),
            Outcome::Conflict(conflict) => self.conflict(conflict),
        }
    }

    fn recovery(&self, recovery: &Recovery) -> Output {
        match recovery {
            Recovery::Recovered {
                publication,
                changed,
            } => self.done("recovered", publication, changed),
            Recovery::Refused(report) => self.report(report),
            Recovery::Conflict(conflict) => self.conflict(conflict),
            Recovery::NoMarker => self.refused(
                "nothing-to-recover",
                &format!("no finalization of {} was interrupted", self.plan),
                "see `dwp check` for whether the plan is published and verified",
            ),
            Recovery::OtherCandidate { marker, given } => self.refused(
                "other-candidate",
                &format!(
                    "the candidate given has the digest {given}, and the one being finalized {marker}"
                ),
                "recover with that candidate, or without --candidate: it is in .finalizing.json",
            ),
        }
    }

    fn done(&self, outcome: &'static str, publication: &Publication, changed: &[String]) -> Output {
        let receipt = &publication.receipt;
        if self.format == Format::Json {
            let done = Done {
                schema: SCHEMA,
                outcome,
                plan: self.plan,
                state_sha256: &receipt.state_sha256,
                artifacts_sha256: &receipt.artifacts_sha256,
                receipt: RECEIPT_FILE,
                changed,
            };
            return Output::json(&done, ExitCode::Clean);
        }
        let words = outcome.replace('-', " ");
        let mut text = format!("{words} · plan {} · receipt {RECEIPT_FILE}\n", self.plan);
        if !changed.is_empty() {
            let names = changed.join(", ");
            let names = escape_terminal(&names);
            text += &format!("changed since the interruption, and judged anew: {names}\n");
        }
        Output::done(text)
    }

    /// A refusal with findings: printed as a check prints them.
    fn report(&self, report: &Report) -> Output {
        let negative = Negative {
            message: &format!("{} cannot be published as it is", self.plan),
            help: "see the findings; nothing is published until there is none that must be mended",
            report: Some(report),
            ..self.negative("refused", cause(report))
        };
        let mut output = self.print(&negative, report.exit_code());
        if self.format == Format::Text {
            let style = Style {
                color: facts::terminal::wants_color(),
            };
            output.stdout = render::text(report, style);
        }
        output
    }

    fn refused(&self, code: &str, message: &str, help: &str) -> Output {
        let negative = Negative {
            message,
            help,
            ..self.negative("refused", code)
        };
        self.print(&negative, ExitCode::REFUSED)
    }

    fn conflict(&self, conflict: &Conflict) -> Output {
        let actual = conflict.actual.map(|digest| digest.to_string());
        let message = format!(
            "{} moved on: expected {}, found {}",
            conflict.changed.join(", "),
            conflict.expected,
            actual.as_deref().unwrap_or("no file"),
        );
        let negative = Negative {
            message: &message,
            help: "look at what changed, and decide anew",
            changed: Some(&conflict.changed),
            expected_sha256: Some(conflict.expected.to_string()),
            actual_sha256: actual,
            ..self.negative("conflict", conflict.code())
        };
        self.print(&negative, ExitCode::Conflict)
    }

    /// Another process holds the lock, or left it behind (D8).
    fn busy(&self, info: &LockInfo) -> Output {
        let negative = Negative {
            message: &format!("the lock is held: {info}"),
            help: "try again, or wait with --wait; `dwp lock PLAN_DIR` shows the lock, and breaks one \
                   that a crash left",
            ..self.negative("conflict", "lock-held")
        };
        self.print(&negative, ExitCode::Conflict)
    }

    fn negative<'n>(&'n self, outcome: &'static str, code: &'n str) -> Negative<'n> {
        Negative {
            schema: SCHEMA,
            outcome,
            code,
            message: "",
            help: "",
            plan: self.plan,
            changed: None,
            expected_sha256: None,
            actual_sha256: None,
            report: None,
        }
    }

    fn print(&self, negative: &Negative<'_>, code: ExitCode) -> Output {
        if self.format == Format::Json {
            return Output::json(negative, code);
        }
        let Negative {
            outcome,
            code: word,
            message,
            ..
        } = negative;
        Output::failed(
            code,
            &format!("{outcome} ({word}): {message}"),
            negative.help,
        )
    }
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

/// A report inside a refusal: the object that a check prints.
fn as_check<S: serde::Serializer>(
    report: &Option<&Report>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = report.map(|report| render::json(std::slice::from_ref(report), TOOL));
    let raw = text.and_then(|text| RawValue::from_string(text.trim_end().to_owned()).ok());
    serde::Serialize::serialize(&raw, serializer)
}
