//! Outcome records as memory: what was tried, what failed, what worked, for other tools to index
//! (H9, B6).

use std::fmt;

use plan_diagnostics::escape_terminal;
use plan_state::{Manifest, RawState, counted_records, gate_passes};
use schemars::JsonSchema;
use serde::Serialize;

/// The outcome records of plans, in the order of plans and tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Outcomes {
    /// `urn:planwright:schema:outcomes:v1`.
    pub schema: &'static str,
    /// The records.
    pub outcomes: Vec<OutcomeRecord>,
}

/// What one task taught.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct OutcomeRecord {
    /// The plan.
    pub plan: String,
    /// The tags of the plan.
    pub tags: Vec<String>,
    /// The task's number.
    pub task: u64,
    /// Its title.
    pub title: String,
    /// Its status: an outcome may be recorded before the task is completed.
    pub status: &'static str,
    /// When it was completed, RFC 3339.
    pub completed_at: Option<String>,
    /// The commit that holds its work.
    pub commit: Option<String>,
    /// What was tried.
    pub tried: Vec<String>,
    /// What failed.
    pub failed: Vec<String>,
    /// What worked.
    pub worked: Option<String>,
    /// Anything else.
    pub notes: Option<String>,
    /// The commands whose latest record passes.
    pub passing: Vec<String>,
}

impl Outcomes {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:outcomes:v1";

    /// The outcome records of these states, each with its manifest where there is one. Tasks
    /// without an outcome are left out.
    #[must_use]
    pub fn of<'p>(plans: impl IntoIterator<Item = (&'p RawState, Option<&'p Manifest>)>) -> Self {
        let records = plans
            .into_iter()
            .flat_map(|(state, manifest)| records(state, manifest));
        Self {
            schema: Self::SCHEMA,
            outcomes: records.collect(),
        }
    }
}

fn records(state: &RawState, manifest: Option<&Manifest>) -> Vec<OutcomeRecord> {
    let tags = manifest
        .and_then(|manifest| manifest.tags.clone())
        .unwrap_or_default();
    let record = |task: &plan_state::Task| {
        let outcome = task.outcome.as_ref()?;
        let passing = counted_records(task.gates())
            .into_iter()
            .filter(|gate| gate_passes(gate));
        Some(OutcomeRecord {
            plan: state.plan.clone(),
            tags: tags.clone(),
            task: task.id,
            title: task.title.clone(),
            status: task.status.as_str(),
            completed_at: task.completed_at.as_ref().map(|at| at.as_str().to_owned()),
            commit: task.commit.clone(),
            tried: outcome.tried.clone().unwrap_or_default(),
            failed: outcome.failed.clone().unwrap_or_default(),
            worked: outcome.worked.clone(),
            notes: outcome.notes.clone(),
            passing: passing.map(|gate| gate.command.clone()).collect(),
        })
    };
    state.tasks.iter().filter_map(record).collect()
}

/// For people, one task a paragraph. Texts of the plans are escaped, so that none ends a line.
impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for record in &self.outcomes {
            writeln!(
                f,
                "{} · Task {}: {} ({})",
                escape_terminal(&record.plan),
                record.task,
                escape_terminal(&record.title),
                record.status
            )?;
            for (name, entries) in [("tried", &record.tried), ("failed", &record.failed)] {
                for entry in entries {
                    writeln!(f, "  {name}: {}", escape_terminal(entry))?;
                }
            }
            for (name, entry) in [("worked", &record.worked), ("notes", &record.notes)] {
                if let Some(entry) = entry {
                    writeln!(f, "  {name}: {}", escape_terminal(entry))?;
                }
            }
        }
        Ok(())
    }
}
