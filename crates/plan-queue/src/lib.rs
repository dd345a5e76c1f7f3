#![doc = include_str!("../README.md")]

mod check;
mod conditions;
pub mod context;
mod date;
pub mod evidence_search;
pub mod facts;
mod files;
mod lane;
pub mod model;
pub mod phase;
mod read;
pub mod recurrence;
pub mod remote;
pub mod rules;
pub mod schema;
pub mod select;
mod slug;
pub mod stop;
pub mod views;
pub mod write;

pub use check::{check, check_queue};
pub use conditions::Condition;
pub use date::{Date, DateError};
pub use facts::Facts;
pub use files::{FileContent, FileProblem, LoadError, QueueFiles};
pub use lane::Lane;
pub use model::Queue;
pub use read::{claim as read_claim, read};
pub use rules::RULES;
pub use slug::{Slug, SlugError};
