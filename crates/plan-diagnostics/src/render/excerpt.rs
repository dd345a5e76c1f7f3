//! The lines of a file that a finding shows: cut to a readable width, and safe to print.

use std::ops::Range;

use crate::escape::escape_excerpt;
use crate::source::floor_char_boundary;
use crate::{Source, Span};

/// Longer spans show their first line only.
const MOST_LINES: usize = 4;
/// Code points kept before the marked part of a line that is too long.
const BEFORE: usize = 40;
/// Code points kept from the start of the marked part on.
const FROM_MARK: usize = 80;

/// A few lines of text, and the part of them that is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The number of its first line, from 1.
    pub(crate) first_line: usize,
    /// The number of its last line.
    pub(crate) last_line: usize,
    /// Its lines, joined by `\n`.
    pub(crate) text: String,
    /// The bytes of `text` that are meant.
    pub(crate) marked: Range<usize>,
}

/// The excerpt of `source` that shows `span`.
pub(crate) fn excerpt(source: &Source, span: Span) -> Excerpt {
    let text = source.text();
    let start = floor_char_boundary(text, span.start);
    let end = floor_char_boundary(text, span.end).max(start);
    let first_line = source.position(start).line;
    let last_line = match source.position(end.saturating_sub(1).max(start)).line {
        line if line - first_line < MOST_LINES => line,
        _ => first_line,
    };
    let mut out = Excerpt {
        first_line,
        last_line,
        text: String::new(),
        marked: 0..0,
    };
    for number in first_line..=last_line {
        let Some(line) = source.line(number) else {
            continue;
        };
        let within = |byte: usize| byte.clamp(line.start, line.end) - line.start;
        push_line(
            &mut out,
            line.of(text),
            within(start)..within(end),
            number == first_line,
        );
    }
    out
}

fn push_line(out: &mut Excerpt, line: &str, marked: Range<usize>, first: bool) {
    let window = window(line, marked.start);
    let (from, to) = (window.start, window.end);
    let (mark, mark_end) = (marked.start.clamp(from, to), marked.end.clamp(from, to));
    if !first {
        out.text.push('\n');
    }
    out.text.push_str(if from > 0 { "…" } else { "" });
    out.text.push_str(&escape_excerpt(&line[from..mark]));
    if first {
        out.marked.start = out.text.len();
    }
    out.text.push_str(&escape_excerpt(&line[mark..mark_end]));
    out.marked.end = out.text.len();
    out.text.push_str(&escape_excerpt(&line[mark_end..to]));
    out.text.push_str(if to < line.len() { "…" } else { "" });
}

/// The part of a line that is shown: all of it, or what surrounds the mark.
fn window(line: &str, mark: usize) -> Range<usize> {
    if line.chars().nth(BEFORE + FROM_MARK).is_none() {
        return 0..line.len();
    }
    let (before, after) = line.split_at(mark);
    let from = before
        .char_indices()
        .rev()
        .nth(BEFORE - 1)
        .map_or(0, |(at, _)| at);
    let to = after
        .char_indices()
        .nth(FROM_MARK)
        .map_or(line.len(), |(at, _)| mark + at);
    from..to
}
