//! Lanes: how much ceremony a task gets (Q6).

use std::fmt;

/// A lane (Q6). A task without one is unclassified, which is a state and no error.
///
/// Closed: the words are the queue's (Q6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Done by a session by hand, and never offered to a runner.
    Manual,
    /// A literal value that nobody looks at.
    Express,
    /// As mechanical, on a surface that someone sees.
    Directo,
    /// New behaviour within a service.
    Lite,
    /// Contracts between services, data, permissions, or an edge that is undecided.
    Full,
}

impl Lane {
    /// All lanes, from the least ceremony to the most.
    pub const ALL: [Self; 5] = [
        Self::Manual,
        Self::Express,
        Self::Directo,
        Self::Lite,
        Self::Full,
    ];

    /// The lane of that name, as the files write it; `None` for any other word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.as_str() == word)
    }

    /// The word that the files use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Express => "express",
            Self::Directo => "directo",
            Self::Lite => "lite",
            Self::Full => "full",
        }
    }

    /// Whether somebody other than the builder must look at the work: `directo`, `lite` and `full`.
    #[must_use]
    pub const fn is_reviewed(self) -> bool {
        matches!(self, Self::Directo | Self::Lite | Self::Full)
    }

    /// Whether QA runs in it: `lite` and `full`.
    #[must_use]
    pub const fn has_qa(self) -> bool {
        matches!(self, Self::Lite | Self::Full)
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
