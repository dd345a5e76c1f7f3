//! The decoder: collects findings while values are taken out of the tree.

use plan_diagnostics::{Finding, Location, Rule, Span};

use crate::json::{Node, Path, Tree};

/// What is found while one document is decoded.
pub(super) struct Decoder<'d> {
    pub(super) file: &'d str,
    pub(super) text: &'d str,
    pub(super) findings: Vec<Finding>,
    pub(super) unsupported: bool,
}

/// A value of the tree and the way to it.
#[derive(Clone, Copy)]
pub(super) struct At<'p, 't> {
    pub(super) tree: &'t Tree<'t>,
    pub(super) path: Path<'p>,
}

impl Decoder<'_> {
    /// Reports a breach of `rule` by the value at `at`; of an array or object only the bracket
    /// that opens it is marked.
    pub(super) fn report(&mut self, rule: &'static Rule, at: At<'_, '_>, message: String) {
        let Span { start, end } = at.tree.span;
        let end = if matches!(at.tree.node, Node::Array(_) | Node::Object(_)) {
            start + 1
        } else {
            end
        };
        self.report_span(rule, Span::new(start, end), at.path, message);
    }

    /// Reports a breach of `rule` at a place of its own.
    pub(super) fn report_span(
        &mut self,
        rule: &'static Rule,
        span: Span,
        path: Path<'_>,
        message: String,
    ) {
        let location = Location::span(self.file, span).with_pointer(path.to_string());
        self.findings.push(Finding::new(rule, location, message));
    }
}

/// The last step of a path as messages name it: `` `tasks` ``, `item 3`, `the document`.
pub(super) fn name(path: Path<'_>) -> String {
    match path {
        Path::Root => "the document".to_owned(),
        Path::Key(_, key) => format!("`{key}`"),
        Path::Index(Path::Key(_, list), index) => format!("item {} of `{list}`", index + 1),
        Path::Index(_, index) => format!("item {}", index + 1),
    }
}

/// A text as messages show it: quoted, control characters escaped, cut after 60 characters.
pub(super) fn quoted(text: &str) -> String {
    let head = head(text);
    format!("{head:?}{}", if head.len() < text.len() { "…" } else { "" })
}

/// Digits as messages show them: cut after 60 characters.
pub(super) fn shortened(text: &str) -> String {
    let head = head(text);
    format!("{head}{}", if head.len() < text.len() { "…" } else { "" })
}

/// The first 60 characters of a text.
fn head(text: &str) -> &str {
    text.char_indices()
        .nth(60)
        .and_then(|(end, _)| text.get(..end))
        .unwrap_or(text)
}
