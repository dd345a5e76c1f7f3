//! The vocabulary of stop reasons (Q23).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stop::{DEPRECATED, Family, STOP_REASONS};

/// All stop reasons, and the old names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Stop reasons")]
#[non_exhaustive]
pub struct StopReasons {
    /// `urn:planwright:schema:stop-reasons:v1`.
    pub schema: &'static str,
    /// The reasons, by family.
    pub reasons: Vec<ReasonView>,
    /// The codes that are no longer given.
    pub deprecated: Vec<DeprecatedView>,
}

/// A stop reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReasonView {
    /// Its code.
    pub code: &'static str,
    /// The stretch of the work.
    pub family: &'static str,
    /// Who can unblock it.
    pub unblocked_by: &'static str,
    /// What happened.
    pub meaning: &'static str,
    /// What has to be done, and how to go on.
    pub remedy: &'static str,
}

/// A code that is no longer given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct DeprecatedView {
    /// The old code.
    pub code: &'static str,
    /// What to say instead.
    pub successor: &'static str,
}

impl StopReasons {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:stop-reasons:v1";

    /// The vocabulary.
    #[must_use]
    pub fn all() -> Self {
        let reasons = STOP_REASONS.iter().map(|reason| ReasonView {
            code: reason.code,
            family: reason.family.as_str(),
            unblocked_by: reason.unblocked_by.as_str(),
            meaning: reason.meaning,
            remedy: reason.remedy,
        });
        let deprecated = DEPRECATED.iter();
        Self {
            schema: Self::SCHEMA,
            reasons: reasons.collect(),
            deprecated: deprecated
                .map(|old| DeprecatedView {
                    code: old.code,
                    successor: old.successor.code,
                })
                .collect(),
        }
    }
}

impl fmt::Display for StopReasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for family in Family::ALL {
            writeln!(f, "{family}")?;
            for reason in self
                .reasons
                .iter()
                .filter(|reason| reason.family == family.as_str())
            {
                let ReasonView {
                    code,
                    unblocked_by,
                    meaning,
                    remedy,
                    ..
                } = reason;
                writeln!(f, "  {code}: {meaning}")?;
                writeln!(f, "    {unblocked_by}: {remedy}")?;
            }
        }
        writeln!(f, "deprecated")?;
        let mut deprecated = self.deprecated.iter();
        deprecated.try_for_each(|old| writeln!(f, "  {} → {}", old.code, old.successor))
    }
}
