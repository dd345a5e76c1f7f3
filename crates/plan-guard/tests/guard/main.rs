//! The tests of plan-guard, in one binary that also runs as its own child processes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(clippy::print_stdout, reason = "a child process speaks to its parent")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests play editors, other holders and processes"
)]
#![cfg(unix)]

mod breaking;
mod child;
mod confined;
mod durable;
mod files;
mod injected;
mod interleave;
mod interleavings;
mod killed;
mod lock;
mod properties;
mod races;
mod support;
