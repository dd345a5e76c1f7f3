//! `dwp` as a process: the command line contract, races, and kills at every step.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod approve;
mod check;
mod complete;
mod daemon;
mod decide;
mod embed;
mod facts;
mod finalize;
mod hostile;
mod kill;
mod kinds;
mod lifecycle;
mod list;
mod lock;
mod page;
mod race;
mod reconcile;
mod refine;
mod resume;
mod run;
mod schema;
mod secrets;
mod status;
mod tour;
mod update;
