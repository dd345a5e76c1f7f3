//! Edits on what the views read: the smallest change of bytes that says it (H7).
//!
//! Each function gives edits for [`Document::apply`]; where nothing has to change, there are none.

use super::readme::{IndexEntry, Readme, Statement};
use super::task::{SectionName, TaskRecord};
use super::words::key;
use crate::edit::{replace, tick};
use crate::{Document, Edit};
use plan_diagnostics::Span;

/// Ticks or unticks the box of an index entry.
#[must_use]
pub fn tick_entry(document: &Document, entry: &IndexEntry, done: bool) -> Vec<Edit> {
    let item = document
        .items()
        .get(entry.item)
        .filter(|_| entry.done != Some(done));
    item.map(|item| tick(document, item, done))
        .into_iter()
        .collect()
}

/// Sets every count of tasks in a README, with the percentage behind it; the text around stays.
/// Where no line counts the tasks, sets `Plan Status`.
#[must_use]
pub fn status_count(document: &Document, readme: &Readme, done: u64, total: u64) -> Vec<Edit> {
    let counts: Vec<_> = readme
        .statuses
        .iter()
        .filter_map(Statement::count)
        .collect();
    if counts.is_empty() {
        return plan_status(document, readme, &format!("{done}/{total} completed"));
    }
    let mut edits = Vec::new();
    for count in counts {
        edits.extend(set(document, count.done_span, &done.to_string()));
        edits.extend(set(document, count.total_span, &total.to_string()));
        let percent = done.saturating_mul(100).checked_div(total).unwrap_or(0);
        edits.extend(
            count
                .percent
                .and_then(|span| set(document, span, &percent.to_string())),
        );
    }
    edits
}

/// Sets the value of `Plan Status`; adds the line where there is none.
#[must_use]
pub fn plan_status(document: &Document, readme: &Readme, value: &str) -> Vec<Edit> {
    property(document, readme, "Plan Status", value)
}

/// Sets the value of `Approval` wherever it stands (line, label or table row); adds the line where
/// there is none (D11).
#[must_use]
pub fn approval(document: &Document, readme: &Readme, value: &str) -> Vec<Edit> {
    property(document, readme, "Approval", value)
}

/// Sets the value of a property of a README: every line, label and table row of that name outside
/// task records. Adds a line behind the other properties where there is none.
#[must_use]
pub fn property(document: &Document, readme: &Readme, name: &str, value: &str) -> Vec<Edit> {
    let wanted = key(name);
    let rows = readme.properties(document);
    let places: Vec<Span> = rows
        .iter()
        .filter(|(key, _)| *key == wanted)
        .map(|(_, property)| property.value.span)
        .collect();
    if places.is_empty() {
        return vec![add_property(document, readme, name, value)];
    }
    places
        .into_iter()
        .filter_map(|span| fill(document, span, value))
        .collect()
}

/// A new line behind the last known property, behind the title, or at the start.
fn add_property(document: &Document, readme: &Readme, name: &str, value: &str) -> Edit {
    let eol = document.line_ending();
    let bold = if name == "Execution" {
        ("**", "**")
    } else {
        ("", "")
    };
    let line = format!("{}{name}:{} {value}", bold.0, bold.1);
    let rows = readme.properties(document);
    let known = [
        "standard",
        "plan format",
        "materialization",
        "approval",
        "execution",
    ];
    let tabled = |span: Span| {
        document
            .tables()
            .iter()
            .any(|table| table.span.contains(span))
    };
    let last = rows
        .iter()
        .rev()
        .find(|(key, property)| known.contains(&key.as_str()) && !tabled(property.span));
    let headings = document.headings().iter();
    let mut titles = headings.filter(|heading| heading.level == 1 && !heading.quoted);
    let place = last.map(|(_, property)| property.span);
    let Some(span) = place.or_else(|| titles.next().map(|title| title.span)) else {
        return at_the_start(document, &line);
    };
    let at = document.line_at(span.start);
    let end = heading_end(document, span).unwrap_or(at.end);
    let after = if followed(document, end) { eol } else { "" };
    let margin = indent(document, at);
    insert(document, end, format!("{eol}{eol}{margin}{line}{after}"))
}

/// A new line before all content: behind the frontmatter, or else behind a byte order mark.
fn at_the_start(document: &Document, line: &str) -> Edit {
    let eol = document.line_ending();
    match document.frontmatter() {
        Some(frontmatter) => insert(document, frontmatter.span.end, format!("{eol}{eol}{line}")),
        None => {
            let mark = if document.text().starts_with('\u{feff}') {
                '\u{feff}'.len_utf8()
            } else {
                0
            };
            insert(document, mark, format!("{line}{eol}{eol}"))
        }
    }
}

/// Whether the line behind a line's end has text: it would go on a paragraph that ends there.
fn followed(document: &Document, end: usize) -> bool {
    let next = document.text()[end..].split_inclusive('\n').nth(1);
    next.is_some_and(|next| !next.trim().is_empty())
}

/// The end of the heading that a range stands in, underline included.
fn heading_end(document: &Document, span: Span) -> Option<usize> {
    let mut headings = document.headings().iter();
    let heading = headings.find(|heading| heading.span.contains(span))?;
    Some(heading.span.end)
}

fn indent(document: &Document, line: Span) -> String {
    let text = document.slice(line);
    text[..text.len() - text.trim_start_matches([' ', '\t']).len()].to_owned()
}

/// Sets fields of the log of a task record, by name; adds those that it lacks at its end, and the
/// log itself where there is none. Values are single lines.
#[must_use]
pub fn log_fields(document: &Document, record: &TaskRecord, values: &[(&str, &str)]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut missing = Vec::new();
    for (name, value) in values {
        let found = record
            .log
            .fields
            .iter()
            .find(|field| same_field(&field.name.value, name));
        match found {
            Some(field) => edits.extend(fill(document, field.value.span, value)),
            None => missing.push((*name, *value)),
        }
    }
    if !missing.is_empty() {
        edits.push(add_fields(document, record, &missing));
    }
    edits
}

/// Whether two field names are the same; `Summary` is `Summary of work`.
fn same_field(a: &str, b: &str) -> bool {
    let short = |name: &str| key(name).trim_end_matches(" of work").to_owned();
    short(a) == short(b)
}

fn add_fields(document: &Document, record: &TaskRecord, values: &[(&str, &str)]) -> Edit {
    let eol = document.line_ending();
    if let Some(last) = record.log.fields.last() {
        let (before, after) = style(document, last.span, last.kind.is_bold());
        let lines: String = values
            .iter()
            .map(|(name, value)| format!("{eol}{before}{name}{after} {value}"))
            .collect();
        return insert(document, line_end(document, last.span.end), lines);
    }
    let lines: String = values
        .iter()
        .map(|(name, value)| format!("{eol}{name}: {value}"))
        .collect();
    if let Some(section) = record.section(SectionName::Log) {
        return insert(document, section.part.opener.end, format!("{eol}{lines}"));
    }
    let level = record_level(document, record);
    let at = document.text()[..record.within.end].trim_end().len();
    let heading = format!(
        "{eol}{eol}{} {}{eol}",
        "#".repeat(level),
        SectionName::Log.as_str()
    );
    let tail = if at == document.text().len() { eol } else { "" };
    insert(document, at, format!("{heading}{lines}{tail}"))
}

/// The end of the line around a place, behind a comment that starts on it.
fn line_end(document: &Document, at: usize) -> usize {
    let end = document.line_at(at.saturating_sub(1)).end.max(at);
    let comments = document.comments();
    let next = comments.partition_point(|comment| comment.span.end <= end);
    match comments
        .get(next)
        .filter(|comment| comment.span.start < end)
    {
        Some(comment) => document.line_at(comment.span.end).end,
        None => end,
    }
}

/// What stands before and behind the name of a field like the last one.
fn style(document: &Document, field: Span, bold: bool) -> (String, &'static str) {
    let line = document.line_at(field.start);
    let text = document.slice(line);
    let body = text.trim_start_matches([' ', '\t']);
    let margin = &text[..text.len() - body.len()];
    let bullet = ["- ", "* ", "+ "]
        .into_iter()
        .find(|bullet| body.starts_with(bullet))
        .unwrap_or("");
    let mark = if bold { "**" } else { "" };
    (
        format!("{margin}{bullet}{mark}"),
        if bold { ":**" } else { ":" },
    )
}

/// The level of the sections of a record: one below its own heading, and at least 2.
fn record_level(document: &Document, record: &TaskRecord) -> usize {
    let mut headings = document.headings().iter();
    let first = headings.find(|heading| record.within.contains(heading.span) && !heading.quoted);
    first
        .map_or(2, |heading| usize::from(heading.level) + 1)
        .clamp(2, 6)
}

/// Writes a value in place of another one, or behind a label that had none: after one space, which
/// may be there already.
fn fill(document: &Document, span: Span, value: &str) -> Option<Edit> {
    let text = document.text();
    let before = text[..span.start].chars().next_back();
    if !span.is_empty() || before.is_none_or(char::is_whitespace) {
        return set(document, span, value);
    }
    let rest = &text[span.end..document.line_at(span.start).end.max(span.end)];
    match rest.strip_prefix(' ') {
        Some(behind) => {
            let gap = if behind.trim().is_empty() { "" } else { " " };
            Some(insert(document, span.end + 1, format!("{value}{gap}")))
        }
        None => Some(insert(document, span.end, format!(" {value}"))),
    }
}

fn set(document: &Document, span: Span, value: &str) -> Option<Edit> {
    (document.slice(span) != value).then(|| replace(document, span, value))
}

fn insert(document: &Document, at: usize, text: String) -> Edit {
    replace(document, Span::new(at, at), text)
}
