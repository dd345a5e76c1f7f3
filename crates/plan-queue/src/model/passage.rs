//! A text that stands in a file, without a copy of it where none is needed.

use std::sync::Arc;

use plan_diagnostics::Span;

/// A part of a file: shared with it where it stands there as it is, a copy where lines were joined by
/// single spaces or comments left out.
#[derive(Clone, PartialEq, Eq)]
pub struct Passage {
    file: Arc<str>,
    span: Span,
    joined: Option<Box<str>>,
}

impl Passage {
    /// The part of a file's text at `span`, read as `value`.
    pub(crate) fn new(file: &Arc<str>, span: Span, value: &str) -> Self {
        Self {
            joined: (span.of(file) != value).then(|| value.into()),
            file: Arc::clone(file),
            span,
        }
    }

    /// What it says, on one line.
    #[must_use]
    pub fn value(&self) -> &str {
        self.joined
            .as_deref()
            .unwrap_or_else(|| self.span.of(&self.file))
    }

    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }
}

impl std::fmt::Debug for Passage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {:?}", self.value(), self.span)
    }
}

#[cfg(test)]
mod tests {
    use super::Passage;
    use plan_diagnostics::Span;

    #[test]
    fn q9_a_passage_is_copied_only_where_it_reads_otherwise() {
        let file = "one\n  two".into();
        let as_it_is = Passage::new(&file, Span::new(0, 3), "one");
        assert_eq!((as_it_is.value(), &as_it_is.joined), ("one", &None));
        let joined = Passage::new(&file, Span::new(0, 9), "one two");
        assert_eq!(joined.value(), "one two");
    }
}
