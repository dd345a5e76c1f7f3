//! A finding: one place where a plan departs from a rule.

use std::cmp::Ordering;

use crate::{Rule, Severity};

/// A half-open range of bytes in a file.
///
/// Closed: a range has two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte; never less than `start`.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, and without, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Its length in bytes.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether `other` lies inside it.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text that it covers, or `""` where it does not lie inside `text` on character borders.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// Where a finding is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Location {
    /// The file, relative to the directory judged, with `/` between its parts.
    pub file: String,
    /// The bytes concerned, where they are known.
    pub span: Option<Span>,
    /// The JSON pointer (RFC 6901) of the value concerned, in JSON files.
    pub pointer: Option<String>,
}

impl Location {
    /// A whole file.
    #[must_use]
    pub fn file(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            span: None,
            pointer: None,
        }
    }

    /// A range of bytes of a file.
    #[must_use]
    pub fn span(file: impl Into<String>, span: Span) -> Self {
        Self {
            file: file.into(),
            span: Some(span),
            pointer: None,
        }
    }

    /// The same location with a JSON pointer.
    #[must_use]
    pub fn with_pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }
}

/// One place where a plan departs from a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Finding {
    /// The rule departed from.
    pub rule: &'static Rule,
    /// Where.
    pub location: Location,
    /// What is wrong, in one line that names the values concerned.
    pub message: String,
    /// What to do about it, where more can be said than the message does.
    pub help: Option<String>,
}

impl Finding {
    /// A finding without further help.
    pub fn new(rule: &'static Rule, location: Location, message: impl Into<String>) -> Self {
        Self {
            rule,
            location,
            message: message.into(),
            help: None,
        }
    }

    /// The same finding with a line on what to do.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What it weighs.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.rule.severity
    }

    fn order(&self) -> impl Ord + '_ {
        let Location {
            file,
            span,
            pointer,
        } = &self.location;
        (
            file,
            span,
            pointer,
            self.rule.code,
            &self.message,
            &self.help,
        )
    }
}

/// Findings compare by file, span, pointer, code, message and help.
impl Ord for Finding {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Finding {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
