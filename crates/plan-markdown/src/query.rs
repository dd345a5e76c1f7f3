//! Questions about a document: lines, labels and sections in a range.

use crate::inline::content;
use crate::lines::{Kind, Line, index_at};
use crate::prefix;
use crate::{Document, Fence, Label, Opener, Section, same_name};
use plan_diagnostics::Span;

impl Document {
    /// Whether nothing but space, comments, headings, thematic breaks and empty list items stands in
    /// a range.
    #[must_use]
    pub fn is_empty(&self, span: Span) -> bool {
        self.content_lines_where(span, |_| true).next().is_none()
            && self
                .fences_within(span)
                .all(|fence| self.slice(fence.content).trim().is_empty())
            && !self
                .lines_within(span)
                .any(|line| matches!(line.kind, Kind::Raw | Kind::Indented))
    }

    /// The lines of content in a range, each without indentation, trailing space and line ending: no
    /// code, headings, thematic breaks, frontmatter, blank lines or bullets without text.
    #[must_use]
    pub fn content_lines(&self, within: Span) -> Vec<Span> {
        self.content_lines_where(within, |_| true).collect()
    }

    /// The [lines of content](Self::content_lines) whose text, looked at as a whole beforehand, is
    /// wanted.
    pub(crate) fn content_lines_where(
        &self,
        within: Span,
        wanted: impl Fn(&[u8]) -> bool,
    ) -> impl Iterator<Item = Span> {
        let text = self.text().as_bytes();
        let masked = self.masked().as_bytes();
        let reads = |line: &&Line| matches!(line.kind, Kind::Text | Kind::Html | Kind::Table);
        let clip = move |line: &Line| {
            let start = prefix::content_start(masked, line).max(within.start);
            let whole = content(masked, line);
            let end = whole.end.min(within.end);
            let has_text = self
                .masked()
                .get(start..end)
                .is_some_and(|text| !text.trim_start().is_empty());
            has_text.then(|| Span::new(whole.start.max(within.start), end))
        };
        self.lines_within(within)
            .filter(reads)
            .filter(move |line| wanted(&text[line.start..line.end]))
            .filter_map(clip)
    }

    /// The fenced code blocks that start in a range.
    pub fn fences_within(&self, within: Span) -> impl Iterator<Item = &Fence> {
        let first = self
            .fences()
            .partition_point(|fence| fence.span.start < within.start);
        self.fences()[first..]
            .iter()
            .take_while(move |fence| fence.span.start < within.end)
    }

    /// The lines of a fenced code block, each without indentation, trailing space and line ending;
    /// blank ones left out.
    #[must_use]
    pub fn fence_lines(&self, fence: &Fence) -> Vec<Span> {
        let bytes = self.text().as_bytes();
        let spans = self
            .lines_within(fence.content)
            .map(|line| content(bytes, line));
        spans.filter(|span| !span.is_empty()).collect()
    }

    /// Whether an offset lies in code, fenced or indented.
    #[must_use]
    pub fn is_code_at(&self, offset: usize) -> bool {
        self.line_of(offset)
            .is_some_and(|line| matches!(line.kind, Kind::Fence | Kind::Indented | Kind::Raw))
    }

    /// The line around an offset, without its line ending.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> Span {
        self.line_of(offset)
            .map_or(Span::new(0, 0), |line| Span::new(line.start, line.end))
    }

    /// The number of the line that an offset is on, from 1.
    #[must_use]
    pub fn line_number(&self, offset: usize) -> usize {
        index_at(&self.lines, offset) + 1
    }

    fn line_of(&self, offset: usize) -> Option<&Line> {
        self.lines.get(index_at(&self.lines, offset))
    }

    /// The lines of which some byte lies in a range.
    fn lines_within(&self, within: Span) -> impl Iterator<Item = &Line> {
        let first = self.lines.partition_point(|line| line.end <= within.start);
        self.lines[first..]
            .iter()
            .take_while(move |line| line.start < within.end)
    }

    /// The labels that start in a range.
    #[must_use]
    pub fn labels_within(&self, within: Span) -> &[Label] {
        let labels = self.labels();
        let first = labels.partition_point(|label| label.span.start < within.start);
        let end = labels.partition_point(|label| label.span.start < within.end);
        &labels[first..end.max(first)]
    }

    /// The first label of that name in a range (letter case and markup aside).
    #[must_use]
    pub fn label_within(&self, within: Span, name: &str) -> Option<&Label> {
        self.labels_within(within)
            .iter()
            .find(|label| same_name(self.slice(label.name), name))
    }

    /// The indices of the headings that start in a range.
    #[must_use]
    pub fn headings_within(&self, within: Span) -> std::ops::Range<usize> {
        let headings = self.headings();
        let first = headings.partition_point(|heading| heading.span.start < within.start);
        let end = headings.partition_point(|heading| heading.span.start < within.end);
        first..end.max(first)
    }

    /// The first section of that name in the file.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<Section<'_>> {
        self.section_within(Span::new(0, self.text().len()), name)
    }

    /// The first section of that name in a range: under a heading of level 2 to 6, or else behind a
    /// bold label. A section that a label opens ends at the next heading or label named in
    /// [`SECTION_NAMES`](crate::SECTION_NAMES).
    #[must_use]
    pub fn section_within(&self, within: Span, name: &str) -> Option<Section<'_>> {
        self.section_among(within, name, crate::SECTION_NAMES)
    }

    /// The first section of that name in a range, with the caller's own list of known labels.
    pub(crate) fn section_among(
        &self,
        within: Span,
        name: &str,
        known: &[&str],
    ) -> Option<Section<'_>> {
        self.under_headings(within, name)
            .next()
            .or_else(|| self.behind_label(within, name, known))
    }

    /// All sections of that name in a range: those under headings, or else the one behind a label.
    #[must_use]
    pub fn sections_within(&self, within: Span, name: &str) -> Vec<Section<'_>> {
        let mut found: Vec<_> = self.under_headings(within, name).collect();
        if found.is_empty() {
            found.extend(self.behind_label(within, name, crate::SECTION_NAMES));
        }
        found
    }

    fn under_headings(&self, within: Span, name: &str) -> impl Iterator<Item = Section<'_>> {
        let named = move |&index: &usize| {
            let heading = &self.headings()[index];
            let text = self.slice(heading.text);
            heading.level >= 2
                && (same_name(self.heading_title(heading), name) || same_name(text, name))
        };
        let indices = self.headings_within(within).filter(named);
        indices.filter_map(move |index| self.section_of(index, within))
    }

    /// The section under a heading, given as an index into [`headings`](Self::headings): up to the
    /// next heading of the same or a higher level in `within`.
    #[must_use]
    pub fn section_of(&self, heading: usize, within: Span) -> Option<Section<'_>> {
        let opener = self.headings().get(heading)?;
        let rest = self.headings().get(heading + 1..)?;
        let next = rest.iter().find(|next| next.level <= opener.level);
        let limit = within.end.min(self.text().len());
        let end = next.map_or(limit, |next| self.line_at(next.span.start).start.min(limit));
        let start = self.after_line(opener.span.end).min(end);
        Some(Section {
            document: self,
            opener: Opener::Heading(heading),
            name: opener.title,
            span: Span::new(opener.span.start, end.max(opener.span.end)),
            body: Span::new(start, end),
        })
    }

    fn behind_label(&self, within: Span, name: &str, known: &[&str]) -> Option<Section<'_>> {
        let is_named = |label: &Label, name: &str| same_name(self.slice(label.name), name);
        let first = self
            .labels()
            .partition_point(|label| label.span.start < within.start);
        let labels = &self.labels()[first..];
        let labels = labels
            .iter()
            .take_while(|label| label.span.start < within.end);
        let mut labels = labels
            .enumerate()
            .skip_while(|(_, label)| !(label.kind.is_bold() && is_named(label, name)));
        let (index, label) = labels.next()?;
        let ends = |label: &Label| {
            label.kind.is_bold() && known.iter().any(|known| is_named(label, known))
        };
        let next = labels.find(|(_, label)| ends(label));
        let heading = self
            .headings_within(Span::new(label.span.end, within.end))
            .next();
        let limit = [
            next.map(|(_, next)| self.line_at(next.span.start).start.max(label.value.start)),
            heading.map(|index| self.line_at(self.headings()[index].span.start).start),
        ];
        let end = limit
            .into_iter()
            .flatten()
            .fold(within.end.min(self.text().len()), usize::min);
        let start = label.value.start.min(end);
        Some(Section {
            document: self,
            opener: Opener::Label(first + index),
            name: label.name,
            span: Span::new(label.span.start, end.max(label.span.end)),
            body: Span::new(start, end),
        })
    }

    /// The start of the line behind the one around an offset.
    fn after_line(&self, offset: usize) -> usize {
        let next = index_at(&self.lines, offset) + 1;
        self.lines
            .get(next)
            .map_or(self.text().len(), |line| line.start)
    }
}
