//! Closings: `done/<slug>.md`, one entry with its fields (Q9).

use std::sync::Arc;

use plan_diagnostics::{Finding, Location, Span};
use plan_markdown::{ListItem, MarkKind};
use rayon::prelude::*;

use super::page::{Page, bold, one_line, trimmed};
use super::tags::{Key, tags};
use super::{commits, listing, traces};
use crate::model::{Done, DoneField, DoneLane, FIELDS};
use crate::{Date, Lane, QueueFiles, rules};

const FORM: &str = "a closing is written `- [x] **slug** (epic: NNN) — title`, and below it, indented, \
                    the fields `acept:`, `fecha:`, `done:`, `qa:`, `tests:`, `commit:` and `lane:`";

/// How many files are read one after the other.
const CHUNK: usize = 100;

/// Reads the closings, by file.
pub(crate) fn read(files: &QueueFiles, out: &mut Vec<Finding>) -> Vec<Done> {
    let entries = listing::entries(files, "done", &["human-actions.md"], out);
    // Thousands of small files: they are read by the hundred, and put together in order.
    let read: Vec<(Vec<Done>, Vec<Finding>)> = entries
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut found, mut out) = (Vec::with_capacity(chunk.len()), Vec::new());
            for file in chunk {
                if let Some(page) = Page::open(files, file, &mut out)
                    && !is_archived_epic(&page)
                {
                    in_page(&page, &mut found, &mut out);
                }
            }
            (found, out)
        })
        .collect();
    let mut done = Vec::with_capacity(entries.len());
    for (found, findings) in read {
        done.extend(found);
        out.extend(findings);
    }
    done
}

/// Whether a file is a closed epic that was moved here: no closing, and not judged as one.
fn is_archived_epic(page: &Page) -> bool {
    listing::stem(&page.file).starts_with("epic-")
        && page.filled("epic").is_some()
        && page
            .field("status")
            .is_some_and(|status| status.value == "closed")
}

fn in_page(page: &Page, found: &mut Vec<Done>, out: &mut Vec<Finding>) {
    page.item_findings(page.whole(), out);
    let before = found.len();
    for item in page.items(page.whole()) {
        if let Some(done) = entry(page, item, out) {
            found.push(done);
        }
    }
    for again in found.iter().skip(before + 1) {
        let message = "a file under `done/` holds one closing; this is another";
        out.push(
            page.finding(&rules::DONE_ENTRY, again.slug.span, message)
                .with_help(FORM),
        );
    }
    if found.len() == before {
        let location = Location::file(&*page.file);
        let message = "there is no closing in this file";
        out.push(Finding::new(&rules::DONE_ENTRY, location, message).with_help(FORM));
    }
    for row in page.rows(page.whole()) {
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

/// Reads one item as a closing.
fn entry(page: &Page, item: &ListItem, out: &mut Vec<Finding>) -> Option<Done> {
    let text = page.doc.masked();
    let whole = Span::new(item.text.start, item.text.end);
    let mark = item.task.and_then(|index| page.doc.items().get(index));
    let is_top = item.parent.is_none() && !item.quoted;
    let named = mark
        .filter(|_| is_top)
        .and_then(|mark| bold(text, whole).map(|named| (mark, named)));
    let Some((mark, (slug, after))) = named else {
        let span = trimmed(text, item.line);
        let message = "this bullet is neither a closing nor a field of one";
        out.push(
            page.finding(&rules::ITEM_UNREAD, span, message)
                .with_help(FORM),
        );
        return None;
    };
    if mark.mark.kind != MarkKind::Done {
        let message = "a closing has its box ticked: `[x]`";
        out.push(
            page.finding(&rules::DONE_ENTRY, mark.mark.outer, message)
                .with_help(FORM),
        );
    }
    let rest = Span::new(after, whole.end);
    let tags = tags(text, rest, |_| false);
    let epic = tags.iter().find(|tag| tag.key == Key::Epic && tag.closed);
    let title = Span::new(epic.map_or(after, |tag| tag.span.end), whole.end);
    let mut done = Done {
        file: Arc::clone(&page.file),
        span: item.span,
        slug: page.text(slug),
        epic: epic
            .map(|tag| page.text(tag.value))
            .filter(|number| !number.is_blank()),
        title: title.of(text).trim_matches(['—', '–', '-', ' ']).to_owned(),
        fields: Vec::with_capacity(FIELDS.len()),
        date: None,
        lane: None,
        tests: Vec::new(),
        commits: Vec::new(),
    };
    fields(page, item, &mut done, out);
    values(page, &mut done, out);
    Some(done)
}

/// Reads the fields: each runs to the next one, or to a blank line.
fn fields(page: &Page, item: &ListItem, done: &mut Done, out: &mut Vec<Finding>) {
    let text = page.doc.masked();
    let mut open: Option<(DoneField, Span)> = None;
    let mut loose: Option<Span> = None;
    let mut last = item.line.end;
    for line in page.doc.content_lines(Span::new(last, item.span.end)) {
        let gap = page.doc.slice(Span::new(last, line.start));
        last = line.end;
        let prefix = gap.rsplit(['\n', '\r']).next().unwrap_or(gap);
        let is_quote = line.of(text).starts_with('>');
        let found = field_name(line.of(text));
        if let Some((field, length)) = found {
            close(page, open.take(), done, out);
            if prefix.is_empty() {
                let message = format!(
                    "`{}:` is a field of the closing, and not indented under it",
                    field.as_str()
                );
                out.push(
                    page.finding(&rules::TEXT_UNREAD, line, message)
                        .with_help(FORM),
                );
            }
            open = Some((field, Span::new(line.start + length, line.end)));
        } else if is_bullet(page, line) {
            close(page, open.take(), done, out); // reported where the bullets are read
        } else if let Some((_, span)) = open.as_mut().filter(|_| !is_quote && !has_blank(gap)) {
            span.end = line.end;
        } else {
            close(page, open.take(), done, out);
            loose.get_or_insert(line).end = line.end;
        }
    }
    close(page, open, done, out);
    if let Some(span) = loose {
        let message = "this text belongs to no field of the closing";
        let help = "a field runs to the next one or to a blank line; put the text into a field, or out of the entry";
        out.push(
            page.finding(&rules::TEXT_UNREAD, span, message)
                .with_help(help),
        );
    }
}

/// Whether a line of content opens with a bullet.
fn is_bullet(page: &Page, line: Span) -> bool {
    let opens = |byte: &u8| matches!(byte, b'-' | b'*' | b'+' | b'0'..=b'9');
    let first = page.doc.masked().as_bytes().get(line.start);
    first.is_some_and(opens) && {
        let start = page.doc.line_at(line.start).start;
        page.items(Span::new(start, line.end)).next().is_some()
    }
}

/// Whether a blank line stands in what lies between two lines of content; comments are none.
fn has_blank(gap: &str) -> bool {
    let mut lines = gap.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        // The last is the indentation of the line of content.
        if lines.peek().is_some() && line.trim().is_empty() {
            return true;
        }
    }
    false
}

/// The field that a line opens, and the length of its name and colon.
fn field_name(line: &str) -> Option<(DoneField, usize)> {
    let colon = line.bytes().take(10).position(|byte| byte == b':')?;
    let name = line.get(..colon)?.trim_end();
    let field = FIELDS
        .into_iter()
        .find(|field| field.as_str().eq_ignore_ascii_case(name))?;
    Some((field, colon + 1))
}

/// Puts a field that has come to its end into the closing.
fn close(page: &Page, field: Option<(DoneField, Span)>, done: &mut Done, out: &mut Vec<Finding>) {
    let Some((field, span)) = field else { return };
    let value = page.passage(span);
    if done.field(field).is_some() {
        let message = format!(
            "`{}:` is written twice; only the first is read",
            field.as_str()
        );
        out.push(page.finding(&rules::DONE_FIELD_REPEATED, span, message));
    } else if !value.value().is_empty() {
        done.fields.push((field, value));
    }
}

/// Reads the values that have a grammar of their own.
fn values(page: &Page, done: &mut Done, out: &mut Vec<Finding>) {
    let mut wrong = |span: Span, message: String, help: &str| {
        out.push(
            page.finding(&rules::DONE_FIELD_MALFORMED, span, message)
                .with_help(help),
        );
    };
    let source = page.doc.masked();
    if let Some(text) = done.field(DoneField::Tests) {
        let read = traces::read(source, text.span(), done.epic.is_some());
        for (span, why) in read.problems {
            wrong(span, why, traces::FORM);
        }
        done.tests = read.traces;
    }
    if let Some(text) = done.field(DoneField::Commit) {
        let read = commits::read(source, text.span());
        for (span, why) in read.problems {
            wrong(span, why, commits::FORM);
        }
        done.commits = read.parts;
    }
    if let Some(text) = done
        .field(DoneField::Decisions)
        .filter(|text| !cites(text.value()))
    {
        wrong(
            text.span(),
            "`decisions:` cites no source".to_owned(),
            "cite `[fuente: …]` or `[supuesto: …]`",
        );
    }
    for field in [DoneField::Review, DoneField::Critique, DoneField::Qa] {
        if let Some(text) = done.field(field).filter(|text| is_bare_na(text.value())) {
            let message = format!("`{}: n/a` gives no reason", field.as_str());
            wrong(text.span(), message, "write `n/a — reason`");
        }
    }
    if let Some(text) = done.field(DoneField::Fecha).cloned() {
        done.date = Date::parse(text.value());
        if done.date.is_none() {
            let message = format!("`{}` is no day in the form AAAA-MM-DD", text.value());
            out.push(page.finding(&rules::DATE_INVALID, text.span(), message));
        }
    }
    if let Some(text) = done.field(DoneField::Lane).cloned() {
        done.lane = match Lane::parse(text.value()) {
            Some(lane) => Some(DoneLane::Lane(lane)),
            None if text.value() == "sin clasificar" => Some(DoneLane::Unclassified),
            None => None,
        };
        if done.lane.is_none() {
            let message = format!("`{}` is no lane", one_line(text.value()));
            let help = "write manual, express, directo, lite, full or `sin clasificar`";
            out.push(
                page.finding(&rules::LANE_UNKNOWN, text.span(), message)
                    .with_help(help),
            );
        }
    }
}

/// Whether a text cites a source or says that it supposes.
fn cites(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["[fuente:", "[supuesto:"].iter().any(|opening| {
        lower.match_indices(opening).any(|(at, _)| {
            let inner = &lower[at + opening.len()..];
            inner
                .find(']')
                .is_some_and(|end| !inner[..end].trim().is_empty())
        })
    })
}

/// What follows `n/a`, where a text opens with it as a word.
pub(crate) fn after_na(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    let opens = rest
        .get(..3)
        .is_some_and(|start| start.eq_ignore_ascii_case("n/a"));
    let rest = rest.get(3..).filter(|_| opens)?;
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// Whether a field says that it does not apply.
pub(crate) fn is_na(text: &str) -> bool {
    after_na(text).is_some()
}

/// Whether a text is `n/a` without `— reason`.
fn is_bare_na(text: &str) -> bool {
    after_na(text).is_some_and(|rest| na_reason(rest).is_none())
}

/// The reason behind `n/a`: a dash, and something.
pub(crate) fn na_reason(rest: &str) -> Option<usize> {
    let start = super::page::after_dash(rest, Span::new(0, rest.len()))?;
    (!rest[start..].trim().is_empty()).then_some(start)
}
