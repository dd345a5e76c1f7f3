//! Findings in sections of their own, and in list items.

use plan_diagnostics::Span;
use plan_markdown::{Document, Label, ListItem, MarkKind};

use super::words::{self, Critical, Status};
use super::{Reading, is_tagged};

/// Judges the sections whose heading, or whose `Severity:` label, says that they are a critical
/// finding; and those that hold nothing but critical findings, where they have no items or rows.
pub(super) fn sections(reading: &mut Reading<'_>) {
    let review = reading.review;
    let whole = Span::new(0, review.text().len());
    for (index, heading) in review.headings().iter().enumerate() {
        let Some(section) = review.section_of(index, whole) else {
            continue;
        };
        let text = review.slice(heading.text);
        let words = words::words(text);
        if reading.is_consumed(heading.span.start) || words::is_nothing(&words) {
            continue;
        }
        let is_group = words::is_severity_alone(&words);
        let holds_list = holds_list(review, section.body);
        if is_group && holds_list && !has_status(review, section.body) {
            continue;
        }
        let tagged = is_tagged(text) || is_tagged_at_end(text);
        if !(is_group || tagged || is_labelled_critical(review, index, section.body)) {
            continue;
        }
        let body = words::words(&review.content(section.body));
        if !(is_group && (body.is_empty() || words::is_nothing(&body))) {
            reading.finding(heading.span, scope_status(review, section.span));
        }
        reading.consume(section.span);
    }
}

/// Judges the list items.
pub(super) fn items(reading: &mut Reading<'_>) {
    let review = reading.review;
    let mut inherits = vec![false; review.list_items().len()];
    for (index, item) in review.list_items().iter().enumerate() {
        if reading.is_consumed(item.line.start) {
            continue;
        }
        let text = review.slice(item.wrapped);
        let words = words::words(text);
        let inherited = match item.parent {
            Some(parent) => inherits.get(parent).copied().unwrap_or(false),
            None => under_critical_heading(review, item.line.start),
        };
        if words::is_severity_alone(&words)
            && !words::is_nothing(&words)
            && has_children(review, index)
        {
            inherits[index] = true;
        } else if inherited {
            if !words::is_nothing(&words) {
                reading.finding(item.line, item_status(review, item));
            }
            reading.consume(item.span);
        } else {
            judge_item(reading, item, &words);
        }
    }
}

fn judge_item(reading: &mut Reading<'_>, item: &ListItem, words: &[String]) {
    let review = reading.review;
    let text = review.slice(item.wrapped);
    let Some(at) = words.iter().position(|word| words::is_critical(word)) else {
        return;
    };
    match words::critical_at(words, at) {
        Critical::None => {}
        Critical::Count(count) if !is_described(words, at) => {
            reading.count(item.line, count, words::status_of(text));
        }
        _ if is_tagged(text) || is_tagged_at_end(text) => {
            reading.finding(item.line, item_status(review, item));
        }
        Critical::Some | Critical::Count(_) => {
            reading.finding(item.line, item_status(review, item));
        }
        Critical::Unrelated => {
            if words::names_severity(&words[..at]) {
                let scope = item
                    .parent
                    .and_then(|parent| review.list_items().get(parent));
                let scope = scope.map_or(item.span, |parent| parent.span);
                reading.finding(item.line, scope_status(review, scope));
            } else {
                return;
            }
        }
    }
    reading.consume(item.span);
}

/// Whether more is said than a severity and a number: `one critical finding in the parser`.
fn is_described(words: &[String], at: usize) -> bool {
    words.len() > at + 4
}

fn has_children(review: &Document, index: usize) -> bool {
    review
        .list_items()
        .get(index + 1)
        .is_some_and(|next| next.parent == Some(index))
}

/// What an item with its nested items says; a tick counts where the words are silent.
fn item_status(review: &Document, item: &ListItem) -> Status {
    let status = scope_status(review, item.span);
    let mark = item
        .task
        .and_then(|task| review.items().get(task))
        .map(|task| task.mark.kind);
    match (status, mark) {
        (Status::Silent, Some(MarkKind::Done)) => Status::Resolved,
        _ => status,
    }
}

/// What a range says: its status label where it has one, else all of it.
fn scope_status(review: &Document, scope: Span) -> Status {
    let mut named = labels_in(review, scope).filter(|label| names_status(review, label));
    named.next_back().map_or_else(
        || words::status_of(&review.content(scope)),
        |label| words::status_of(review.slice(label.wrapped)),
    )
}

fn has_status(review: &Document, scope: Span) -> bool {
    labels_in(review, scope).any(|label| names_status(review, label))
}

fn names_status(review: &Document, label: &Label) -> bool {
    words::names_status(&words::words(review.slice(label.name)))
}

fn labels_in(review: &Document, scope: Span) -> impl DoubleEndedIterator<Item = &Label> {
    let labels = review.labels();
    let from = labels.partition_point(|label| label.span.start < scope.start);
    let to = labels.partition_point(|label| label.span.start < scope.end);
    labels.get(from..to).unwrap_or_default().iter()
}

/// Whether the section itself, not one below it, carries `Severity: critical`.
fn is_labelled_critical(review: &Document, heading: usize, body: Span) -> bool {
    let own_end = review
        .headings()
        .get(heading + 1)
        .map_or(body.end, |next| next.span.start);
    let own = Span::new(body.start, own_end.min(body.end).max(body.start));
    labels_in(review, own).any(|label| {
        words::names_severity(&words::words(review.slice(label.name)))
            && words::is_severity_alone(&words::words(review.slice(label.value)))
    })
}

fn holds_list(review: &Document, body: Span) -> bool {
    let (items, tables, headings) = (review.list_items(), review.tables(), review.headings());
    let item = items.get(items.partition_point(|item| item.line.start < body.start));
    let table = tables.get(tables.partition_point(|table| table.span.start < body.start));
    let heading = headings.get(headings.partition_point(|next| next.span.start < body.start));
    let starts = [
        item.map(|i| i.line.start),
        table.map(|t| t.span.start),
        heading.map(|h| h.span.start),
    ];
    starts.into_iter().flatten().any(|start| start < body.end)
}

/// Whether the nearest heading above says nothing but "critical".
fn under_critical_heading(review: &Document, at: usize) -> bool {
    let before = review
        .headings()
        .partition_point(|heading| heading.span.start <= at);
    let nearest = before
        .checked_sub(1)
        .and_then(|index| review.headings().get(index));
    nearest.is_some_and(|heading| {
        let words = words::words(review.slice(heading.text));
        words::is_severity_alone(&words) && !words::is_nothing(&words)
    })
}

/// `Token in fixture (critical)`, `Token in fixture — Critical`.
fn is_tagged_at_end(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let start = text
        .rfind(|c: char| !c.is_alphanumeric())
        .map_or(0, |at| at);
    let (before, word) = text.split_at(start);
    let tag = words::words(word)
        .first()
        .is_some_and(|word| words::is_critical(word));
    let before = format!("{before}{}", word.chars().next().unwrap_or(' '));
    tag && before
        .trim_end()
        .ends_with(['(', '[', '—', '–', '-', ':', '*'])
}
