//! Planners: what each operation would write, and why it refuses (Q24–Q33).

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod claim;
mod close;
mod fixture;
mod minimal;
mod namesakes;
mod stop;
mod work;
