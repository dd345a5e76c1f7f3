//! Human actions: the table of `HUMAN_ACTIONS.md`, and files under `human/` (Q10).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};

use super::listing;
use super::page::Page;
use crate::model::{HumanAction, HumanState, Spanned, Text};
use crate::{Date, QueueFiles, rules};

const ROW_FORM: &str = "a row is `| task | pendiente | origin | action and what lifts the hold |`";
const FILE_FORM: &str = "open the file with `---`, the lines `task:`, `status:` and `origin:`, and `---`; the action follows";

/// Reads the human actions: the rows, then the files.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<HumanAction> {
    let mut actions = Vec::new();
    if let Some(page) = Page::open(files, "HUMAN_ACTIONS.md", out) {
        actions.extend(rows(&page, out));
    }
    for file in listing::entries(files, "human", &["done"], out) {
        if let Some(page) = Page::open(files, file, out) {
            actions.extend(file_action(&page, out));
        }
    }
    actions
}

/// Reads the archive as far as it has the form of human actions: the rows, then the files (Q27).
pub(crate) fn archived(files: &QueueFiles) -> Vec<HumanAction> {
    // It is a record, and prose to the check: what does not parse in it was never an action.
    let mut aside = Vec::new();
    let mut actions = Vec::new();
    if let Some(page) = Page::open(files, "done/human-actions.md", &mut aside) {
        actions.extend(rows(&page, &mut aside));
    }
    for file in files.directly_in("human/done") {
        let is_entry = file.ends_with(".md") && !file.ends_with("/README.md");
        if let Some(page) = Page::open(files, file, &mut aside).filter(|_| is_entry) {
            actions.extend(file_action(&page, &mut aside));
        }
    }
    actions
}

fn rows(page: &Page, out: &mut Vec<Finding>) -> Vec<HumanAction> {
    let mut actions = Vec::new();
    for row in page.rows(page.whole()) {
        let [task, state, origin, action] = row.cells[..] else {
            let message = format!(
                "this row has {} cell(s), and 4 are expected",
                row.cells.len()
            );
            let help = format!("{ROW_FORM}; a bar within a cell is written `\\|`");
            out.push(
                page.finding(&rules::ROW_UNREAD, row.span, message)
                    .with_help(help),
            );
            continue;
        };
        let task = cell(page, task);
        let action = cell(page, action);
        for (what, text) in [("task", &task), ("action", &action)] {
            if text.is_blank() {
                let message = format!("this row names no {what}");
                out.push(
                    page.finding(&rules::HUMAN_INCOMPLETE, row.span, message)
                        .with_help(ROW_FORM),
                );
            }
        }
        let (state, date) = self::state(page, cell(page, state), row.span, out);
        actions.push(HumanAction {
            file: Arc::clone(&page.file),
            span: row.span,
            task,
            state,
            date,
            origin: cell(page, origin),
            action,
            is_row: true,
        });
    }
    actions
}

/// A cell as it is meant: `\|` is a bar.
pub(crate) fn cell(page: &Page, span: Span) -> Text {
    let text = page.text(span);
    Text::new(text.value.replace("\\|", "|"), text.span)
}

/// Reads a state: one of the two words, and perhaps a date (Q10).
fn state(
    page: &Page,
    text: Text,
    place: Span,
    out: &mut Vec<Finding>,
) -> (Spanned<HumanState>, Option<Date>) {
    let mut words = text.value.split_whitespace();
    let word = words.next().unwrap_or_default();
    let state = if word.eq_ignore_ascii_case("pendiente") {
        Some(HumanState::Pending)
    } else if word.eq_ignore_ascii_case("resuelta") {
        Some(HumanState::Resolved)
    } else {
        None
    };
    let behind: Vec<&str> = words.collect();
    let date = match behind[..] {
        [] => Some(None),
        [date] => Date::parse(date).map(Some),
        _ => None,
    };
    if let (Some(state), Some(date)) = (state, date) {
        return (Spanned::new(state, text.span), date);
    }
    let message = format!(
        "`{}` is no state; until it is one, the task is held",
        text.value
    );
    let help = "write `pendiente` or `resuelta`; a date AAAA-MM-DD may follow";
    let span = if text.span.is_empty() {
        place
    } else {
        text.span
    };
    out.push(
        page.finding(&rules::HUMAN_STATE, span, message)
            .with_help(help),
    );
    (Spanned::new(HumanState::Other(text.value), text.span), None)
}

fn file_action(page: &Page, out: &mut Vec<Finding>) -> Option<HumanAction> {
    if page.doc.frontmatter().is_none() {
        let location = Location::file(&*page.file);
        let message = "the file does not open with a frontmatter, and holds nothing up";
        out.push(Finding::new(&rules::FRONTMATTER_MISSING, location, message).with_help(FILE_FORM));
        return None;
    }
    let field = |key: &str| page.filled(key);
    let missing = Text::new(String::new(), Span::new(0, 0));
    let body = page.body();
    let action = Text::new(page.doc.content(body).into_owned(), body);
    let task = field("task");
    for (what, found) in [
        ("task", task.is_some()),
        ("origin", field("origin").is_some()),
        ("action", !page.is_empty(body)),
    ] {
        if !found {
            let message = format!("the file names no {what}");
            let location = Location::file(&*page.file);
            out.push(
                Finding::new(&rules::HUMAN_INCOMPLETE, location, message).with_help(FILE_FORM),
            );
        }
    }
    let front = page
        .doc
        .frontmatter()
        .map_or(Span::new(0, 0), |front| front.span);
    let status = page.field("status").unwrap_or_else(|| missing.clone());
    let repeated = page.repeats("status");
    let (mut state, date) = self::state(page, status, front, out);
    if repeated {
        // Two values, and nothing says which is meant: it holds.
        state.value = HumanState::Other(page.masked(state.span).to_owned());
    }
    Some(HumanAction {
        file: Arc::clone(&page.file),
        span: page.whole(),
        task: task.unwrap_or_else(|| missing.clone()),
        state,
        date,
        origin: field("origin").unwrap_or(missing),
        action,
        is_row: false,
    })
}
