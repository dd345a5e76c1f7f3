//! Edits: the smallest change of bytes that does what is wanted (requirement H7).

use crate::{Document, Item, Label, MarkKind};
use plan_diagnostics::Span;

/// A replacement of one range of bytes.
///
/// Closed: an edit is a range, what stands there, and what takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that must be as expected; the change and some context around it.
    pub span: Span,
    /// What must stand there for the edit to apply.
    pub expect: String,
    /// What stands there afterwards, context included.
    pub replacement: String,
}

/// Why an edit was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The text in the range is not the one that the edit expects, or the range is not in the file.
    #[error("{file}: bytes {start}..{end} do not hold what the edit expects; read the file again")]
    Unexpected {
        /// The file.
        file: String,
        /// Start of the range.
        start: usize,
        /// End of the range.
        end: usize,
    },
    /// Two edits change the same bytes.
    #[error(
        "{file}: two edits overlap at byte {at}; apply one, read the file again, then the other"
    )]
    Overlap {
        /// The file.
        file: String,
        /// Where the second one starts.
        at: usize,
    },
}

impl EditError {
    /// A stable word for the kind of error.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unexpected { .. } => "edit-unexpected",
            Self::Overlap { .. } => "edit-overlap",
        }
    }
}

/// Ticks (`[x]`) or unticks (`[ ]`) a task item; an odd or escaped mark becomes a plain one. A mark
/// that says so already stays as it is.
#[must_use]
pub fn tick(document: &Document, item: &Item, done: bool) -> Edit {
    let mark = item.mark;
    let whole = document.slice(mark.outer);
    let wanted = if done { MarkKind::Done } else { MarkKind::Open };
    let escaped = whole.starts_with('\\');
    if mark.kind == wanted && !escaped {
        return replace(document, mark.outer, whole);
    }
    let behind = document.text()[mark.outer.end..].bytes().next();
    // A link has to come apart from its mark, or it stays a link.
    let is_link = matches!(behind, Some(b'(' | b'[' | b':'));
    let plain = if done { "[x]" } else { "[ ]" };
    replace(
        document,
        mark.outer,
        if is_link {
            format!("{plain} ")
        } else {
            plain.to_owned()
        },
    )
}

/// Replaces what stands in a range.
#[must_use]
pub fn replace(document: &Document, span: Span, replacement: impl Into<String>) -> Edit {
    Edit {
        span,
        expect: document.slice(span).to_owned(),
        replacement: replacement.into(),
    }
}

/// Writes the value of a label, with a space before it where the label has none yet. Space behind an
/// empty label goes; a comment there stays.
#[must_use]
pub fn fill(document: &Document, label: &Label, value: &str) -> Edit {
    let mut span = Span::new(label.span.start, label.value.end);
    let name = document.slice(Span::new(span.start, label.value.start));
    let mut written = format!("{name}{value}");
    if label.value.is_empty() {
        written = format!("{} {value}", name.trim_end());
        let line = document.line_at(span.start);
        let rest = document.slice(Span::new(span.end, line.end));
        if rest.trim().is_empty() {
            span.end = line.end.max(span.end);
        }
    }
    replace(document, span, written.trim_end())
}

/// Inserts lines after an item, its continuation lines and nested items, indented as the item is.
/// `None` where they stand there already.
#[must_use]
pub fn insert_after(document: &Document, item: &Item, lines: &str) -> Option<Edit> {
    let text = document.text();
    let bullet = item.mark.outer.start.min(item.line.end);
    let before = &text[item.line.start..bullet];
    let indent = before.len() - before.trim_start_matches([' ', '\t', '>']).len();
    let (eol, indent) = (document.line_ending(), &before[..indent]);
    let mut added = String::new();
    for line in lines.lines() {
        added.push_str(eol);
        if !line.trim().is_empty() {
            added.push_str(indent);
            added.push_str(line);
        }
    }
    // Behind the whole of its last line: space there, or the start of a comment, is on it too.
    let at = document.line_at(item.span.end).end.max(item.span.end);
    let stands = |rest: &str| rest.is_empty() || rest.starts_with(['\n', '\r']);
    let follows = text[at..].strip_prefix(&added).is_some_and(stands);
    let present = follows || text[item.line.start..at].ends_with(&added);
    (!present).then(|| anchored(document, at, &added))
}

/// Appends a section or an entry at the end of the file, one blank line before it. `None` where the
/// file ends with it already.
#[must_use]
pub fn append(document: &Document, entry: &str) -> Option<Edit> {
    append_within(document, Span::new(0, document.text().len()), entry)
}

/// Appends a section or an entry at the end of a range, such as a section's body, one blank line
/// before it; what follows stays. `None` where the range ends with it already.
#[must_use]
pub fn append_within(document: &Document, within: Span, entry: &str) -> Option<Edit> {
    append_after(document, within, entry, 2)
}

/// Appends a line at the end of a range, directly below what stands there, such as an item below the
/// last one of a list. `None` where the range ends with it already.
#[must_use]
pub fn append_line(document: &Document, within: Span, line: &str) -> Option<Edit> {
    append_after(document, within, line, 1)
}

fn append_after(document: &Document, within: Span, entry: &str, breaks: usize) -> Option<Edit> {
    let text = document.text();
    let eol = document.line_ending();
    let entry: Vec<&str> = entry
        .trim_matches(['\n', '\r'])
        .lines()
        .map(str::trim_end)
        .collect();
    let entry = entry.join(eol);
    let kept = text.get(within.start..within.end)?.trim_end();
    let is_start =
        |before: &str| matches!(before, "" | "\u{feff}") || before.ends_with(['\n', '\r']);
    if entry.is_empty() || kept.strip_suffix(entry.as_str()).is_some_and(is_start) {
        return None;
    }
    let last = within.start + kept.len();
    if !is_start(&text[..last]) {
        // Behind the last line with text, its trailing space included.
        let at = document.line_at(last.saturating_sub(1)).end.max(last);
        return Some(anchored(
            document,
            at,
            &format!("{}{entry}", eol.repeat(breaks)),
        ));
    }
    // Nothing stands in the range: the line before it, if any, has its line ending already.
    let is_first = matches!(&text[..last], "" | "\u{feff}");
    let before = if is_first {
        String::new()
    } else {
        eol.repeat(breaks - 1)
    };
    Some(anchored(document, last, &format!("{before}{entry}{eol}")))
}

/// An insertion that expects the line before it, so that it does not apply elsewhere.
fn anchored(document: &Document, at: usize, added: &str) -> Edit {
    let line = document.line_at(at.saturating_sub(1));
    let span = Span::new(line.start.min(at), at);
    let expect = document.slice(span).to_owned();
    let replacement = format!("{expect}{added}");
    Edit {
        span,
        expect,
        replacement,
    }
}

impl Edit {
    /// What it changes: what `expect` and `replacement` have in common at both ends is context.
    fn change(&self) -> Change<'_> {
        let same = |a: &str, b: &str| -> usize {
            a.chars()
                .zip(b.chars())
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a.len_utf8())
                .sum()
        };
        let before = same(&self.expect, &self.replacement);
        let (old, new) = (&self.expect[before..], &self.replacement[before..]);
        let chars = old.chars().rev().zip(new.chars().rev());
        let after: usize = chars
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len_utf8())
            .sum();
        Change {
            start: self.span.start + before,
            end: self.span.end - after,
            new: &new[..new.len() - after],
        }
    }
}

/// The bytes that an edit changes.
struct Change<'a> {
    start: usize,
    end: usize,
    new: &'a str,
}

impl Document {
    /// The text with the edits made; all other bytes stay. Of two insertions at the same place, one
    /// that ends a line comes last; otherwise they are made in the order given.
    ///
    /// # Errors
    /// Where the text in a range is not what its edit expects, or two edits change the same bytes.
    pub fn apply(&self, edits: &[Edit]) -> Result<String, EditError> {
        let text = self.text();
        let mut changes = Vec::with_capacity(edits.len());
        for edit in edits {
            let Span { start, end } = edit.span;
            if text.get(start..end) != Some(edit.expect.as_str()) {
                return Err(EditError::Unexpected {
                    file: self.file().to_owned(),
                    start,
                    end,
                });
            }
            changes.push(edit.change());
        }
        changes.sort_by_key(|change| (change.start, change.end, change.new.contains(['\n', '\r'])));
        let mut out = String::with_capacity(text.len() + 256);
        let mut at = 0;
        for change in changes {
            if change.start < at {
                return Err(EditError::Overlap {
                    file: self.file().to_owned(),
                    at: change.start,
                });
            }
            out.push_str(&text[at..change.start]);
            out.push_str(change.new);
            at = change.end;
        }
        out.push_str(&text[at..]);
        Ok(out)
    }
}
