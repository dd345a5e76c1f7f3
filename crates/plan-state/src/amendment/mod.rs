//! Amendments judged: which of them hold, and what those permit and cover (G).

mod judge;
mod permission;
mod text;
mod vocabulary;

use std::cmp::Ordering;

use plan_diagnostics::Span;

use crate::timestamp::Timestamp;

pub use self::judge::judge;
pub use self::text::same_criterion;
pub use self::vocabulary::{Authority, Disposition};

/// The amendments of one task's record that hold, in order.
///
/// The default value is a record without any: it permits and covers nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Amendments {
    task: u64,
    amendments: Vec<Amendment>,
}

impl Amendments {
    /// The task in whose record they stand.
    #[must_use]
    pub const fn task(&self) -> u64 {
        self.task
    }

    /// Each of them, in order.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Amendment> {
        self.amendments.iter()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.amendments.is_empty()
    }
}

/// An amendment that holds: complete, in the vocabulary, with the authority it needs (G1, G2).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Amendment {
    /// Its number: 1 for `A1`.
    pub id: u32,
    /// Its date.
    pub date: AmendmentDate,
    /// The criterion, as quoted.
    pub criterion: String,
    /// What was observed.
    pub observed: String,
    /// What becomes of the criterion or the task.
    pub disposition: Disposition,
    /// Why.
    pub reason: String,
    /// On whose authority.
    pub authority: Authority,
    /// What follows the authority: where its statement is recorded, which an unattended turn must
    /// cite (G2).
    pub citation: Option<String>,
    /// The tasks concerned, without the destination.
    pub tasks: Vec<u64>,
    /// The task that a deferred criterion goes to.
    pub destination: Option<u64>,
    /// Commands whose records no longer count.
    pub invalidated: Vec<String>,
    /// Commands whose records still count.
    pub preserved: Vec<String>,
    /// Commands that no longer belong to the task.
    pub withdrawn: Vec<String>,
    /// Where it stands in its file.
    pub span: Span,
}

impl Amendment {
    /// `A1`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("A{}", self.id)
    }
}

/// The date of an amendment: a day, or a point in time (G1).
///
/// Closed: the records know these two (G1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AmendmentDate {
    /// A day, `2026-03-02`.
    Day(String),
    /// A point in time.
    Time(Timestamp),
}

impl AmendmentDate {
    /// Reads an RFC 3339 date or date-time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match Timestamp::parse(text) {
            Ok(at) => Some(Self::Time(at)),
            Err(_) => Timestamp::parse(&format!("{text}T00:00:00Z"))
                .ok()
                .map(|_| Self::Day(text.to_owned())),
        }
    }

    /// The text as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Day(day) => day,
            Self::Time(at) => at.as_str(),
        }
    }

    /// Whether it lies before `other`: two points in time by instant, else by day as written.
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Time(a), Self::Time(b)) => a < b,
            _ => self.day().cmp(other.day()) == Ordering::Less,
        }
    }

    fn day(&self) -> &str {
        self.as_str().get(..10).unwrap_or_default()
    }
}
