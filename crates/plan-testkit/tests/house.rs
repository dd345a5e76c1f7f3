//! What holds for the whole workspace: its arrows, its module docs, its rules, its documents.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests say what is wrong by panicking"
)]

#[path = "house/arrows.rs"]
mod arrows;
#[path = "house/catalogue.rs"]
mod catalogue;
#[path = "house/documents.rs"]
mod documents;
#[path = "house/files.rs"]
mod files;
#[path = "house/growth.rs"]
mod growth;
#[path = "house/invariants.rs"]
mod invariants;
#[path = "house/modules.rs"]
mod modules;
#[path = "house/published.rs"]
mod published;
#[path = "house/refusals.rs"]
mod refusals;
#[path = "house/rules.rs"]
mod rules;
#[path = "house/top_level.rs"]
mod top_level;
#[path = "house/types.rs"]
mod types;
