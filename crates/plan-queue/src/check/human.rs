//! Human actions: rows that a merge brought back, and names that hold nothing (Q15).

use std::collections::{HashMap, HashSet};

use plan_diagnostics::Finding;

use super::Desk;
use crate::model::{HumanAction, HumanState};
use crate::rules;

pub(super) fn judge(desk: &mut Desk<'_>) {
    revived(desk);
    inexact(desk);
}

/// The same row, resolved and pending: a merge by union keeps both.
fn revived(desk: &mut Desk<'_>) {
    let key = |action: &HumanAction| {
        (
            action.task.value.clone(),
            action.origin.value.clone(),
            action.action.value.clone(),
        )
    };
    let rows = || desk.queue.human.iter().filter(|action| action.is_row);
    let resolved: HashSet<_> = rows().filter(|row| !row.holds()).map(key).collect();
    let is_back =
        |row: &&HumanAction| row.state.value == HumanState::Pending && resolved.contains(&key(row));
    let back: Vec<&HumanAction> = rows().filter(is_back).collect();
    for row in back {
        let message = format!(
            "the action for `{}` stands here as pending, and as resolved in another row",
            row.task.value
        );
        let help =
            "delete the pending row if the decision was taken, the resolved one if it was not";
        desk.push(Finding::new(&rules::HUMAN_REVIVED, row.at(row.span), message).with_help(help));
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
