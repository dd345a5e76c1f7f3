//! Two states compared, task by task (H9).

use std::collections::BTreeSet;
use std::fmt;

use plan_diagnostics::escape_terminal;
use plan_state::{Gate, RawState, Task};
use schemars::JsonSchema;
use serde::Serialize;

/// What differs between two states, of one plan at two times or of two plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct StateDiff {
    /// `urn:planwright:schema:diff:v1`.
    pub schema: &'static str,
    /// The plan of the first state.
    pub from: String,
    /// The plan of the second state.
    pub to: String,
    /// Whether nothing differs.
    pub equal: bool,
    /// The members beside the tasks that differ, in the order of the state.
    pub plan: Vec<FieldChange>,
    /// The tasks that differ, by number.
    pub tasks: Vec<TaskDiff>,
}

/// A member that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct FieldChange {
    /// Its name.
    pub field: &'static str,
    /// Its value in the first state; null where it has none.
    pub from: Option<String>,
    /// Its value in the second state.
    pub to: Option<String>,
}

/// How a task differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TaskChange {
    /// Only the second state has it.
    Added,
    /// Only the first state has it.
    Removed,
    /// Both have it, differently.
    Changed,
}

/// A task that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct TaskDiff {
    /// Its number.
    pub id: u64,
    /// Its title, that of the second state where both have it.
    pub title: String,
    /// How it differs.
    pub change: TaskChange,
    /// Its members that differ.
    pub fields: Vec<FieldChange>,
    /// Gate records that only the second state has, in order.
    pub gates_added: Vec<GateLine>,
    /// Gate records that only the first state has.
    pub gates_removed: Vec<GateLine>,
}

/// A gate record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct GateLine {
    /// The command.
    pub command: String,
    /// Whether it passes.
    pub passes: bool,
    /// Its exit code.
    pub exit_code: Option<i64>,
    /// When it ran.
    pub last_run: String,
    /// What it showed.
    pub evidence: Option<String>,
}

impl StateDiff {
    /// The schema's identifier.
    pub const SCHEMA: &'static str = "urn:planwright:schema:diff:v1";

    /// Compares two states.
    #[must_use]
    pub fn of(from: &RawState, to: &RawState) -> Self {
        let plan = fields(plan_fields(from), plan_fields(to));
        let ids: BTreeSet<u64> = from
            .tasks
            .iter()
            .chain(&to.tasks)
            .map(|task| task.id)
            .collect();
        let tasks: Vec<TaskDiff> = ids
            .into_iter()
            .filter_map(|id| task(id, from.task(id), to.task(id)))
            .collect();
        Self {
            schema: Self::SCHEMA,
            from: from.plan.clone(),
            to: to.plan.clone(),
            equal: plan.is_empty() && tasks.is_empty(),
            plan,
            tasks,
        }
    }
}

type Field = (&'static str, Option<String>);

fn plan_fields(state: &RawState) -> Vec<Field> {
    let extra = state
        .extra
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.as_str()));
    let checkpoint = state.checkpoint.get().map(|place| {
        let parts = [&place.step, &place.note].into_iter().flatten().cloned();
        std::iter::once(format!("task {}", place.task))
            .chain(parts)
            .collect::<Vec<_>>()
            .join(", ")
    });
    let blocked = state.blocked.get().map(|blocked| {
        let needs = blocked
            .needs
            .as_ref()
            .map(|needs| format!("; needs {needs}"));
        format!(
            "task {}: {}{}",
            blocked.task,
            blocked.reason,
            needs.unwrap_or_default()
        )
    });
    let actor = state.updated_by.as_ref().map(|actor| {
        [&actor.agent, &actor.model]
            .into_iter()
            .flatten()
            .cloned()
            .collect::<Vec<_>>()
            .join(" ")
    });
    vec![
        ("generation", Some(state.generation.to_string())),
        ("plan", Some(state.plan.clone())),
        ("updated_at", Some(state.updated_at.as_str().to_owned())),
        ("updated_by", actor),
        ("status", Some(state.status.to_string())),
        ("completed_count", Some(state.completed_count.to_string())),
        ("task_count", Some(state.task_count.to_string())),
        ("format", state.format.map(|format| format.to_string())),
        (
            "materialization",
            state.materialization.map(|at| at.to_string()),
        ),
        (
            "approval",
            state.approval.map(|approval| approval.to_string()),
        ),
        (
            "promotion",
            state
                .promotion
                .get()
                .map(|promotion| promotion.phase.to_string()),
        ),
        ("checkpoint", checkpoint),
        ("blocked", blocked),
        ("other", joined(extra)),
    ]
}

fn task_fields(task: &Task) -> Vec<Field> {
    let time = |at: &Option<plan_state::Timestamp>| at.as_ref().map(|at| at.as_str().to_owned());
    let outcome = task.outcome.as_ref();
    let list = |entries: Option<&Vec<String>>| entries.map(|entries| entries.join("; "));
    let extra = task
        .extra
        .iter()
        .map(|(name, value)| format!("{name}: {}", value.as_str()));
    vec![
        ("locator", Some(task.locator.value().to_owned())),
        ("title", Some(task.title.clone())),
        ("status", Some(task.status.to_string())),
        ("started_at", time(&task.started_at)),
        ("completed_at", time(&task.completed_at)),
        ("commit", task.commit.clone()),
        (
            "tried",
            list(outcome.and_then(|outcome| outcome.tried.as_ref())),
        ),
        (
            "failed",
            list(outcome.and_then(|outcome| outcome.failed.as_ref())),
        ),
        ("worked", outcome.and_then(|outcome| outcome.worked.clone())),
        ("notes", outcome.and_then(|outcome| outcome.notes.clone())),
        ("other", joined(extra)),
    ]
}

fn joined(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn fields(from: Vec<Field>, to: Vec<Field>) -> Vec<FieldChange> {
    let pairs = from.into_iter().zip(to);
    let changed = pairs.filter(|((_, from), (_, to))| from != to);
    changed
        .map(|((field, from), (_, to))| FieldChange { field, from, to })
        .collect()
}

fn task(id: u64, from: Option<&Task>, to: Option<&Task>) -> Option<TaskDiff> {
    let (change, shown) = match (from, to) {
        (None, Some(to)) => (TaskChange::Added, to),
        (Some(from), None) => (TaskChange::Removed, from),
        (Some(_), Some(to)) => (TaskChange::Changed, to),
        (None, None) => return None,
    };
    let fields = match (from, to) {
        (Some(from), Some(to)) => fields(task_fields(from), task_fields(to)),
        _ => Vec::new(),
    };
    let gates = |task: Option<&Task>| task.map(|task| task.gates().to_vec()).unwrap_or_default();
    let (before, after) = (gates(from), gates(to));
    let diff = TaskDiff {
        id,
        title: shown.title.clone(),
        change,
        fields,
        gates_added: without(&after, &before),
        gates_removed: without(&before, &after),
    };
    let same =
        diff.fields.is_empty() && diff.gates_added.is_empty() && diff.gates_removed.is_empty();
    (change != TaskChange::Changed || !same).then_some(diff)
}

/// The records that the others do not have, a repeated one as often as it is repeated.
fn without(gates: &[Gate], others: &[Gate]) -> Vec<GateLine> {
    let mut others: Vec<&Gate> = others.iter().collect();
    let mut left = Vec::new();
    for gate in gates {
        match others.iter().position(|other| *other == gate) {
            Some(at) => drop(others.remove(at)),
            None => left.push(GateLine {
                command: gate.command.clone(),
                passes: gate.passes,
                exit_code: gate.exit_code,
                last_run: gate.last_run.as_str().to_owned(),
                evidence: gate.evidence.clone(),
            }),
        }
    }
    left
}

/// For people, one difference a line. Texts of the plan are escaped, so that none
/// ends a line.
impl fmt::Display for StateDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.equal {
            return writeln!(
                f,
                "{} and {} are equal",
                escape_terminal(&self.from),
                escape_terminal(&self.to)
            );
        }
        let tell = |f: &mut fmt::Formatter<'_>, margin: &str, change: &FieldChange| {
            let of = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
            writeln!(
                f,
                "{margin}{}: {} → {}",
                escape_terminal(change.field),
                escape_terminal(&of(&change.from)),
                escape_terminal(&of(&change.to))
            )
        };
        for change in &self.plan {
            tell(f, "", change)?;
        }
        for task in &self.tasks {
            let word = match task.change {
                TaskChange::Added => " (added)",
                TaskChange::Removed => " (removed)",
                TaskChange::Changed => "",
            };
            writeln!(
                f,
                "Task {}: {}{word}",
                task.id,
                escape_terminal(&task.title)
            )?;
            for change in &task.fields {
                tell(f, "  ", change)?;
            }
            for (sign, gates) in [('+', &task.gates_added), ('-', &task.gates_removed)] {
                for gate in gates {
                    let word = if gate.passes { "passes" } else { "fails" };
                    let evidence = escape_terminal(gate.evidence.as_deref().unwrap_or_default());
                    let command = escape_terminal(&gate.command);
                    writeln!(f, "  {sign} `{command}` {word}: {evidence}")?;
                }
            }
        }
        Ok(())
    }
}
