//! Which rules a plan is judged by, decided in one place.
//!
//! The era is what the plan itself says, by its strongest witness: taking files away never makes
//! the rules laxer. A current manifest outlives a deleted state, and a README that speaks the
//! current language outlives both.

use plan_state::{Generation, Manifest, RawState};

use super::{Part, ReadmeFile};
use crate::files::PlanFiles;

/// The newest version of the specification that this crate judges by.
pub(crate) const NEWEST: (u64, u64, u64) = (5, 0, 0);

/// The version from which on a README alone is judged by the current rules.
const CURRENT_SINCE: (u64, u64, u64) = (2, 4, 0);

/// The rules that a plan is judged by.
///
/// Closed: the rules know these (E).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Era {
    /// Those of state v2 and v5.
    Current,
    /// Those of state v1, and of plans from before there was a state.
    Legacy,
    /// None of ours: the plan is newer than this crate supports, for the reason given.
    Newer(String),
    /// None: nothing here says that this is a plan, for the reason given.
    Undecidable(String),
}

/// What the era is told from.
pub(super) struct Witnesses<'a> {
    pub(super) files: &'a PlanFiles,
    pub(super) manifest: &'a Part<Manifest>,
    pub(super) state: &'a Part<RawState>,
    pub(super) readme: Option<&'a ReadmeFile>,
}

impl Era {
    pub(super) fn of(witnesses: &Witnesses<'_>) -> Self {
        if let Some(reason) = newer(witnesses) {
            return Self::Newer(reason);
        }
        if witnesses.is_nothing() {
            return Self::Undecidable("there is no README.md, manifest.json or state.json".into());
        }
        if witnesses.is_current() {
            Self::Current
        } else {
            Self::Legacy
        }
    }
}

impl Witnesses<'_> {
    fn is_nothing(&self) -> bool {
        !["README.md", "manifest.json", "state.json"]
            .iter()
            .any(|name| self.files.contains(name))
    }

    fn is_current(&self) -> bool {
        let manifest = self.generation("manifest.json", |m: &Manifest| m.generation, self.manifest);
        let state = self.generation("state.json", |s: &RawState| s.generation, self.state);
        match (manifest, state) {
            (Some(generation), _) if generation.is_current() => true,
            (_, Some(generation)) => generation.is_current(),
            _ => self.readme.is_some_and(speaks_current),
        }
    }

    /// The generation that a document names; where it cannot be read, the one that its text names.
    fn generation<T>(
        &self,
        file: &str,
        of: impl Fn(&T) -> Generation,
        part: &Part<T>,
    ) -> Option<Generation> {
        match part {
            Part::Read(value) => Some(of(value)),
            Part::Broken => self
                .files
                .text(file)
                .and_then(|text| named_generation(text)),
            Part::Absent | Part::Unsupported => None,
        }
    }
}

/// The newest generation whose URL stands anywhere in the text of a broken document.
fn named_generation(text: &str) -> Option<Generation> {
    Generation::ALL.into_iter().rev().find(|generation| {
        text.contains(generation.manifest_url()) || text.contains(generation.state_url())
    })
}

/// Whether a README without JSON is one of the current era: by its standard line, or by lines and
/// records that the legacy era did not have.
fn speaks_current(readme: &ReadmeFile) -> bool {
    readme.version().map_or_else(
        || readme.has_current_marks(),
        |version| version >= CURRENT_SINCE,
    )
}

fn newer(witnesses: &Witnesses<'_>) -> Option<String> {
    for file in ["contract.json", "journal.ndjson"] {
        if witnesses.files.contains(file) {
            return Some(format!("{file} belongs to a generation newer than v5"));
        }
    }
    if matches!(witnesses.manifest, Part::Unsupported) {
        return Some("manifest.json names a schema that this version does not know".into());
    }
    if matches!(witnesses.state, Part::Unsupported) {
        return Some("state.json names a schema that this version does not know".into());
    }
    let declared = witnesses.readme.and_then(ReadmeFile::version);
    let created = witnesses
        .manifest
        .read()
        .and_then(|manifest| version(&manifest.spec_version));
    let newest = declared
        .into_iter()
        .chain(created)
        .max()
        .filter(|version| *version > NEWEST)?;
    let (major, minor, patch) = newest;
    Some(format!(
        "it declares spec {major}.{minor}.{patch}, and 5.0.0 is the newest supported"
    ))
}

/// A version of three numbers; `None` for any other text.
pub(crate) fn version(text: &str) -> Option<(u64, u64, u64)> {
    let mut parts = text.split('.').map(|part| part.parse::<u64>().ok());
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}
