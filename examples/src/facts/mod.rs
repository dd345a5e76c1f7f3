//! Facts about the world outside the plan, gathered here and passed in as data (invariant 2).

pub mod clock;
pub mod git;
pub mod terminal;
