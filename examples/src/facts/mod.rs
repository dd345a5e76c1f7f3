//! Facts about the world outside the plan or queue, gathered here and passed in as data (invariant 2).

pub mod clock;
pub mod environment;
pub mod evidence;
pub mod git;
pub mod queue;
pub mod terminal;
