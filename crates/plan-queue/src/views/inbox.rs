//! The inbox by section: what nobody has promoted, and nothing executes (Q35).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Queue;
use crate::model::InboxSection;

/// The inbox of a queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Inbox of a planning queue")]
#[non_exhaustive]
pub struct Inbox {
    /// `urn:planwright:schema:queue-inbox:v1`.
    pub schema: &'static str,
    /// The name of the planning directory.
    pub queue: String,
    /// The items by section, in the order of the sections: Deuda, Ideas, Propuestas, Lecciones.
    pub items: Vec<InboxView>,
}

/// An item of the inbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct InboxView {
    /// Its section: `deuda`, `ideas`, `propuestas` or `lecciones`.
    pub section: &'static str,
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: String,
    /// The file that it stands in, relative to the planning directory.
    pub file: String,
}

impl Inbox {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-inbox:v1";

    /// The inbox of a queue.
    #[must_use]
    pub fn of(name: &str, queue: &Queue) -> Self {
        let in_section = |section| {
            queue
                .inbox
                .iter()
                .filter(move |item| item.section == section)
        };
        let items = InboxSection::ALL.into_iter().flat_map(in_section);
        let view = |item: &crate::model::InboxEntry| InboxView {
            section: item.section.directory(),
            name: item.name.value.clone(),
            text: item.text.value.clone(),
            file: item.file.to_string(),
        };
        Self {
            schema: Self::SCHEMA,
            queue: name.to_owned(),
            items: items.map(view).collect(),
        }
    }
}

impl fmt::Display for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for section in InboxSection::ALL {
            let of = |item: &&InboxView| item.section == section.directory();
            writeln!(
                f,
                "{} ({})",
                section.as_str(),
                self.items.iter().filter(of).count()
            )?;
            for InboxView {
                name, text, file, ..
            } in self.items.iter().filter(of)
            {
                writeln!(f, "  {name} ({file}): {text}")?;
            }
        }
        Ok(())
    }
}
