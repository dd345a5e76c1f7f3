//! The text of a file, and where in it a byte is: line and column as people count them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::Span;

/// Bytes between two remembered counts of code points.
const STRIDE: usize = 4096;

/// A place in a text, as editors show it.
///
/// Closed: a position is a line and a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1. A line ends at `\n`, `\r\n` or a lone `\r`.
    pub line: usize,
    /// The column, from 1, in Unicode code points from the start of the line.
    pub column: usize,
}

/// The text of one file, shared cheaply, with an index of its lines.
///
/// The index is made when the first position is asked for; from then on a position costs a binary
/// search and a scan of at most 4 KiB, whatever the length of the line.
///
/// ```
/// use plan_diagnostics::{Position, Source};
///
/// let source = Source::new("uno\r\ndós tres");
/// assert_eq!(source.position(10), Position { line: 2, column: 5 }); // the bytes of `ó` are one column
/// ```
#[derive(Debug, Clone)]
pub struct Source {
    text: Arc<str>,
    index: OnceLock<Index>,
}

/// Where the lines start, and how many code points lie before every `STRIDE`th byte.
#[derive(Debug, Clone)]
struct Index {
    lines: Vec<usize>,
    counts: Vec<usize>,
}

impl Source {
    /// The source of a file that holds `text`.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self {
            text: text.into(),
            index: OnceLock::new(),
        }
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line and column of a byte.
    ///
    /// A byte inside a character counts as that character's first one; a byte behind the end counts
    /// as the end.
    #[must_use]
    pub fn position(&self, byte: usize) -> Position {
        let index = self.index();
        let byte = floor_char_boundary(&self.text, byte);
        let line = index.lines.partition_point(|&start| start <= byte);
        let start = index
            .lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or(0);
        let before = self.text.as_bytes().get(start..byte).unwrap_or_default();
        let before = if before.len() <= STRIDE {
            count_code_points(before)
        } else {
            self.code_points_before(byte) - self.code_points_before(start)
        };
        Position {
            line,
            column: before + 1,
        }
    }

    /// How many lines the text has; one that is empty has one.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.index().lines.len()
    }

    /// The bytes of a line (from 1) without its line ending, or `None` where there is no such line.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<Span> {
        let lines = &self.index().lines;
        let start = *lines.get(number.checked_sub(1)?)?;
        let end = lines.get(number).copied().unwrap_or(self.text.len());
        let content = Span::new(start, end).of(&self.text);
        let content = content.strip_suffix('\n').unwrap_or(content);
        let content = content.strip_suffix('\r').unwrap_or(content);
        Some(Span::new(start, start + content.len()))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.text))
    }

    fn code_points_before(&self, byte: usize) -> usize {
        let mark = byte / STRIDE;
        let counted = self.index().counts.get(mark).copied().unwrap_or(0);
        let rest = self
            .text
            .as_bytes()
            .get(mark * STRIDE..byte)
            .unwrap_or_default();
        counted + count_code_points(rest)
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Source {}

impl Index {
    fn of(text: &str) -> Self {
        Self {
            lines: line_starts(text.as_bytes()),
            counts: running_counts(text.as_bytes()),
        }
    }
}

fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let ends_line = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    std::iter::once(0)
        .chain(
            (0..bytes.len())
                .filter(|&at| ends_line(at))
                .map(|at| at + 1),
        )
        .collect()
}

fn running_counts(bytes: &[u8]) -> Vec<usize> {
    let mut total = 0;
    bytes
        .chunks(STRIDE)
        .map(|chunk| {
            let before = total;
            total += count_code_points(chunk);
            before
        })
        .chain(std::iter::once(count_code_points(bytes)))
        .collect()
}

/// Code points that start in `bytes`: all bytes but continuation bytes.
fn count_code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// The last character border at or before `byte`.
pub(crate) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The sources of the files that a report speaks of, by the file's name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources(BTreeMap<String, Source>);

impl Sources {
    /// No sources.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the text of a file, in the place of an earlier one of that name.
    pub fn insert(&mut self, file: impl Into<String>, text: impl Into<Arc<str>>) {
        self.0.insert(file.into(), Source::new(text));
    }

    /// The source of a file, where it was kept.
    #[must_use]
    pub fn get(&self, file: &str) -> Option<&Source> {
        self.0.get(file)
    }

    /// The files and their sources, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Source)> {
        self.0.iter().map(|(file, source)| (file.as_str(), source))
    }
}
