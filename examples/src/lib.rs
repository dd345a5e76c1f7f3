//! The example binaries: thin compositions of the workspace's crates.
//!
//! A command parses its arguments, gathers facts (clock, process, git), calls a library, prints
//! and exits. Nothing here decides anything about a plan or a queue.

pub mod daemon;
pub mod dwp;
pub mod facts;
pub mod ops;
mod output;
pub mod report;
pub mod schema;
pub mod tour;
mod workers;

pub use output::{Format, Output};
