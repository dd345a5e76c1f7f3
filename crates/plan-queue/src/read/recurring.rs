//! Recurrences and postponements: `RECURRING.md` (Q11).

use std::collections::BTreeSet;
use std::sync::Arc;

use plan_diagnostics::{Finding, Span};

use super::human::cell;
use super::page::{Page, after_dash, bold, trimmed};
use super::tail;
use super::task::lane;
use crate::model::{Cadence, Postponement, Recurrence, Spanned};
use crate::{Date, QueueFiles, rules};

const ROW_FORM: &str =
    "a row is `| what | mensual | AAAA-MM-DD | description. _Aceptación: …_ (service: path) |`";
const ITEM_FORM: &str = "a postponement is written `- **what** AAAA-MM-DD — reason`";

/// What `RECURRING.md` holds.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) recurrences: Vec<Recurrence>,
    pub(crate) postponements: Vec<Postponement>,
}

/// Reads `RECURRING.md`, where there is one. Outside of its two sections it is prose.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Read {
    let mut read = Read::default();
    let Some(page) = Page::open(files, "RECURRING.md", out) else {
        return read;
    };
    let mut sections = BTreeSet::new();
    for (heading, body) in page.sections() {
        let title = page.doc.heading_title(heading).trim().to_lowercase();
        match title.as_str() {
            "recurrencias" => recurrences(&page, body, &mut read, out),
            "postergaciones" => postponements(&page, body, &mut read, out),
            _ => continue,
        }
        sections.insert(title);
    }
    if !sections.contains("recurrencias")
        && let Some(row) = page.rows(page.whole()).next()
    {
        let message =
            "the file has table rows, and no section `## Recurrencias` that they stand under";
        out.push(
            page.finding(&rules::ROW_UNREAD, row.span, message)
                .with_help(ROW_FORM),
        );
    }
    read
}

fn recurrences(page: &Page, body: Span, read: &mut Read, out: &mut Vec<Finding>) {
    for row in page.rows(body) {
        let [what, cadence, since, task] = row.cells[..] else {
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
        let place = |span: Span| if span.is_empty() { row.span } else { span };
        let word = cell(page, cadence);
        let known = Cadence::parse(&word.value).map(|value| Spanned::new(value, word.span));
        if known.is_none() {
            let message = format!(
                "`{}` is no cadence: mensual, trimestral, semestral or anual",
                word.value
            );
            out.push(
                page.finding(&rules::RECURRENCE_CADENCE, place(word.span), message)
                    .with_help(ROW_FORM),
            );
        }
        let day = cell(page, since);
        let date = Date::parse(&day.value).map(|value| Spanned::new(value, day.span));
        if date.is_none() {
            let message = if day.value.starts_with("{{") {
                format!("`{}` is a placeholder that nobody filled", day.value)
            } else {
                format!("`{}` is no day in the form AAAA-MM-DD", day.value)
            };
            out.push(
                page.finding(&rules::DATE_INVALID, place(day.span), message)
                    .with_help(ROW_FORM),
            );
        }
        // As in the line of a task, the lane stands first; any other word in brackets is text.
        let (lane, _, after) = lane(page, task);
        let start = lane.as_ref().map_or(task.start, |_| after);
        let tail::Read { mut tail, rest } = tail::read(page, Span::new(start, task.end), out);
        let start = after_dash(&rest, Span::new(0, rest.len())).unwrap_or(0);
        tail.description = rest[start..].trim().replace("\\|", "|");
        read.recurrences.push(Recurrence {
            file: Arc::clone(&page.file),
            span: row.span,
            what: cell(page, what),
            cadence: known,
            since: date,
            task: cell(page, task),
            lane,
            tail,
        });
    }
    for item in page.items(body) {
        out.push(unread(
            page,
            item.line,
            "nobody reads a bullet here",
            ROW_FORM,
        ));
    }
}

fn unread(page: &Page, line: Span, message: &str, form: &str) -> Finding {
    let span = trimmed(page.doc.masked(), line);
    page.finding(&rules::ITEM_UNREAD, span, message)
        .with_help(form)
}

fn postponements(page: &Page, body: Span, read: &mut Read, out: &mut Vec<Finding>) {
    for item in page.items(body) {
        let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.start));
        let top = item.parent.is_none() && !item.quoted && item.task.is_none();
        match postponement(page, item.span, whole, out).filter(|_| top) {
            Some(postponement) => read.postponements.push(postponement),
            None => out.push(unread(
                page,
                item.line,
                "this bullet is no postponement",
                ITEM_FORM,
            )),
        }
    }
    for row in page.rows(body) {
        out.push(
            page.finding(
                &rules::ROW_UNREAD,
                row.span,
                "nobody reads a table row here",
            )
            .with_help(ITEM_FORM),
        );
    }
}

fn postponement(
    page: &Page,
    item: Span,
    span: Span,
    out: &mut Vec<Finding>,
) -> Option<Postponement> {
    let text = page.doc.masked();
    let (what, after) = bold(text, span)?;
    let rest = trimmed(text, Span::new(after, span.end));
    let length = rest.of(text).find(char::is_whitespace)?;
    let day = Span::new(rest.start, rest.start + length);
    let reason = page.text(Span::new(
        after_dash(text, Span::new(day.end, span.end))?,
        span.end,
    ));
    if reason.is_blank() {
        return None;
    }
    let date = Date::parse(day.of(text)).map(|value| Spanned::new(value, day));
    if date.is_none() {
        let message = format!("`{}` is no day in the form AAAA-MM-DD", day.of(text));
        out.push(
            page.finding(&rules::DATE_INVALID, day, message)
                .with_help(ITEM_FORM),
        );
    }
    Some(Postponement {
        file: Arc::clone(&page.file),
        span: item,
        what: page.text(what),
        date,
        reason,
    })
}
