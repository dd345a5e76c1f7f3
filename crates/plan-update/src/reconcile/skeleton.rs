//! What can be kept of a state that breaks its shape: each member on its own, put into a state that
//! is otherwise in order and read by the reader itself, so that nothing else decides what is valid.

use plan_state::json::{Document, Member, Node, Tree};
use plan_state::{Gate, Generation, Limits, RawJson, RawState, Task, read_gate, read_state};

use super::base::blank;
use super::value::{ChangeKind, Reconciliation};

/// The members of a state, and of a task, that are taken over as they are. Counts, statuses of the
/// plan and locators are derived anew.
const OF_PLAN: [&str; 5] = [
    "updated_by",
    "materialization",
    "approval",
    "checkpoint",
    "blocked",
];
const OF_TASK: [&str; 5] = ["status", "started_at", "completed_at", "commit", "outcome"];
const DERIVED_OF_PLAN: [&str; 8] = [
    "schema",
    "plan",
    "updated_at",
    "status",
    "completed_count",
    "task_count",
    "format",
    "tasks",
];
const DERIVED_OF_TASK: [&str; 5] = ["id", "locator", "file", "title", "gates"];

/// A broken state, member by member.
pub(super) struct Salvage<'t> {
    document: &'t Document<'t>,
    generation: Generation,
}

impl<'t> Salvage<'t> {
    pub(super) const fn new(document: &'t Document<'t>, generation: Generation) -> Self {
        Self {
            document,
            generation,
        }
    }

    /// Takes over what stands beside the tasks.
    pub(super) fn plan(&self, state: &mut RawState, said: &mut Reconciliation) {
        for member in members(&self.document.root) {
            let name = &*member.key;
            if DERIVED_OF_PLAN.contains(&name) || name == "promotion" {
                continue;
            }
            let text = member.value.span.of(self.document.text);
            if !OF_PLAN.contains(&name) {
                if let Some(value) = RawJson::new(text) {
                    state.extra.push(name, value);
                }
                continue;
            }
            let Some(read) = self.read(Some((name, text)), None) else {
                lost(said, None, name);
                continue;
            };
            match name {
                "updated_by" => state.updated_by = read.updated_by,
                "materialization" => state.materialization = read.materialization,
                "approval" => state.approval = read.approval,
                "checkpoint" => state.checkpoint = read.checkpoint,
                _ => state.blocked = read.blocked,
            }
        }
    }

    /// The tasks that have a number, each with what can be kept of it.
    pub(super) fn tasks(&self, said: &mut Reconciliation) -> Vec<Task> {
        let Some(Node::Array(items)) = self.document.root.get("tasks").map(|tree| &tree.node)
        else {
            return Vec::new();
        };
        let mut tasks: Vec<Task> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            match self.task(item, said) {
                Some(task) if tasks.iter().all(|other| other.id != task.id) => tasks.push(task),
                _ => {
                    let message = format!(
                        "State: entry {index} of its tasks has no number of its own; it is not kept."
                    );
                    said.change(ChangeKind::Lost, None, message);
                }
            }
        }
        tasks.sort_by_key(|task| task.id);
        tasks
    }

    fn task(&self, tree: &Tree<'_>, said: &mut Reconciliation) -> Option<Task> {
        let id = tree.get("id")?.span.of(self.document.text).parse().ok()?;
        let mut task = blank(id, self.generation);
        if let Some(Node::String(title)) = tree.get("title").map(|title| &title.node) {
            task.title = title.to_string();
        }
        for member in members(tree) {
            let name = &*member.key;
            let text = member.value.span.of(self.document.text);
            if name == "gates" {
                task.gates = Some(self.gates(id, &member.value, said));
            } else if OF_TASK.contains(&name) {
                match self.read(None, Some((name, text))) {
                    Some(read) => take(&mut task, name, read),
                    None => lost(said, Some(id), name),
                }
            } else if !DERIVED_OF_TASK.contains(&name)
                && let Some(value) = RawJson::new(text)
            {
                task.extra.push(name, value);
            }
        }
        Some(task)
    }

    /// The gate records that are such, in order.
    fn gates(&self, task: u64, tree: &Tree<'_>, said: &mut Reconciliation) -> Vec<Gate> {
        let Node::Array(items) = &tree.node else {
            lost(said, Some(task), "gates");
            return Vec::new();
        };
        let mut gates = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let text = item.span.of(self.document.text);
            match read_gate("state.json", text.as_bytes(), &Limits::default()).value {
                Some(gate) => gates.push(gate),
                None => lost(said, Some(task), &format!("gates/{index}")),
            }
        }
        gates
    }

    /// A state in order but for one member, read.
    fn read(&self, plan: Option<(&str, &str)>, task: Option<(&str, &str)>) -> Option<RawState> {
        let current = self.generation.is_current();
        let member = |pair: Option<(&str, &str)>| {
            pair.map(|(name, text)| format!(",\"{name}\":{text}"))
                .unwrap_or_default()
        };
        let unless = |named: Option<(&str, &str)>, name: &str, text: &str| {
            if named.is_some_and(|(other, _)| other == name) {
                String::new()
            } else {
                format!(",\"{name}\":{text}")
            }
        };
        let own = if current {
            let ready = unless(plan, "materialization", "\"ready\"");
            format!(",\"format\":\"full\"{ready}")
        } else {
            String::new()
        };
        let place = if current {
            "\"locator\":{\"kind\":\"file\",\"value\":\"1.task_x.md\"},\"gates\":[]"
        } else {
            "\"file\":\"1.task_x.md\""
        };
        let text = format!(
            "{{\"schema\":\"{}\",\"plan\":\"PLAN_a_b\",\"updated_at\":\"2000-01-01T00:00:00Z\",\"status\":\"pending\",\
             \"completed_count\":0,\"task_count\":1{own}{},\"tasks\":[{{\"id\":1,{place},\"title\":\"x\"{}{}}}]}}",
            self.generation.state_url(),
            member(plan),
            unless(task, "status", "\"pending\""),
            member(task),
        );
        read_state("state.json", text.as_bytes(), &Limits::default()).value
    }
}

fn take(task: &mut Task, name: &str, read: RawState) {
    let Some(read) = read.tasks.into_iter().next() else {
        return;
    };
    match name {
        "status" => task.status = read.status,
        "started_at" => task.started_at = read.started_at,
        "completed_at" => task.completed_at = read.completed_at,
        "commit" => task.commit = read.commit,
        _ => task.outcome = read.outcome,
    }
}

fn members<'a, 't>(tree: &'a Tree<'t>) -> &'a [Member<'t>] {
    match &tree.node {
        Node::Object(members) => members,
        _ => &[],
    }
}

fn lost(said: &mut Reconciliation, task: Option<u64>, name: &str) {
    let whose = task.map_or_else(|| "State".to_owned(), |task| format!("Task {task}"));
    let message = format!("{whose}: `{name}` of the old state cannot be read; it is not kept.");
    said.change(ChangeKind::Lost, task, message);
}
