//! Claims: which task somebody has taken (Q12).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Text};
use crate::Date;

/// A claim: `claims/<slug>.md` (Q12).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// The file.
    pub file: Arc<str>,
    /// The slug that the name of the file reserves. It counts, whatever `task` says.
    pub slug: String,
    /// `task`, which must be the same.
    pub task: Option<Text>,
    /// Whom to ask.
    pub owner: Option<Text>,
    /// Whose it is.
    pub runner: Option<Text>,
    /// Since when, where it is a day.
    pub started: Option<Spanned<Date>>,
    /// The path of the task's service.
    pub service: Option<Text>,
}

impl Claim {
    /// Whose it is; `None` where the claim does not say.
    #[must_use]
    pub fn runner(&self) -> Option<&str> {
        self.runner.as_ref().map(|text| text.value.as_str())
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}
