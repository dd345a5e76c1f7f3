//! `tests` of a closing: which test traces to which criterion (Q9).

use plan_diagnostics::Span;

use super::done::{after_na, na_reason};
use super::page::{arrow, one_line, trimmed};
use super::tail::criterion;
use crate::model::{Spanned, TestRef, Text, Trace, TraceOf};

/// The form that messages show.
pub(crate) const FORM: &str = "write `C1 → test; C2 → test` with an epic, `A → test` without one, or \
                               `n/a — reason`";

/// What was read, and what did not parse.
#[derive(Debug, Default)]
pub(crate) struct Read {
    pub(crate) traces: Vec<Trace>,
    pub(crate) problems: Vec<(Span, String)>,
}

/// Reads the traces in a range: separated by a `;` that another trace follows.
pub(crate) fn read(text: &str, within: Span, has_epic: bool) -> Read {
    let mut read = Read::default();
    let mut start = within.start;
    let cuts = within
        .of(text)
        .match_indices(';')
        .map(|(at, _)| within.start + at);
    let cuts: Vec<usize> = cuts
        .filter(|at| {
            let rest = Span::new(at + 1, within.end).of(text);
            opens_trace(rest) || rest.trim().is_empty()
        })
        .chain([within.end])
        .collect();
    for cut in cuts {
        let piece = trimmed(text, Span::new(start, cut));
        start = (cut + 1).min(within.end);
        if piece.is_empty() {
            continue;
        }
        match trace(text, piece) {
            Some(trace) => {
                if let (Trace::Test { of, .. }, false) = (&trace, has_epic)
                    && let TraceOf::Criterion(id) = &of.value
                {
                    let message = format!("`{id}` is a criterion of no epic: the entry names none");
                    read.problems.push((of.span, message));
                }
                read.traces.push(trace);
            }
            None => {
                let shown = one_line(piece.of(text));
                read.problems
                    .push((piece, format!("`{shown}` traces no test")));
            }
        }
    }
    read
}

/// Whether a text opens with `C1 →`, `A →` or `n/a —`.
fn opens_trace(text: &str) -> bool {
    let text = text.trim_start();
    subject(text).is_some() || after_na(text).is_some_and(|rest| na_reason(rest).is_some())
}

/// What a trace starts from, the length of that, and where the test starts.
fn subject(text: &str) -> Option<(TraceOf, usize, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let word = &text[..length];
    let of = if word.eq_ignore_ascii_case("a") {
        TraceOf::Acceptance
    } else {
        TraceOf::Criterion(criterion(word)?)
    };
    let rest = &text[length..];
    let (at, arrow) = arrow(rest)?;
    rest[..at]
        .trim()
        .is_empty()
        .then_some((of, length, length + at + arrow))
}

fn trace(text: &str, piece: Span) -> Option<Trace> {
    let slice = piece.of(text);
    if let Some((of, length, after)) = subject(slice) {
        let of = Spanned::new(of, Span::new(piece.start, piece.start + length));
        let test = trimmed(text, Span::new(piece.start + after, piece.end));
        if test.is_empty() {
            return None;
        }
        if let Some(reason) = reason(text, test) {
            return Some(Trace::NotApplicable {
                of: Some(of),
                reason,
            });
        }
        return Some(Trace::Test {
            of,
            test: TestRef {
                text: Text::new(one_line(test.of(text)), test),
            },
        });
    }
    let reason = reason(text, piece)?;
    Some(Trace::NotApplicable { of: None, reason })
}

/// The reason in `n/a — reason`.
fn reason(text: &str, span: Span) -> Option<Text> {
    let rest = after_na(span.of(text))?;
    let start = span.end - rest.len() + na_reason(rest)?;
    let span = trimmed(text, Span::new(start, span.end));
    Some(Text::new(one_line(span.of(text)), span))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let read = read(text, Span::new(0, text.len()), true);
        let mut out: Vec<String> = read
            .traces
            .iter()
            .map(|trace| match trace {
                Trace::Test { of, test } => format!("{:?}: {}", of.value, test.text.value),
                Trace::NotApplicable { of: None, reason } => format!("n/a: {}", reason.value),
                Trace::NotApplicable {
                    of: Some(of),
                    reason,
                } => format!("{:?} n/a: {}", of.value, reason.value),
            })
            .collect();
        out.extend(read.problems.into_iter().map(|(_, why)| format!("! {why}")));
        out
    }

    #[test]
    fn q9_traces_are_separated_by_a_semicolon_that_a_trace_follows() {
        assert_eq!(
            shown("C1 → a; b; C2 -> c;\n  d; n/a — sin superficie"),
            [
                "Criterion(\"C1\"): a; b",
                "Criterion(\"C2\"): c; d",
                "n/a: sin superficie"
            ]
        );
        assert_eq!(shown("a → npm test"), ["Acceptance: npm test"]);
        assert_eq!(shown("C1 → n/a - texto"), ["Criterion(\"C1\") n/a: texto"]);
        assert_eq!(shown("npm test"), ["! `npm test` traces no test"]);
        assert_eq!(shown("n/a"), ["! `n/a` traces no test"]);
        assert_eq!(shown("C1 →"), ["! `C1 →` traces no test"]);
        assert_eq!(shown("CX → a"), ["! `CX → a` traces no test"]);
    }
}
