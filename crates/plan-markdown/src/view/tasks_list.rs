//! Lists of tasks by number: `Task 2, Task 5`, `Tasks 1, 3 and 4`, `#2`.

use super::plain::Plain;
use super::words::strip_word;
use crate::Document;
use plan_diagnostics::Span;

/// The numbers in a range that holds such a list and nothing else.
pub(crate) fn read(document: &Document, span: Span) -> Option<Vec<u64>> {
    parse(&Plain::read(document, span).text)
}

/// The numbers of a list; `None` for anything else, the empty text included.
pub(crate) fn parse(text: &str) -> Option<Vec<u64>> {
    let text = text.trim().trim_end_matches('.').replace('`', "");
    let text = text
        .replace(" and ", ",")
        .replace(" y ", ",")
        .replace([';', '&'], ",");
    let mut numbers = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        numbers.push(number(part)?);
    }
    (!numbers.is_empty()).then_some(numbers)
}

/// `Task 2`, `Tasks 2`, `#2`, `2`.
fn number(part: &str) -> Option<u64> {
    let words = ["tasks ", "task ", "tareas ", "tarea ", "tasks #", "task #"];
    let rest = words
        .into_iter()
        .find_map(|word| strip_word(part, word))
        .unwrap_or(part);
    let digits = rest.trim().trim_start_matches('#');
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_whole_or_not_at_all() {
        for (text, expected) in [
            ("Task 1, Task 3", Some(vec![1, 3])),
            ("Tasks 1, 3 and 4.", Some(vec![1, 3, 4])),
            ("tarea 2 y tarea 3", Some(vec![2, 3])),
            ("#2; Task #4", Some(vec![2, 4])),
            ("Task 1–3", None),
            ("Task 1 (the export)", None),
            ("the first one", None),
            ("Task 99999999999999999999", None),
            (",", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
