//! Stop reasons: the closed vocabulary in which every stop is named (Q23).

mod table;

use std::fmt;

pub use table::*;

/// The stretch of the work in which it stopped; the first thing that tells who can unblock it (Q23).
///
/// Closed: the families are the vocabulary's (Q23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Contract, state or adapter could not be read, or the request names a role that there is not.
    Startup,
    /// There is work, and none of it could be taken.
    Queue,
    /// What comes next is a person's to decide or approve, or another session's to review.
    Person,
    /// The task is not ready, or could not be rewritten or divided.
    Preparation,
    /// No plan survived its critique, or none was written down.
    Plan,
    /// What was built cannot be taken as good.
    Build,
    /// The review did not approve, or approved with nothing behind it, or sent the task back.
    Review,
    /// A criterion without a test, a test that did not run, or acceptance that failed.
    Verification,
    /// The work is there and could not be committed or closed.
    Closing,
}

impl Family {
    /// All families, in the order of the work.
    pub const ALL: [Self; 9] = [
        Self::Startup,
        Self::Queue,
        Self::Person,
        Self::Preparation,
        Self::Plan,
        Self::Build,
        Self::Review,
        Self::Verification,
        Self::Closing,
    ];

    /// The word used in output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Startup => "startup",
            Self::Queue => "queue",
            Self::Person => "person",
            Self::Preparation => "preparation",
            Self::Plan => "plan",
            Self::Build => "build",
            Self::Review => "review",
            Self::Verification => "verification",
            Self::Closing => "closing",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who can unblock a stop (Q23).
///
/// Closed: the vocabulary names these (Q23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unblocker {
    /// Whoever installed the runner, its adapter and its work trees.
    Operator,
    /// Whoever writes the queue: tasks, epics, lanes.
    Author,
    /// A person who decides, approves or supplies what no runner may.
    Person,
    /// The runner that holds the task.
    Holder,
    /// The session that builds.
    Builder,
    /// The session that reviews.
    Reviewer,
}

impl Unblocker {
    /// The word used in output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Author => "author",
            Self::Person => "person",
            Self::Holder => "holder",
            Self::Builder => "builder",
            Self::Reviewer => "reviewer",
        }
    }
}

impl fmt::Display for Unblocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One reason of the vocabulary: what happened, who unblocks it, and how to go on (Q20, Q23).
///
/// The vocabulary is closed: the only values are those of [`STOP_REASONS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StopReason {
    /// Its code, which never changes its meaning.
    pub code: &'static str,
    /// The stretch of the work.
    pub family: Family,
    /// Who can unblock it.
    pub unblocked_by: Unblocker,
    /// What happened.
    pub meaning: &'static str,
    /// What has to be done, and how to go on after it.
    pub remedy: &'static str,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// A code that is no longer given, and the one that took its place (Q23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deprecated {
    /// The old code.
    pub code: &'static str,
    /// What to say instead.
    pub successor: &'static StopReason,
}

/// A code as it was looked up (Q23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// The reason that it means today.
    pub reason: &'static StopReason,
    /// The old code that was asked for, where it was one.
    pub deprecated: Option<&'static str>,
}

/// Looks a code up; a deprecated one answers its successor. `None` for any other word.
///
/// ```
/// use plan_queue::stop;
///
/// let found = stop::resolve("budget-low").unwrap();
/// assert_eq!(found.reason.code, "milestone-too-long");
/// assert_eq!(found.deprecated, Some("budget-low"));
/// assert!(stop::resolve("tired").is_none());
/// ```
#[must_use]
pub fn resolve(code: &str) -> Option<Resolved> {
    let current = STOP_REASONS.iter().find(|reason| reason.code == code);
    if let Some(reason) = current {
        return Some(Resolved {
            reason,
            deprecated: None,
        });
    }
    let old = DEPRECATED.iter().find(|old| old.code == code)?;
    Some(Resolved {
        reason: old.successor,
        deprecated: Some(old.code),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn codes(family: Family) -> Vec<&'static str> {
        let members = STOP_REASONS.iter().filter(|reason| reason.family == family);
        members.map(|reason| reason.code).collect()
    }

    #[test]
    fn q23_the_vocabulary_is_closed_and_in_families() {
        let expected: [(Family, &[&str]); 9] = [
            (
                Family::Startup,
                &[
                    "adapter-stale",
                    "agent-unavailable",
                    "contract-unavailable",
                    "context-unavailable",
                    "root-unreadable",
                    "role-unknown",
                ],
            ),
            (
                Family::Queue,
                &[
                    "queue-unavailable",
                    "claim-stuck",
                    "manual-held",
                    "manual-critical",
                    "worktree-failed",
                    "review-not-ready",
                ],
            ),
            (
                Family::Person,
                &[
                    "awaiting-review",
                    "blocked-on-human",
                    "governance-approval-needed",
                    "commit-needs-approval",
                    "review-pending",
                    "planning-uncommitted",
                ],
            ),
            (
                Family::Preparation,
                &[
                    "not-ready",
                    "refine-not-applied",
                    "refine-unwritable",
                    "split-not-applied",
                    "split-left-dependents",
                ],
            ),
            (
                Family::Plan,
                &[
                    "plan-rejected",
                    "plan-blocked",
                    "critique-unbacked",
                    "wip-malformed",
                    "wip-not-persisted",
                ],
            ),
            (
                Family::Build,
                &[
                    "build-blocked",
                    "build-closed-task",
                    "build-unproven",
                    "edge-unproven",
                ],
            ),
            (
                Family::Review,
                &[
                    "review-blocked",
                    "review-failed",
                    "review-unbacked",
                    "review-unverified",
                    "review-returned",
                ],
            ),
            (
                Family::Verification,
                &[
                    "verify-failed",
                    "verify-hollow",
                    "verify-untested",
                    "acceptance-ambiguous",
                    "qa-failed",
                ],
            ),
            (
                Family::Closing,
                &[
                    "commit-failed",
                    "planning-check-failed",
                    "milestone-too-long",
                ],
            ),
        ];
        for (family, members) in expected {
            assert_eq!(codes(family), members, "{family}");
        }
        let all: BTreeSet<_> = STOP_REASONS.iter().map(|reason| reason.code).collect();
        assert_eq!((all.len(), STOP_REASONS.len()), (45, 45));
    }

    #[test]
    fn q23_deprecated_names_answer_their_successors() {
        for (old, new) in [
            ("review-unresolved", "review-failed"),
            ("verify-regression", "verify-failed"),
            ("verify-inconsistent", "verify-failed"),
            ("budget-low", "milestone-too-long"),
        ] {
            let found = resolve(old).unwrap();
            assert_eq!((found.reason.code, found.deprecated), (new, Some(old)));
            assert_eq!(resolve(new).unwrap().deprecated, None);
        }
        assert_eq!(DEPRECATED.len(), 4);
        for word in ["", "Review-Failed", "review failed", "done"] {
            assert_eq!(resolve(word), None, "{word}");
        }
    }

    #[test]
    fn q20_every_reason_says_what_happened_and_how_to_go_on() {
        for reason in STOP_REASONS {
            for text in [reason.meaning, reason.remedy] {
                assert!(text.split_whitespace().count() > 3, "{reason}: {text}");
                assert!(
                    !text.ends_with('.') && !text.contains('\n'),
                    "{reason}: {text}"
                );
            }
        }
    }
}
