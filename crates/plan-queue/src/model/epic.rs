//! Epics: what is wanted, by criteria, and the stories that bring it about (Q8).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Task, Text};

/// An epic: `roadmap/epic-NNN-slug.md`, or `spec.md` in a directory of that name (Q8).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Epic {
    /// Its file, or the `spec.md` of its directory.
    pub file: Arc<str>,
    /// `NNN` of the name of its file or directory.
    pub file_number: String,
    /// `slug` of the name of its file or directory.
    pub slug: String,
    /// `epic` of the frontmatter, as written.
    pub number: Option<Text>,
    /// `title` of the frontmatter.
    pub title: Option<Text>,
    /// `status` of the frontmatter, where it is one of the three words.
    pub status: Option<Spanned<EpicStatus>>,
    /// `status` of the frontmatter, where it is another word.
    pub unknown_status: Option<Text>,
    /// `service` of the frontmatter.
    pub service: Option<Text>,
    /// The criteria, in order.
    pub criteria: Vec<Criterion>,
    /// The stories, in order.
    pub stories: Vec<Task>,
    /// What stands under `## Contexto relevante`.
    pub context: Option<Text>,
    /// `## Hitos`: into which milestones the stories go at promotion; empty where there is no such section.
    pub split: Vec<EpicMilestone>,
    /// The reason in `(sin partir: reason)` of the epic itself, not of a story.
    pub split_reason: Option<Text>,
}

impl Epic {
    /// The number that it goes by: that of its frontmatter, or else of its file.
    #[must_use]
    pub fn number(&self) -> &str {
        self.number
            .as_ref()
            .map_or(&self.file_number, |number| &number.value)
    }

    /// Its status.
    #[must_use]
    pub fn status(&self) -> Option<EpicStatus> {
        self.status.as_ref().map(|status| status.value)
    }

    /// The criterion of that name (`C1`).
    #[must_use]
    pub fn criterion(&self, id: &str) -> Option<&Criterion> {
        self.criteria
            .iter()
            .find(|criterion| criterion.id.value == id)
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// An epic's number without leading zeros.
pub(crate) fn number_key(number: &str) -> &str {
    let short = number.trim_start_matches('0');
    if short.is_empty() { "0" } else { short }
}

/// Where an epic stands (Q8).
///
/// Closed: the words are the queue's (Q8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EpicStatus {
    /// Not promoted yet.
    Open,
    /// Its stories are in the queue, or done.
    Active,
    /// All its stories are done.
    Closed,
}

impl EpicStatus {
    /// The status of that name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Open, Self::Active, Self::Closed]
            .into_iter()
            .find(|status| status.as_str() == word)
    }

    /// The word that the files use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Active => "active",
            Self::Closed => "closed",
        }
    }
}

/// A criterion, `- **C1** — text` (Q8).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Criterion {
    /// The whole item.
    pub span: Span,
    /// Its name: `C1`.
    pub id: Text,
    /// What it asks for.
    pub text: Text,
}

/// One line of `## Hitos`: `- **slug** — Title (line: name): story, story` (Q8).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EpicMilestone {
    /// The whole item.
    pub span: Span,
    /// The name of the milestone to be.
    pub slug: Text,
    /// Its title.
    pub title: Text,
    /// The line that it will belong to.
    pub line: Option<Text>,
    /// The stories that go into it, by slug.
    pub stories: Vec<Text>,
}
