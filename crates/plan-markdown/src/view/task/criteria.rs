//! Acceptance criteria: every item and paragraph that states one.

use crate::view::label;
use crate::view::meaning;
use crate::view::ranges::{self, Ranges};
use crate::view::spanned::Spanned;
use crate::view::words::{key, squeeze};
use crate::{Document, Mark};
use plan_diagnostics::Span;

/// How a criterion is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CriterionKind {
    /// `- [ ] …`
    Open,
    /// `- [x] …`
    Ticked,
    /// A box that says neither, as `[~]` does.
    Odd,
    /// A list item without a box.
    Item,
    /// A paragraph, or a row of a table, outside the lists.
    Paragraph,
}

/// An acceptance criterion, or an item of the checklist.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Criterion {
    /// Its text, on one line, without bullet and box. Markup stays.
    pub text: Spanned<String>,
    /// How it is written.
    pub kind: CriterionKind,
    /// Its box, where it has one.
    pub mark: Option<Mark>,
    /// The whole item or paragraph.
    pub span: Span,
    /// Whether it carries the label `Human approval:` (E9).
    pub human_approval: bool,
}

impl Criterion {
    /// Whether its box is ticked; `None` where it has none, or an odd one.
    #[must_use]
    pub const fn ticked(&self) -> Option<bool> {
        match self.kind {
            CriterionKind::Open => Some(false),
            CriterionKind::Ticked => Some(true),
            _ => None,
        }
    }
}

/// The criteria in a range, in order. An item without a box inside another one is part of that;
/// one with a box counts for itself.
pub(super) fn read(document: &Document, body: Span) -> Vec<Criterion> {
    let items: Vec<_> = ranges::list_items(document, body).collect();
    let covered = Ranges::new(items.iter().map(|item| item.span));
    let mut found: Vec<Criterion> = Vec::new();
    for item in items {
        let mark = item
            .task
            .and_then(|task| document.items().get(task))
            .map(|task| task.mark);
        let outer = item
            .parent
            .and_then(|parent| document.list_items().get(parent));
        if mark.is_none() && outer.is_some_and(|outer| body.contains(outer.span)) {
            continue;
        }
        let kind = mark.map_or(CriterionKind::Item, |mark| {
            match meaning::ticked(document, mark) {
                Some(false) => CriterionKind::Open,
                Some(true) => CriterionKind::Ticked,
                None => CriterionKind::Odd,
            }
        });
        found.push(criterion(document, item.wrapped, item.span, kind, mark));
    }
    for paragraph in paragraphs(document, body, &covered) {
        found.push(criterion(
            document,
            paragraph,
            paragraph,
            CriterionKind::Paragraph,
            None,
        ));
    }
    found.sort_by_key(|criterion| criterion.span.start);
    found
}

fn criterion(
    document: &Document,
    text: Span,
    span: Span,
    kind: CriterionKind,
    mark: Option<Mark>,
) -> Criterion {
    let value = squeeze(&document.content(text));
    let human_approval = label::parse(document.text(), text).is_some_and(|label| {
        matches!(
            key(label.name.of(document.text())).as_str(),
            "human approval" | "aprobación humana"
        )
    });
    Criterion {
        text: Spanned::new(value, text),
        kind,
        mark,
        span,
        human_approval,
    }
}

/// Runs of content lines outside the lists, without headings and separators.
fn paragraphs(document: &Document, body: Span, covered: &Ranges) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut table_line = false;
    for line in document.content_lines(body) {
        let headings = document.headings();
        let at = headings.partition_point(|heading| heading.span.end < line.end);
        let heading = headings
            .get(at)
            .is_some_and(|heading| heading.span.start <= line.start);
        let text = document.slice(line);
        let rule = text
            .chars()
            .all(|c| matches!(c, '-' | '|' | ':' | ' ' | '=' | '*' | '_'));
        if heading || rule || covered.start_of(line) {
            continue;
        }
        let joins = |last: &Span| {
            let gap = document.text().get(last.end..line.start).unwrap_or("");
            gap.bytes().filter(|byte| *byte == b'\n').count() == 1
        };
        let row = text.starts_with('|');
        match found.last_mut() {
            Some(last) if !row && !table_line && joins(last) => last.end = line.end,
            _ => found.push(line),
        }
        table_line = row;
    }
    found
}
