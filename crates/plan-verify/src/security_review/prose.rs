//! Findings in running text, sentence by sentence.

use plan_diagnostics::Span;
use plan_markdown::Document;

use super::words::{self, Critical, Status};
use super::{Reading, is_tagged};

/// Judges what stands outside of tables, items and headings.
pub(super) fn paragraphs(reading: &mut Reading<'_>) {
    for paragraph in of(reading) {
        judge(reading, paragraph);
    }
}

/// Runs of adjacent lines of text.
fn of(reading: &Reading<'_>) -> Vec<Span> {
    let review = reading.review;
    let whole = Span::new(0, review.text().len());
    let mut paragraphs: Vec<Span> = Vec::new();
    for line in review.content_lines(whole) {
        if reading.is_consumed(line.start) || is_structure(review, line) {
            continue;
        }
        match paragraphs.last_mut() {
            Some(last) if is_line_break(Span::new(last.end, line.start).of(review.text())) => {
                last.end = line.end;
            }
            _ => paragraphs.push(line),
        }
    }
    paragraphs
}

fn is_line_break(between: &str) -> bool {
    between.trim().is_empty() && between.matches('\n').count() <= 1
}

fn is_structure(review: &Document, line: Span) -> bool {
    let heading = review
        .headings()
        .partition_point(|heading| heading.span.start <= line.start);
    let heading = heading
        .checked_sub(1)
        .and_then(|index| review.headings().get(index));
    heading.is_some_and(|heading| line.start < heading.span.end) || is_in_item(review, line)
}

fn is_in_item(review: &Document, line: Span) -> bool {
    let items = review.list_items();
    let before = items.partition_point(|item| item.span.start <= line.start);
    let mut around = before.checked_sub(1);
    while let Some(item) = around.and_then(|index| items.get(index)) {
        if line.start < item.span.end {
            return true;
        }
        around = item.parent;
    }
    false
}

fn judge(reading: &mut Reading<'_>, paragraph: Span) {
    let review = reading.review;
    let text = review.slice(paragraph);
    if is_tagged(text) && !says_count_or_none(text) {
        reading.finding(paragraph, words::status_of(text));
        return;
    }
    let mentions = words::words(text)
        .iter()
        .filter(|word| words::is_critical(word))
        .count();
    for sentence in sentences(text) {
        let status = match (words::status_of(sentence), mentions) {
            (Status::Silent, 1) => words::status_of(text),
            (status, _) => status,
        };
        judge_sentence(reading, paragraph, sentence, status);
    }
}

fn says_count_or_none(text: &str) -> bool {
    let words = words::words(text);
    matches!(
        words::critical_at(&words, 0),
        Critical::None | Critical::Count(_)
    )
}

fn judge_sentence(reading: &mut Reading<'_>, span: Span, sentence: &str, status: Status) {
    let words = words::words(sentence);
    for at in (0..words.len()).filter(|at| words::is_critical(&words[*at])) {
        match words::critical_at(&words, at) {
            Critical::None | Critical::Unrelated => {}
            Critical::Some => reading.finding(span, status),
            Critical::Count(count) => {
                let rest = &words[at + 1..];
                let end = rest
                    .iter()
                    .position(|word| words::is_severity(word))
                    .unwrap_or(rest.len());
                let alone = words.iter().filter(|word| words::is_severity(word)).count() == 1;
                let own = words::status(&rest[..end]);
                let own = if own == Status::Silent && alone {
                    status
                } else {
                    own
                };
                reading.count(span, count, own);
            }
        }
    }
}

/// The sentences of a paragraph. A stop inside a word (`v1.2`, `a.rs`) ends none.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(['.', '!', '?']) {
        let rest = &text[at + 1..];
        if rest.is_empty() || rest.starts_with(char::is_whitespace) {
            sentences.push(&text[start..=at]);
            start = at + 1;
        }
    }
    sentences.push(&text[start..]);
    sentences
}
