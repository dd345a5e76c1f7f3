//! `inbox --add`: an entry of the inbox, in a file of its own (Q33, Q35).

use std::fmt;

use super::judge::{create, judged};
use super::names::{free, slug_of};
use crate::model::{InboxEntry, InboxSection};
use crate::read::page::one_line;
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Queue, QueueFiles, Slug};

/// An entry of the inbox to be.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEntry<'a> {
    /// Its section.
    pub section: InboxSection,
    /// Its name: a slug.
    pub name: &'a str,
    /// What it says; may have several lines.
    pub text: &'a str,
}

/// An entry of the inbox that was written.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct AddedEntry {
    /// Its section: `deuda`, `ideas`, `propuestas` or `lecciones`.
    pub section: &'static str,
    /// Its name, numbered where the one asked for was taken.
    pub name: String,
    /// Its file, relative to the planning directory.
    pub file: String,
}

impl fmt::Display for AddedEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.name, self.file)
    }
}

/// Writes an entry into `inbox/<section>/<name>.md`, under a numbered name where that is taken (Q33). One that
/// is there in the same words is not written again.
///
/// # Errors
///
/// A refusal where the name is no slug, or the text says nothing or cannot be written as an item.
pub fn add_inbox(files: &QueueFiles, queue: &Queue, new: &NewEntry<'_>) -> Planned<AddedEntry> {
    let name = new.name.trim();
    if !Slug::is_valid(name) {
        let help = match slug_of(name) {
            Some(slug) => format!("it could be `{slug}`"),
            None => "a name is lower-case letters and digits, in parts joined by single hyphens"
                .to_owned(),
        };
        return Err(Refusal::new(
            "slug-malformed",
            format!("`{name}` is no name for an entry"),
        )
        .with_help(help));
    }
    let lines: Vec<&str> = new
        .text
        .trim()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let says = one_line(&lines.join("\n"));
    if says.is_empty() {
        return Err(unfit("the entry says nothing"));
    }
    let section = new.section.directory();
    let is_it = |known: &&InboxEntry| known.section == new.section && known.text.value == says;
    let of_name = |known: &&InboxEntry| base(&known.name.value) == name || known.name.value == name;
    if let Some(known) = queue.inbox.iter().filter(of_name).find(is_it) {
        let (name, file) = (known.name.value.clone(), known.file.to_string());
        return Ok(Step::Already(AddedEntry {
            section,
            name,
            file,
        }));
    }
    let folder = format!("inbox/{section}");
    let name = free(files, &[&folder], name);
    let file = format!("{folder}/{name}.md");
    let mut draft = Draft::new(files);
    create(
        &mut draft,
        files,
        &file,
        format!("- **{name}** — {}\n", lines.join("\n  ")),
    )?;
    let after = judged(&draft, files, queue)?;
    if !after
        .inbox
        .iter()
        .filter(|known| *known.file == *file)
        .any(|known| is_it(&known))
    {
        return Err(unfit(
            "the file would not say it: comments are not read, and a fence must stand apart",
        ));
    }
    let summary = format!("Add {name} to the inbox");
    let outcome = AddedEntry {
        section,
        name,
        file,
    };
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

/// A name without the number that made it free.
fn base(name: &str) -> &str {
    let cut = name
        .rsplit_once('-')
        .filter(|(_, number)| number.parse::<u64>().is_ok());
    cut.map_or(name, |(base, _)| base)
}

fn unfit(message: &str) -> Refusal {
    Refusal::new("entry-unfit", message)
        .with_help("an entry is a name and a text: `- **name** — text`")
}
