//! The model of a planning queue: what its files say, with the place of everything.
//!
//! Plain values without lifetimes. What cannot be read as the grammar wants is among
//! [`Queue::findings`], and kept in the model as far as it could be understood: a task with an odd slug
//! is a task. Texts that wrap over several lines are joined by single spaces; their spans cover the lines.

mod checkpoint;
mod claim;
mod done;
mod epic;
mod human;
mod inbox;
mod milestone;
mod passage;
mod queue;
mod recurrence;
mod task;
mod test_ref;
mod wip;

pub use checkpoint::{Checkpoint, Holds};
pub use claim::Claim;
pub use done::{CommitPart, Done, DoneField, DoneLane, FIELDS, Reference, Trace, TraceOf};
pub(crate) use epic::number_key;
pub use epic::{Criterion, Epic, EpicMilestone, EpicStatus};
pub use human::{HumanAction, HumanState};
pub use inbox::{InboxEntry, InboxSection};
pub use milestone::Milestone;
pub use passage::Passage;
pub use queue::Queue;
pub use recurrence::{Cadence, Postponement, Recurrence};
pub use task::{Cast, Tail, Task};
pub use test_ref::{TestParts, TestRef};
pub use wip::{Blocker, Step, Wip, runner_key};

/// A text and where it stands. Where it wraps, its lines are joined by single spaces.
pub type Text = plan_markdown::view::Spanned<String>;

pub use plan_markdown::view::Spanned;
