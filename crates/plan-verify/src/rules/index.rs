//! The task index of the README, held against the state and against what tasks there are.

use std::collections::{BTreeMap, BTreeSet};

use plan_diagnostics::{Finding, Location, Rule, Severity, Span};
use plan_markdown::view::readme::IndexEntry;
use plan_state::drift::{self, Difference, Drift};
use plan_state::{Projection, TaskStatus};

use crate::files::task_file_number;
use crate::view::{PlanView, ReadmeFile};

/// README index and state list different tasks.
pub static INDEX_MISMATCH: Rule = Rule {
    code: "index-mismatch",
    severity: Severity::Must,
    title: "The task index of the README is not the list of tasks",
    reason: "The README is the source of truth for what the tasks are; a task that only one side \
             knows is done by nobody or counted by nobody.",
    requirement: "E",
};

/// A box and a status disagree.
pub static STATE_DRIFT: Rule = Rule {
    code: "state-drift",
    severity: Severity::Must,
    title: "A box of the README and a status of the state disagree",
    reason: "One of the two is stale. The README wins, and the state is reconciled before anything \
             goes on.",
    requirement: "E",
};

/// README and state call a task by different titles.
pub static TITLE_DRIFT: Rule = Rule {
    code: "state-title-drift",
    severity: Severity::Should,
    title: "README and state call a task by different titles",
    reason: "One of the two was renamed without the other; reports and commits then speak of a task \
             that the README does not show.",
    requirement: "H1",
};

/// A plan has fewer than two tasks.
pub static TASKS_TOO_FEW: Rule = Rule {
    code: "tasks-too-few",
    severity: Severity::Must,
    title: "The plan has fewer than two tasks",
    reason: "A plan has at least one task of work and the Final Review.",
    requirement: "E",
};

/// The last task is not the Final Review, or there is another one.
pub static FINAL_REVIEW: Rule = Rule {
    code: "final-review-not-last",
    severity: Severity::Must,
    title: "The Final Review is not the last task, or not the only one",
    reason: "The Final Review closes the plan: security pass, validation of the final state, \
             reconciliation of skills. Nothing comes after it.",
    requirement: "E",
};

pub(super) fn index(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { readme, .. }) = &view.readme else {
        return;
    };
    let expected: Vec<u64> = match view.state.read() {
        Some(state) => state.tasks.iter().map(|task| task.id).collect(),
        None => view.record_numbers(),
    };
    let source = if view.state.read().is_some() {
        "state.json"
    } else {
        "the task records"
    };
    let listed: Vec<u64> = readme.tasks.iter().map(|entry| entry.number).collect();
    if listed == expected || expected.is_empty() && listed.is_empty() {
        return;
    }
    let known: BTreeSet<u64> = listed.iter().copied().collect();
    let wanted: BTreeSet<u64> = expected.iter().copied().collect();
    let mut report = |location, message: String, help: &str| {
        out.push(Finding::new(&INDEX_MISMATCH, location, message).with_help(help));
    };
    for number in wanted.difference(&known) {
        let message = format!("Task {number} is in {source}, and not in the README's task index");
        report(
            Location::file("README.md"),
            message,
            "add `- [ ] Task N: title` to the task list",
        );
    }
    let mut seen = BTreeSet::new();
    for entry in &readme.tasks {
        let location = Location::span("README.md", entry.span);
        if !seen.insert(entry.number) {
            let message = format!("Task {} is in the task index twice", entry.number);
            report(location, message, "give each task one item");
        } else if !wanted.contains(&entry.number) && !is_dead_link(view, entry) {
            let message = format!(
                "Task {} is in the task index, and not in {source}",
                entry.number
            );
            report(
                location,
                message,
                "reconcile the state with the README, or refine the plan",
            );
        }
    }
    if known == wanted && seen.len() == listed.len() {
        let at = listed
            .iter()
            .zip(&expected)
            .position(|(a, b)| a != b)
            .unwrap_or(0);
        let span = readme
            .tasks
            .get(at)
            .map_or_else(Default::default, |entry| entry.span);
        let message = format!(
            "the task index is in the order {}, not 1 to N",
            shown(&listed)
        );
        report(
            Location::span("README.md", span),
            message,
            "list the tasks in their order",
        );
    }
}

/// Whether an entry links to a task file that is not there, which is said of the link.
fn is_dead_link(view: &PlanView<'_>, entry: &IndexEntry) -> bool {
    let file = entry.link.as_ref().map(|link| link.value.as_str());
    file.is_some_and(|file| task_file_number(file).is_some() && !view.files.contains(file))
}

fn shown(numbers: &[u64]) -> String {
    let first: Vec<_> = numbers.iter().take(12).map(u64::to_string).collect();
    let rest = if numbers.len() > 12 { ", …" } else { "" };
    format!("{}{rest}", first.join(", "))
}

pub(super) fn drift(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let (Some(ReadmeFile { readme, .. }), Some(state)) = (&view.readme, view.state.read()) else {
        return;
    };
    let projection = Projection::of(readme, &BTreeMap::new());
    for Drift {
        task, difference, ..
    } in drift::compare(&projection, state)
    {
        let place = |span: fn(&IndexEntry) -> Span| {
            let entry = view.entry(task);
            entry.map_or_else(
                || Location::file("README.md"),
                |e| Location::span("README.md", span(e)),
            )
        };
        match difference {
            Difference::Status { readme, state } => {
                let (said, ahead) = match readme {
                    TaskStatus::Completed => ("completed", "README ahead"),
                    _ => ("open", "state ahead"),
                };
                let message = format!(
                    "Task {task}: the README says {said}, state.json says {state} ({ahead})"
                );
                let help = "the README wins: reconcile the state before going on";
                let location = place(|entry| entry.mark.outer);
                out.push(Finding::new(&STATE_DRIFT, location, message).with_help(help));
            }
            Difference::Title { readme, state } => {
                let message =
                    format!("Task {task}: the README calls it `{readme}`, state.json `{state}`");
                let location = place(|entry| entry.title.span);
                out.push(Finding::new(&TITLE_DRIFT, location, message));
            }
            // A task that only one side has is a mismatch of the index.
            Difference::OnlyReadme | Difference::OnlyState => {}
        }
    }
}

pub(super) fn count(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let tasks = view.titles().len();
    if tasks < 2 {
        let message = format!(
            "the plan has {tasks} {}",
            if tasks == 1 { "task" } else { "tasks" }
        );
        let help = "a plan has at least one task of work and the Final Review";
        out.push(
            Finding::new(&TASKS_TOO_FEW, Location::file("README.md"), message).with_help(help),
        );
    }
}

pub(super) fn final_review(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let titles = view.titles();
    let Some((last, title)) = titles.last() else {
        return;
    };
    let location = |number: u64| {
        view.entry(number).map_or_else(
            || Location::file("README.md"),
            |entry| Location::span("README.md", entry.title.span),
        )
    };
    if !is_final_review(title) {
        let message = format!("the last task, Task {last}, is `{title}`, not the Final Review");
        let help = "end the plan with a task `Final Review`";
        out.push(Finding::new(&FINAL_REVIEW, location(*last), message).with_help(help));
    }
    for (number, title) in titles
        .iter()
        .take(titles.len() - 1)
        .filter(|(_, t)| is_final_review(t))
    {
        let message = format!("Task {number} is called `{title}`, and is not the last task");
        let help = "there is one Final Review, and it comes last";
        out.push(Finding::new(&FINAL_REVIEW, location(*number), message).with_help(help));
    }
}

/// Whether a title is that of the Final Review: `Final Review`, with or without words behind it.
pub(crate) fn is_final_review(title: &str) -> bool {
    let words: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let opens = |a: &str, b: &str| {
        words.first().is_some_and(|w| w == a) && words.get(1).is_some_and(|w| w == b)
    };
    opens("final", "review") || opens("revisión", "final") || opens("revision", "final")
}
