//! Tasks of the queue, and stories of epics, which have the same form (Q5).

use std::sync::Arc;

use plan_diagnostics::{Location, Span};

use super::{Spanned, Text};
use crate::{Condition, Lane};

/// A task of the queue or a story of an epic (Q5):
/// `- [ ] **slug** [lane] — description. _Aceptación: …_ (service: path)`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// The file, relative to the planning directory.
    pub file: Arc<str>,
    /// The whole item with the lines on which it goes on.
    pub span: Span,
    /// The number of the line of the file that names it, from 1.
    pub line_number: usize,
    /// The bytes between its brackets.
    pub mark: Span,
    /// Whether the brackets hold an `x`: an error in the queue, a closed story in an epic.
    pub ticked: bool,
    /// Its name, as written: [`Slug::new`](crate::Slug::new) says whether it may become a path.
    pub slug: Text,
    /// Its lane; `None` where it is unclassified, and where the word is none of the lanes.
    pub lane: Option<Spanned<Lane>>,
    /// The word in the brackets where it is no lane.
    pub unknown_lane: Option<Text>,
    /// Everything behind the slug and the lane.
    pub tail: Tail,
}

impl Task {
    /// Its name, as written.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug.value
    }

    /// Its lane.
    #[must_use]
    pub fn lane(&self) -> Option<Lane> {
        self.lane.as_ref().map(|lane| lane.value)
    }

    /// The path of its service.
    #[must_use]
    pub fn service(&self) -> Option<&str> {
        self.tail.service.as_ref().map(|text| text.value.as_str())
    }

    /// The number of its epic, as written.
    #[must_use]
    pub fn epic(&self) -> Option<&str> {
        self.tail.epic.as_ref().map(|text| text.value.as_str())
    }

    /// The slugs that it depends on.
    pub fn depends(&self) -> impl Iterator<Item = &str> {
        self.tail.depends.iter().map(|text| text.value.as_str())
    }

    /// A place in its file.
    #[must_use]
    pub fn at(&self, span: Span) -> Location {
        Location::span(&*self.file, span)
    }
}

/// What follows slug and lane in a task, and what the last cell of a recurrence holds (Q5, Q11).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Tail {
    /// What is left without the tags and the acceptance.
    pub description: String,
    /// `_Aceptación: …_`, without the label and the underscores.
    pub acceptance: Option<Text>,
    /// The conditions of the acceptance (Q7); those of inherited criteria are not among them.
    pub conditions: Vec<Condition>,
    /// `(service: path)`.
    pub service: Option<Text>,
    /// `(epic: NNN)`, as written.
    pub epic: Option<Text>,
    /// `(→ C1, C2)`: the criteria of the epic that it answers to.
    pub criteria: Vec<Text>,
    /// `(cast: builder → reviewer, reviewer)`.
    pub cast: Option<Cast>,
    /// `(depende: slug, slug)`.
    pub depends: Vec<Text>,
    /// The reason in `(sin partir: reason)`.
    pub split_reason: Option<Text>,
}

/// Who builds a task and who reviews it: `(cast: builder → reviewer, reviewer)`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cast {
    /// The whole tag, parentheses included.
    pub span: Span,
    /// Who builds.
    pub builder: Text,
    /// Who reviews; nobody where no arrow follows.
    pub reviewers: Vec<Text>,
}
