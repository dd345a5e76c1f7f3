#![doc = include_str!("../README.md")]

mod conditions;
mod date;
mod files;
mod lane;
pub mod model;
pub mod phase;
mod read;
pub mod recurrence;
pub mod rules;
pub mod select;
mod slug;
pub mod stop;

pub use conditions::Condition;
pub use date::{Date, DateError};
pub use files::{FileContent, FileProblem, LoadError, QueueFiles};
pub use lane::Lane;
pub use model::Queue;
pub use read::{claim as read_claim, read};
pub use rules::RULES;
pub use slug::{Slug, SlugError};
