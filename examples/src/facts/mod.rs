//! Facts about the world outside the plan or queue, gathered here and passed in as data (invariant 2).

pub mod clock;
pub mod command;
pub mod environment;
pub mod evidence;
pub mod git;
pub mod plan;
pub mod queue;
pub mod repository;
pub mod terminal;
