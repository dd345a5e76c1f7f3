//! Amendment headings: `Amendment A1 — 2026-03-02`, at any level.

use crate::view::part::section_end;
use crate::view::rules::AMENDMENT_HEADING;
use crate::view::spanned::{Spanned, trim};
use crate::view::words::{is_dash, strip_word};
use crate::{Document, Heading};
use plan_diagnostics::{Finding, Location, Span};

/// A heading that opens an amendment.
pub(super) struct Found {
    pub(super) id: Option<u32>,
    pub(super) date: Option<Spanned<String>>,
    pub(super) span: Span,
    pub(super) body: Span,
}

/// The amendment headings in a range. Each ends at the next heading of the same or a higher level,
/// or at the next amendment.
pub(super) fn find(document: &Document, within: Span) -> Vec<Found> {
    let headings = document.headings();
    let mut found: Vec<Found> = Vec::new();
    for index in document.headings_within(within) {
        let heading = &headings[index];
        let ours = within.contains(heading.span) && !heading.quoted;
        let Some((id, date)) = ours.then(|| read(document, heading)).flatten() else {
            continue;
        };
        if let Some(last) = found.last_mut() {
            last.body.end = last.body.end.min(heading.span.start);
        }
        let end = section_end(heading, &headings[index + 1..], within.end);
        let body = Span::new(heading.span.end.min(end), end);
        found.push(Found {
            id,
            date,
            span: heading.span,
            body,
        });
    }
    found
}

type Parts = (Option<u32>, Option<Spanned<String>>);

/// Number and date of a heading that starts with `Amendment` and goes on with either of them, or
/// with nothing.
fn read(document: &Document, heading: &Heading) -> Option<Parts> {
    let text = document.text();
    let start = heading
        .number
        .map_or(heading.text.start, |number| number.end);
    let span = trim(text, Span::new(start, heading.text.end));
    let whole = span
        .of(text)
        .trim_start_matches(['.', ')', ' '])
        .trim_matches('*');
    let rest = strip_word(whole, "amendment").or_else(|| strip_word(whole, "enmienda"))?;
    let words = rest.trim_start();
    if !rest.is_empty() && words.len() == rest.len() {
        return None;
    }
    let (id, tail) = id(words);
    let tail = tail.trim_start_matches(|c: char| {
        c.is_whitespace() || is_dash(c) || matches!(c, ':' | '(' | '[')
    });
    let offset = span.start + span.of(text).rfind(tail).unwrap_or(0);
    let length = tail
        .find(|c: char| c.is_whitespace() || c == ')' || c == ']')
        .unwrap_or(tail.len());
    let dated = is_dated(tail);
    let date = dated.then(|| Spanned::slice(document, Span::new(offset, offset + length)));
    let bare = words.is_empty();
    (id.is_some() || date.is_some() || bare).then_some((id, date))
}

/// `A1`, or `1` where no date follows directly, and what stands behind it.
fn id(words: &str) -> (Option<u32>, &str) {
    let digits = words.strip_prefix(['A', 'a', '#']).unwrap_or(words);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &digits[length..];
    let apart = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.');
    if length == 0 || !apart || is_dated(words) {
        return (None, words);
    }
    (digits[..length].parse().ok(), rest)
}

/// Whether a text starts with `YYYY-MM-DD`.
fn is_dated(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |index: &usize| bytes.get(*index).is_some_and(u8::is_ascii_digit);
    [0, 1, 2, 3, 5, 6, 8, 9].iter().all(digit)
        && bytes.get(4) == Some(&b'-')
        && bytes.get(7) == Some(&b'-')
}

pub(super) fn report(document: &Document, found: &Found, findings: &mut Vec<Finding>) {
    let lacks = match (found.id, &found.date) {
        (Some(_), Some(_)) => return,
        (Some(_), None) => "its date",
        (None, Some(_)) => "its number",
        (None, None) => "its number and date",
    };
    let location = Location::span(document.file(), found.span);
    let finding = Finding::new(
        &AMENDMENT_HEADING,
        location,
        format!("the heading lacks {lacks}"),
    );
    findings.push(finding.with_help("write `### Amendment A1 — 2026-03-02`"));
}
