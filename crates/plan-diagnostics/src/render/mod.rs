//! Renderings of reports: text for people, JSON for scripts, SARIF for code review tools.

mod json;
mod sarif;
mod text;

pub use json::json;
pub use sarif::sarif;
pub use text::text;

/// How text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Whether to use the terminal's colours. Off unless asked for.
    pub color: bool,
}

/// The tool that a machine-readable rendering names as its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool<'a> {
    /// Its name, such as `dwp`.
    pub name: &'a str,
    /// Its version, such as `0.1.0`.
    pub version: &'a str,
}
