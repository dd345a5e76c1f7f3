//! Text for people.

use crate::Report;
use crate::render::Style;

/// The report as text.
#[must_use]
pub fn text(report: &Report, style: Style) -> String {
    let _ = style;
    report
        .findings()
        .map(|finding| format!("{}\n", finding.message))
        .collect()
}
