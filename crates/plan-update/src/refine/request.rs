//! What is to be refined, as its file says it (H8).

use plan_diagnostics::{Finding, Severity};
use plan_state::Limits;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::refusal::RefusalCode as Code;
use crate::{Refusal, TaskDescription, read_description, words};

/// The schema of the file.
pub const REFINE_SCHEMA: &str = "urn:planwright:schema:refine:v1";

/// A change of what a plan still has to do (H8). All numbers are those of the plan before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refinement {
    /// What was observed.
    pub observed: String,
    /// Why the plan changes.
    pub reason: String,
    /// On whose authority: `user`, `developer` or `evidence`, with the recorded statement behind it.
    pub authority: String,
    /// The changes, in order.
    pub changes: Vec<RefineChange>,
    /// Work that was discovered, and only noted for the next refining; one line each.
    pub discovered: Vec<String>,
    /// What tells this file from others.
    pub(crate) digest: String,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefineChange {
    /// A new task behind another one; behind 0 is first.
    Add {
        /// The task that it follows.
        after: u64,
        /// What it is.
        task: Box<TaskDescription>,
    },
    /// A task that the user took out of scope.
    Remove {
        /// The task.
        task: u64,
    },
    /// A task that several take the place of.
    Split {
        /// The task.
        task: u64,
        /// Those that take its place, in order.
        into: Vec<TaskDescription>,
    },
    /// A task that goes behind another one; behind 0 is first.
    Move {
        /// The task.
        task: u64,
        /// The task that it follows.
        after: u64,
    },
}

/// The file of a refining.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wire {
    /// `urn:planwright:schema:refine:v1`.
    schema: String,
    /// What was observed, in one line.
    observed: String,
    /// Why the plan changes, in one line.
    reason: String,
    /// `user`, `developer` or `evidence`, with the recorded statement behind it, in one line.
    authority: String,
    /// The changes, in order; all numbers are those of the plan before it.
    #[serde(default)]
    changes: Vec<ChangeWire>,
    /// Work to note for the next refining, one line each.
    #[serde(default)]
    discovered: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum ChangeWire {
    /// A new task behind another one; behind 0 is first.
    Add {
        after: u64,
        #[schemars(with = "TaskDescription")]
        task: Value,
    },
    /// A task that the user took out of scope, by an amendment in its record.
    Remove { task: u64 },
    /// A task that several take the place of, by an amendment in its record.
    Split {
        task: u64,
        #[schemars(with = "Vec<TaskDescription>", length(min = 2))]
        into: Vec<Value>,
    },
    /// A task that goes behind another one; behind 0 is first.
    Move { task: u64, after: u64 },
}

impl Refinement {
    /// Reads the text of the file. New tasks are judged as those of a new plan are; what they depend on
    /// has the numbers of the plan before the refining, as all numbers here.
    ///
    /// # Errors
    ///
    /// Why it is no refining: what cannot be read, an empty or long text, a credential.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let wire: Wire =
            serde_json::from_str(text).map_err(|error| malformed(&error.to_string()))?;
        if wire.schema != REFINE_SCHEMA {
            return Err(malformed(&format!(
                "its schema is `{}`, not `{REFINE_SCHEMA}`",
                wire.schema
            )));
        }
        if wire.changes.is_empty() && wire.discovered.is_empty() {
            return Err(malformed("it changes nothing, and notes nothing"));
        }
        let named = [
            ("observed", &wire.observed),
            ("reason", &wire.reason),
            ("authority", &wire.authority),
        ];
        let noted = wire.discovered.iter().map(|text| ("discovered", text));
        for (field, text) in named.into_iter().chain(noted) {
            words::single_line(field, text)?;
            words::no_credential(field, text)?;
            if text.trim().is_empty() || text.trim() != text {
                return Err(malformed(&format!(
                    "`{field}` is empty, or has space around it"
                )));
            }
        }
        if plan_state::amendment::Authority::of(&wire.authority).is_none() {
            return Err(malformed(
                "the authority is `user`, `developer` or `evidence`",
            ));
        }
        let changes = wire
            .changes
            .into_iter()
            .map(change)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            observed: wire.observed,
            reason: wire.reason,
            authority: wire.authority,
            changes,
            discovered: wire.discovered,
            digest: plan_guard::Digest::of(text.as_bytes()).to_string(),
        })
    }
}

fn change(wire: ChangeWire) -> Result<RefineChange, Refusal> {
    Ok(match wire {
        ChangeWire::Add { after, task } => {
            let mut read = tasks(&[task])?;
            let task = read.pop().ok_or_else(|| malformed("a task is missing"))?;
            RefineChange::Add {
                after,
                task: Box::new(task),
            }
        }
        ChangeWire::Remove { task } => RefineChange::Remove { task },
        ChangeWire::Split { task, into } if into.len() < 2 => {
            return Err(malformed(&format!(
                "task {task} is split into fewer than two"
            )));
        }
        ChangeWire::Split { task, into } => RefineChange::Split {
            task,
            into: tasks(&into)?,
        },
        ChangeWire::Move { task, after } => RefineChange::Move { task, after },
    })
}

/// New tasks, read and judged as the tasks of a new plan.
fn tasks(given: &[Value]) -> Result<Vec<TaskDescription>, Refusal> {
    let last = json!({
        "title": "Final Review", "context": "x", "goal": "x", "instructions":
        "Security pass, validation of the final state, skills reconciliation.",
        "touched_surface": {"surface": ["x"], "risk": "isolated"},
        "acceptance_criteria": ["x"], "validation": ["true"],
    });
    let mut all: Vec<Value> = given.iter().cloned().chain([last]).collect();
    // The plan below does not have the tasks that these wait for.
    let waits = all.iter_mut().map(taken_out);
    let waits = waits.collect::<Result<Vec<_>, _>>()?;
    let plan = json!({
        "schema": crate::DESCRIPTION_SCHEMA,
        "name": "PLAN_a_b", "title": "x", "goal": "x", "context": "x", "archetype": "individual",
        "rigor": "standard", "format": "full", "tasks": all,
    });
    let text = plan.to_string();
    let reading = read_description("the refining", text.as_bytes(), &Limits::default());
    let told = |findings: &[Finding]| {
        let musts = findings
            .iter()
            .filter(|finding| finding.severity() == Severity::Must);
        let place = |finding: &Finding| finding.location.pointer.clone().unwrap_or_default();
        let told: Vec<String> = musts
            .map(|finding| format!("{} (at {})", finding.message, place(finding)))
            .collect();
        told.join("; ")
    };
    let Some(mut plan) = reading.value else {
        return Err(malformed(&format!(
            "a task cannot be read: {}",
            told(&reading.findings)
        )));
    };
    let faults = told(&plan.faults("the refining"));
    if !faults.is_empty() {
        return Err(malformed(&format!("a task is not whole: {faults}")));
    }
    plan.tasks.truncate(given.len());
    for (task, waits) in plan.tasks.iter_mut().zip(waits) {
        task.depends_on = waits;
    }
    Ok(plan.tasks)
}

/// What a task declares to depend on, which is not judged with it.
fn taken_out(task: &mut Value) -> Result<Option<Vec<u64>>, Refusal> {
    let declared = task
        .as_object_mut()
        .and_then(|members| members.remove("depends_on"));
    let Some(declared) = declared else {
        return Ok(None);
    };
    serde_json::from_value(declared)
        .map(Some)
        .map_err(|error| malformed(&format!("`depends_on` of a task cannot be read: {error}")))
}

fn malformed(why: &str) -> Refusal {
    Refusal::new(
        Code::RefineMalformed,
        format!("this is no refining: {why}"),
        "`dwp schema refine-v1` says what the file holds",
    )
}
