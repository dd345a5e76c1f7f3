//! What an agent records: decisions, escalations, human gates, batches and chains (P13–P17).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod chains;
mod decisions;
mod escalations;
mod gates;
mod plan;
