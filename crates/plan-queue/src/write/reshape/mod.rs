//! Reshaping the queue: what moves, renames or adds whole pieces of it (Q27, Q33).
//!
//! Planners only: each takes the files as they are, and says which are to be written. A draft is read back
//! before it is handed out, so that nothing is written that does not say what was meant, and refused where
//! it would bring a fault that the queue does not have today.

mod archive;
mod classify;
mod human;
mod inbox;
mod judge;
mod names;
mod promote;
mod renumber;
mod same;
mod split;
mod story;

pub use archive::{Archived, ArchivedAction, archive_human};
pub use classify::{Classified, ClassifiedNote, Classifying, classify};
pub use human::{AddedAction, NewAction, add_human};
pub use inbox::{AddedEntry, NewEntry, add_inbox};
pub use promote::{Promoted, PromotedMilestone, promote};
pub use renumber::{Renumbered, renumber_epic};
pub use split::{SplitBacklog, SplitMilestone, split_backlog};
