//! JSON for scripts.

use crate::Report;
use crate::render::Tool;

/// The reports as JSON.
#[must_use]
pub fn json(reports: &[Report], tool: Tool<'_>) -> String {
    let _ = (reports, tool);
    String::new()
}
