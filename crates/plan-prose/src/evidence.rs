//! What a record's evidence says against itself (E1–E4).
//!
//! The engine reads a text as tokens, finds the phrases of every language's table in it, and then
//! judges each phrase where it stands: what the negation is about, whether it is a count that
//! siblings make up for, and whether what did not run is the check or a thing that the check is
//! about. See the crate's README for the decisions, and `language` for the tables.

mod clause;
mod not_run;
mod pointer;
mod results;
mod stamp;
mod topic;
mod verb;
mod zero;

#[cfg(test)]
mod tests;

pub use pointer::log_pointers;
pub use stamp::{invalidate, is_invalidated, is_withdrawn};

use std::ops::Range;

use crate::language::{Purpose, scan};
use results::Results;

/// What the evidence of a passing record admits, and the bytes that say so.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Admission {
    /// Nothing was selected, or nothing ran (E1).
    ZeroSelection {
        /// The phrase, as a byte range of the evidence.
        span: Range<usize>,
    },
    /// The check, or a part of it, never ran (E2).
    NotRun {
        /// The phrase, as a byte range of the evidence.
        span: Range<usize>,
    },
    /// The evidence is history: a refinement of the plan invalidated it (E3).
    Invalidated {
        /// The prefix, as a byte range of the evidence.
        span: Range<usize>,
    },
}

impl Admission {
    /// The bytes of the evidence that admit it.
    #[must_use]
    pub fn span(&self) -> &Range<usize> {
        match self {
            Admission::ZeroSelection { span }
            | Admission::NotRun { span }
            | Admission::Invalidated { span } => span,
        }
    }

    /// The code of the rule that it breaks: `evidence-zero-selection`, `evidence-not-run` or
    /// `evidence-invalidated`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Admission::ZeroSelection { .. } => "evidence-zero-selection",
            Admission::NotRun { .. } => "evidence-not-run",
            Admission::Invalidated { .. } => "evidence-invalidated",
        }
    }
}

/// Says whether `evidence`, given for a passing record, admits that there was no pass: that nothing
/// ran (E1), that the check did not run (E2), or that it was invalidated (E3). The first phrase that
/// does decides; an invalidated record is that before all else.
///
/// The work is linear in the length of the text.
///
/// ```
/// use plan_prose::evidence::{Admission, admits};
///
/// assert_eq!(admits("64 passed in 3.1s"), None);
/// assert_eq!(admits("the worker is not run twice: 3 tests pass"), None);
/// assert!(matches!(admits("selected=0/64"), Some(Admission::ZeroSelection { .. })));
/// assert!(matches!(admits("aún no se ha corrido"), Some(Admission::NotRun { .. })));
/// ```
#[must_use]
pub fn admits(evidence: &str) -> Option<Admission> {
    if let Some(span) = stamp::prefix(evidence) {
        return Some(Admission::Invalidated { span });
    }
    let scan = scan(evidence, Purpose::Evidence)?;
    let results = Results::of(&scan);
    scan.marks.iter().find_map(|mark| {
        let first = scan.tokens.get(mark.start)?;
        let last = scan.tokens.get(mark.end.checked_sub(1)?)?;
        let span = first.span.start..last.span.end;
        if mark.role.is_zero() {
            zero::stands(&scan, &results, mark).then_some(Admission::ZeroSelection { span })
        } else if mark.role.is_not_run() {
            not_run::stands(&scan, &results, mark).then_some(Admission::NotRun { span })
        } else {
            None
        }
    })
}
