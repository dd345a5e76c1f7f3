//! Why an operation is refused: a stable code, what is the matter, what to do, and who is in the way.

use std::fmt;

use plan_diagnostics::Finding;

use crate::select::Obstacle;
use crate::stop::{self, StopReason};

/// Why a planner writes nothing.
///
/// Codes are kebab-case words that never change meaning. Those of [`Obstacle::code`] and
/// [`PhaseRefusal::code`](crate::phase::PhaseRefusal::code) are among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    message: String,
    help: String,
    conflict: bool,
    stop: Option<&'static StopReason>,
    findings: Vec<Finding>,
}

impl Refusal {
    /// A refusal with its code and what is the matter, in one sentence without an end.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: String::new(),
            conflict: false,
            stop: None,
            findings: Vec::new(),
        }
    }

    /// The refusal that an obstacle makes (Q19), with everything that stands in the way: a claim of
    /// another runner is a conflict (Q24), and a person's action is its stop reason.
    #[must_use]
    pub fn obstacle(slug: &str, obstacle: &Obstacle, all: &str) -> Self {
        let refusal = Self::new(obstacle.code(), format!("`{slug}`: {all}"));
        match obstacle {
            Obstacle::Taken { .. } => refusal.conflicting(),
            Obstacle::Held { .. } => refusal.with_stop(&stop::BLOCKED_ON_HUMAN),
            _ => refusal,
        }
    }

    /// With what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// As a conflict: another was there first, and the exit code is 3.
    #[must_use]
    pub const fn conflicting(mut self) -> Self {
        self.conflict = true;
        self
    }

    /// With the stop reason that it is (Q23).
    pub(crate) const fn with_stop(mut self, stop: &'static StopReason) -> Self {
        self.stop = Some(stop);
        self
    }

    /// With what a check found in what would have been written.
    pub(crate) fn with_findings(mut self, findings: impl IntoIterator<Item = Finding>) -> Self {
        self.findings.extend(findings);
        self
    }

    /// The kebab-case word for the kind of refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// What is the matter.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it; empty where there is nothing to say.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Whether another was there first: worth a retry, or another task.
    #[must_use]
    pub const fn is_conflict(&self) -> bool {
        self.conflict
    }

    /// The stop reason, where the vocabulary has one for it.
    #[must_use]
    pub const fn stop(&self) -> Option<&'static StopReason> {
        self.stop
    }

    /// What a check found in what would have been written.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.help.is_empty() {
            return Ok(());
        }
        write!(f, "; {}", self.help)
    }
}

impl std::error::Error for Refusal {}
