//! Sharing changes through real repositories: bare ones on disk, and clones of every shape (Q25, Q34).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod claims;
mod place;
mod races;
mod refusals;
mod shapes;
