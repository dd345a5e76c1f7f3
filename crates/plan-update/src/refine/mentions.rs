//! Prose that names a task by a number which the refining changes: told, and left as it is (H7, H8).
//!
//! A sentence may speak of another plan's task, or of how things were; only a reader can tell. What
//! the plan's own form says is not prose: headings, items of the index, declared dependencies and
//! amendments.

use plan_markdown::Document;
use serde::{Deserialize, Serialize};

use super::draft::Files;
use super::order::Order;

/// A line that names a task by its number of before (H8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Mention {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The number that stands there.
    pub task: u64,
    /// The numbers that the task has now: several where it was split, none where it is gone.
    pub now: Vec<u64>,
}

/// The mentions in the files as they will be; `extra` are files that do not change.
pub(super) fn of(files: &Files, extra: &Files, order: &Order<'_>) -> Vec<Mention> {
    let texts = files.iter().chain(extra);
    let prose = texts.filter(|(file, _)| {
        file.ends_with(".md") && *file != "PROGRESS.md" && !file.starts_with("analysis_results/")
    });
    prose
        .filter_map(|(file, text)| Some((file, text.as_ref()?)))
        .flat_map(|(file, text)| in_text(file, text, order))
        .collect()
}

fn in_text(file: &str, text: &str, order: &Order<'_>) -> Vec<Mention> {
    let document = Document::parse(file, text);
    let items = document.items().iter();
    let items: Vec<usize> = items.map(|item| item.line.start).collect();
    let mut found = Vec::new();
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let start = at;
        at += line.len();
        if is_form(line) || items.contains(&start) {
            continue;
        }
        for task in named(line) {
            let now = order.renumbered(&[task]);
            if order.knows(task) && now != [task] {
                let file = file.to_owned();
                found.push(Mention {
                    file,
                    line: number,
                    task,
                    now,
                });
            }
        }
    }
    found
}

/// Lines that the form of a plan gives a meaning, and that follow the numbers or never change.
fn is_form(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '-', '*', '+']);
    line.starts_with('#') || line.starts_with("Depends on") || line.starts_with("Tasks:")
}

/// The numbers behind the word `Task`, or `Tarea`.
fn named(line: &str) -> Vec<u64> {
    let mut words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    let mut named = Vec::new();
    while let Some(word) = words.next() {
        let is_name = ["task", "tarea"]
            .iter()
            .any(|name| word.eq_ignore_ascii_case(name));
        let number = words.peek().and_then(|next| next.parse::<u64>().ok());
        named.extend(number.filter(|_| is_name));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_behind_the_word() {
        assert_eq!(named("after Task 3, task 12; tasks 4"), [3, 12]);
        assert_eq!(named("la tarea 2 (Task)"), [2]);
        assert!(is_form("**Depends on:** Task 3") && is_form("## Task 3: x"));
        assert!(!is_form("It goes on from Task 3."));
    }
}
