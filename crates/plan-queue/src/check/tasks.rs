//! Tasks of the queue: what each must say, and that its epic knows it (Q15).

use plan_diagnostics::{Finding, Rule, Span};

use super::{Desk, placeholder};
use crate::model::{Epic, Task};
use crate::{Lane, rules};

/// More conditions, or criteria, than this need a reason to stay together (Q15).
const MOST_CONDITIONS: usize = 5;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    for (_, task) in queue.tasks() {
        itself(desk, task);
        match task.epic() {
            Some(number) => against_epic(desk, task, number),
            None if task.tail.criteria.is_empty() => {}
            None => {
                let message = format!("`{}` cites criteria, and names no epic", task.slug());
                let help = "name the epic: `(epic: NNN)`";
                let span = task.tail.criteria[0].span;
                desk.push(
                    Finding::new(&rules::TASK_CRITERION, task.at(span), message).with_help(help),
                );
            }
        }
        placeholders(desk, task);
        size(desk, task);
        cast(desk, task);
        dependencies(desk, task);
    }
}

fn finding(rule: &'static Rule, task: &Task, span: Span, message: String) -> Finding {
    Finding::new(rule, task.at(span), message)
}

fn itself(desk: &mut Desk<'_>, task: &Task) {
    let slug = task.slug();
    if task.ticked {
        let message = format!("`{slug}` is ticked, and still in the queue");
        let help = "write its evidence to `done/`, and take the line out of the queue";
        desk.push(finding(&rules::TASK_TICKED, task, task.mark, message).with_help(help));
    }
    if let Some(word) = &task.unknown_lane {
        let message = format!("`{}` is no lane", word.value);
        let help = "write manual, express, directo, lite or full, or leave the brackets out";
        desk.push(finding(&rules::LANE_UNKNOWN, task, word.span, message).with_help(help));
    }
    if task.service().is_none() {
        let message = format!("`{slug}` names no service");
        let help = "add `(service: path)`";
        desk.push(finding(&rules::TASK_SERVICE, task, task.slug.span, message).with_help(help));
    }
    let inherits = task.epic().is_some() && !task.tail.criteria.is_empty();
    if task.tail.acceptance.is_none() && !inherits {
        let message = format!("`{slug}` has neither an acceptance nor criteria of its epic");
        let help = "add `_Aceptación: what can be observed._`, or `(→ C1) (epic: NNN)`";
        desk.push(finding(&rules::TASK_ACCEPTANCE, task, task.slug.span, message).with_help(help));
    }
}

fn against_epic(desk: &mut Desk<'_>, task: &Task, number: &str) {
    let slug = task.slug();
    let span = task
        .tail
        .epic
        .as_ref()
        .map_or(task.slug.span, |epic| epic.span);
    let Some(epic) = desk.queue.epic(number) else {
        let message = format!("`{slug}` names the epic {number}, which does not exist");
        return desk.push(finding(&rules::TASK_NOT_A_STORY, task, span, message));
    };
    if !epic.stories.iter().any(|story| story.slug() == slug) {
        let message = format!(
            "`{slug}` is no story of the epic {number} (`{}`)",
            epic.file
        );
        desk.push(finding(&rules::TASK_NOT_A_STORY, task, span, message));
    }
    for cited in &task.tail.criteria {
        if epic.criterion(&cited.value).is_none() {
            let message = format!(
                "`{slug}` cites {}, and the epic {number} has {}",
                cited.value,
                listed(epic)
            );
            desk.push(finding(&rules::TASK_CRITERION, task, cited.span, message));
        }
    }
}

/// The criteria of an epic, for messages.
pub(super) fn listed(epic: &Epic) -> String {
    let names: Vec<&str> = epic.criteria.iter().map(|c| c.id.value.as_str()).collect();
    if names.is_empty() {
        "no criteria".to_owned()
    } else {
        names.join(", ")
    }
}

fn placeholders(desk: &mut Desk<'_>, task: &Task) {
    let mut found = |text: &str, span: Span, what: &str| {
        if let Some(words) = placeholder::find(text) {
            let message = format!(
                "{what} of `{}` is still to be decided: `{words}`",
                task.slug()
            );
            desk.findings
                .push(finding(&rules::PLACEHOLDER, task, span, message));
        }
    };
    found(&task.tail.description, task.slug.span, "the title");
    if let Some(acceptance) = &task.tail.acceptance {
        found(&acceptance.value, acceptance.span, "the acceptance");
    }
    for cited in &task.tail.criteria {
        let epic = task.epic().and_then(|number| desk.queue.epic(number));
        if let Some(criterion) = epic.and_then(|epic| epic.criterion(&cited.value)) {
            found(&criterion.text.value, cited.span, "an inherited criterion");
        }
    }
}

fn size(desk: &mut Desk<'_>, task: &Task) {
    let (conditions, criteria) = (task.tail.conditions.len(), task.tail.criteria.len());
    let (count, what) = if criteria > conditions {
        (criteria, "criteria")
    } else {
        (conditions, "conditions")
    };
    if count > MOST_CONDITIONS && task.tail.split_reason.is_none() {
        let message = format!(
            "`{}` has {count} {what}, more than {MOST_CONDITIONS}",
            task.slug()
        );
        let help = "split it, or write `(sin partir: reason)` into its line";
        desk.push(finding(&rules::TASK_TOO_LARGE, task, task.slug.span, message).with_help(help));
    }
}

/// In `directo` somebody other than the builder looks (Q36).
fn cast(desk: &mut Desk<'_>, task: &Task) {
    let Some(cast) = task
        .tail
        .cast
        .as_ref()
        .filter(|_| task.lane() == Some(Lane::Directo))
    else {
        return;
    };
    let builder = &cast.builder.value;
    if !cast.reviewers.is_empty() && cast.reviewers.iter().all(|one| one.value == *builder) {
        let message = format!(
            "`{builder}` builds `{}` and is its only reviewer",
            task.slug()
        );
        desk.push(finding(&rules::CAST_SELF_REVIEW, task, cast.span, message));
    }
}

fn dependencies(desk: &mut Desk<'_>, task: &Task) {
    let queue = desk.queue;
    for wanted in &task.tail.depends {
        let slug = wanted.value.as_str();
        if slug == task.slug() {
            let message = format!("`{slug}` depends on itself");
            desk.push(finding(&rules::DEPENDENCY_SELF, task, wanted.span, message));
        } else if queue.task(slug).is_none() && queue.done(slug).is_none() && !queue.is_story(slug)
        {
            let message = format!(
                "`{}` depends on `{slug}`, which is in no queue and not done",
                task.slug()
            );
            desk.push(finding(
                &rules::DEPENDENCY_UNKNOWN,
                task,
                wanted.span,
                message,
            ));
        }
    }
}
