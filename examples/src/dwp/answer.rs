//! How writing commands answer: a line when done; code, message and help when refused or too late.

use plan_agent::Unfit;
use plan_diagnostics::render::{self, Style};
use plan_diagnostics::{ExitCode, Report};
use plan_guard::{Digest, LockInfo};
use plan_update::{Conflict, Refusal};
use plan_verify::finalize;
use serde_json::value::RawValue;

use super::TOOL;
use crate::{Format, Output, facts};

/// What every answer of one call has in common.
pub(super) struct Answer<'a> {
    /// The schema of its JSON form.
    pub schema: &'static str,
    /// The plan.
    pub plan: &'a str,
    /// The task concerned, where there is one.
    pub task: Option<u64>,
    /// How to print.
    pub format: Format,
}

/// Either answer of a writing command, which is what its schema describes.
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "only its schema is used"
)]
pub(super) enum Either<'a, T> {
    /// It is done, or was done already.
    Done(T),
    /// It was refused, or somebody else was first.
    Negative(Negative<'a>),
}

/// A refusal or a conflict in JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Negative<'a> {
    schema: &'static str,
    outcome: &'static str,
    code: &'a str,
    message: &'a str,
    help: &'a str,
    plan: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<u64>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    commands: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    changed: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual_sha256: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    written: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_check")]
    #[schemars(with = "Option<serde_json::Value>")]
    report: Option<&'a Report>,
}

impl Answer<'_> {
    /// A success: a value for scripts, a text for people.
    pub(super) fn done(&self, value: &impl serde::Serialize, text: &str) -> Output {
        match self.format {
            Format::Json => Output::json(value, ExitCode::Clean),
            Format::Text => Output::done(text),
        }
    }

    /// A rule forbids it.
    pub(super) fn refused(&self, refusal: &Refusal) -> Output {
        self.print(
            &Negative {
                message: &refusal.message,
                help: &refusal.help,
                commands: &refusal.commands,
                ..self.negative("refused", refusal.code.as_str())
            },
            ExitCode::REFUSED,
        )
    }

    /// It is not what such a record has to be.
    pub(super) fn unfit(&self, unfit: &Unfit) -> Output {
        self.refused_for(unfit.code.as_str(), &unfit.message, &unfit.help)
    }

    /// It is forbidden for a reason that only this command knows.
    pub(super) fn refused_for(&self, code: &str, message: &str, help: &str) -> Output {
        let negative = Negative {
            message,
            help,
            ..self.negative("refused", code)
        };
        self.print(&negative, ExitCode::REFUSED)
    }

    /// The plan does not pass: its findings, as a check prints them.
    pub(super) fn unpublished(&self, code: &str, report: &Report, written: &[String]) -> Output {
        let done = if written.is_empty() {
            String::new()
        } else {
            format!("; {} is written, the state is not", written.join(", "))
        };
        let negative = Negative {
            message: &format!("{} cannot be published as it is{done}", self.plan),
            written,
            help: "mend what the findings name, then try again: until then nothing is published",
            report: Some(report),
            ..self.negative("refused", code)
        };
        let mut output = self.print(&negative, report.exit_code());
        if self.format == Format::Text {
            output.stdout = render::text(report, Style::with_color(facts::terminal::wants_color()));
        }
        output
    }

    /// It does not pass: what was found, as a check prints it.
    pub(super) fn findings(
        &self,
        code: &str,
        message: &str,
        help: &str,
        report: &Report,
    ) -> Output {
        let negative = Negative {
            message,
            help,
            report: Some(report),
            ..self.negative("refused", code)
        };
        let mut output = self.print(&negative, report.exit_code());
        if self.format == Format::Text {
            let color = facts::terminal::wants_color();
            output.stdout = render::text(report, Style::with_color(color));
        }
        output
    }

    /// Somebody else was there first.
    pub(super) fn conflict(&self, conflict: &Conflict) -> Output {
        match conflict {
            Conflict::LockHeld(info) => self.busy(info),
            Conflict::Stale { expected, actual } => self.moved(&[], Some(*expected), *actual),
            Conflict::File {
                file,
                expected,
                actual,
            } => self.moved(std::slice::from_ref(file), *expected, *actual),
            Conflict::Moved(moved) => self.publication_moved(moved),
        }
    }

    /// Files changed while the plan was being published.
    pub(super) fn publication_moved(&self, moved: &finalize::Conflict) -> Output {
        self.moved(&moved.changed, Some(moved.expected), moved.actual)
    }

    fn moved(
        &self,
        changed: &[String],
        expected: Option<Digest>,
        actual: Option<Digest>,
    ) -> Output {
        let text = |digest: Option<Digest>| digest.map(|digest| digest.to_string());
        let (expected, actual) = (text(expected), text(actual));
        let what = if changed.is_empty() {
            "state.json".to_owned()
        } else {
            changed.join(", ")
        };
        let found = actual.as_deref().unwrap_or("no file");
        let wanted = expected.as_deref().unwrap_or("no file");
        self.print(
            &Negative {
                message: &format!("{what} has moved on: expected {wanted}, found {found}"),
                help: "read it again and decide anew",
                changed,
                expected_sha256: expected.clone(),
                actual_sha256: actual.clone(),
                ..self.negative("conflict", "stale-snapshot")
            },
            ExitCode::Conflict,
        )
    }

    /// Another process holds the lock, or left it behind (D8).
    pub(super) fn busy(&self, info: &LockInfo) -> Output {
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
            schema: self.schema,
            outcome,
            code,
            message: "",
            help: "",
            plan: self.plan,
            task: self.task,
            commands: &[],
            changed: &[],
            expected_sha256: None,
            actual_sha256: None,
            report: None,
            written: &[],
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

/// A report inside a refusal: the object that a check prints.
fn as_check<S: serde::Serializer>(
    report: &Option<&Report>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = report.map(|report| render::json(std::slice::from_ref(report), TOOL));
    let raw = text.and_then(|text| RawValue::from_string(text.trim_end().to_owned()).ok());
    serde::Serialize::serialize(&raw, serializer)
}
