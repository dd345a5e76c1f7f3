//! A rule: the stable code behind every finding, with its reason and its requirement.

use std::fmt;

/// How much a finding weighs.
///
/// Closed: a finding has to be fixed, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The plan breaks a requirement: the check fails.
    Must,
    /// The plan departs from a recommendation: the check reports it and passes.
    Should,
}

impl Severity {
    /// The word used in machine-readable output: `must` or `should`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One rule of the catalogue.
///
/// Rules are `static` items of the crate that judges by them; each such crate lists its own in a
/// table `RULES`, from which the catalogue in `docs/`, the SARIF rule list and the tests are made.
///
/// ```
/// use plan_diagnostics::{Rule, Severity};
///
/// static UNTITLED: Rule = Rule {
///     code: "task-untitled",
///     severity: Severity::Must,
///     title: "A task has no title",
///     reason: "A task that cannot be named cannot be assigned, reported or searched for.",
///     requirement: "E12",
/// };
/// assert_eq!(UNTITLED.code, "task-untitled");
/// ```
///
/// Closed: a rule is a constant of the crate that has it, and a new member a question to its author.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Kebab-case words; never reused with another meaning.
    pub code: &'static str,
    /// What a finding of this rule weighs.
    pub severity: Severity,
    /// One line that names what was found, without a final stop.
    pub title: &'static str,
    /// Why it matters, in whole sentences.
    pub reason: &'static str,
    /// The number of the requirement, as in `docs/requirements.md`.
    pub requirement: &'static str,
}
