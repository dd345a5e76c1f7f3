//! Critical questions that can wait, asked together at one planned point (P16).

use std::fmt;

use plan_markdown::view::Progress;
use schemars::JsonSchema;
use serde::Serialize;

use crate::escalation::{Escalation, open_questions};

/// The questions of a plan that wait, each with its recommended default, for the developer to answer
/// at once (P16).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Batch {
    /// `urn:planwright:schema:batch:v1`.
    pub schema: &'static str,
    /// The plan's name.
    pub plan: String,
    /// The planned point: the questions are asked before this task begins, the first that one of
    /// them concerns; null where none waits.
    pub before_task: Option<u64>,
    /// The questions, in the order of their tasks, and then of their asking.
    pub questions: Vec<Escalation>,
}

impl Batch {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:batch:v1";

    /// What waits for an answer in a plan, by its PROGRESS.md.
    #[must_use]
    pub fn of(plan: &str, progress: &Progress) -> Self {
        Self::from_questions(plan, open_questions(plan, progress))
    }

    /// These questions as one batch; those that block a task are not among them, since they cannot
    /// wait, nor those without a default.
    pub(crate) fn from_questions(
        plan: &str,
        questions: impl IntoIterator<Item = Escalation>,
    ) -> Self {
        let questions = questions.into_iter();
        let mut questions: Vec<Escalation> = questions
            .filter(|question| question.waits && question.recommended.is_some())
            .collect();
        questions.sort_by_key(|question| question.id.task);
        Self {
            schema: Self::SCHEMA,
            plan: plan.to_owned(),
            before_task: questions.first().map(|question| question.id.task),
            questions,
        }
    }
}

/// For people: one question a paragraph. Texts are as written: escape before printing.
impl fmt::Display for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(task) = self.before_task else {
            return writeln!(f, "{}: no question waits", self.plan);
        };
        let count = self.questions.len();
        let noun = if count == 1 { "question" } else { "questions" };
        writeln!(
            f,
            "{}: {count} {noun} to answer before Task {task}",
            self.plan
        )?;
        for (index, question) in self.questions.iter().enumerate() {
            writeln!(f, "{}. {question}", index + 1)?;
            for option in &question.options {
                writeln!(f, "   - {option}")?;
            }
        }
        Ok(())
    }
}
