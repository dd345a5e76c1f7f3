//! What the check is told about the world outside the plan's files.
//!
//! The rules do no I/O: whoever calls them asks git, and hands the answer in as plain data.

use std::collections::BTreeSet;

/// Facts gathered by the caller.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// What is known about git where the plan lies.
    pub git: Git,
}

impl Facts {
    /// Facts of a workspace that has no git (`--no-git`): there, a plan must carry its state.
    #[must_use]
    pub const fn without_git() -> Self {
        Self { git: Git::Absent }
    }
}

/// What is known about git where the plan lies.
///
/// Closed: nobody looked, there is none, or it answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Git {
    /// Nobody looked. Rules that need to know say so, and judge as if there were git.
    #[default]
    Unknown,
    /// The workspace has no git.
    Absent,
    /// There is a repository.
    Present {
        /// The commits that it knows, as full or abbreviated lower-case hashes, at least those of
        /// [`PlanView::commits`](crate::PlanView::commits) that it found; `None` where it was not
        /// asked.
        commits: Option<BTreeSet<String>>,
    },
}

impl Git {
    /// Whether git knows `commit`, an abbreviated hash or a full one. `None` where it was not asked.
    #[must_use]
    pub fn knows(&self, commit: &str) -> Option<bool> {
        let Self::Present {
            commits: Some(known),
        } = self
        else {
            return None;
        };
        let longer = known.range(commit.to_owned()..).next();
        let mut shorter = (7..commit.len()).filter_map(|length| commit.get(..length));
        Some(
            longer.is_some_and(|hash| hash.starts_with(commit))
                || shorter.any(|hash| known.contains(hash)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e11_commits_are_known_by_prefix() {
        let known = ["0a1b2c3d4e5f", "9f86d08"].map(str::to_owned);
        let git = Git::Present {
            commits: Some(BTreeSet::from(known)),
        };
        assert_eq!(git.knows("0a1b2c3"), Some(true));
        assert_eq!(git.knows("9f86d081884c"), Some(true));
        assert_eq!(git.knows("0a1b2c4"), Some(false));
        assert_eq!(Git::Unknown.knows("0a1b2c3"), None);
        assert_eq!(Git::Present { commits: None }.knows("0a1b2c3"), None);
    }
}
