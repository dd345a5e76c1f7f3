//! How the commands of `ops` that write answer: what was written, or why nothing was.

use std::fmt::Display;

use plan_diagnostics::render::{self, Style};
use plan_diagnostics::schema::{OutputSchema, of};
use plan_diagnostics::{ExitCode, Report, Sources, Subject};
use plan_guard::Expect;
use plan_queue::QueueFiles;
use plan_queue::select::Stop;
use plan_queue::stop::StopReason;
use plan_queue::write::reshape::{
    AddedAction, AddedEntry, Archived, Classified, Promoted, Renumbered, SplitBacklog,
};
use plan_queue::write::{
    Change, Claimed, Closed, Conflict, Entered, FileChange, Outcome, Refusal, Released, Scope,
    SentBack, Started, Step, Stopped, Ticked,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::TOOL;
use super::preview::difference;
use super::pushed::Push;
use crate::{Format, Output, facts};

/// The schemas of what the writing commands print.
pub(super) fn schemas() -> Vec<OutputSchema> {
    vec![
        of::<Either<Archived>>("queue-archive-v1"),
        of::<Either<Claimed>>("queue-claim-v1"),
        of::<Either<Classified>>("queue-classify-v1"),
        of::<Either<Closed>>("queue-close-v1"),
        of::<Either<AddedAction>>("queue-human-add-v1"),
        of::<Either<AddedEntry>>("queue-inbox-add-v1"),
        of::<Either<Entered>>("queue-phase-entered-v1"),
        of::<Either<Promoted>>("queue-promote-v1"),
        of::<Negative>("queue-refusal-v1"),
        of::<Either<Released>>("queue-release-v1"),
        of::<Either<Renumbered>>("queue-renumber-v1"),
        of::<Either<SentBack>>("queue-return-v1"),
        of::<Either<SplitBacklog>>("queue-split-v1"),
        of::<Either<Started>>("queue-start-v1"),
        of::<Either<Stopped>>("queue-stop-v1"),
        of::<Either<Ticked>>("queue-tick-v1"),
    ]
}

/// Either answer of a writing command, which is what its schema describes.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "only its schema is used"
)]
enum Either<T> {
    /// It is done, or was so already.
    Done(Done<T>),
    /// It was refused, or somebody else was first.
    Negative(Negative),
}

/// What was done.
#[derive(Serialize, JsonSchema)]
struct Done<T> {
    schema: &'static str,
    /// `applied`; `unchanged` where it was so already; `planned` with --dry-run.
    outcome: &'static str,
    /// What it does, in the form of the subject of a commit; null where nothing changes.
    summary: Option<String>,
    /// The files that it changes, in the order in which they are written.
    files: Vec<Changed>,
    /// Where it is shared; null without --push.
    push: Option<Push>,
    #[serde(flatten)]
    result: T,
}

/// A file that was changed.
#[derive(Serialize, JsonSchema)]
struct Changed {
    /// The file, relative to the planning directory.
    path: String,
    /// `created`, `changed` or `removed`.
    change: &'static str,
    /// Whether it is for this work tree alone.
    local: bool,
    /// With --dry-run: what it would hold; not there where it would go.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

/// Why nothing was done.
#[derive(Serialize, JsonSchema)]
pub(super) struct Negative {
    schema: &'static str,
    /// `refused`, or `conflict` where another was there first.
    outcome: &'static str,
    /// A word that never changes its meaning.
    code: String,
    message: String,
    help: String,
    /// The stop reason that it is, where it is one.
    stop: Option<StopJson>,
    /// What a check finds in what would have been written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Found>,
}

/// A stop reason.
#[derive(Serialize, JsonSchema)]
struct StopJson {
    reason: &'static str,
    family: &'static str,
    unblocked_by: &'static str,
}

impl StopJson {
    fn of(reason: &StopReason) -> Self {
        Self {
            reason: reason.code,
            family: reason.family.as_str(),
            unblocked_by: reason.unblocked_by.as_str(),
        }
    }
}

/// A finding in what would have been written.
#[derive(Serialize, JsonSchema)]
struct Found {
    code: &'static str,
    file: String,
    message: String,
}

/// How one command answers.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    /// The schema of its JSON form.
    pub(super) schema: &'static str,
    /// How to print.
    pub(super) format: Format,
}

impl Answer {
    /// What became of an operation.
    pub(super) fn outcome<T: Serialize + Display>(
        self,
        outcome: Outcome<T>,
        files: &QueueFiles,
    ) -> Output {
        match outcome {
            Outcome::Applied { change, outcome } => {
                self.done("applied", Some(&change), outcome, None)
            }
            Outcome::Unchanged(outcome) => self.done("unchanged", None, outcome, None),
            Outcome::Refused(refusal) => self.refused(&refusal, files),
            Outcome::Conflict(conflict) => self.conflict(&conflict),
        }
    }

    /// What an operation would do.
    pub(super) fn planned<T: Serialize + Display>(
        self,
        planned: Result<Step<T>, Refusal>,
        files: &QueueFiles,
    ) -> Output {
        match planned {
            Ok(Step::Change { change, outcome }) => self.plan(&change, outcome, files, None),
            Ok(Step::Already(outcome)) => self.done("unchanged", None, outcome, None),
            Err(refusal) => self.refused(&refusal, files),
        }
    }

    /// A change that is shown and not made: with what the files would hold.
    pub(super) fn plan<T: Serialize + Display>(
        self,
        change: &Change,
        outcome: T,
        files: &QueueFiles,
        push: Option<Push>,
    ) -> Output {
        let mut shown = changed(change);
        for (shown, file) in shown.iter_mut().zip(&change.files) {
            shown.content.clone_from(&file.content);
        }
        if self.format == Format::Json {
            return self.json("planned", Some(change), shown, outcome, push);
        }
        let mut text = format!("would write: {outcome}\n");
        for file in &shown {
            text += &format!("  {} {}\n", file.change, file.path);
            let before = files.text(&file.path).map_or("", |text| text);
            if let Some(after) = &file.content {
                text += &difference(before, after);
            }
        }
        if let Some(push) = &push {
            text += &push.to_string();
        }
        super::lines(&text)
    }

    /// What was done, what would be, or that there was nothing to do.
    pub(super) fn done<T: Serialize + Display>(
        self,
        outcome: &'static str,
        change: Option<&Change>,
        result: T,
        push: Option<Push>,
    ) -> Output {
        let files: Vec<Changed> = change.map(changed).unwrap_or_default();
        if self.format == Format::Text {
            let lead = match outcome {
                "applied" => "",
                "planned" => "would write: ",
                _ => "nothing to do: ",
            };
            let mut text = format!("{lead}{result}\n");
            for file in &files {
                text += &format!("  {} {}\n", file.change, file.path);
            }
            if let Some(push) = &push {
                text += &push.to_string();
            }
            return super::lines(&text);
        }
        self.json(outcome, change, files, result, push)
    }

    fn json<T: Serialize>(
        self,
        outcome: &'static str,
        change: Option<&Change>,
        files: Vec<Changed>,
        result: T,
        push: Option<Push>,
    ) -> Output {
        let done = Done {
            schema: self.schema,
            outcome,
            summary: change.map(|change| change.summary.clone()),
            files,
            push,
            result,
        };
        Output::json(&done, ExitCode::Clean)
    }

    /// A rule forbids it, or another holds what it is about.
    pub(super) fn refused(self, refusal: &Refusal, files: &QueueFiles) -> Output {
        let (outcome, code) = match refusal.is_conflict() {
            true => ("conflict", ExitCode::Conflict),
            false => ("refused", ExitCode::REFUSED),
        };
        let negative = Negative {
            stop: refusal.stop().map(StopJson::of),
            findings: refusal.findings().iter().map(found).collect(),
            ..self.negative(outcome, refusal.code(), refusal.message(), refusal.help())
        };
        let mut output = self.print(&negative, code);
        if self.format == Format::Text && !refusal.findings().is_empty() {
            output.stdout = report(refusal, files);
        }
        output
    }

    /// A stop, with the exit code that goes with it.
    pub(super) fn stopped(self, stop: &Stop, code: ExitCode) -> Output {
        let reason = stop.reason;
        let negative = Negative {
            stop: Some(StopJson::of(reason)),
            ..self.negative("refused", reason.code, &stop.detail, reason.remedy)
        };
        self.print(&negative, code)
    }

    pub(super) fn conflict(self, conflict: &Conflict) -> Output {
        let negative = match conflict {
            Conflict::Busy(who) => {
                let who = who.as_deref().unwrap_or("another process");
                let message = format!("the queue is being written by {who}");
                self.negative(
                    "conflict",
                    "lock-held",
                    &message,
                    "try again, or wait longer with --wait",
                )
            }
            Conflict::Changed(file) => {
                let message = format!("`{file}` keeps changing while this is written");
                self.negative(
                    "conflict",
                    "stale-snapshot",
                    &message,
                    "save what an editor holds, then try again",
                )
            }
        };
        self.print(&negative, ExitCode::Conflict)
    }

    pub(super) fn negative(
        self,
        outcome: &'static str,
        code: &str,
        message: &str,
        help: &str,
    ) -> Negative {
        Negative {
            schema: self.schema,
            outcome,
            code: code.to_owned(),
            message: message.to_owned(),
            help: help.to_owned(),
            stop: None,
            findings: Vec::new(),
        }
    }

    pub(super) fn print(self, negative: &Negative, code: ExitCode) -> Output {
        if self.format == Format::Json {
            return Output::json(negative, code);
        }
        let Negative {
            outcome,
            code: word,
            message,
            ..
        } = negative;
        let message = format!("{outcome} ({word}): {message}");
        Output::failure_of(TOOL.name, code, &message, &negative.help)
    }
}

fn changed(change: &Change) -> Vec<Changed> {
    let what = |file: &FileChange| match (&file.content, file.expect) {
        (None, _) => "removed",
        (Some(_), Expect::Absent) => "created",
        (Some(_), _) => "changed",
    };
    let files = change.files.iter().map(|file| Changed {
        path: file.path.to_string(),
        change: what(file),
        local: file.scope == Scope::Local,
        content: None,
    });
    files.collect()
}

fn found(finding: &plan_diagnostics::Finding) -> Found {
    Found {
        code: finding.rule.code,
        file: finding.location.file.to_string(),
        message: finding.message.clone(),
    }
}

/// The findings of a refusal, as a check prints them.
fn report(refusal: &Refusal, files: &QueueFiles) -> String {
    let mut report = Report::new(Subject::queue(files.name()), Sources::new());
    report.extend(refusal.findings().to_vec());
    let color = facts::terminal::wants_color();
    render::text(&report, Style::with_color(color))
}
