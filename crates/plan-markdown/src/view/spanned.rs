//! A value together with where it stands.

use crate::Document;
use plan_diagnostics::Span;

/// A value read from a file, with the bytes that it was read from.
///
/// Where the value is a text, it is the text of the span unless the field says otherwise (titles
/// without markup, commands without comments).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spanned<T = String> {
    /// What was read.
    pub value: T,
    /// The bytes that say so; empty, at the place where it would stand, for an absent text.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    #[must_use]
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl Spanned<String> {
    /// The text of a range of a document.
    #[must_use]
    pub fn slice(document: &Document, span: Span) -> Self {
        Self::new(document.slice(span).to_owned(), span)
    }

    /// Whether it holds nothing but space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.value.trim().is_empty()
    }
}

/// The range without white space at either end; empty at its start where there is nothing else.
pub(crate) fn trim(text: &str, span: Span) -> Span {
    let slice = span.of(text);
    let kept = slice.trim_start();
    let start = span.start + (slice.len() - kept.len());
    let end = start + kept.trim_end().len();
    if kept.is_empty() {
        Span::new(span.start, span.start)
    } else {
        Span::new(start, end)
    }
}

/// The range without white space and comments at either end.
pub(crate) fn trim_comments(document: &Document, span: Span) -> Span {
    let comments = document.comments();
    let mut span = trim(document.text(), span);
    loop {
        let first = comments.partition_point(|comment| comment.span.end <= span.start);
        let last = comments.partition_point(|comment| comment.span.start < span.end);
        let opens = comments
            .get(first)
            .filter(|comment| comment.span.start <= span.start);
        let closes = last.checked_sub(1).and_then(|last| comments.get(last));
        let closes = closes.filter(|comment| comment.span.end >= span.end);
        let cut = match (opens, closes) {
            _ if span.is_empty() => return span,
            (Some(_), Some(close)) if close.span.start <= span.start => {
                Span::new(span.start, span.start)
            }
            (_, Some(close)) => Span::new(span.start, close.span.start),
            (Some(open), None) => Span::new(open.span.end, span.end),
            (None, None) => return span,
        };
        span = trim(document.text(), cut);
    }
}

/// Whether two ranges share a byte.
pub(crate) const fn overlap(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}
