//! Epics: complete, of a size, covered by stories, and of a status that fits what is done (Q8, Q15).

use std::collections::{BTreeSet, HashMap};

use plan_diagnostics::{Finding, Location, Rule, Span};

use super::tasks::listed;
use super::{Desk, placeholder};
use crate::model::{Epic, EpicStatus, Task, Text};
use crate::{Slug, rules};

/// More criteria than this need a reason to stay together (Q15).
const MOST_CRITERIA: usize = 7;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut numbers: HashMap<&str, &str> = HashMap::new();
    let mut stories: HashMap<&str, &str> = HashMap::new();
    for epic in &queue.epics {
        if let Some(first) = numbers.get(epic.number()) {
            let message = format!("the number {} is that of `{first}` too", epic.number());
            let span = epic.number.as_ref().map(|number| number.span);
            desk.push(at(&rules::EPIC_NUMBER_REPEATED, epic, span, message));
        } else {
            numbers.insert(epic.number(), &epic.file);
        }
        complete(desk, epic);
        criteria(desk, epic);
        for story in &epic.stories {
            if let Some(first) = stories.get(story.slug()) {
                let message = format!("the story `{}` stands in `{first}` too", story.slug());
                desk.push(at(
                    &rules::STORY_REPEATED,
                    epic,
                    Some(story.slug.span),
                    message,
                ));
            } else {
                stories.insert(story.slug(), &epic.file);
            }
        }
        self::stories(desk, epic);
        status(desk, epic);
        if !epic.split.is_empty() {
            split(desk, epic);
        }
    }
}

fn at(rule: &'static Rule, epic: &Epic, span: Option<Span>, message: String) -> Finding {
    let location = span.map_or_else(|| Location::file(&*epic.file), |span| epic.at(span));
    Finding::new(rule, location, message)
}

fn complete(desk: &mut Desk<'_>, epic: &Epic) {
    let has_status = epic.status.is_some() || epic.unknown_status.is_some();
    let has_context = epic.context.as_ref().is_some_and(|text| !text.is_blank());
    for (there, what, help) in [
        (
            epic.number.is_some(),
            "number",
            "write `epic: NNN` into the frontmatter",
        ),
        (
            epic.title.is_some(),
            "title",
            "write `title: …` into the frontmatter",
        ),
        (
            has_status,
            "status",
            "write `status: open`, `active` or `closed` into the frontmatter",
        ),
        (
            !epic.criteria.is_empty(),
            "criterion",
            "write `- **C1** — what can be observed` under `## Criterios`",
        ),
        (
            !epic.stories.is_empty(),
            "story",
            "write `- [ ] **slug** (→ C1) — … (service: path)` under `## Historias`",
        ),
        (
            has_context,
            "context",
            "write it under `## Contexto relevante`",
        ),
    ] {
        if !there {
            let message = format!("the epic has no {what}");
            desk.push(at(&rules::EPIC_INCOMPLETE, epic, None, message).with_help(help));
        }
    }
    if let Some(word) = &epic.unknown_status {
        let message = format!("`{}` is no status of an epic", word.value);
        let help = "write open, active or closed";
        desk.push(at(&rules::EPIC_STATUS, epic, Some(word.span), message).with_help(help));
    }
    if let Some(number) = epic
        .number
        .as_ref()
        .filter(|number| number.value != epic.file_number)
    {
        let message = format!(
            "the epic says that it is {}, and its name {}",
            number.value, epic.file_number
        );
        desk.push(at(&rules::EPIC_NUMBER, epic, Some(number.span), message));
    }
    if let Some(title) = &epic.title
        && let Some(words) = placeholder::find(&title.value)
    {
        let message = format!("the title of the epic is still to be decided: `{words}`");
        desk.push(at(&rules::PLACEHOLDER, epic, Some(title.span), message));
    }
}

fn criteria(desk: &mut Desk<'_>, epic: &Epic) {
    let covered: BTreeSet<&str> = epic
        .stories
        .iter()
        .flat_map(|story| story.tail.criteria.iter().map(|id| id.value.as_str()))
        .collect();
    let mut seen = BTreeSet::new();
    for criterion in &epic.criteria {
        let id = criterion.id.value.as_str();
        if !seen.insert(id) {
            let message = format!("the criterion {id} stands here a second time");
            desk.push(at(
                &rules::CRITERION_REPEATED,
                epic,
                Some(criterion.id.span),
                message,
            ));
        } else if !covered.contains(id) {
            let message = format!("no story covers {id}");
            let help = format!("let a story cite it: `(→ {id})`");
            let finding = at(
                &rules::CRITERION_UNCOVERED,
                epic,
                Some(criterion.id.span),
                message,
            );
            desk.push(finding.with_help(help));
        }
    }
    let count = epic.criteria.len();
    if count > MOST_CRITERIA && epic.split_reason.is_none() {
        let message = format!("the epic has {count} criteria, more than {MOST_CRITERIA}");
        let help = "split it, or write `(sin partir: reason)` into it";
        desk.push(at(&rules::EPIC_TOO_LARGE, epic, None, message).with_help(help));
    }
}

fn stories(desk: &mut Desk<'_>, epic: &Epic) {
    for story in &epic.stories {
        let slug = story.slug();
        let span = Some(story.slug.span);
        if story.service().is_none() {
            let message = format!("the story `{slug}` names no service");
            desk.push(
                at(&rules::STORY_SERVICE, epic, span, message).with_help("add `(service: path)`"),
            );
        }
        if story.tail.criteria.is_empty() {
            let message = format!("the story `{slug}` cites no criterion");
            desk.push(at(&rules::STORY_CRITERION, epic, span, message).with_help("add `(→ C1)`"));
        }
        for cited in &story.tail.criteria {
            if epic.criterion(&cited.value).is_none() {
                let message = format!(
                    "the story `{slug}` cites {}, and the epic has {}",
                    cited.value,
                    listed(epic)
                );
                desk.push(at(&rules::STORY_CRITERION, epic, Some(cited.span), message));
            }
        }
        if let Some(word) = &story.unknown_lane {
            let message = format!("`{}` is no lane", word.value);
            let help = "write manual, express, directo, lite or full, or leave the brackets out";
            desk.push(at(&rules::LANE_UNKNOWN, epic, Some(word.span), message).with_help(help));
        }
    }
}

fn status(desk: &mut Desk<'_>, epic: &Epic) {
    let Some(status) = &epic.status else { return };
    let is_open = |slug: &&str| desk.queue.done(slug).is_none();
    let slugs = epic.stories.iter().map(Task::slug);
    let open: Vec<&str> = slugs.filter(is_open).collect();
    match status.value {
        EpicStatus::Closed if !open.is_empty() => {
            let message = format!("the epic is closed, and not done: {}", open.join(", "));
            desk.push(at(
                &rules::EPIC_CLOSED_OPEN,
                epic,
                Some(status.span),
                message,
            ));
        }
        EpicStatus::Active if open.is_empty() && !epic.stories.is_empty() => {
            let message = "the epic is active, and all its stories are done".to_owned();
            let help = "write `status: closed`";
            desk.push(
                at(&rules::EPIC_ACTIVE_DONE, epic, Some(status.span), message).with_help(help),
            );
        }
        _ => {}
    }
}

/// `## Hitos` puts each story into exactly one milestone (Q8).
fn split(desk: &mut Desk<'_>, epic: &Epic) {
    let known: BTreeSet<&str> = epic.stories.iter().map(Task::slug).collect();
    let mut placed: HashMap<&str, &str> = HashMap::new();
    let mut milestones = BTreeSet::new();
    for milestone in &epic.split {
        name(desk, epic, &milestone.slug, "milestone");
        if let Some(line) = milestone
            .line
            .as_ref()
            .filter(|line| !Slug::is_valid(&line.value))
        {
            let message = format!("`{}` is no name of a line", line.value);
            desk.push(at(&rules::LINE_NAME, epic, Some(line.span), message));
        }
        if !milestones.insert(milestone.slug.value.as_str()) {
            let message = format!(
                "the milestone `{}` stands here a second time",
                milestone.slug.value
            );
            desk.push(at(
                &rules::EPIC_SPLIT,
                epic,
                Some(milestone.slug.span),
                message,
            ));
        }
        for story in &milestone.stories {
            let slug = story.value.as_str();
            let message = if !known.contains(slug) {
                format!("`{slug}` is no story of the epic")
            } else if let Some(first) = placed.insert(slug, &milestone.slug.value) {
                format!("the story `{slug}` is put into `{first}` already")
            } else {
                continue;
            };
            desk.push(at(&rules::EPIC_SPLIT, epic, Some(story.span), message));
        }
    }
    for story in epic
        .stories
        .iter()
        .filter(|story| !placed.contains_key(story.slug()))
    {
        let message = format!("the story `{}` is put into no milestone", story.slug());
        let help = "name it in one milestone under `## Hitos`";
        desk.push(at(&rules::EPIC_SPLIT, epic, Some(story.slug.span), message).with_help(help));
    }
}

fn name(desk: &mut Desk<'_>, epic: &Epic, slug: &Text, what: &str) {
    if !Slug::is_valid(&slug.value) {
        let message = format!("`{}` is no slug for a {what}", slug.value);
        desk.push(at(&rules::SLUG_FORM, epic, Some(slug.span), message));
    }
}
