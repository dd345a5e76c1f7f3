//! Named parts of a document, found by tolerant names: under a heading, or behind a bold label.

use super::label::Line;
use super::ranges::Ranges;
use super::words::key;
use crate::{Document, Heading};
use plan_diagnostics::Span;

/// A part of a document that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The heading, or the label up to its colon or closing stars.
    pub opener: Span,
    /// What stands in it, without the opener.
    pub body: Span,
    /// Whether a bold label opens it rather than a heading.
    pub label: bool,
    /// Whether nothing but space, comments and headings stands in it.
    pub empty: bool,
}

/// Where parts are looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'s> {
    pub(crate) document: &'s Document,
    pub(crate) within: Span,
    /// The labels in the range.
    pub(crate) labels: &'s [Line],
    /// Ranges that belong to something else.
    pub(crate) except: &'s Ranges,
}

impl Scope<'_> {
    /// The headings of level 2 to 6, with what a name is read as.
    pub(crate) fn under_headings<N>(&self, name: impl Fn(&str) -> Option<N>) -> Vec<(N, Part)> {
        let headings = self.document.headings();
        let mut found = Vec::new();
        for index in self.document.headings_within(self.within) {
            let heading = &headings[index];
            let ours = self.within.contains(heading.span)
                && heading.level >= 2
                && !heading.quoted
                && !self.except.start_of(heading.span);
            if !ours {
                continue;
            }
            if let Some(name) = name(&key(self.document.heading_title(heading))) {
                found.push((name, self.under(heading, &headings[index + 1..])));
            }
        }
        found
    }

    fn under(&self, heading: &Heading, later: &[Heading]) -> Part {
        let end = section_end(heading, later, self.within.end);
        let body = Span::new(heading.span.end.min(end), end);
        Part {
            opener: heading.span,
            body,
            label: false,
            empty: self.document.is_empty(body),
        }
    }

    /// The bold labels, with what a name is read as. Each ends at the next heading, or at the next
    /// label that has a name.
    pub(crate) fn behind_labels<N>(&self, name: impl Fn(&str) -> Option<N>) -> Vec<(N, Part)> {
        let labels = self.labels.iter().copied();
        let named: Vec<(N, Line)> = labels
            .filter(|line| line.kind.is_bold() && !self.except.start_of(line.span))
            .filter_map(|line| {
                name(&key(line.name.of(self.document.text()))).map(|name| (name, line))
            })
            .collect();
        let starts: Vec<usize> = named.iter().map(|(_, line)| line.span.start).collect();
        named
            .into_iter()
            .map(|(name, line)| (name, self.behind(line, &starts)))
            .collect()
    }

    fn behind(&self, line: Line, starts: &[usize]) -> Part {
        let label = starts.partition_point(|start| *start <= line.span.start);
        let next_label = starts.get(label).copied();
        let headings = self.document.headings();
        let heading = headings.partition_point(|heading| heading.span.start <= line.span.start);
        let next_heading = headings.get(heading).map(|heading| heading.span.start);
        let end = [next_label, next_heading]
            .into_iter()
            .flatten()
            .fold(self.within.end, usize::min)
            .max(line.span.end);
        let body = Span::new(line.value.start, end);
        let opener = Span::new(line.span.start, line.value.start);
        Part {
            opener,
            body,
            label: true,
            empty: self.document.is_empty(body),
        }
    }
}

/// Where the section under a heading ends: at the next heading of the same or a higher level.
pub(crate) fn section_end(heading: &Heading, later: &[Heading], limit: usize) -> usize {
    later
        .iter()
        .find(|next| next.level <= heading.level && !next.quoted)
        .map_or(limit, |next| next.span.start)
        .min(limit)
}
