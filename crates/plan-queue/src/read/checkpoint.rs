//! Checkpoints: `checkpoints/<milestone>.md`, and `AWAITING_REVIEW.md` (Q14).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location};

use super::listing;
use super::page::Page;
use crate::model::{Checkpoint, Holds, Text};
use crate::{Date, QueueFiles, Slug, rules};

const FORM: &str = "open the file with `---`, the lines `status: pendiente`, `hito: <its own name>` and perhaps `line:`, \
                    and `---`";

/// Reads the checkpoints: `AWAITING_REVIEW.md`, then the files by name.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Checkpoint> {
    let mut found = Vec::new();
    if let Some(page) = Page::open(files, "AWAITING_REVIEW.md", out) {
        found.push(of_all(&page));
    }
    for file in listing::entries(files, "checkpoints", &[], out) {
        if let Some(page) = Page::open(files, file, out) {
            found.push(of_milestone(&page, out));
        }
    }
    found
}

/// `AWAITING_REVIEW.md`: it holds all, unless it says `status: resuelta`, in the frontmatter or on a
/// line of its own.
fn of_all(page: &Page) -> Checkpoint {
    let on_a_line = || {
        let label = page.doc.label_within(page.body(), "status")?;
        Some(Text::slice(&page.doc, label.value))
    };
    let status = page.field("status").or_else(on_a_line);
    let resolved = status.as_ref().and_then(|text| is_resolved(&text.value));
    Checkpoint {
        file: Arc::clone(&page.file),
        milestone: None,
        hito: page.filled("hito"),
        resolved: resolved == Some(true) && !page.repeats("status"),
        status,
        holds: Holds::All,
        action: Text::new(page.doc.content(page.body()).into_owned(), page.body()),
    }
}

/// Whether a status is `resuelta` (or `pendiente`), a date aside; `None` for anything else.
fn is_resolved(status: &str) -> Option<bool> {
    let mut words = status.split_whitespace();
    let word = words.next()?;
    let dated = words.next().is_none_or(|day| Date::parse(day).is_some());
    if !dated || words.next().is_some() {
        None
    } else if word.eq_ignore_ascii_case("resuelta") {
        Some(true)
    } else if word.eq_ignore_ascii_case("pendiente") {
        Some(false)
    } else {
        None
    }
}

fn of_milestone(page: &Page, out: &mut Vec<Finding>) -> Checkpoint {
    let name = listing::stem(&page.file).to_owned();
    if page.doc.frontmatter().is_none() {
        let location = Location::file(&*page.file);
        let message = "the file does not open with a frontmatter; it holds every line";
        out.push(Finding::new(&rules::FRONTMATTER_MISSING, location, message).with_help(FORM));
    }
    let status = page.field("status");
    let resolved = status.as_ref().and_then(|text| is_resolved(&text.value));
    let hito = page.filled("hito");
    if page.doc.frontmatter().is_some() {
        judge(page, &name, hito.as_ref(), status.as_ref(), resolved, out);
    }
    Checkpoint {
        file: Arc::clone(&page.file),
        milestone: Some(name),
        hito,
        resolved: resolved == Some(true) && !page.repeats("status"),
        status,
        holds: holds(page, out),
        action: Text::new(page.doc.content(page.body()).into_owned(), page.body()),
    }
}

fn judge(
    page: &Page,
    name: &str,
    hito: Option<&Text>,
    status: Option<&Text>,
    resolved: Option<bool>,
    out: &mut Vec<Finding>,
) {
    let front = page
        .doc
        .frontmatter()
        .map(|front| front.span)
        .unwrap_or_default();
    if resolved.is_none() {
        let written = status.map_or("", |text| &text.value);
        let span = status.map_or(front, |text| text.span);
        let message =
            format!("`{written}` is no status of a checkpoint; until it is one, it holds");
        let help = "write `pendiente` or `resuelta`; a date AAAA-MM-DD may follow";
        out.push(
            page.finding(&rules::CHECKPOINT_STATUS, span, message)
                .with_help(help),
        );
    }
    if hito.is_none_or(|hito| hito.value != name) {
        let written = hito.map_or("", |text| &text.value);
        let span = hito.map_or(front, |text| text.span);
        let message = format!("`hito` is `{written}`, and the file is named `{name}.md`");
        out.push(
            page.finding(&rules::CHECKPOINT_MILESTONE, span, message)
                .with_help(FORM),
        );
    }
}

/// Whom the checkpoint holds (Q14). A name that is none holds every line: nothing says whose it is.
fn holds(page: &Page, out: &mut Vec<Finding>) -> Holds {
    let Some(line) = page.field("line") else {
        return Holds::All;
    };
    if line.is_blank() {
        return Holds::MainTree;
    }
    if Slug::is_valid(&line.value) {
        return Holds::Line(line.value);
    }
    let message = format!(
        "`{}` is no name of a line, so that the checkpoint holds every line",
        line.value
    );
    let help = "a line is named in lower-case letters and digits, joined by single hyphens";
    out.push(
        page.finding(&rules::LINE_NAME, line.span, message)
            .with_help(help),
    );
    Holds::All
}
