//! The documents as values: shape-valid, in one form for every generation.

mod manifest;
mod record;
mod state;

pub use manifest::{Actor, Manifest};
pub use record::{Blocked, Checkpoint, Gate, Outcome, Promotion};
pub use state::{Locator, RawState, Task};
