//! Work that comes back, and the rounds that were put off (Q11).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Tail, Text};
use crate::{Date, Lane};

/// A row under `## Recurrencias` (Q11).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recurrence {
    /// The file.
    pub file: Arc<str>,
    /// The row.
    pub span: Span,
    /// Its name, the start of the slug of every round.
    pub what: Text,
    /// How often, where it is one of the words.
    pub cadence: Option<Spanned<Cadence>>,
    /// The first due date, where it is a day.
    pub since: Option<Spanned<Date>>,
    /// The last cell, the tail of a task line.
    pub task: Text,
    /// The lane that the last cell opens with, where it does.
    pub lane: Option<Spanned<Lane>>,
    /// The last cell behind the lane, read.
    pub tail: Tail,
}

impl Recurrence {
    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// How often something recurs (Q11).
///
/// Closed: the words are the queue's (Q11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cadence {
    /// `mensual`.
    Monthly,
    /// `trimestral`.
    Quarterly,
    /// `semestral`.
    HalfYearly,
    /// `anual`.
    Yearly,
}

impl Cadence {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Monthly,
        Self::Quarterly,
        Self::HalfYearly,
        Self::Yearly,
    ];

    /// The cadence of that name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.as_str() == word)
    }

    /// The word that the files use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Monthly => "mensual",
            Self::Quarterly => "trimestral",
            Self::HalfYearly => "semestral",
            Self::Yearly => "anual",
        }
    }

    /// The months from one round to the next: 1, 3, 6 or 12.
    #[must_use]
    pub const fn months(self) -> u32 {
        match self {
            Self::Monthly => 1,
            Self::Quarterly => 3,
            Self::HalfYearly => 6,
            Self::Yearly => 12,
        }
    }
}

/// An item under `## Postergaciones`: `- **what** AAAA-MM-DD — reason` (Q11).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Postponement {
    /// The file.
    pub file: Arc<str>,
    /// The item.
    pub span: Span,
    /// The recurrence put off.
    pub what: Text,
    /// The day on which it was, where it is one.
    pub date: Option<Spanned<Date>>,
    /// Why.
    pub reason: Text,
}
