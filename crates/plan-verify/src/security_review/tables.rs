//! Findings in tables: one row each, or counts by severity.

use plan_diagnostics::Span;
use plan_markdown::{Document, Row, Table};

use super::words::{self, Status};
use super::{Reading, is_tagged};

/// Judges every row of every table, and lines of bars that have no header.
pub(super) fn rows(reading: &mut Reading<'_>) {
    let review = reading.review;
    for table in review.tables() {
        if reading.is_consumed(table.span.start) {
            continue;
        }
        let columns = Columns::of(review, table);
        for row in &table.rows {
            judge(reading, &columns, row);
        }
        reading.consume(table.span);
    }
    bare_rows(reading);
}

/// What the header says about the columns.
struct Columns {
    severity: Option<usize>,
    status: Option<usize>,
    count: Option<usize>,
    open: Option<usize>,
    /// A column that is itself headed "critical", as in tables of counts laid on their side.
    critical: Option<usize>,
}

impl Columns {
    fn of(review: &Document, table: &Table) -> Self {
        let heads: Vec<_> = table
            .header
            .cells
            .iter()
            .map(|cell| words::words(review.slice(*cell)))
            .collect();
        let find = |test: &dyn Fn(&[String]) -> bool| heads.iter().position(|head| test(head));
        Self {
            severity: find(&words::names_severity),
            status: find(&words::names_status),
            count: find(&|head| words::names_count(head) == Some(false)),
            open: find(&|head| words::names_count(head) == Some(true)),
            critical: find(&words::is_severity_alone),
        }
    }
}

fn judge(reading: &mut Reading<'_>, columns: &Columns, row: &Row) {
    let review = reading.review;
    let text = |column: Option<usize>| {
        column
            .and_then(|at| row.cells.get(at))
            .map(|cell| review.slice(*cell))
    };
    let number = |column| {
        text(column).and_then(|cell: &str| cell.trim_matches(['*', ' ']).parse::<u64>().ok())
    };
    if let Some(count) = number(columns.critical) {
        let first = row
            .cells
            .first()
            .map_or(Status::Silent, |cell| words::status_of(review.slice(*cell)));
        if count > 0 {
            reading.count(row.span, count, first);
        }
        return;
    }
    let critical = match text(columns.severity) {
        Some(cell) => says_critical(cell),
        None => row
            .cells
            .iter()
            .any(|cell| says_critical(review.slice(*cell))),
    };
    if !critical {
        return;
    }
    if let Some(open) = number(columns.open) {
        if open > 0 {
            reading.open.push(row.span);
        }
    } else if let Some(count) = number(columns.count).or_else(|| bare_count(cells(review, row))) {
        if count > 0 {
            reading.count(row.span, count, row_status(review, row));
        }
    } else {
        let status = match text(columns.status).map(|cell| (cell, words::status_of(cell))) {
            // A status column that says something else, such as a commit, is not all there is.
            Some((cell, Status::Silent)) if !cell.is_empty() => row_status(review, row),
            Some((_, status)) => status,
            None => row_status(review, row),
        };
        reading.finding(row.span, status);
    }
}

fn cells<'d>(review: &'d Document, row: &Row) -> impl DoubleEndedIterator<Item = &'d str> {
    row.cells.iter().map(|cell| review.slice(*cell))
}

/// How many findings a row counts that says nothing besides: `| Critical | 0 |`,
/// `| Critical | none | — |`.
fn bare_count<'t>(cells: impl Iterator<Item = &'t str>) -> Option<u64> {
    let others: Vec<_> = cells
        .map(words::words)
        .filter(|words| !words::is_severity_alone(words))
        .collect();
    let number = |words: &[String]| match words {
        words if words::is_nothing(words) => Some(0),
        [only] => only.parse::<u64>().ok(),
        _ => None,
    };
    let counts: Option<Vec<u64>> = others.iter().map(|words| number(words)).collect();
    let said = others.iter().any(|words| !words.is_empty());
    counts.filter(|_| said)?.into_iter().max()
}

/// Whether a cell gives the severity of its row as the highest one.
fn says_critical(cell: &str) -> bool {
    let words = words::words(cell);
    words::is_severity_alone(&words) && !words::is_nothing(&words)
        || is_tagged(cell) && !words::is_nothing(&words)
}

/// What the last cell that says anything says about the state of the row.
fn row_status(review: &Document, row: &Row) -> Status {
    let said = row
        .cells
        .iter()
        .rev()
        .map(|cell| words::status_of(review.slice(*cell)));
    said.into_iter()
        .find(|status| *status != Status::Silent)
        .unwrap_or(Status::Silent)
}

/// Lines such as `| critical | token | open |` outside of any table: a row whose header is missing.
fn bare_rows(reading: &mut Reading<'_>) {
    let review = reading.review;
    let whole = Span::new(0, review.text().len());
    for line in review.content_lines(whole) {
        let text = review.slice(line);
        if !text.starts_with('|') || reading.is_consumed(line.start) {
            continue;
        }
        let cells: Vec<&str> = text
            .split('|')
            .filter(|cell| !cell.trim().is_empty())
            .collect();
        let nothing = bare_count(cells.iter().copied()) == Some(0);
        if cells.iter().any(|cell| says_critical(cell)) && !nothing {
            let said = cells.iter().rev().map(|cell| words::status_of(cell));
            let status = said.into_iter().find(|status| *status != Status::Silent);
            reading.finding(line, status.unwrap_or(Status::Silent));
        }
        reading.consume(line);
    }
}
