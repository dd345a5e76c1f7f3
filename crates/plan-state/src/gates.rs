//! Which gate records count, and which of them pass: one predicate for each question (C5).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use plan_prose::evidence;

use crate::model::Gate;

/// The position of the latest record of each command, in the order in which the commands first
/// appear (C5).
///
/// Latest is by position: a retry replaces its own command's record only.
///
/// ```
/// use plan_state::{Gate, Timestamp, latest_positions};
///
/// let at = Timestamp::parse("2026-03-02T10:00:00Z")?;
/// let gate = |command: &str, passes| Gate {
///     command: command.to_owned(),
///     passes,
///     exit_code: None,
///     last_run: at.clone(),
///     evidence: None,
/// };
/// let gates = [gate("test", false), gate("lint", true), gate("test", true)];
/// assert_eq!(latest_positions(&gates), [2, 1]);
/// # Ok::<(), plan_state::TimestampError>(())
/// ```
#[must_use]
pub fn latest_positions(gates: &[Gate]) -> Vec<usize> {
    latest(gates)
        .into_iter()
        .map(|(position, _)| position)
        .collect()
}

/// The latest record of each command, in the order of [`latest_positions`] (C5).
#[must_use]
pub fn latest_records(gates: &[Gate]) -> Vec<&Gate> {
    latest(gates).into_iter().map(|(_, gate)| gate).collect()
}

/// The latest records that a completion rests on: withdrawn ones are left out, as long as a
/// passing one remains (C5).
#[must_use]
pub fn counted_records(gates: &[Gate]) -> Vec<&Gate> {
    counted(gates).into_iter().map(|(_, gate)| gate).collect()
}

fn latest(gates: &[Gate]) -> Vec<(usize, &Gate)> {
    let mut latest: Vec<(usize, &Gate)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for record in gates.iter().enumerate() {
        match places.entry(&record.1.command) {
            Entry::Occupied(place) => {
                if let Some(slot) = latest.get_mut(*place.get()) {
                    *slot = record;
                }
            }
            Entry::Vacant(place) => {
                place.insert(latest.len());
                latest.push(record);
            }
        }
    }
    latest
}

/// The records that count, with their positions.
pub(crate) fn counted(gates: &[Gate]) -> Vec<(usize, &Gate)> {
    let mut latest = latest(gates);
    if latest.iter().any(|(_, gate)| gate_passes(gate)) {
        latest.retain(|(_, gate)| !is_withdrawn(gate));
    }
    latest
}

/// Whether a record is a pass: command and evidence, `passes: true`, `exit_code: 0`, and not
/// invalidated (C5, E3).
#[must_use]
pub fn gate_passes(gate: &Gate) -> bool {
    fault(gate).is_none()
}

/// Whether a record says that its command no longer belongs to the task (C5).
#[must_use]
pub fn is_withdrawn(gate: &Gate) -> bool {
    gate.evidence.as_deref().is_some_and(evidence::is_withdrawn)
}

/// Why a record is not a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    NoCommand,
    NoEvidence,
    Failed,
    NoExitCode,
    ExitCode(i64),
    Invalidated,
}

/// The first reason why a record is not a pass.
pub(crate) fn fault(gate: &Gate) -> Option<Fault> {
    let evidence = gate.evidence.as_deref().unwrap_or_default();
    if gate.command.trim().is_empty() {
        Some(Fault::NoCommand)
    } else if evidence.trim().is_empty() {
        Some(Fault::NoEvidence)
    } else if evidence::is_invalidated(evidence) {
        Some(Fault::Invalidated)
    } else if !gate.passes {
        Some(Fault::Failed)
    } else {
        match gate.exit_code {
            None => Some(Fault::NoExitCode),
            Some(0) => None,
            Some(code) => Some(Fault::ExitCode(code)),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => f.write_str("which names no command"),
            Self::NoEvidence => f.write_str("which has no evidence"),
            Self::Failed => f.write_str("which did not pass"),
            Self::NoExitCode => f.write_str("which has no exit code"),
            Self::ExitCode(code) => write!(f, "which exited with {code}"),
            Self::Invalidated => f.write_str("which an amendment invalidated"),
        }
    }
}
