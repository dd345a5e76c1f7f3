//! The agent protocol over plans on disk.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;
mod journal;
mod locks;
mod profile;
mod ritual;
mod turn;
