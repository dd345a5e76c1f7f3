//! `human --add`: something that only a person can do, in a file of its own (Q10, Q33).

use std::fmt;

use super::judge::{create, judged};
use super::names::{free, slug_of};
use crate::model::{HumanAction, HumanState};
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Queue, QueueFiles};

/// A human action to be.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewAction<'a> {
    /// What it holds up: the slug of a task, or what else cannot go on.
    pub task: &'a str,
    /// Where it came up, such as the phase.
    pub origin: &'a str,
    /// What is to be done, and what lifts the hold; may have several lines.
    pub action: &'a str,
}

/// A human action that was written.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct AddedAction {
    /// What it holds up.
    pub task: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// Whether a task of the queue waits for it.
    pub holds: bool,
}

impl fmt::Display for AddedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds = if self.holds { "holds up" } else { "is about" };
        write!(f, "{} {holds} {}", self.file, self.task)
    }
}

/// Writes a pending human action into `human/`, under the name of what it holds up, numbered where that is
/// taken (Q33). One that is pending already in the same words is not written again.
///
/// # Errors
///
/// A refusal where a text is missing or cannot be written in the form of the file, or where the task is
/// named inexactly.
pub fn add_human(files: &QueueFiles, queue: &Queue, new: &NewAction<'_>) -> Planned<AddedAction> {
    let task = line("task", new.task)?;
    let origin = line("origin", new.origin)?;
    let action = new.action.replace("\r\n", "\n");
    let action = action.trim();
    if action.is_empty() {
        return Err(unfit("the action says nothing"));
    }
    let is_it = |known: &&HumanAction| {
        known.task.value == task
            && known.origin.value == origin
            && known.action.value.trim().replace("\r\n", "\n") == action
            && known.state.value == HumanState::Pending
    };
    let added = |file: &str| AddedAction {
        task: task.to_owned(),
        file: file.to_owned(),
        holds: queue.task(task).is_some(),
    };
    if let Some(known) = queue.human.iter().find(is_it) {
        return Ok(Step::Already(added(&known.file)));
    }
    let name = slug_of(task).unwrap_or_else(|| "accion".to_owned());
    let file = format!("human/{}.md", free(files, &["human", "human/done"], &name));
    let (task_value, origin_value) = (quoted(task), quoted(origin));
    let text = format!(
        "---\ntask: {task_value}\nstatus: pendiente\norigin: {origin_value}\n---\n\n{action}\n"
    );
    let mut draft = Draft::new(files);
    create(&mut draft, files, &file, text)?;
    let after = judged(&draft, files, queue)?;
    if !after
        .human
        .iter()
        .filter(|known| *known.file == *file)
        .any(|known| is_it(&known))
    {
        return Err(unfit(
            "the file would not say it: comments, and fences that are not closed, are not read",
        ));
    }
    let summary = format!("Add the human action {}", file.trim_start_matches("human/"));
    Ok(Step::Change {
        outcome: added(&file),
        change: draft.into_change(summary),
    })
}

/// A value of the frontmatter: one line that says something.
fn line<'a>(what: &str, text: &'a str) -> Result<&'a str, Refusal> {
    let text = text.trim();
    if text.is_empty() || text.contains(['\n', '\r']) {
        return Err(unfit(&format!("the {what} is not one line of text")));
    }
    Ok(text)
}

/// A value as it is read back: one level of quotes around it is taken off.
fn quoted(value: &str) -> String {
    let wrapped =
        |quote: char| value.len() > 1 && value.starts_with(quote) && value.ends_with(quote);
    if wrapped('"') {
        format!("'{value}'")
    } else if wrapped('\'') {
        format!("\"{value}\"")
    } else {
        value.to_owned()
    }
}

fn unfit(message: &str) -> Refusal {
    let help =
        "an action has a task, an origin of one line, and a text that says what is to be done";
    Refusal::new("action-unfit", message).with_help(help)
}
