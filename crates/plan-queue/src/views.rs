//! What the smaller questions about a queue are answered with: values with a JSON and a text form.
//!
//! Each has a `SCHEMA`, the `$id` of its schema, and prints a line a fact.

mod evidence;
mod human;
mod inbox;
mod phases;
mod recurring;
mod runners;
mod stop_reasons;

pub use evidence::{Evidence, TraceView};
pub use human::{Human, HumanView};
pub use inbox::{Inbox, InboxView};
pub use phases::{PhaseFacts, Phases};
pub use recurring::{Recurring, RoundView};
pub use runners::{RunnerClaim, RunnerView, Runners};
pub use stop_reasons::{DeprecatedView, ReasonView, StopReasons};
