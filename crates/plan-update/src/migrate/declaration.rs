//! The declaration of a migration: the README's line of the standard, and the entry in PROGRESS.md.

use plan_markdown::Document;
use plan_markdown::view::edit;
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};
use plan_markdown::view::readme::{Readme, Version};
use plan_state::Generation;

use super::{Migration, Plan, contract};
use crate::refusal::RefusalCode as Code;
use crate::{Environment, Error, Refusal};

/// The version of the specification that a generation belongs to.
const fn spec_version(generation: Generation) -> Version {
    let (major, minor) = match generation {
        Generation::V1 => (2, 3),
        Generation::V2 => (2, 4),
        Generation::V5 => (5, 0),
    };
    Version {
        major,
        minor,
        patch: 0,
    }
}

impl Plan {
    /// The version that the plan is to follow: that of the generation, unless it is newer already.
    pub(super) fn target(&self, migration: &Migration) -> Result<Version, Refusal> {
        let wanted = spec_version(migration.to);
        let Some(now) = Version::parse(&self.manifest.spec_version) else {
            return Ok(wanted);
        };
        if now <= spec_version(Generation::V5) {
            return Ok(now.max(wanted));
        }
        Err(Refusal::new(
            Code::SchemaUnknown,
            format!("the plan follows version {now}, which is newer than this tool supports"),
            "use a version of this tool that supports it",
        ))
    }

    /// The version that the README says a migration to this generation began from.
    pub(super) fn declared(&self, migration: &Migration) -> Option<Version> {
        let document = self.readme.document();
        let standard = Readme::read(&document).standard?;
        let arrived = standard.version()? >= spec_version(migration.to);
        let from = standard.migrated()?.from.value;
        arrived.then_some(from)
    }

    /// Declares the migration in the README's line and in PROGRESS.md, where that is not done yet.
    pub(super) fn declare(
        &mut self,
        migration: &Migration,
        environment: &Environment,
    ) -> Result<Result<(), Refusal>, Error> {
        let stopped = self.manifest.generation != self.state.generation;
        let entry_stands = stands(&self.progress.document(), migration);
        // After the manifest is written nothing says any more what it was: the README does.
        let from = if stopped || (entry_stands && self.declared(migration).is_some()) {
            self.declared(migration)
        } else {
            Version::parse(&self.manifest.spec_version)
        };
        let target = match self.target(migration) {
            Ok(target) => target,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let Some(from) = from else {
            return Ok(Err(contract("the manifest's spec_version is no version")));
        };
        if self.declared(migration) != Some(from) {
            let date = environment.now.as_str().get(..10).unwrap_or_default();
            let reason = &migration.reason;
            let value = format!("DWP spec {target} (migrated from {from} on {date} — {reason})");
            self.write_standard(&value)?;
        }
        if self.declared(migration) != Some(from) {
            return Ok(Err(Refusal::new(
                Code::ReadmeUnreadable,
                "the README's line of the standard would not be read back as it is written",
                "write a line `**Standard:** DWP spec X.Y.Z` under its title first",
            )));
        }
        if !entry_stands {
            self.append_entry(migration, from, target, environment)?;
        }
        Ok(Ok(()))
    }

    /// Sets the line of the standard; where there is none, adds it in bold as the method writes it.
    fn write_standard(&mut self, value: &str) -> Result<(), Error> {
        let document = self.readme.document();
        let readme = Readme::read(&document);
        let mut edits = edit::property(&document, &readme, "Standard", value);
        if readme.standard.is_none() {
            for edit in &mut edits {
                edit.replacement = edit.replacement.replacen("Standard:", "**Standard:**", 1);
            }
        }
        self.readme.edit(&document, &edits)
    }

    fn append_entry(
        &mut self,
        migration: &Migration,
        from: Version,
        target: Version,
        environment: &Environment,
    ) -> Result<(), Error> {
        let (old, new) = (self.state.generation, migration.to);
        let bullets = [
            format!("Options: stay at {old}; migrate to {new}."),
            format!("Choice: {new}; the plan follows {target} instead of {from}."),
            format!("Reason: {}", migration.reason),
            "Revert: restore manifest.json, state.json and the README's line of before, together."
                .to_owned(),
        ];
        let title = title(new);
        self.progress.append_entry(&NewEntry {
            timestamp: environment.now.as_str(),
            kind: EntryKind::Decision,
            title: &title,
            bullets: &bullets,
        })
    }
}

fn title(to: Generation) -> String {
    format!("migration to {to}")
}

/// Whether PROGRESS.md has the entry already.
fn stands(progress: &Document, migration: &Migration) -> bool {
    let title = title(migration.to);
    let entries = Progress::read(progress).entries;
    let mut entries = entries.iter();
    entries.any(|entry| entry.kind == EntryKind::Decision && entry.title.value == title)
}
