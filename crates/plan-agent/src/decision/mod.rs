//! Decisions: what an agent settles itself, with what it takes to understand and undo it (P13, P15).
//!
//! Whatever names no class of the [escalation](crate::escalation) taxonomy is decided, recorded and
//! gone on with. The record stands in PROGRESS.md as a decision, or in `decisions[]` of a packet that
//! hands the work over, and reads back from either without loss.

mod literal;
mod markdown;

pub use literal::{Candidate, Ruling, rule};

use std::fmt;

use plan_guard::ConfinedDir;
use plan_markdown::view::Progress;
use plan_update::{Environment, NoteOutcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::recording::{Recording, Unfit, UnfitCode, line};

/// A decision of an agent (P13).
///
/// ```
/// use plan_agent::decision::Decision;
///
/// let decision = Decision {
///     task: Some(2),
///     question: "How are amounts kept".into(),
///     options: vec!["whole cents".into(), "a decimal type".into()],
///     choice: "whole cents".into(),
///     reason: "no rounding can creep in".into(),
///     revert: "change `Amount`, the only type that holds one".into(),
///     ..Decision::default()
/// };
/// assert!(decision.judge().is_ok());
/// assert!(Decision { revert: "none".into(), ..decision }.judge().is_err());
/// ```
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// When it was recorded, RFC 3339; absent in one that is not recorded yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The task that it came up in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<u64>,
    /// What was to be decided.
    pub question: String,
    /// The options that were weighed, the choice among them.
    pub options: Vec<String>,
    /// The option chosen.
    pub choice: String,
    /// Why.
    pub reason: String,
    /// How to undo it.
    pub revert: String,
    /// What the developer asked for in so many words, where it bears on the choice (P15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The option that was recommended, where another one was chosen (P15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended: Option<String>,
}

/// The decisions of a plan, as a packet hands them over (P13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Decisions {
    /// `urn:planwright:schema:decisions:v1`.
    pub schema: &'static str,
    /// The plan's name.
    pub plan: String,
    /// The decisions, in the order in which they were recorded.
    pub decisions: Vec<Decision>,
}

impl Decisions {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:decisions:v1";

    /// The decisions that a plan's PROGRESS.md tells.
    #[must_use]
    pub fn of(plan: &str, progress: &Progress) -> Self {
        Self {
            schema: Self::SCHEMA,
            plan: plan.to_owned(),
            decisions: Decision::all(progress),
        }
    }
}

/// For people: one decision a line. Texts are as written: escape before printing.
impl fmt::Display for Decisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for decision in &self.decisions {
            if let Some(at) = &decision.at {
                write!(f, "{at}  ")?;
            }
            if let Some(task) = decision.task {
                write!(f, "Task {task}: ")?;
            }
            write!(f, "{} → {}", decision.question, decision.choice)?;
            if !decision.revert.is_empty() {
                write!(f, "; to undo it: {}", decision.revert)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Words for a way back that there is not.
const NO_WAY_BACK: [&str; 10] = [
    "none",
    "no",
    "n/a",
    "na",
    "impossible",
    "irreversible",
    "cannot be undone",
    "ninguna",
    "imposible",
    "no se puede",
];

impl Decision {
    /// Whether this can be a decision of the agent's: every part is there, the choice is one of the
    /// options, and something undoes it (P13, P15).
    ///
    /// # Errors
    ///
    /// The first part that falls short.
    pub fn judge(&self) -> Result<(), Unfit> {
        let options = self.options.iter().map(|option| ("option", option));
        let extra = [
            ("words", &self.words),
            ("recommended option", &self.recommended),
        ];
        let extra = extra
            .into_iter()
            .filter_map(|(field, text)| Some((field, text.as_ref()?)));
        let parts = [
            ("question", &self.question),
            ("choice", &self.choice),
            ("reason", &self.reason),
            ("way to revert", &self.revert),
        ];
        for (field, text) in parts.into_iter().chain(options).chain(extra) {
            line(field, text)?;
        }
        self.names_its_options()?;
        self.can_be_undone()
    }

    fn names_its_options(&self) -> Result<(), Unfit> {
        let chosen = [
            ("choice", Some(&self.choice)),
            ("recommended option", self.recommended.as_ref()),
        ];
        for (field, option) in chosen {
            if option.is_some_and(|option| !self.options.contains(option)) {
                return Err(Unfit::new(
                    UnfitCode::ChoiceUnknown,
                    format!("the {field} is none of the options"),
                    "repeat the option word for word",
                ));
            }
        }
        if self.words.is_some() && self.recommended.is_none() {
            return Err(Unfit::new(
                UnfitCode::RecommendationMissing,
                "the developer's words are kept without the option that was recommended",
                "name the recommended option too, so that they can reconsider",
            ));
        }
        Ok(())
    }

    fn can_be_undone(&self) -> Result<(), Unfit> {
        let revert = self.revert.trim_end_matches('.').to_lowercase();
        let said = revert.contains(char::is_alphanumeric);
        if said && !NO_WAY_BACK.contains(&revert.as_str()) {
            return Ok(());
        }
        let class = if self.words.is_some() { "C3" } else { "C1" };
        Err(Unfit::new(
            UnfitCode::Irreversible,
            "nothing undoes this choice, so it is not the agent's to make",
            format!("escalate it: dwp escalate PLAN_DIR --class {class}"),
        ))
    }
}

/// Records a decision in the PROGRESS.md of the plan in `dir`, under the plan's lock (P13). It is
/// recorded once; a later one of the same question takes its place, and both stay.
///
/// # Errors
///
/// Reading or writing failed. The file is whole, and the call can be repeated.
pub fn decide(
    dir: &ConfinedDir,
    decision: &Decision,
    environment: &Environment,
) -> Result<Recording<Decision>, Error> {
    if let Err(unfit) = decision.judge() {
        return Ok(Recording::Unfit(unfit));
    }
    let recorded = Decision {
        at: Some(environment.now.as_str().to_owned()),
        ..decision.clone()
    };
    let outcome = plan_update::note(dir, &decision.note(), environment)?;
    Ok(match outcome {
        NoteOutcome::Applied => Recording::Applied(recorded),
        NoteOutcome::Unchanged => Recording::Unchanged(decision.clone()),
        NoteOutcome::Conflict(conflict) => Recording::Conflict(conflict),
        NoteOutcome::Refused(refusal) => Recording::Refused(refusal),
    })
}
