//! The JSON Schemas of what the queue says in JSON, generated from the types that say it.
//!
//! The committed copies in `schemas/` are held against [`all`] by a test.

use plan_diagnostics::schema::{OutputSchema, of};

use crate::context::Context;
use crate::views::{Evidence, Human, Inbox, Phases, Recurring, Runners, StopReasons};

/// Every schema, by name.
///
/// ```
/// let all = plan_queue::schema::all();
/// assert!(all.iter().any(|schema| schema.id == "urn:planwright:schema:queue-context:v1"));
/// ```
#[must_use]
pub fn all() -> Vec<OutputSchema> {
    vec![
        of::<Context>("queue-context-v1"),
        of::<Evidence>("queue-evidence-v1"),
        of::<Human>("queue-human-v1"),
        of::<Inbox>("queue-inbox-v1"),
        of::<Phases>("queue-phase-v1"),
        of::<Recurring>("queue-recurring-v1"),
        of::<Runners>("queue-runners-v1"),
        of::<StopReasons>("stop-reasons-v1"),
    ]
}
