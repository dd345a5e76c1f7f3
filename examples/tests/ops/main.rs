//! `ops` as a process: the command line contract, facts from git, and directories that are no queue.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod check;
mod claim;
mod close;
mod context;
mod evidence;
mod git;
mod hostile;
mod kill;
mod kinds;
mod lists;
mod phase;
mod race;
mod remote;
mod reshape;
mod run;
mod schema;
mod secrets;
mod stop;
mod work;
