//! Traces that completed work leaves: commits, outcomes, entries in PROGRESS.md (E11).

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_state::{RawState, Task, TaskStatus};

use crate::view::PlanView;

/// A completed task has no commit, where others have one.
pub static COMMIT_MISSING: Rule = Rule {
    code: "commit-missing",
    severity: Severity::Should,
    title: "A completed task names no commit, where other tasks do",
    reason: "The commit ties the task to the code; where a plan commits its work, each task has one.",
    requirement: "E11",
};

/// A commit is unknown to git.
pub static COMMIT_UNKNOWN: Rule = Rule {
    code: "commit-unknown",
    severity: Severity::Should,
    title: "A completed task names a commit that git does not know",
    reason: "A commit that is not there proves nothing; it may have been rewritten or never pushed.",
    requirement: "E11",
};

/// A completed task has no outcome.
pub static OUTCOME_MISSING: Rule = Rule {
    code: "outcome-missing",
    severity: Severity::Should,
    title: "A completed task records no outcome",
    reason: "Outcomes are the memory of a plan: what worked and what failed is written nowhere else.",
    requirement: "E11",
};

/// A completed task has no entry in PROGRESS.md.
pub static PROGRESS_ENTRY_MISSING: Rule = Rule {
    code: "progress-entry-missing",
    severity: Severity::Should,
    title: "A completed task has no entry in PROGRESS.md",
    reason: "PROGRESS.md is the narrative of the plan; a task without an entry left no story.",
    requirement: "E11",
};

pub(super) fn commits(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    let any = completed(state).any(|(_, task)| task.commit.is_some());
    for (index, task) in completed(state) {
        let at = |place: String| Location::file("state.json").with_pointer(place);
        match &task.commit {
            None if any => {
                let location = at(format!("/tasks/{index}"));
                let message = format!("Task {} is completed without a commit", task.id);
                out.push(Finding::new(&COMMIT_MISSING, location, message));
            }
            Some(commit) if view.facts.git.knows(commit) == Some(false) => {
                let message = format!("Task {}: git does not know the commit {commit}", task.id);
                let location = at(format!("/tasks/{index}/commit"));
                out.push(Finding::new(&COMMIT_UNKNOWN, location, message));
            }
            _ => {}
        }
    }
}

pub(super) fn outcomes(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    for (index, task) in completed(state).filter(|(_, task)| task.outcome.is_none()) {
        let location = Location::file("state.json").with_pointer(format!("/tasks/{index}"));
        let message = format!("Task {} is completed without an outcome", task.id);
        out.push(Finding::new(&OUTCOME_MISSING, location, message));
    }
}

pub(super) fn entries(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(state) = view.state.read() else {
        return;
    };
    let Some(text) = view.files.text("PROGRESS.md") else {
        return;
    };
    let told = tasks_named(text);
    for (_, task) in completed(state).filter(|(_, task)| !told.contains(&task.id)) {
        let message = format!("PROGRESS.md does not mention Task {}", task.id);
        let help = format!("append an entry `## TIMESTAMP — Task {}: title`", task.id);
        let location = Location::file("PROGRESS.md");
        out.push(Finding::new(&PROGRESS_ENTRY_MISSING, location, message).with_help(help));
    }
}

fn completed(state: &RawState) -> impl Iterator<Item = (usize, &Task)> {
    state
        .tasks
        .iter()
        .enumerate()
        .filter(|(_, task)| task.status == TaskStatus::Completed)
}

/// The numbers of the tasks that a narrative names: `Task 2`, `Tarea 2`, `T2`. One pass over the
/// digits: the narrative may be long.
fn tasks_named(text: &str) -> BTreeSet<u64> {
    let bytes = text.as_bytes();
    let mut named = BTreeSet::new();
    let mut at = 0;
    while let Some(digits) = bytes[at..].iter().position(u8::is_ascii_digit) {
        let start = at + digits;
        let length = bytes[start..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let end = start + length.count();
        at = end;
        let (before, after) = (&text[..start], &text[end..]);
        if !after.starts_with(char::is_alphanumeric) && names_a_task(before) {
            named.extend(text[start..end].parse::<u64>());
        }
    }
    named
}

/// Whether a text ends with what a number of a task stands behind.
fn names_a_task(text: &str) -> bool {
    let ends_a_word = |before: &str| !before.ends_with(char::is_alphanumeric);
    if let Some(before) = text.strip_suffix('T') {
        return ends_a_word(before);
    }
    let word = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    word.len() < text.len()
        && ["task", "tarea"].iter().any(|name| {
            let start = word.len().checked_sub(name.len());
            let parts = start.and_then(|start| word.split_at_checked(start));
            parts.is_some_and(|(before, last)| {
                last.eq_ignore_ascii_case(name) && ends_a_word(before)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::tasks_named;

    #[test]
    fn e11_a_narrative_names_tasks() {
        let named = |text| tasks_named(text).into_iter().collect::<Vec<_>>();
        assert_eq!(
            named("## x — Task 2: a\n- tarea 3, T4, task: 5; tasks 6; 7 tasks"),
            [2, 3, 4, 5]
        );
        assert_eq!(named("TASK#6 Tarea — 7\nTask\n8, task T9"), [6, 7, 8, 9]);
        for text in [
            "",
            "task",
            "task2",
            "T 2",
            "AT2",
            "subtask 2",
            "task 2a",
            "task 2é",
            "task a 2",
            "t2",
        ] {
            assert_eq!(named(text), [0; 0], "{text}");
        }
        let beyond = format!("task {} task 9", "9".repeat(30));
        assert_eq!(named(&beyond), [9]);
    }
}
