#![doc = include_str!("../README.md")]
//! # Map
//!
//! [`Rule`] and [`Severity`] say what can be found, [`Finding`] and [`Location`] what was found and
//! where, [`Report`] gathers it, and [`render`] prints it.

mod escape;
mod exit;
mod finding;
pub mod render;
mod report;
mod rule;
pub mod schema;
mod source;

pub use escape::{escape_json, escape_terminal};
pub use exit::ExitCode;
pub use finding::{Finding, Location, Span};
pub use report::{Note, Report, Subject, SubjectKind, Verdict};
pub use rule::{Rule, Severity};
pub use source::{Position, Source, Sources};
