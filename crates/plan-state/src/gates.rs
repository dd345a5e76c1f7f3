//! Which gate records count, and which of them pass: one predicate for each question (C5).

use crate::model::Gate;

/// The latest record of each command, in the order in which the commands first appear (C5).
///
/// Latest is by position: a retry replaces its own command's record only.
#[must_use]
pub fn latest_records(gates: &[Gate]) -> Vec<&Gate> {
    let mut latest: Vec<&Gate> = Vec::new();
    let mut places: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for gate in gates {
        match places.entry(gate.command.as_str()) {
            std::collections::hash_map::Entry::Occupied(place) => {
                if let Some(slot) = latest.get_mut(*place.get()) {
                    *slot = gate;
                }
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(latest.len());
                latest.push(gate);
            }
        }
    }
    latest
}

/// Whether a record is a pass: command and evidence, `passes: true`, `exit_code: 0`, and not
/// invalidated (C5, E3).
#[must_use]
pub fn gate_passes(gate: &Gate) -> bool {
    let _ = gate;
    false
}
