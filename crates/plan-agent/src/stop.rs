//! The four conditions under which a turn stops the plan, and who then has to act (P9, P11).

use plan_state::limits;
use plan_update::Block;

/// Who has to act where the blocker does not say more.
pub(crate) const A_PERSON: &str = "a person";

/// Why a turn stops the plan. Stopping is a success: the blocker that it leaves is the message (P11).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// 1. A gate fails, and what would mend it is not within the task.
    GateFailed {
        /// The gate's command.
        command: String,
        /// What it showed.
        evidence: String,
        /// What would have to change, and where.
        fix: String,
    },
    /// 2. The task needs what the plan did not grant beforehand.
    AuthorityMissing {
        /// What kind of thing.
        missing: Missing,
        /// Which one.
        what: String,
    },
    /// 3. Reality is not what the plan takes it for: a missing file, a changed interface, others at
    ///    work, drift that a reconciliation cannot settle.
    RealityDiverged {
        /// What was found.
        observed: String,
    },
    /// 4. Turns in a row brought nothing that can be verified (P8), or retries no new evidence (P10).
    NoProgress {
        /// What was in vain, such as `2 turns`.
        spent: String,
    },
}

/// What a plan did not grant beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Missing {
    /// The approval of a person.
    Approval,
    /// A credential or access.
    Credential,
    /// A decision that is not the agent's.
    Decision,
}

impl Missing {
    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Credential => "credential",
            Self::Decision => "decision",
        }
    }
}

/// The words that a blocker's reason starts with, and who lifts it.
const KINDS: [(&str, &str); 4] = [
    (
        "gate-failed",
        "a developer, or a session that refines the plan: the fix lies outside of the task",
    ),
    (
        "authority-missing",
        "the person who can give what is missing",
    ),
    (
        "reality-diverged",
        "a developer, or a session that refines the plan: it and what is there have to be brought together",
    ),
    (
        "no-progress",
        "a developer, or a session that refines the plan: the task needs another way",
    ),
];

/// Who lifts a blocker of this reason.
pub(crate) fn who_lifts(reason: &str) -> &'static str {
    let known = KINDS.iter().find(|(code, _)| {
        let rest = reason.strip_prefix(code);
        rest.is_some_and(|rest| rest.starts_with(':'))
    });
    known.map_or(A_PERSON, |(_, who)| who)
}

impl Stop {
    /// The kebab-case word, which the blocker's reason starts with; they never change meaning.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GateFailed { .. } => KINDS[0].0,
            Self::AuthorityMissing { .. } => KINDS[1].0,
            Self::RealityDiverged { .. } => KINDS[2].0,
            Self::NoProgress { .. } => KINDS[3].0,
        }
    }

    /// Who has to act (P11).
    #[must_use]
    pub const fn who(&self) -> &'static str {
        match self {
            Self::GateFailed { .. } => KINDS[0].1,
            Self::AuthorityMissing { .. } => KINDS[1].1,
            Self::RealityDiverged { .. } => KINDS[2].1,
            Self::NoProgress { .. } => KINDS[3].1,
        }
    }

    /// The blocker that it fills, in single lines that are cut to their limits (B6).
    #[must_use]
    pub fn block(&self) -> Block {
        let (reason, needs) = match self {
            Self::GateFailed {
                command,
                evidence,
                fix,
            } => (format!("`{command}` fails: {evidence}"), fix.clone()),
            Self::AuthorityMissing { missing, what } => {
                let word = missing.as_str();
                let reason = format!("the task needs a {word} that the plan did not grant: {what}");
                (
                    reason.replace("a approval", "an approval"),
                    format!("{word}: {what}"),
                )
            }
            Self::RealityDiverged { observed } => (
                observed.clone(),
                "plan and reality brought together, by refining the one or mending the other"
                    .to_owned(),
            ),
            Self::NoProgress { spent } => (
                format!("{spent} without verifiable progress"),
                "another approach to the task, or a refined task".to_owned(),
            ),
        };
        Block {
            reason: line(&format!("{}: {reason}", self.code()), limits::REASON),
            needs: Some(line(&needs, limits::NEEDS)).filter(|needs| !needs.is_empty()),
        }
    }
}

/// A text as one line of at most `limit` code points.
pub(crate) fn line(text: &str, limit: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= limit {
        return text;
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p9_each_condition_fills_the_blocker_within_its_limits() {
        let long = "x".repeat(2000);
        let all = [
            Stop::GateFailed {
                command: "make".into(),
                evidence: long.clone(),
                fix: long.clone(),
            },
            Stop::AuthorityMissing {
                missing: Missing::Approval,
                what: "Ana\nsays so".into(),
            },
            Stop::RealityDiverged { observed: long },
            Stop::NoProgress {
                spent: "2 turns".into(),
            },
        ];
        for stop in all {
            let block = stop.block();
            assert!(block.reason.starts_with(stop.code()), "{}", block.reason);
            assert!(block.reason.chars().count() <= limits::REASON);
            assert!(!block.reason.contains('\n'));
            let needs = block.needs.unwrap_or_default();
            assert!(!needs.is_empty() && needs.chars().count() <= limits::NEEDS);
            // P11: whoever reads the blocker later can tell who must act.
            assert_eq!(who_lifts(&block.reason), stop.who());
        }
        assert_eq!(who_lifts("the driver is missing"), A_PERSON);
    }
}
