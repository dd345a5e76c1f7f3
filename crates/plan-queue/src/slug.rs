//! Slugs: the names of tasks, milestones, epics and lines (Q4, Q15).

use std::fmt;
use std::str::FromStr;

/// A name of the form `^[a-z0-9]+(-[a-z0-9]+)*$` (Q4, Q15).
///
/// Safe as a file name and in a branch name. What the files say is kept as it is written; this type
/// is for names that are about to become paths or branches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(String);

impl Slug {
    /// The slug that `text` is, or `None` where it has another form.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        Self::is_valid(text).then(|| Self(text.to_owned()))
    }

    /// Whether a text has the form of a slug.
    #[must_use]
    pub fn is_valid(text: &str) -> bool {
        let part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        text.split('-').all(part)
    }

    /// The slug as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Slug {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Why a text is no slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a slug is lower-case letters and digits in parts joined by single hyphens")]
pub struct SlugError;

impl FromStr for Slug {
    type Err = SlugError;

    fn from_str(text: &str) -> Result<Self, SlugError> {
        Self::new(text).ok_or(SlugError)
    }
}

#[cfg(test)]
mod tests {
    use super::Slug;

    #[test]
    fn q15_slugs_have_one_form() {
        for text in ["a", "0", "alta-de-pedidos", "deps-2026-10", "0-a"] {
            assert!(Slug::is_valid(text), "{text}");
        }
        for text in [
            "", "-", "a-", "-a", "a--b", "A", "a_b", "a b", "a/b", "..", "ñ",
        ] {
            assert!(!Slug::is_valid(text), "{text}");
        }
    }
}
