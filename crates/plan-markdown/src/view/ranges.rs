//! Ranges of a text, to be asked many times whether something lies in them.

use crate::{Document, ListItem};
use plan_diagnostics::Span;

/// Ranges in order, apart from each other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranges(Vec<Span>);

impl Ranges {
    /// The ranges that these cover together.
    pub(crate) fn new(spans: impl IntoIterator<Item = Span>) -> Self {
        let spans = spans.into_iter();
        let mut spans: Vec<Span> = spans.filter(|span| !span.is_empty()).collect();
        spans.sort_unstable();
        let mut merged: Vec<Span> = Vec::new();
        for span in spans {
            match merged.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => merged.push(span),
            }
        }
        Self(merged)
    }

    /// Whether a range starts in one of them.
    pub(crate) fn start_of(&self, span: Span) -> bool {
        let next = self.0.partition_point(|range| range.end <= span.start);
        self.0
            .get(next)
            .is_some_and(|range| range.start <= span.start)
    }

    /// Whether a range shares a byte with one of them.
    pub(crate) fn touch(&self, span: Span) -> bool {
        let next = self.0.partition_point(|range| range.end <= span.start);
        self.0.get(next).is_some_and(|range| range.start < span.end)
    }
}

/// The list items that lie in a range.
pub(crate) fn list_items(document: &Document, body: Span) -> impl Iterator<Item = &ListItem> {
    let items = document.list_items();
    let first = items.partition_point(|item| item.span.start < body.start);
    items[first..]
        .iter()
        .take_while(move |item| item.span.start < body.end)
        .filter(move |item| body.contains(item.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_asked_by_start_and_by_overlap() {
        let ranges = Ranges::new([
            Span::new(6, 8),
            Span::new(1, 4),
            Span::new(2, 3),
            Span::new(5, 5),
        ]);
        let at = |start, end| Span::new(start, end);
        for (span, starts, touches) in [
            (at(0, 1), false, false),
            (at(0, 2), false, true),
            (at(1, 2), true, true),
            (at(3, 9), true, true),
            (at(4, 6), false, false),
            (at(4, 7), false, true),
            (at(8, 9), false, false),
        ] {
            assert_eq!(ranges.start_of(span), starts, "{span:?}");
            assert_eq!(ranges.touch(span), touches, "{span:?}");
        }
    }
}
