//! Counts of tasks: `3/8`, `3 of 8`, with a percentage behind it or not.

use plan_diagnostics::Span;

/// A count of tasks done, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// How many are done.
    pub done: u64,
    /// Of how many.
    pub total: u64,
    /// From the first digit of `done` to the last of `total`.
    pub span: Span,
    /// The digits of `done`.
    pub done_span: Span,
    /// The digits of `total`.
    pub total_span: Span,
    /// The digits of a percentage behind it, such as `100` in `(100%)`.
    pub percent: Option<Span>,
}

/// The counts in a range, in order. Dates (`1/2/2026`), paths and versions are none.
pub(crate) fn find(text: &str, span: Span) -> Vec<Count> {
    let mut found = Vec::new();
    let mut at = span.start;
    while let Some(digits) = next_number(text, at, span.end) {
        at = digits.end;
        if let Some(count) = count_at(text, digits, span) {
            at = count.span.end;
            found.push(count);
        }
    }
    let bounds: Vec<usize> = found.iter().skip(1).map(|count| count.span.start).collect();
    for (index, count) in found.iter_mut().enumerate() {
        let end = bounds.get(index).copied().unwrap_or(span.end);
        count.percent = percent(text, Span::new(count.span.end, end));
    }
    found
}

/// The count that speaks of tasks, or else the first.
pub(crate) fn preferred(text: &str, counts: &[Count], end: usize) -> Option<Count> {
    let of_tasks = |count: &&Count| {
        let behind = text
            .get(count.span.end..end)
            .unwrap_or("")
            .trim_start()
            .to_lowercase();
        ["task", "tarea", "complet", "done"]
            .iter()
            .any(|word| behind.starts_with(word))
    };
    counts.iter().find(of_tasks).or(counts.first()).copied()
}

fn next_number(text: &str, at: usize, end: usize) -> Option<Span> {
    let rest = text.get(at..end)?;
    let start = at + rest.find(|c: char| c.is_ascii_digit())?;
    let length = text[start..end]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    Some(Span::new(start, start + length))
}

fn count_at(text: &str, done: Span, within: Span) -> Option<Count> {
    let before = text[within.start..done.start].chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || "/.-_,:#".contains(c)) {
        return None;
    }
    let rest = text.get(done.end..within.end)?;
    let gap = rest.len() - rest.trim_start_matches(' ').len();
    let middle = ["/", "of ", "de "]
        .into_iter()
        .find(|word| rest[gap..].starts_with(word) && (*word == "/" || gap > 0))?;
    let total = next_number(text, done.end + gap + middle.len(), within.end)?;
    if !text[done.end + gap + middle.len()..total.start]
        .trim_matches(' ')
        .is_empty()
    {
        return None;
    }
    let mut after = text[total.end..within.end].chars();
    let inside = match (after.next(), after.next()) {
        (Some('/' | '-' | '_'), _) => true,
        (Some('.' | ','), Some(c)) => c.is_ascii_digit(),
        (Some(c), _) => c.is_alphanumeric(),
        (None, _) => false,
    };
    let count = Count {
        done: done.of(text).parse().ok()?,
        total: total.of(text).parse().ok()?,
        span: Span::new(done.start, total.end),
        done_span: done,
        total_span: total,
        percent: None,
    };
    (!inside).then_some(count)
}

fn percent(text: &str, span: Span) -> Option<Span> {
    let sign = span.start + text.get(span.start..span.end)?.find('%')?;
    let head = text[span.start..sign].trim_end_matches(' ');
    let length = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let end = span.start + head.len();
    (length > 0).then(|| Span::new(end - length, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_from_dates_and_paths() {
        let read = |text: &str| {
            let counts = find(text, Span::new(0, text.len()));
            preferred(text, &counts, text.len()).map(|count| (count.done, count.total))
        };
        for (text, expected) in [
            ("1/3 completed", Some((1, 3))),
            ("In progress, Task 2 (1/3 completed)", Some((1, 3))),
            ("15/15 tasks (100%) ✅", Some((15, 15))),
            ("0 / 18", Some((0, 18))),
            ("3 of 8 tasks", Some((3, 8))),
            ("3 de 8 tareas", Some((3, 8))),
            ("**1/3**.", Some((1, 3))),
            ("phase 2/4, 7/11 tasks", Some((7, 11))),
            ("31/01/2026", None),
            ("src/2/3", None),
            ("1/3rd", None),
            ("99999999999999999999/3", None),
            ("3of 8", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
