//! `ops inbox`: the inbox by section; or one more entry (Q33, Q35).

use plan_queue::model::InboxSection;
use plan_queue::views::Inbox;
use plan_queue::write::reshape::{NewEntry, add_inbox};

use super::answer::Answer;
use super::writing::Writing;
use super::{Common, Planning};
use crate::Output;

const ADDED: &str = "urn:planwright:schema:queue-inbox-add:v1";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Add an entry: what it says
    #[arg(long, value_name = "TEXT", requires_all = ["section", "name"])]
    add: Option<String>,
    /// Its section: deuda, ideas, propuestas or lecciones
    #[arg(long, requires = "add")]
    section: Option<String>,
    /// Its name, by which it is cited
    #[arg(long, value_name = "SLUG", requires = "add")]
    name: Option<String>,
    #[command(flatten)]
    writing: Writing,
}

pub(super) fn run(arguments: &Arguments) -> Result<Output, Output> {
    let planning = Planning::open(&arguments.common.dir)?;
    let format = arguments.common.format;
    let Some(text) = &arguments.add else {
        let view = Inbox::of(planning.name(), &planning.queue);
        return Ok(super::show(&view, format));
    };
    let new = NewEntry {
        section: section(arguments.section.as_deref().unwrap_or_default())?,
        name: arguments.name.as_deref().unwrap_or_default(),
        text,
    };
    let answer = Answer {
        schema: ADDED,
        format,
    };
    let writing = &arguments.writing;
    writing.run(&planning, "ops inbox", answer, |files, queue| {
        add_inbox(files, queue, &new)
    })
}

fn section(word: &str) -> Result<InboxSection, Output> {
    let help = "one of deuda, ideas, propuestas, lecciones";
    InboxSection::parse(word)
        .ok_or_else(|| super::unusable(&format!("`{word}` is no section of the inbox"), help))
}
