//! The words of an amendment, as people write them (G2).

use std::fmt;

/// What becomes of a criterion, or, for the last, of a task's scope (G2).
///
/// Closed: the words are the records' (G2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Disposition {
    /// Research was recorded; it closes only a revised criterion that names the amendment.
    ResearchCompleted,
    /// The scenario was not executed: never evidence.
    NotExecuted,
    /// The criterion moves to a named task of the plan.
    Deferred,
    /// A gate failed, and stays failed until the same intent passes.
    GateFailed,
    /// The criterion as written, by its own gate.
    Achieved,
    /// The user took it out of scope.
    Removed,
}

/// On whose authority an amendment was made (G2).
///
/// Closed: the words are the records' (G2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Authority {
    /// The person whose plan it is.
    User,
    /// A developer of the project.
    Developer,
    /// The evidence alone.
    Evidence,
}

impl Disposition {
    /// Every disposition, in the order of the specification.
    pub const ALL: [Self; 6] = [
        Self::ResearchCompleted,
        Self::NotExecuted,
        Self::Deferred,
        Self::GateFailed,
        Self::Achieved,
        Self::Removed,
    ];

    /// The word in a record.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ResearchCompleted => "research-completed",
            Self::NotExecuted => "not-executed",
            Self::Deferred => "deferred",
            Self::GateFailed => "gate-failed",
            Self::Achieved => "achieved",
            Self::Removed => "removed",
        }
    }

    /// Reads a field: the word, hyphens also as spaces or underscores, with a remark behind it or not.
    #[must_use]
    pub fn of(field: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|word| remark(field, word.as_str()).is_some())
    }
}

impl Authority {
    /// Every authority, in the order of the specification.
    pub const ALL: [Self; 3] = [Self::User, Self::Developer, Self::Evidence];

    /// The word in a record.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Developer => "developer",
            Self::Evidence => "evidence",
        }
    }

    /// Reads a field, with the citation behind the word.
    #[must_use]
    pub fn of(field: &str) -> Option<(Self, Option<String>)> {
        Self::ALL.into_iter().find_map(|word| {
            let rest = remark(field, word.as_str())?;
            Some((word, (!rest.is_empty()).then(|| rest.to_owned())))
        })
    }
}

/// What follows `word` at the start of a field: nothing, or a remark set off by punctuation. Words
/// that run on (`user has not agreed`) are no such remark.
fn remark<'t>(field: &'t str, word: &str) -> Option<&'t str> {
    let field = field.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '`' | '_'));
    let head = field.get(..word.len())?;
    let spelt = head.to_ascii_lowercase().replace([' ', '_'], "-");
    let rest = field.get(word.len()..)?.trim_start_matches(['*', '`']);
    let spaced = rest.trim_start();
    let set_off = spaced.starts_with(['(', ',', ';', ':', '.', '—', '–', '/'])
        || (spaced.len() < rest.len() && spaced.starts_with(['-', '[', '"', '“', '«']));
    let separators: &[char] = &[',', ';', ':', '.', '—', '–', '-', ' '];
    (spelt == word && (spaced.is_empty() || set_off))
        .then(|| spaced.trim_start_matches(separators).trim_end())
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Authority, Disposition};

    /// G2: words are read in the spellings of real records, and nothing that only begins alike.
    #[test]
    fn words_are_read_and_sentences_are_not() {
        for (field, expected) in [
            ("deferred", Some(Disposition::Deferred)),
            ("**Deferred**.", Some(Disposition::Deferred)),
            ("`gate-failed`", Some(Disposition::GateFailed)),
            ("Not executed", Some(Disposition::NotExecuted)),
            (
                "research_completed (notes in analysis_results)",
                Some(Disposition::ResearchCompleted),
            ),
            ("removed — out of scope", Some(Disposition::Removed)),
            ("removed from nothing", None),
            ("deferred-ish", None),
            ("achievedly", None),
            ("done", None),
            ("", None),
        ] {
            assert_eq!(Disposition::of(field), expected, "{field}");
        }
    }

    #[test]
    fn the_authority_may_cite_its_statement() {
        let cited = Some("PROGRESS.md, 2026-03-02: \"leave it\"".to_owned());
        assert_eq!(
            Authority::of("User — PROGRESS.md, 2026-03-02: \"leave it\""),
            Some((Authority::User, cited))
        );
        assert_eq!(
            Authority::of("developer"),
            Some((Authority::Developer, None))
        );
        for field in [
            "user has not agreed",
            "users",
            "the user",
            "agent",
            "non-user",
        ] {
            assert_eq!(Authority::of(field), None, "{field}");
        }
    }
}
