//! Plans as other tools see them: lists, differences, and outcomes as memory (H9). Reading only.

mod diff;
mod list;
mod outcomes;

pub use diff::{FieldChange, GateLine, StateDiff, TaskChange, TaskDiff};
pub use list::{FoundPlan, PlanList, PlanSummary, list, plans_in};
pub use outcomes::{OutcomeRecord, Outcomes};
