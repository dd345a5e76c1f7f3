//! The inbox: `INBOX.md`, and files under `inbox/<section>/` (Q35).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::ListItem;

use super::listing;
use super::page::{Page, after_dash, bold, trimmed};
use crate::model::{InboxEntry, InboxSection};
use crate::{QueueFiles, rules};

const FORM: &str = "an item of the inbox is written `- **name** — text`";

/// Reads the inbox: `INBOX.md`, then the files.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<InboxEntry> {
    let mut entries = Vec::new();
    if let Some(page) = Page::open(files, "INBOX.md", out) {
        in_inbox(&page, &mut entries, out);
    }
    for file in files.directly_in("inbox") {
        let name = &file["inbox/".len()..];
        if name == "README.md" {
            Page::prose(files, file, out);
        } else if !name.starts_with('.') {
            out.push(listing::unread(
                file,
                "an entry is a file `inbox/<section>/<name>.md`".to_owned(),
            ));
        }
    }
    for directory in files.directories_in("inbox") {
        let name = &directory["inbox/".len()..];
        let section = InboxSection::ALL
            .into_iter()
            .find(|section| section.directory() == name);
        match section {
            Some(section) => in_folder(files, directory, section, &mut entries, out),
            None if name.starts_with('.') => {}
            None => {
                let help =
                    "the sections are `deuda`, `ideas`, `propuestas` and `lecciones`".to_owned();
                out.push(listing::unread(directory, help));
            }
        }
    }
    entries
}

fn in_inbox(page: &Page, entries: &mut Vec<InboxEntry>, out: &mut Vec<Finding>) {
    for (heading, body) in page.sections() {
        let title = page.doc.heading_title(heading);
        if let Some(section) = InboxSection::parse(title) {
            items(page, body, section, entries, out);
        } else if page.items(body).next().is_some() {
            let message = format!(
                "`{title}` is no section of the inbox, and nobody reads the items below it"
            );
            let help = "the sections are Deuda, Ideas, Propuestas and Lecciones";
            out.push(
                page.finding(&rules::HEADING_UNREAD, heading.span, message)
                    .with_help(help),
            );
        }
    }
}

fn items(
    page: &Page,
    body: Span,
    section: InboxSection,
    entries: &mut Vec<InboxEntry>,
    out: &mut Vec<Finding>,
) {
    for item in page.items(body) {
        if let Some(entry) = entry(page, item, section) {
            entries.push(entry);
        } else if item.parent.is_none() {
            // What is nested under an item is part of what it says.
            let span = trimmed(page.doc.masked(), item.line);
            let message = "this bullet has no name in bold, and is not counted";
            out.push(
                page.finding(&rules::ITEM_UNREAD, span, message)
                    .with_help(FORM),
            );
        }
    }
    for row in page.rows(body) {
        out.push(
            page.finding(
                &rules::ROW_UNREAD,
                row.span,
                "nobody reads a table row here",
            )
            .with_help(FORM),
        );
    }
}

fn entry(page: &Page, item: &ListItem, section: InboxSection) -> Option<InboxEntry> {
    let text = page.doc.masked();
    if item.parent.is_some() || item.quoted {
        return None;
    }
    let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.start));
    let (name, after) = bold(text, whole)?;
    let start = after_dash(text, Span::new(after, whole.end))?;
    let says = Span::new(start, item.span.end.max(start));
    Some(InboxEntry {
        file: Arc::clone(&page.file),
        span: item.span,
        section,
        name: page.text(name),
        text: page.text(says),
    })
}

fn in_folder(
    files: &QueueFiles,
    folder: &str,
    section: InboxSection,
    entries: &mut Vec<InboxEntry>,
    out: &mut Vec<Finding>,
) {
    for file in listing::entries(files, folder, &[], out) {
        let Some(page) = Page::open(files, file, out) else {
            continue;
        };
        let before = entries.len();
        items(&page, page.body(), section, entries, out);
        let location = Location::file(file);
        match &entries[before..] {
            [] => {
                let message = "there is no item in this file";
                out.push(Finding::new(&rules::INBOX_FILE, location, message).with_help(FORM));
            }
            [only] if only.name.value != listing::stem(file) => {
                let message = format!(
                    "the item `{}` stands in a file of another name",
                    only.name.value
                );
                let span = only.name.span;
                out.push(page.finding(&rules::INBOX_FILE_NAME, span, message));
            }
            [_] => {}
            [_, more, ..] => {
                let message = "a file of the inbox holds one item; this is another";
                out.push(
                    page.finding(&rules::INBOX_FILE, more.span, message)
                        .with_help(FORM),
                );
            }
        }
    }
}
