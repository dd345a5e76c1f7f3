//! Escalations: questions that are not the agent's to decide, each with its class (P13).
//!
//! One that the task cannot go on without is the task's blocker: `blocked` of the state is the message,
//! and its identity (plan, task, since) is what tells a later wake-up that it was sent. One that can
//! wait is kept in PROGRESS.md, and asked with the others in one [`Batch`](crate::batch::Batch) (P16).

mod blocker;
mod class;
mod question;
mod send;

pub use class::Class;
pub use question::open_questions;
pub use send::escalate;

use std::fmt;

use plan_diagnostics::escape_terminal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::recording::{Unfit, UnfitCode, line};

/// A question to ask.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Question {
    /// The task that it came up in.
    pub task: u64,
    /// Its class; one that names none is a decision (P13).
    pub class: Option<Class>,
    /// What is asked, in one line.
    pub text: String,
    /// What would settle it: an approval, a credential, an answer.
    pub needs: Option<String>,
    /// The options that there are.
    pub options: Vec<String>,
    /// What the agent recommends: the default of a question that waits (P16).
    pub recommended: Option<String>,
    /// Whether it can wait, so that the task goes on; else it blocks the task.
    pub waits: bool,
}

/// What distinguishes one escalation from every other, whatever its words (P13).
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct EscalationId {
    /// The plan's name.
    pub plan: String,
    /// The task.
    pub task: u64,
    /// Since when, RFC 3339.
    pub since: String,
}

/// `PLAN_invoice_export/2/2026-03-02T10:00:00Z`.
impl fmt::Display for EscalationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.plan, self.task, self.since)
    }
}

/// An escalation that is on record, and so sent (P13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Escalation {
    /// Its identity.
    pub id: EscalationId,
    /// Its class; null for a blocker that another tool set without one.
    pub class: Option<Class>,
    /// What is asked.
    pub question: String,
    /// What would settle it.
    pub needs: Option<String>,
    /// The options that there are; those of a blocker are not kept.
    pub options: Vec<String>,
    /// What the agent recommends.
    pub recommended: Option<String>,
    /// Whether it waits for the next planned point, rather than block its task.
    pub waits: bool,
}

impl Question {
    /// The class of the question, where it can be escalated: it names one, and one that waits has a
    /// default (P13, P16).
    ///
    /// # Errors
    ///
    /// What it lacks; [`UnfitCode::ClassMissing`] says that the agent decides it.
    pub fn judge(&self) -> Result<&Class, Unfit> {
        let optional = [
            ("needs", &self.needs),
            ("recommended option", &self.recommended),
        ];
        let optional = optional
            .into_iter()
            .filter_map(|(field, text)| Some((field, text.as_ref()?)));
        let options = self.options.iter().map(|option| ("option", option));
        let all = [("question", &self.text)].into_iter().chain(optional);
        for (field, text) in all.chain(options) {
            line(field, text)?;
        }
        let Some(class) = &self.class else {
            return Err(Unfit::new(
                UnfitCode::ClassMissing,
                "the question names no class, so it is the agent's to decide",
                "take the recommended option and record it: dwp decide PLAN_DIR",
            ));
        };
        let recommends = self.recommended.as_ref();
        if self.waits && recommends.is_none() {
            return Err(Unfit::new(
                UnfitCode::DefaultMissing,
                "a question that waits needs the option that holds until it is answered",
                "name the recommended default",
            ));
        }
        let known = |option| self.options.is_empty() || self.options.contains(option);
        if !recommends.is_none_or(known) {
            return Err(Unfit::new(
                UnfitCode::ChoiceUnknown,
                "the recommended option is none of the options",
                "repeat the option word for word",
            ));
        }
        Ok(class)
    }
}

/// For people: one line. Texts are escaped, so that none ends it.
impl fmt::Display for Escalation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(class) = &self.class {
            write!(f, "[{class}] ")?;
        }
        write!(
            f,
            "Task {}: {}",
            self.id.task,
            escape_terminal(&self.question)
        )?;
        if let Some(needs) = &self.needs {
            write!(f, "; needs: {}", escape_terminal(needs))?;
        }
        if let Some(recommended) = &self.recommended {
            write!(f, "; recommended: {}", escape_terminal(recommended))?;
        }
        write!(f, " (since {})", self.id.since)
    }
}
