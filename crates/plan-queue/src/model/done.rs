//! Closings: one file a task that is done, with its evidence (Q9).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Passage, Spanned, TestRef, Text};
use crate::{Date, Lane};

/// The fields of a closing, in the order in which [`DoneField`] lists them.
pub const FIELDS: [DoneField; 10] = [
    DoneField::Acept,
    DoneField::Fecha,
    DoneField::Done,
    DoneField::Qa,
    DoneField::Tests,
    DoneField::Commit,
    DoneField::Lane,
    DoneField::Review,
    DoneField::Critique,
    DoneField::Decisions,
];

/// The name of a field of a closing (Q9).
///
/// Closed: the words are the queue's (Q9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DoneField {
    /// `acept`: what was accepted.
    Acept,
    /// `fecha`: the day of the closing.
    Fecha,
    /// `done`: what was done, and how it was verified.
    Done,
    /// `qa`: what was observed the way a user sees it.
    Qa,
    /// `tests`: which test traces to which criterion.
    Tests,
    /// `commit`: which commits hold the work.
    Commit,
    /// `lane`: the lane that ran.
    Lane,
    /// `review`: the verdict, and whose.
    Review,
    /// `critique`: what was objected to the plan, and what changed.
    Critique,
    /// `decisions`: decisions, with their source or as suppositions.
    Decisions,
}

impl DoneField {
    /// The word before the colon.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Acept => "acept",
            Self::Fecha => "fecha",
            Self::Done => "done",
            Self::Qa => "qa",
            Self::Tests => "tests",
            Self::Commit => "commit",
            Self::Lane => "lane",
            Self::Review => "review",
            Self::Critique => "critique",
            Self::Decisions => "decisions",
        }
    }

    /// Whether every closing must have it.
    #[must_use]
    pub const fn is_required(self) -> bool {
        matches!(
            self,
            Self::Acept | Self::Fecha | Self::Done | Self::Qa | Self::Tests | Self::Commit
        )
    }
}

/// A closing: `done/<slug>.md` (Q9).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Done {
    /// The file.
    pub file: Arc<str>,
    /// The entry, from its bullet to the end of its last field.
    pub span: Span,
    /// The task, as written in the entry.
    pub slug: Text,
    /// The number of its epic, as written.
    pub epic: Option<Text>,
    /// What stands behind slug and epic on the line of the entry.
    pub title: String,
    /// The fields, in the order of the file; of a repeated one the first.
    pub fields: Vec<(DoneField, Passage)>,
    /// `fecha`, where it is a day.
    pub date: Option<Date>,
    /// `lane`, where it is one of its words.
    pub lane: Option<DoneLane>,
    /// The traces of `tests`.
    pub tests: Vec<Trace>,
    /// The parts of `commit`.
    pub commits: Vec<CommitPart>,
}

impl Done {
    /// The task, as written.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug.value
    }

    /// A field, where it is there.
    #[must_use]
    pub fn field(&self, field: DoneField) -> Option<&Passage> {
        self.fields
            .iter()
            .find(|(name, _)| *name == field)
            .map(|(_, text)| text)
    }

    /// The hashes that `commit` cites, lower-case.
    pub fn hashes(&self) -> impl Iterator<Item = &str> {
        self.commits.iter().filter_map(|part| match part {
            CommitPart::Commit { hash, .. } => Some(hash.value.as_str()),
            CommitPart::NotApplicable { .. } => None,
        })
    }

    /// Whether `tests` has traces and all of them are `n/a`.
    #[must_use]
    pub fn is_untested(&self) -> bool {
        !self.tests.is_empty()
            && self
                .tests
                .iter()
                .all(|trace| matches!(trace, Trace::NotApplicable { .. }))
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// What a closing says about its lane.
///
/// Closed: the grammar has these (Q9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoneLane {
    /// The lane that ran.
    Lane(Lane),
    /// `sin clasificar`: the task declared none.
    Unclassified,
}

/// One trace of `tests` (Q9).
///
/// Closed: the grammar has these (Q9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trace {
    /// `C1 → test` or `A → test`.
    Test {
        /// What the test shows.
        of: Spanned<TraceOf>,
        /// The test.
        test: TestRef,
    },
    /// `n/a — reason`, or `C1 → n/a — reason`: nothing that could be tested.
    NotApplicable {
        /// The criterion, where one is named.
        of: Option<Spanned<TraceOf>>,
        /// Why.
        reason: Text,
    },
}

/// What a trace starts from.
///
/// Closed: the grammar has these (Q9).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TraceOf {
    /// `A`: the acceptance of a task without an epic.
    Acceptance,
    /// A criterion of the epic: `C1`.
    Criterion(String),
}

/// One part of `commit` (Q9).
///
/// Closed: the grammar has these (Q9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommitPart {
    /// `<7–40 hex> subject`.
    Commit {
        /// The hash, lower-case.
        hash: Text,
        /// The subject, without the repository.
        subject: String,
        /// `(repo@branch)` behind it, or else the one that the whole field ends with.
        repository: Option<Reference>,
    },
    /// `n/a — reason`: the task made no commit.
    NotApplicable {
        /// Why.
        reason: Text,
    },
}

/// `(repo@branch)` in `commit`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reference {
    /// The repository.
    pub repository: String,
    /// The branch.
    pub branch: String,
    /// The bytes, parentheses included.
    pub span: Span,
}
