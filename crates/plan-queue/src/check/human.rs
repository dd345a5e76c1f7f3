//! Human actions: rows that a merge brought back, and names that hold nothing (Q15).

use std::collections::HashMap;

use plan_diagnostics::Finding;

use super::Desk;
use crate::model::{HumanAction, HumanState};
use crate::rules;

pub(super) fn judge(desk: &mut Desk<'_>) {
    revived(desk);
    archived(desk);
    inexact(desk);
}

/// The same row, or file, resolved and pending: a merge by union keeps both. The resolved one may be in
/// the archive by now.
fn revived(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let rows = queue.human.iter().filter(|action| action.is_row);
    let mut resolved: HashMap<_, &str> = HashMap::new();
    for action in rows.chain(&queue.archived).filter(|action| !action.holds()) {
        resolved.entry(key(action)).or_insert(&action.file);
    }
    for action in &queue.human {
        let Some(other) = resolved.get(&key(action)) else {
            continue;
        };
        if action.state.value != HumanState::Pending {
            continue;
        }
        let message = format!(
            "the action for `{}` stands here as pending, and as resolved in `{other}`",
            action.task.value
        );
        let help =
            "delete the pending one if the decision was taken, the resolved one if it was not";
        desk.push(
            Finding::new(&rules::HUMAN_REVIVED, action.at(action.span), message).with_help(help),
        );
    }
}

/// What makes two actions the same one: all but the state. A row is never the same as a file.
fn key(action: &HumanAction) -> (bool, &str, &str, &str) {
    (
        action.is_row,
        &action.task.value,
        &action.origin.value,
        action.action.value.trim(),
    )
}

/// Actions in the archive that nobody resolved.
fn archived(desk: &mut Desk<'_>) {
    let pending = |action: &&HumanAction| action.state.value == HumanState::Pending;
    let queue = desk.queue;
    for action in queue.archived.iter().filter(pending) {
        let task = &action.task.value;
        let message = format!("the action for `{task}` is in the archive, and is still pending");
        let help = "move it back to `human/`, or write `resuelta` if the decision was taken";
        let at = action.at(action.span);
        desk.push(Finding::new(&rules::HUMAN_ARCHIVED, at, message).with_help(help));
    }
}

/// Actions that mean a task of the queue and do not name it exactly: they hold nothing up.
fn inexact(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut known: HashMap<String, &str> = HashMap::new();
    for (_, task) in queue.tasks() {
        known.entry(normal(task.slug())).or_insert(task.slug());
    }
    for action in queue.human.iter().filter(|action| action.holds()) {
        let written = action.task.value.as_str();
        if written.is_empty() || queue.task(written).is_some() {
            continue;
        }
        let words =
            written.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '(' | ')'));
        // Of several words only names of several parts are meant for sure: `inbox` is a word of prose.
        let named = words.map(normal).filter(|word| word.contains('-'));
        let Some(slug) = std::iter::once(normal(written))
            .chain(named)
            .find_map(|name| known.get(&name))
        else {
            continue;
        };
        let message = format!("`{written}` holds nothing up: the task is named `{slug}`");
        let help = format!("write the slug alone, exactly: `{slug}`");
        let span = action.task.span;
        desk.push(Finding::new(&rules::HUMAN_INEXACT, action.at(span), message).with_help(help));
    }
}

/// A name with its letters lowered and everything but letters and digits as single hyphens.
fn normal(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}
