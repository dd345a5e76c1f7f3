//! The tests of the finalizer, in one binary that also runs as its own child processes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests play editors and processes"
)]
#![cfg(unix)]

mod child;
mod killed;
mod marker;
mod publication;
mod recovery;
mod refusals;
mod seam;
mod support;
