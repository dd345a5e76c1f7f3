//! The inbox: what nobody has promoted, and nothing executes (Q35).

use std::sync::Arc;

use plan_diagnostics::Span;

use super::Text;

/// An item of `INBOX.md`, or a file under `inbox/<section>/` (Q35).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InboxEntry {
    /// The file.
    pub file: Arc<str>,
    /// The item.
    pub span: Span,
    /// The section.
    pub section: InboxSection,
    /// Its name.
    pub name: Text,
    /// What it says.
    pub text: Text,
}

/// The sections of the inbox (Q35).
///
/// Closed: the sections are the queue's (Q35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InboxSection {
    /// `Deuda`: a cost that is known and carried.
    Debt,
    /// `Ideas`: a question without an answer.
    Ideas,
    /// `Propuestas`: a change to the product.
    Proposals,
    /// `Lecciones`: on how the work is done.
    Lessons,
}

impl InboxSection {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 4] = [Self::Debt, Self::Ideas, Self::Proposals, Self::Lessons];

    /// The section of that name, letter case aside.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|section| section.as_str().eq_ignore_ascii_case(name.trim()))
    }

    /// The title that the file uses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debt => "Deuda",
            Self::Ideas => "Ideas",
            Self::Proposals => "Propuestas",
            Self::Lessons => "Lecciones",
        }
    }

    /// The name of its directory under `inbox/`.
    #[must_use]
    pub const fn directory(self) -> &'static str {
        match self {
            Self::Debt => "deuda",
            Self::Ideas => "ideas",
            Self::Proposals => "propuestas",
            Self::Lessons => "lecciones",
        }
    }
}
