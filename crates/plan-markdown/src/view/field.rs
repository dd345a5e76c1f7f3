//! Labelled fields with values of several lines, as in logs and amendments.

use super::label::{self, Line};
use super::spanned::{Spanned, trim_comments};
use super::words::key;
use crate::{Document, LabelKind};
use plan_diagnostics::Span;

/// A labelled field with its whole value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name, without markup and colon.
    pub name: Spanned<String>,
    /// The value: the rest of the line, and the lines, list or fence that belong to it. Empty, at
    /// the place where it would stand, where there is none.
    pub value: Spanned<String>,
    /// Label and value.
    pub span: Span,
    /// How the label is written.
    pub kind: LabelKind,
    /// The name for comparison.
    key: String,
}

impl Field {
    /// Whether the field has this name: letter case, markup and "and" aside.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.key == key(name)
    }

    /// The name for comparison: words in lower case, without punctuation and "and".
    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}

/// The fields of a range, in order. `accept` decides by a label's kind and
/// name (for comparison) whether it opens a field.
pub(crate) fn read(
    document: &Document,
    within: Span,
    accept: impl Fn(LabelKind, &str) -> bool,
) -> Vec<Field> {
    let text = document.text();
    let labels: Vec<(String, Line)> = label::lines(document, within)
        .into_iter()
        .map(|line| (key(line.name.of(text)), line))
        .filter(|(key, line)| accept(line.kind, key))
        .collect();
    if labels.is_empty() {
        return Vec::new();
    }
    let content = document.content_lines(within);
    let mut fields = Vec::with_capacity(labels.len());
    let mut labels = labels.into_iter().peekable();
    while let Some((key, label)) = labels.next() {
        let next = labels.peek().map(|(_, next)| next.span.start);
        let stop = next.unwrap_or(within.end);
        let heading = document
            .headings()
            .partition_point(|heading| heading.span.start < label.span.end);
        let heading = document.headings().get(heading);
        let stop = heading.map_or(stop, |heading| heading.span.start.min(stop));
        let end = value_end(document, &label, &content, stop);
        let value = trim_comments(
            document,
            Span::new(label.value.start, end.max(label.value.end)),
        );
        fields.push(Field {
            name: Spanned::slice(document, label.name),
            value: Spanned::slice(document, if value.is_empty() { label.value } else { value }),
            span: Span::new(label.span.start, label.span.end.max(value.end)),
            kind: label.kind,
            key,
        });
    }
    fields
}

/// Where the value of a label ends: behind the lines and fences that belong to it.
fn value_end(document: &Document, label: &Line, content: &[Span], stop: usize) -> usize {
    let mut end = label.span.end;
    let first = content.partition_point(|line| line.start < label.span.end);
    for line in &content[first..] {
        let gap_end = fence_end(document, label, end, line.start.min(stop));
        end = gap_end;
        if line.start >= stop || !continues(document, label, end, *line) {
            return end;
        }
        end = line.end;
    }
    fence_end(document, label, end, stop)
}

/// The end of the fences between two places that belong to the value before them.
fn fence_end(document: &Document, label: &Line, from: usize, to: usize) -> usize {
    let fences = document.fences();
    let first = fences.partition_point(|fence| fence.span.start < from);
    let mut end = from;
    for fence in fences[first..]
        .iter()
        .take_while(|fence| fence.span.start < to)
    {
        let indent = fence.span.start - document.line_at(fence.span.start).start;
        if blank_between(document, end, fence.span.start) && indent <= label.indent {
            break;
        }
        end = fence.span.end;
    }
    end
}

/// Whether a line belongs to the value before it.
fn continues(document: &Document, label: &Line, end: usize, line: Span) -> bool {
    let text = document.text();
    let nested = line.start - document.line_at(line.start).start > label.indent;
    let item = matches!(label.kind, LabelKind::BoldItem | LabelKind::PlainItem);
    let (_, bullet) = label::unbullet(text, line);
    let alone = end == label.span.end && label.value.is_empty();
    match (nested, bullet) {
        (true, _) if item => true,
        (_, true) => !item && (alone || !blank_between(document, end, line.start)),
        (_, false) => !blank_between(document, end, line.start),
    }
}

/// Whether an empty line stands between two places.
fn blank_between(document: &Document, from: usize, to: usize) -> bool {
    let gap = document.text().get(from..to).unwrap_or("");
    gap.bytes().filter(|byte| *byte == b'\n').count() > 1
}
