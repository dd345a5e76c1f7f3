//! Acceptance conditions: one rule of where one ends and the next begins (Q7).

use plan_diagnostics::Span;

use crate::read::page::{one_line, trimmed};
use crate::read::tags::{Key, Tag, tags};

/// One condition of an acceptance (Q7).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// What must hold, on one line, without its number and without `(fuera de verify: …)`.
    pub text: String,
    /// The reason in `(fuera de verify: reason)`: it is met in the fields of the closing, not in Verify.
    pub outside_verify: Option<String>,
    /// The bytes that it was read from.
    pub span: Span,
}

/// The conditions in a range: behind `(1)`, `(2)` and so on where there are two or more of them in
/// that order, or else between semicolons (Q7).
///
/// What `is_code` says lies in a code span separates nothing, nor does a semicolon in the reason of
/// `(fuera de verify: …)`.
pub(crate) fn split(text: &str, within: Span, is_code: impl Fn(usize) -> bool) -> Vec<Condition> {
    let marks: Vec<Tag> = tags(text, within, &is_code)
        .into_iter()
        .filter(|tag| tag.key == Key::OutsideVerify && tag.closed && !tag.value.is_empty())
        .collect();
    let inside = |at: usize| {
        let next = marks.partition_point(|tag| tag.span.end <= at);
        marks.get(next).is_some_and(|tag| tag.span.start <= at)
    };
    let separates = |at: usize| !is_code(at) && !inside(at);
    let mut conditions: Vec<Condition> = Vec::new();
    for span in pieces(text, within, separates) {
        let condition = condition(text, span, &marks);
        match conditions.last_mut() {
            // A mark on its own belongs to the condition before it.
            Some(last) if condition.text.is_empty() => {
                last.outside_verify = last.outside_verify.take().or(condition.outside_verify);
            }
            _ if condition.text.is_empty() && condition.outside_verify.is_none() => {}
            _ => conditions.push(condition),
        }
    }
    conditions
}

/// A text as one condition, whatever separates its parts: an inherited criterion.
pub(crate) fn whole(text: &str, span: Span) -> Condition {
    let within = Span::new(0, text.len());
    let marks: Vec<Tag> = tags(text, within, |_| false)
        .into_iter()
        .filter(|tag| tag.key == Key::OutsideVerify && tag.closed && !tag.value.is_empty())
        .collect();
    Condition {
        span,
        ..condition(text, within, &marks)
    }
}

fn condition(text: &str, span: Span, marks: &[Tag]) -> Condition {
    let mut kept = String::new();
    let mut at = span.start;
    let mut reason = None;
    for mark in marks.iter().filter(|tag| span.contains(tag.span)) {
        kept.push_str(Span::new(at, mark.span.start).of(text).trim_end());
        at = mark.span.end;
        reason.get_or_insert_with(|| one_line(mark.value.of(text)));
    }
    kept.push_str(Span::new(at, span.end).of(text));
    let line = one_line(&kept);
    Condition {
        text: line.trim_end_matches([';', ',']).trim().to_owned(),
        outside_verify: reason,
        span,
    }
}

/// The ranges of the conditions, numbers and separators left out.
fn pieces(text: &str, within: Span, separates: impl Fn(usize) -> bool) -> Vec<Span> {
    let numbers = numbers(text, within, &separates);
    let mut out = Vec::new();
    if numbers.len() >= 2 {
        let opening = trimmed(text, Span::new(within.start, numbers[0].start));
        for (at, number) in numbers.iter().enumerate() {
            let end = numbers.get(at + 1).map_or(within.end, |next| next.start);
            // What leads up to the first number belongs to the first condition.
            let start = if at == 0 && !opening.is_empty() {
                opening.start
            } else {
                number.end
            };
            out.push(trimmed(text, Span::new(start, end)));
        }
        return out;
    }
    let mut start = within.start;
    for (at, _) in within.of(text).match_indices(';') {
        let at = within.start + at;
        if separates(at) {
            out.push(trimmed(text, Span::new(start, at)));
            start = at + 1;
        }
    }
    out.push(trimmed(text, Span::new(start, within.end)));
    out
}

/// The marks `(1)`, `(2)` … as far as they count up from one.
fn numbers(text: &str, within: Span, separates: impl Fn(usize) -> bool) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for (at, _) in within.of(text).match_indices('(') {
        let open = within.start + at;
        let inner = Span::new(open + 1, within.end).of(text);
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        let counts = inner[..digits].parse() == Ok(out.len() + 1);
        if counts && inner[digits..].starts_with(')') && separates(open) {
            out.push(Span::new(open, open + digits + 2));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let code = text.find('`').zip(text.rfind('`'));
        let is_code = |at| code.is_some_and(|(from, to)| from < at && at < to);
        let found = split(text, Span::new(0, text.len()), is_code);
        let shown = |condition: Condition| match condition.outside_verify {
            Some(reason) => format!("{} <{reason}>", condition.text),
            None => condition.text,
        };
        found.into_iter().map(shown).collect()
    }

    #[test]
    fn q7_semicolons_separate() {
        assert_eq!(texts("a; b ;\n  c."), ["a", "b", "c."]);
        assert_eq!(texts("uno, dos y tres"), ["uno, dos y tres"]);
        assert_eq!(texts("usa `a; b`; y c"), ["usa `a; b`", "y c"]);
        assert_eq!(texts("; ;"), Vec::<String>::new());
        assert_eq!(texts(""), Vec::<String>::new());
    }

    #[test]
    fn q7_numbers_separate_when_there_are_two() {
        assert_eq!(texts("(1) a; con b (2) c; (3) d"), ["a; con b", "c", "d"]);
        assert_eq!(texts("El alta: (1) a; (2) b"), ["El alta: (1) a", "b"]);
        assert_eq!(texts("(1) a; b"), ["(1) a", "b"]);
        // Codes of HTTP are no numbering.
        assert_eq!(
            texts("responde (404) o (409); y c"),
            ["responde (404) o (409)", "y c"]
        );
    }

    #[test]
    fn q7_outside_verify_marks_its_own_condition_only() {
        assert_eq!(
            texts("a; el commit lo nombra (fuera de verify: está en commit; ahí); c"),
            ["a", "el commit lo nombra <está en commit; ahí>", "c"]
        );
        assert_eq!(
            texts("(1) a (2) b (Fuera de Verify: r). (3) c"),
            ["a", "b. <r>", "c"]
        );
        assert_eq!(texts("a (fuera de verify: )"), ["a (fuera de verify: )"]);
        assert_eq!(texts("a; (fuera de verify: r)"), ["a <r>"]);
    }
}
