//! How reports are printed: text with excerpts, JSON or SARIF.

use plan_diagnostics::Report;
use plan_diagnostics::render::{self, Style, Tool};

use crate::facts;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum ReportFormat {
    /// For people.
    #[default]
    Text,
    /// For scripts.
    Json,
    /// For code review tools: SARIF 2.1.0.
    Sarif,
}

/// The reports of a tool in the form asked for.
#[must_use]
pub fn print(tool: Tool<'_>, reports: &[Report], format: ReportFormat) -> String {
    match format {
        ReportFormat::Json => render::json(reports, tool),
        ReportFormat::Sarif => render::sarif(reports, tool),
        ReportFormat::Text => {
            let style = Style::with_color(facts::terminal::wants_color());
            reports
                .iter()
                .map(|report| render::text(report, style))
                .collect::<Vec<_>>()
                .join("\n")
        }
    }
}
