//! Tables: rows and cells, with escaped bars and bars in code spans left whole.

use crate::lines::{Line, trim_end, trim_start};
use crate::ticks::{Ticks, escaped};
use crate::{Row, Table, blocks::RawBlock, prefix};
use plan_diagnostics::Span;

/// Whether a line consists of what a separator consists of, a dash among it.
pub(crate) fn is_separator(line: &[u8]) -> bool {
    memchr::memchr(b'-', line).is_some()
        && line
            .iter()
            .all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Calls `cell` with the bounds of every cell of the row in a range.
pub(crate) fn each_cell(
    bytes: &[u8],
    start: usize,
    end: usize,
    mut cell: impl FnMut(usize, usize),
) {
    let start = trim_start(bytes, start, end);
    let end = trim_end(bytes, start, end);
    let mut from = start + usize::from(bytes[start..end].first() == Some(&b'|'));
    let mut at = from;
    let mut ticks: Option<Ticks> = None;
    while let Some(found) = memchr::memchr2(b'|', b'`', &bytes[at..end]) {
        at += found;
        if escaped(bytes, from, at) {
            at += 1;
        } else if bytes[at] == b'`' {
            let ticks = ticks.get_or_insert_with(|| Ticks::new(end));
            at = ticks
                .span(bytes, at)
                .map_or_else(|end| end, |(_, _, end)| end);
        } else {
            cell(from, at);
            at += 1;
            from = at;
        }
    }
    if from < end || from == start {
        cell(from, end);
    }
}

/// The row in a range.
fn row(bytes: &[u8], start: usize, end: usize) -> Row {
    let start = trim_start(bytes, start, end);
    let end = trim_end(bytes, start, end);
    let mut cells = Vec::new();
    each_cell(bytes, start, end, |from, to| {
        let from = trim_start(bytes, from, to);
        cells.push(Span::new(from, trim_end(bytes, from, to)));
    });
    Row {
        span: Span::new(start, end),
        cells,
    }
}

/// The row on a line, behind quote marks and bullets.
pub(crate) fn row_on(bytes: &[u8], line: &Line) -> Row {
    row(bytes, prefix::content_start(bytes, line), line.end)
}

/// The table on the lines of a block.
pub(crate) fn table(bytes: &[u8], lines: &[Line], block: RawBlock) -> Option<Table> {
    let lines = lines.get(block.first..=block.last)?;
    let (first, rest) = lines.split_first()?;
    let (second, rest) = rest.split_first()?;
    let header = row_on(bytes, first);
    let separator = row_on(bytes, second).span;
    let rows: Vec<Row> = rest.iter().map(|line| row_of(bytes, line)).collect();
    let end = rows.last().map_or(separator.end, |row| row.span.end);
    Some(Table {
        span: Span::new(header.span.start, end),
        header,
        separator,
        rows,
    })
}

/// A row below the separator: a dash or a number that opens it is no bullet.
fn row_of(bytes: &[u8], line: &Line) -> Row {
    row(bytes, prefix::read(bytes, line).at, line.end)
}
