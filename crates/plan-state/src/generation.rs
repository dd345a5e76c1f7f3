//! The generations of the two documents, told apart by schema URL alone (B1).

use std::fmt;

/// A generation of manifest and state.
///
/// ```
/// use plan_state::Generation;
///
/// let url = "https://deepworkplan.com/schema/plan-state/v5.json";
/// assert_eq!(Generation::of_state_url(url), Some(Generation::V5));
/// assert_eq!(Generation::V5.state_url(), url);
/// assert_eq!(Generation::of_manifest_url(url), None);
/// ```
///
/// Closed: a generation more is a new version of the documents, and of us (B1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Generation {
    /// The first: tasks name a `file`, gates are optional, there is no format.
    V1,
    /// The second: locators, format, materialization, approval, promotion.
    V2,
    /// The shape of the second under a new URL.
    V5,
}

impl Generation {
    /// Every generation, oldest first.
    pub const ALL: [Self; 3] = [Self::V1, Self::V2, Self::V5];

    /// The generation of a manifest with this schema URL.
    #[must_use]
    pub fn of_manifest_url(url: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|generation| generation.manifest_url() == url)
    }

    /// The generation of a state with this schema URL.
    #[must_use]
    pub fn of_state_url(url: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|generation| generation.state_url() == url)
    }

    /// The schema URL of its manifests.
    #[must_use]
    pub const fn manifest_url(self) -> &'static str {
        match self {
            Self::V1 => "https://deepworkplan.com/schema/plan-manifest/v1.json",
            Self::V2 => "https://deepworkplan.com/schema/plan-manifest/v2.json",
            Self::V5 => "https://deepworkplan.com/schema/plan-manifest/v5.json",
        }
    }

    /// The schema URL of its states.
    #[must_use]
    pub const fn state_url(self) -> &'static str {
        match self {
            Self::V1 => "https://deepworkplan.com/schema/plan-state/v1.json",
            Self::V2 => "https://deepworkplan.com/schema/plan-state/v2.json",
            Self::V5 => "https://deepworkplan.com/schema/plan-state/v5.json",
        }
    }

    /// Its word: `v1`, `v2` or `v5`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V5 => "v5",
        }
    }

    /// Whether it has locators, format, materialization and approval, as all but the first do.
    #[must_use]
    pub const fn is_current(self) -> bool {
        !matches!(self, Self::V1)
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
