//! An escalation as the `blocked` record of a state (P9, P13).

use plan_state::{Blocked, limits};
use plan_update::Block;

use super::{Class, Escalation, EscalationId, Question};
use crate::recording::{Unfit, UnfitCode};
use crate::{Missing, Stop};

/// What the reason of a blocker starts with where something is missing that only a person can give
/// (P9, the second stop condition).
const MISSING: &str = "authority-missing: ";

/// What a stop of a turn says before the question (see [`Stop::AuthorityMissing`]).
const NOT_GRANTED: &str = " that the plan did not grant: ";

/// What stands between what a blocker needs and what is recommended.
const RECOMMENDED: &str = " — recommended: ";

/// What a blocker needs where the question does not say it.
const AN_ANSWER: &str = "an answer";

/// The blocker that asks a question.
pub(super) fn block(question: &Question, class: &Class) -> Result<Block, Unfit> {
    let reason = format!("{MISSING}[{class}] {}", question.text);
    let needs = question.needs.as_deref().unwrap_or(AN_ANSWER);
    let needs = match &question.recommended {
        Some(recommended) => format!("{needs}{RECOMMENDED}{recommended}"),
        None => needs.to_owned(),
    };
    for (field, text, most) in [
        ("question", &reason, limits::REASON),
        ("needs", &needs, limits::NEEDS),
    ] {
        if limits::code_points(text) > most {
            return Err(Unfit::new(
                UnfitCode::TextUnfit,
                format!("the {field} is longer than the {most} code points that a blocker holds"),
                "say it shorter, and keep the details in a file under analysis_results/",
            ));
        }
    }
    Ok(Block {
        reason,
        needs: Some(needs),
    })
}

impl Question {
    /// The stop of a turn that asks this: the second stop condition, with the class before the question
    /// (P9, P13). Whoever looks at the blocker finds it there, see [`Escalation::of_blocker`].
    ///
    /// # Errors
    ///
    /// What the question lacks, as [`judge`](Self::judge) says.
    pub fn stop(&self) -> Result<Stop, Unfit> {
        let class = self.judge()?;
        Ok(Stop::AuthorityMissing {
            missing: match class {
                Class::Credential => Missing::Credential,
                Class::HumanGate => Missing::Approval,
                _ => Missing::Decision,
            },
            what: format!("[{class}] {}", self.text),
        })
    }
}

impl Escalation {
    /// The escalation that a blocker is, whoever set it: every later wake-up on the same blocker gets
    /// the same identity from it, and so knows that it was sent (P13).
    #[must_use]
    pub fn of_blocker(plan: &str, blocked: &Blocked) -> Self {
        let (class, question) = read_reason(&blocked.reason);
        let needs = blocked.needs.as_deref();
        let (needs, recommended) = match needs.and_then(|needs| needs.split_once(RECOMMENDED)) {
            Some((needs, recommended)) => (Some(needs), Some(recommended)),
            None => (needs, None),
        };
        Self {
            id: EscalationId {
                plan: plan.to_owned(),
                task: blocked.task,
                since: blocked.since.as_str().to_owned(),
            },
            class,
            question: question.to_owned(),
            needs: needs.map(str::to_owned),
            options: Vec::new(),
            recommended: recommended.map(str::to_owned),
            waits: false,
        }
    }
}

/// The class that a reason names, and the question.
fn read_reason(reason: &str) -> (Option<Class>, &str) {
    let text = reason.strip_prefix(MISSING).map_or(reason, |text| {
        text.split_once(NOT_GRANTED).map_or(text, |(_, what)| what)
    });
    let named = text.strip_prefix('[').and_then(|text| {
        let (word, question) = text.split_once(']')?;
        Some((Class::parse(word)?, question.trim_start()))
    });
    match named {
        Some((class, question)) => (Some(class), question),
        None => (None, reason),
    }
}
