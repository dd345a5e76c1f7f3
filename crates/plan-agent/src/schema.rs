//! The JSON Schemas of what this crate keeps and tells.

use plan_diagnostics::schema::{OutputSchema, of};

use crate::batch::Batch;
use crate::decision::Decisions;
use crate::{ResumeReport, TurnLine};

/// Every schema, by name. The copies in `schemas/` are held against them by a test.
///
/// ```
/// let all = plan_agent::schema::all();
/// assert!(all.iter().any(|schema| schema.id == plan_agent::batch::Batch::SCHEMA));
/// ```
#[must_use]
pub fn all() -> Vec<OutputSchema> {
    vec![
        of::<Batch>("batch-v1"),
        of::<Decisions>("decisions-v1"),
        of::<ResumeReport>("resume-v1"),
        of::<TurnLine>("turn-v1"),
    ]
}
