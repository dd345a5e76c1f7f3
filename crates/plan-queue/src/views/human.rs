//! All human actions, those that still hold something first (Q10).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Queue;
use crate::model::{HumanAction, HumanState};

/// The human actions of a queue: those that hold something first, otherwise in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Human actions of a planning queue")]
#[non_exhaustive]
pub struct Human {
    /// `urn:planwright:schema:queue-human:v1`.
    pub schema: &'static str,
    /// The name of the planning directory.
    pub queue: String,
    /// The actions.
    pub actions: Vec<HumanView>,
}

/// A human action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct HumanView {
    /// What it holds up.
    pub task: String,
    /// Whether that is a task of the queue.
    pub queued: bool,
    /// Its state as written: `pendiente`, `resuelta`, or a word that is an error and holds.
    pub state: String,
    /// The date behind the state, `AAAA-MM-DD`.
    pub date: Option<String>,
    /// Where it came up.
    pub origin: String,
    /// What is to be done, and what lifts the hold.
    pub action: String,
    /// The file that says so, relative to the planning directory.
    pub file: String,
}

impl Human {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-human:v1";

    /// The human actions of a queue.
    #[must_use]
    pub fn of(name: &str, queue: &Queue) -> Self {
        let mut actions: Vec<_> = queue.human.iter().collect();
        actions.sort_by_key(|action| !action.holds());
        Self {
            schema: Self::SCHEMA,
            queue: name.to_owned(),
            actions: actions
                .into_iter()
                .map(|action| HumanView::of(queue, action))
                .collect(),
        }
    }
}

impl HumanView {
    fn of(queue: &Queue, action: &HumanAction) -> Self {
        let state = match &action.state.value {
            HumanState::Pending => "pendiente",
            HumanState::Resolved => "resuelta",
            HumanState::Other(word) => word,
        };
        Self {
            task: action.task.value.clone(),
            queued: queue.task(&action.task.value).is_some(),
            state: state.to_owned(),
            date: action.date.map(|date| date.to_string()),
            origin: action.origin.value.clone(),
            action: action.action.value.clone(),
            file: action.file.to_string(),
        }
    }
}

impl fmt::Display for Human {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.actions.is_empty() {
            return writeln!(f, "nothing waits for a person");
        }
        self.actions.iter().try_for_each(|action| {
            let HumanView {
                task,
                state,
                origin,
                action,
                file,
                ..
            } = action;
            writeln!(f, "{state:<10} {task} ({origin}, {file}): {action}")
        })
    }
}
