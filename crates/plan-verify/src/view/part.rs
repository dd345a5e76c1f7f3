//! The parts of a plan: a JSON document that may be absent or broken, and the README.

use plan_markdown::Document;
use plan_markdown::view::readme::Readme;

/// A JSON document of the plan.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<T> {
    /// There is none.
    Absent,
    /// It is there and breaks its shape; the findings say how.
    Broken,
    /// It is of a generation that is not supported.
    Unsupported,
    /// It was read.
    Read(T),
}

impl<T> Part<T> {
    /// The value, where it was read.
    pub const fn read(&self) -> Option<&T> {
        match self {
            Self::Read(value) => Some(value),
            Self::Absent | Self::Broken | Self::Unsupported => None,
        }
    }
}

/// The README: as a document and as what it says.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadmeFile {
    /// The document.
    pub document: Document,
    /// What it says.
    pub readme: Readme,
}

impl ReadmeFile {
    /// The version that the standard line declares, in whatever words; `None` where there is none.
    pub(crate) fn version(&self) -> Option<(u64, u64, u64)> {
        use plan_markdown::view::readme::Standard;
        match self.readme.standard.as_ref()? {
            Standard::Declared { version, .. } => Some((
                version.value.major,
                version.value.minor,
                version.value.patch,
            )),
            Standard::Other(text) => version_in(&text.value),
            _ => None,
        }
    }

    /// Whether the README has what only plans of the current era have: lines for format or
    /// materialization, or task records with anchors.
    pub(crate) fn has_current_marks(&self) -> bool {
        self.readme.plan_format.is_some()
            || self.readme.materialization.is_some()
            || self
                .readme
                .records
                .iter()
                .any(|record| record.anchor.is_some())
    }
}

/// The first thing in a text that looks like a version, such as `v5.1` or `2.4.0`.
fn version_in(text: &str) -> Option<(u64, u64, u64)> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    words.filter_map(loose_version).next()
}

fn loose_version(word: &str) -> Option<(u64, u64, u64)> {
    let mut parts = word
        .trim_matches('.')
        .split('.')
        .map(|part| part.parse::<u64>().ok());
    let (major, minor) = (parts.next()??, parts.next()??);
    let patch = parts.next().unwrap_or(Some(0))?;
    parts.next().is_none().then_some((major, minor, patch))
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn e_versions_are_found_in_other_words() {
        assert_eq!(version_in("DWP v5.1"), Some((5, 1, 0)));
        assert_eq!(version_in("Deep Work Plan spec 2.4.0."), Some((2, 4, 0)));
        assert_eq!(version_in("the usual one"), None);
    }
}
