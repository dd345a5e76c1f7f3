//! The JSON Schemas of what this crate keeps in a plan and says of one.

use plan_diagnostics::schema::{OutputSchema, of};

use crate::approval_record::ApprovalRecord;
use crate::receipt::Receipt;
use crate::status::{StatusReport, WorkspaceStatus};

/// Every schema, by name. The copies in `schemas/` are held against them by a test.
///
/// ```
/// let all = plan_verify::schema::all();
/// assert!(all.iter().any(|schema| schema.id == plan_verify::receipt::RECEIPT_SCHEMA));
/// ```
#[must_use]
pub fn all() -> Vec<OutputSchema> {
    vec![
        of::<ApprovalRecord>("approval-v1"),
        of::<Receipt>("finalization-v1"),
        of::<StatusReport>("status-v1"),
        of::<WorkspaceStatus>("workspace-status-v1"),
    ]
}
