//! Manifest and state of one plan, held against each other (B1, C2).

use plan_diagnostics::Finding;

use crate::contract::breach;
use crate::model::{Manifest, RawState};
use crate::rules::contract::FORMAT;
use crate::rules::shape::{IDENTITY_NAME, SCHEMA_MIXED};
use crate::vocabulary::Format;

/// Where manifest and state of one plan disagree: in generation, name or format.
///
/// The findings are in `state.json`. Of a mixed pair only the mixture is reported, as no set of
/// rules covers both. The manifest's `task_count` is the intention at creation, and may differ.
#[must_use]
pub fn pair(manifest: &Manifest, state: &RawState) -> Vec<Finding> {
    if manifest.generation != state.generation {
        let message = format!(
            "the state is {}, and the manifest is {}",
            state.generation, manifest.generation
        );
        let help = "migrate the plan as a whole, or restore the file that was changed";
        return vec![breach(&SCHEMA_MIXED, "/schema", message).with_help(help)];
    }
    let mut findings = Vec::new();
    if manifest.name != state.plan {
        let message = format!(
            "the state is of {}, the manifest of {}",
            state.plan, manifest.name
        );
        findings.push(breach(&IDENTITY_NAME, "/plan", message));
    }
    if let (Some(Format::Full), Some(Format::Lite)) = (manifest.plan_format, state.format) {
        let message = "`format` is lite, and the manifest's `plan_format` is full".to_owned();
        findings.push(breach(&FORMAT, "/format", message));
    }
    findings
}
