//! The example binaries: thin compositions of the workspace's crates.
//!
//! A command parses its arguments, gathers facts (clock, process, git), calls a library, prints
//! and exits. Nothing here decides anything about a plan.

pub mod dwp;
pub mod facts;
mod output;
pub mod tour;

pub use output::{Format, Output};
