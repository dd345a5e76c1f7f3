//! `dwp reconcile`: the state made anew from the Markdown, shown or applied (H2).

use std::path::PathBuf;
use std::time::Duration;

use plan_diagnostics::{ExitCode, escape_terminal};
use plan_guard::Digest;
use plan_update::{ReconcileOutcome, ReconcileReport, Reconciliation};
use plan_verify::{Facts, Git};

use super::answer::Answer;
use super::update::seconds;
use crate::{Format, Output, facts};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The plan's directory
    plan: PathBuf,
    /// Do it; without this, it is shown only
    #[arg(long)]
    write: bool,
    /// How many seconds to wait for the lock
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = seconds)]
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
    let mut environment = super::environment("dwp reconcile")?;
    environment.wait = Duration::from_secs_f64(arguments.wait);
    let git = facts::git::presence(dir.root());
    let commits = if git == Git::Absent {
        Vec::new()
    } else {
        facts::plan::commits_of(dir.root(), dir.name())
    };
    environment.facts = Facts { git };
    let outcome = plan_update::reconcile(&dir, &commits, arguments.write, &environment)
        .map_err(|error| super::unusable(&error))?;
    let answer = Answer {
        schema: ReconcileReport::SCHEMA,
        plan: dir.name(),
        task: None,
        format: arguments.format,
    };
    Ok(match &outcome {
        ReconcileOutcome::Nothing(said) => tell(&answer, "nothing", said, None),
        ReconcileOutcome::Shown(said) => tell(&answer, "shown", said, None),
        ReconcileOutcome::Applied {
            reconciliation,
            digest,
        } => tell(&answer, "applied", reconciliation, Some(*digest)),
        ReconcileOutcome::Unsettled(said) => tell(&answer, "unsettled", said, None),
        ReconcileOutcome::Conflict(conflict) => answer.conflict(conflict),
        ReconcileOutcome::Refused(refusal) => answer.refused(refusal),
        ReconcileOutcome::Unpublished { report, .. } => {
            answer.unpublished("finalization-refused", report, &[])
        }
    })
}

/// Changes and what is open on standard output: they are the result, settled or not.
fn tell(
    answer: &Answer<'_>,
    outcome: &'static str,
    said: &Reconciliation,
    digest: Option<Digest>,
) -> Output {
    let code = if outcome == "unsettled" {
        ExitCode::REFUSED
    } else {
        ExitCode::Clean
    };
    if answer.format == Format::Json {
        return Output::json(&ReconcileReport::of(outcome, said, digest), code);
    }
    let head = match outcome {
        "nothing" => "README and state agree: nothing to reconcile",
        "shown" => "this would change (apply it with --write):",
        "applied" => "reconciled, and told in PROGRESS.md:",
        _ => "nothing is changed, as this cannot be settled:",
    };
    let lines = format!("{}: {head}\n{said}", escape_terminal(answer.plan));
    let lines = lines
        .lines()
        .map(|line| escape_terminal(line).into_owned() + "\n");
    Output {
        stdout: lines.collect(),
        stderr: String::new(),
        code,
    }
}
