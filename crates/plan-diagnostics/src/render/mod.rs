//! Renderings of reports: text for people, JSON for scripts, SARIF for code review tools.

mod excerpt;
mod json;
mod sarif;
mod text;

pub use json::{SCHEMAS, json};
pub use sarif::sarif;
pub use text::text;

use serde::Serialize;

use crate::escape_json;

/// How text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Style {
    /// Whether to use the terminal's colours. Off unless asked for.
    pub color: bool,
}

impl Style {
    /// Text without colours, for files and pipes.
    pub const PLAIN: Self = Self { color: false };

    /// Text in colours where `color` says so.
    #[must_use]
    pub const fn with_color(color: bool) -> Self {
        Self { color }
    }
}

/// The tool that a machine-readable rendering names as its author.
///
/// Closed: an author is a name and a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tool<'a> {
    /// Its name, such as `dwp`.
    pub name: &'a str,
    /// Its version, such as `0.1.0`.
    pub version: &'a str,
}

/// JSON with an indent of two spaces, safe to print, with a line break at its end.
fn pretty(value: &impl Serialize) -> String {
    // The values are structs, lists and strings: serializing them does not fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    escape_json(&text).into_owned() + "\n"
}
