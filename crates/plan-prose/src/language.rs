//! What the engine knows of a language: a table of word classes and a table of phrases.
//!
//! A language is data. [`Language::words`] gives each class its words (a trailing `*` stands for
//! any ending); [`Language::phrases`] gives patterns over classes and literal words, each with the
//! role that it plays. The notation of patterns is described in [`pattern`]. Adding a language is
//! adding such a table to [`LANGUAGES`]; nothing else knows which languages there are.

mod class;
mod en;
mod es;
mod pattern;
mod scan;

pub(crate) use class::Class;
pub(crate) use scan::{Mark, Scan, scan};

/// One language's tables.
pub(crate) struct Language {
    /// Each class with its words, folded, separated by blanks.
    pub(crate) words: &'static [(Class, &'static str)],
    /// Each role with its patterns.
    pub(crate) phrases: &'static [(Role, &'static [&'static str])],
}

/// The languages, in no particular order: every text is read in all of them at once.
static LANGUAGES: [&Language; 2] = [&en::LANGUAGE, &es::LANGUAGE];

/// What a phrase does in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Says that nothing was selected, and is no total that a sibling could make up for (E1).
    ZeroField,
    /// Says that nothing was selected or ran (E1).
    Zero,
    /// Says that no check of some sort ran, whatever others did (E1).
    ZeroOfKind,
    /// Says of its subject or object that it did not run (E2).
    NotRun,
    /// Says of what it names itself that none of it ran: no manual check was performed (E2).
    NoneRun,
    /// Says of its object, and of nothing before it, that it was not run: without running (E2).
    Forgone,
    /// As `NotRun`, with a verb that is said of other things than checks at least as often (E2).
    Weak,
    /// Says that the result is a supposition, whatever else stands there (E2).
    Supposed,
    /// Says that something is still to be done, or needed, unless a result stands beside it (E2).
    Pending,
    /// States a result: a positive count of checks that ran.
    Claim,
    /// States that something ran and failed.
    Failure,
    /// States that what is described is what was wanted.
    Wanted,
    /// Restricts a negation to a manner: not twice, not in parallel.
    Manner,
    /// Restricts a negation to a circumstance, where there is a result besides: not as root.
    Circumstance,
    /// Restricts a negation to the lack of something, which a check can be about: not without a key.
    Lack,
    /// Places a statement in the past, before the result.
    Past,
    /// Names a human approval (E9).
    Approval,
}
