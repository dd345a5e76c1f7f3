//! What the calls that keep a record have in common: their outcome, and why a record is unfit.

use plan_guard::{ConfinedDir, RelPath, Snapshot};
use plan_markdown::Document;
use plan_markdown::view::Progress;
use plan_update::{Conflict, Refusal};

use crate::Error;

/// What became of a record that was to be kept.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum Recording<T> {
    /// It is kept now.
    Applied(T),
    /// It was kept already, as it is given here.
    Unchanged(T),
    /// Another writer was there first; worth a retry.
    Conflict(Conflict),
    /// The plan does not admit it now; nothing was written.
    Refused(Refusal),
    /// It is not what such a record has to be; nothing was written.
    Unfit(Unfit),
}

/// What a record lacks. The words never change meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnfitCode {
    /// A text is missing, or is more than one line.
    TextUnfit,
    /// The choice is none of the options.
    ChoiceUnknown,
    /// Nothing undoes the choice: it is no decision of the agent's (C1, C3).
    Irreversible,
    /// The developer's literal words come without the option that was recommended (P15).
    RecommendationMissing,
    /// A question names no class: the agent decides it (P13).
    ClassMissing,
    /// A question that waits has no recommended default (P16).
    DefaultMissing,
    /// An approval rests on trust, a standing instruction or somebody who relayed it (P14).
    NoAuthority,
    /// The plan has no such task.
    TaskUnknown,
}

impl UnfitCode {
    /// The kebab-case word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TextUnfit => "text-unfit",
            Self::ChoiceUnknown => "choice-unknown",
            Self::Irreversible => "decision-irreversible",
            Self::RecommendationMissing => "recommendation-missing",
            Self::ClassMissing => "class-missing",
            Self::DefaultMissing => "default-missing",
            Self::NoAuthority => "no-authority",
            Self::TaskUnknown => "task-unknown",
        }
    }
}

/// Why a record cannot be kept as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Unfit {
    /// The reason.
    pub code: UnfitCode,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Unfit {
    pub(crate) fn new(
        code: UnfitCode,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// A text that is kept is one line with something in it, and no space around it: so it reads back.
pub(crate) fn line(field: &str, text: &str) -> Result<(), Unfit> {
    if !text.is_empty() && text.trim() == text && plan_prose::single_line(text) {
        return Ok(());
    }
    Err(Unfit::new(
        UnfitCode::TextUnfit,
        format!("the {field} is not one line of text"),
        "say it in one line, without space around it",
    ))
}

/// What the PROGRESS.md of the plan in `dir` tells: decisions, questions, approvals. Nothing where it
/// is not there.
///
/// # Errors
///
/// It cannot be read.
pub fn told(dir: &ConfinedDir) -> Result<Progress, Error> {
    let snapshot = dir.read(&RelPath::new("PROGRESS.md")?)?;
    let bytes = snapshot.map(Snapshot::into_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Progress::read(&Document::parse("PROGRESS.md", text)))
}
