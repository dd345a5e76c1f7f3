//! Names and numbers inside the Markdown, changed where they stand for a task that moved (H7, H8).

use std::collections::BTreeMap;

use plan_diagnostics::Span;
use plan_markdown::edit::replace;
use plan_markdown::view::readme::Readme;
use plan_markdown::view::task::{Depends, TaskRecord};
use plan_markdown::{Document, Edit};

use super::order::Order;

/// Replaces names by others in one pass, the longest first, so that no new name is replaced again.
pub(super) fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    'text: while let Some(c) = rest.chars().next() {
        let fresh = !out.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
        for (old, new) in names.iter().rev() {
            let behind = rest.strip_prefix(old.as_str());
            let ends = |tail: &str| !tail.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            if let Some(tail) = behind.filter(|tail| fresh && ends(tail)) {
                out.push_str(new);
                rest = tail;
                continue 'text;
            }
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The first run of digits in a range that is `old`, as `new`.
pub(super) fn number(document: &Document, span: Span, old: u64, new: u64) -> Option<Edit> {
    let text = document.slice(span);
    let digits = old.to_string();
    let mut found = text.match_indices(digits.as_str()).filter(|(at, _)| {
        let digit = |c: char| c.is_ascii_digit();
        !text[..*at].ends_with(digit) && !text[at + digits.len()..].starts_with(digit)
    });
    let at = span.start + found.next()?.0;
    Some(replace(
        document,
        Span::new(at, at + digits.len()),
        new.to_string(),
    ))
}

/// The record of a kept task under its new number: its heading, and what it depends on.
pub(super) fn record(
    document: &Document,
    record: &TaskRecord,
    old: u64,
    order: &Order<'_>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    if let (Some(new), Some(heading)) = (order.kept(old).filter(|new| *new != old), &record.number)
    {
        edits.extend(number(document, heading.span, old, new));
    }
    if let Some(declared) = &record.depends_on
        && let Depends::Tasks(tasks) = &declared.value
    {
        let now = order.renumbered(tasks);
        if now != *tasks {
            let names: Vec<String> = now.iter().map(|id| format!("Task {id}")).collect();
            let value = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            edits.push(replace(document, declared.span, value));
        }
    }
    edits
}

/// The parts of a README that make up one list: the range from the first to the last, where nothing
/// but blank lines stands between them.
pub(super) fn run(document: &Document, parts: &[Span]) -> Option<Span> {
    let (first, last) = (parts.first()?, parts.last()?);
    let gapless = parts.windows(2).all(|pair| match pair {
        [a, b] => a.end <= b.start && document.slice(Span::new(a.end, b.start)).trim().is_empty(),
        _ => true,
    });
    gapless.then(|| Span::new(first.start, last.end))
}

/// The item of a kept task in the index, as it is to be.
pub(super) fn item(
    document: &Document,
    readme: &Readme,
    old: u64,
    new: u64,
    names: &BTreeMap<String, String>,
) -> Option<String> {
    let entry = readme.entries(old).next()?;
    let item = document.items().get(entry.item)?;
    let edit = number(document, item.text, old, new)?;
    let text = document.slice(entry.span);
    let (start, end) = (
        edit.span.start - entry.span.start,
        edit.span.end - entry.span.start,
    );
    let text = format!("{}{}{}", &text[..start], edit.replacement, &text[end..]);
    Some(renamed(&text, names))
}

/// The item of a new task, written as the given one is.
pub(super) fn new_item(
    document: &Document,
    readme: &Readme,
    like: u64,
    number: u64,
    title: &str,
    file: Option<&str>,
) -> Option<String> {
    let entry = readme.entries(like).next()?;
    let item = document.items().get(entry.item)?;
    let lead = document.slice(Span::new(item.line.start, item.mark.outer.start));
    let link = file.map_or_else(String::new, |file| format!(" — [{file}](./{file})"));
    Some(format!("{lead}[ ] Task {number}: {title}{link}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_at_once_and_as_words() {
        let names = BTreeMap::from([
            ("3.task_a.md".to_owned(), "4.task_a.md".to_owned()),
            ("4.task_a.md".to_owned(), "5.task_a.md".to_owned()),
        ]);
        assert_eq!(
            renamed(
                "./3.task_a.md 4.task_a.md 13.task_a.md x_3.task_a.md",
                &names
            ),
            "./4.task_a.md 5.task_a.md 13.task_a.md x_3.task_a.md"
        );
    }

    #[test]
    fn numbers_are_whole() {
        let document = Document::parse("x.md", "Task 12: 2 of 2");
        let edit = number(&document, Span::new(0, 15), 2, 3).unwrap();
        assert_eq!(document.apply(&[edit]).unwrap(), "Task 12: 3 of 2");
    }
}
