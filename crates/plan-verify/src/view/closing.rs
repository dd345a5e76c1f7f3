//! How a plan closes: the shape that decides which closing work is due in the legacy era.

use std::collections::BTreeMap;

use super::{Part, PlanView};
use crate::files::{PlanFiles, task_file_number, task_file_slug};
use crate::view::ReadmeFile;

/// The closing tasks of before 2.3.0, in order.
const THREE: [&str; 3] = [
    "security_review",
    "skills_agents_discovery",
    "executive_report",
];

/// How a plan closes.
///
/// Closed: plans close in these ways (E).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// A single Final Review, last.
    Single,
    /// Security review, skills and agents discovery, executive report, last.
    Three,
    /// Both.
    Mixed,
    /// Neither.
    Missing,
}

impl Closing {
    /// Tells the shape from the slugs of the tasks.
    pub(super) fn of(files: &PlanFiles, readme: Option<&ReadmeFile>) -> Self {
        let slugs = slugs(files, readme);
        let slugs: Vec<&str> = slugs.values().map(String::as_str).collect();
        let reviews = slugs.iter().filter(|slug| is_final_review(slug)).count();
        let old = THREE[..2]
            .iter()
            .filter(|slug| slugs.contains(slug))
            .count();
        let single = reviews == 1 && slugs.last().is_some_and(|slug| is_final_review(slug));
        let three = slugs.len() >= 4 && slugs.ends_with(&THREE);
        match (single, three) {
            (true, _) if old > 0 => Self::Mixed,
            (true, _) => Self::Single,
            (_, true) if reviews > 0 => Self::Mixed,
            (_, true) => Self::Three,
            _ if reviews > 0 && old > 0 => Self::Mixed,
            _ => Self::Missing,
        }
    }
}

fn is_final_review(slug: &str) -> bool {
    slug == "final_review"
}

/// The slug of each task by number: of its file, of the file that the README links to, or of its
/// title.
fn slugs(files: &PlanFiles, readme: Option<&ReadmeFile>) -> BTreeMap<u64, String> {
    let mut slugs = BTreeMap::new();
    for entry in readme.map_or(&[][..], |readme| &readme.readme.tasks) {
        let linked = entry
            .link
            .as_ref()
            .and_then(|link| task_file_slug(&link.value));
        let slug = linked.map_or_else(|| slug_of(&entry.title.value), str::to_owned);
        slugs.entry(entry.number).or_insert(slug);
    }
    for name in files.task_files() {
        if let (Some(number), Some(slug)) = (task_file_number(name), task_file_slug(name)) {
            slugs.insert(number, slug.to_owned());
        }
    }
    slugs
}

/// A title as a slug: `Skills & Agents Discovery` is `skills_agents_discovery`.
fn slug_of(title: &str) -> String {
    let words = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

impl PlanView<'_> {
    /// Whether the security review of the old closing tasks is ticked or completed.
    pub(crate) fn legacy_security_done(&self) -> bool {
        let listed = self.index().iter().filter(|entry| {
            let linked = entry
                .link
                .as_ref()
                .and_then(|link| task_file_slug(&link.value));
            linked.map_or_else(
                || slug_of(&entry.title.value) == THREE[0],
                |slug| slug == THREE[0],
            )
        });
        let mut numbers = listed.map(|entry| entry.number);
        numbers.any(|number| self.is_done(number))
    }

    /// The version that the plan declares, README before manifest, with where it does so.
    pub(crate) fn declared_version(&self) -> Option<(plan_diagnostics::Location, (u64, u64, u64))> {
        use plan_diagnostics::Location;
        if let Some((readme, version)) = self.readme.as_ref().and_then(|r| Some((r, r.version()?)))
        {
            let location = match &readme.readme.standard {
                Some(plan_markdown::view::readme::Standard::Declared { version, .. }) => {
                    Location::span("README.md", version.span)
                }
                _ => Location::file("README.md"),
            };
            return Some((location, version));
        }
        let Part::Read(manifest) = &self.manifest else {
            return None;
        };
        let location = Location::file("manifest.json").with_pointer("/spec_version");
        Some((location, super::version(&manifest.spec_version)?))
    }
}
