//! Materializing a description: what is refused, what is written, and every interruption (H3).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod materializing;
