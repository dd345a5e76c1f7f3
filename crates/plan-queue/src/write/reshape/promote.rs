//! `promote`: the stories of an epic into the queue, as tasks in their milestones (Q8, Q27).

use std::fmt;

use plan_diagnostics::Severity;

use super::judge::{create, judged};
use super::same::Says;
use super::story::task_lines;
use crate::model::{Epic, EpicStatus, Task, Text};
use crate::read::page::Page;
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Facts, Queue, QueueFiles, check_queue};

/// What became of the stories of an epic.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Promoted {
    /// The number of the epic.
    pub epic: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// The milestones that were written, in the order of the queue.
    pub milestones: Vec<PromotedMilestone>,
    /// The stories that were not: they are in the queue already, or done.
    pub left: Vec<String>,
}

impl fmt::Display for Promoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            epic,
            milestones,
            left,
            ..
        } = self;
        if milestones.is_empty() {
            return write!(
                f,
                "the stories of the epic {epic} are in the queue, or done"
            );
        }
        let one = |milestone: &PromotedMilestone| {
            format!("{} ({})", milestone.slug, milestone.tasks.len())
        };
        let written: Vec<String> = milestones.iter().map(one).collect();
        write!(f, "epic {epic} → {}", written.join(", "))?;
        match left.as_slice() {
            [] => Ok(()),
            left => write!(f, "; left as they are: {}", left.join(", ")),
        }
    }
}

/// A milestone that was written for an epic.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct PromotedMilestone {
    /// Its name.
    pub slug: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// Its place among the files.
    pub order: i64,
    /// The line that it belongs to; null is the main tree.
    pub line: Option<String>,
    /// Its tasks, in order.
    pub tasks: Vec<String>,
}

/// A milestone to be: name, title, line and stories.
struct Plan<'q> {
    slug: &'q str,
    title: String,
    line: Option<&'q str>,
    stories: Vec<&'q Task>,
}

/// Writes the stories of an epic into the queue, in milestones of their own behind all others, and makes
/// the epic active (Q27).
///
/// The epic is named by its number, its slug or the name of its file. Where it has a section `## Hitos`,
/// that says which story goes where; otherwise all go into one milestone of the epic's name. Stories that
/// are done, or in the queue, are left.
///
/// # Errors
///
/// A refusal where there is no such epic, it is closed, it has faults that a check would have mended, a
/// milestone of that name is there, or the queue would get a fault that it does not have.
pub fn promote(files: &QueueFiles, queue: &Queue, name: &str) -> Planned<Promoted> {
    let epic = find(queue, name)?;
    fit(files, queue, epic)?;
    let mut left = Vec::new();
    let mut fresh = Vec::new();
    for story in &epic.stories {
        if stays(queue, epic, story)? {
            left.push(story.slug().to_owned());
        } else {
            fresh.push(story);
        }
    }
    let mut outcome = Promoted {
        epic: epic.number().to_owned(),
        file: epic.file.to_string(),
        milestones: Vec::new(),
        left,
    };
    if fresh.is_empty() {
        return Ok(Step::Already(outcome));
    }
    let mut draft = Draft::new(files);
    let page = Page::of(&epic.file, draft.document(&epic.file)?.text().into());
    let mut order = last_order(queue);
    for plan in plans(epic, &fresh) {
        absent(queue, plan.slug)?;
        order = order.checked_add(10).ok_or_else(no_room)?;
        let written = PromotedMilestone {
            slug: plan.slug.to_owned(),
            file: format!("backlog/{}.md", plan.slug),
            order,
            line: plan.line.map(str::to_owned),
            tasks: plan
                .stories
                .iter()
                .map(|story| story.slug().to_owned())
                .collect(),
        };
        create(
            &mut draft,
            files,
            &written.file,
            milestone_file(&page, epic, &plan, order)?,
        )?;
        outcome.milestones.push(written);
    }
    let open = |status: &&crate::model::Spanned<EpicStatus>| status.value == EpicStatus::Open;
    if let Some(status) = epic.status.as_ref().filter(open) {
        draft.replace(&epic.file, status.span, EpicStatus::Active.as_str())?;
    }
    let after = judged(&draft, files, queue)?;
    read_back(&after, epic, &fresh)?;
    let summary = format!("Promote the epic {}", epic.number());
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

/// The epic of that number, slug or file name.
pub(super) fn find<'q>(queue: &'q Queue, name: &str) -> Result<&'q Epic, Refusal> {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let by_number = is_number.then(|| queue.epic(name)).flatten();
    let wanted = name.trim_end_matches(".md").trim_start_matches("roadmap/");
    let by_name = || {
        let full = |epic: &Epic| format!("epic-{}-{}", epic.file_number, epic.slug);
        queue
            .epics
            .iter()
            .find(|epic| epic.slug == wanted || full(epic) == wanted)
    };
    by_number.or_else(by_name).ok_or_else(|| {
        let known: Vec<&str> = queue.epics.iter().map(Epic::number).collect();
        let message = format!("there is no epic `{name}` under roadmap/");
        let help = if known.is_empty() {
            "an epic is a file `roadmap/epic-NNN-<slug>.md`".to_owned()
        } else {
            format!("name it by its number: {}", known.join(", "))
        };
        Refusal::new("epic-unknown", message).with_help(help)
    })
}

/// Refuses an epic that is closed, or has faults of its own.
fn fit(files: &QueueFiles, queue: &Queue, epic: &Epic) -> Result<(), Refusal> {
    if epic.status() == Some(EpicStatus::Closed) {
        let message = format!("the epic {} is closed", epic.number());
        let help = "write `status: open` into it if there is more to do, or make a new epic";
        return Err(Refusal::new("epic-closed", message).with_help(help));
    }
    let report = check_queue(files, queue, &Facts::default());
    let faults = report.findings().filter(|finding| {
        finding.rule.severity == Severity::Must && finding.location.file == *epic.file
    });
    let faults: Vec<_> = faults.cloned().collect();
    let Some(first) = faults.first() else {
        return Ok(());
    };
    let line = report
        .start_of(&first.location)
        .map(|at| format!(":{}", at.line));
    let message = format!(
        "{}{}: {}",
        epic.file,
        line.unwrap_or_default(),
        first.message
    );
    let help = first
        .help
        .as_deref()
        .unwrap_or("mend the epic first; `ops check` lists its faults");
    Err(Refusal::new("epic-unfit", message)
        .with_help(help)
        .with_findings(faults))
}

/// Whether a story is left as it is: done, ticked, or a task of the queue.
fn stays(queue: &Queue, epic: &Epic, story: &Task) -> Result<bool, Refusal> {
    let slug = story.slug();
    if story.ticked || queue.done(slug).is_some() {
        return Ok(true);
    }
    let Some((milestone, task)) = queue.task(slug) else {
        return Ok(false);
    };
    let own = task.epic().and_then(|number| queue.epic(number));
    if own.is_some_and(|own| own.file == epic.file) {
        return Ok(true);
    }
    let message = format!(
        "`{slug}` in `{}` is a task that does not name the epic",
        milestone.file
    );
    let help = format!(
        "add `(epic: {})` to its line if it is the story, or rename one of the two",
        epic.number()
    );
    Err(Refusal::new("slug-taken", message).with_help(help))
}

/// The milestones to be, without stories that are left, and without those that have no other.
fn plans<'q>(epic: &'q Epic, fresh: &[&'q Task]) -> Vec<Plan<'q>> {
    if epic.split.is_empty() {
        let title = epic
            .title
            .as_ref()
            .map_or(epic.slug.as_str(), |title| &title.value);
        return vec![Plan {
            slug: &epic.slug,
            title: without_reason(title),
            line: None,
            stories: fresh.to_vec(),
        }];
    }
    let stories = |named: &[Text]| -> Vec<&'q Task> {
        let one = |name: &Text| {
            fresh
                .iter()
                .copied()
                .find(|story| story.slug() == name.value)
        };
        named.iter().filter_map(one).collect()
    };
    let plans = epic.split.iter().map(|milestone| Plan {
        slug: &milestone.slug.value,
        title: milestone.title.value.clone(),
        line: milestone.line.as_ref().map(|line| line.value.as_str()),
        stories: stories(&milestone.stories),
    });
    plans.filter(|plan| !plan.stories.is_empty()).collect()
}

/// A title without `(sin partir: …)`, which in a milestone would speak of the milestone.
fn without_reason(title: &str) -> String {
    let Some((before, rest)) = title.split_once("(sin partir:") else {
        return title.to_owned();
    };
    let behind = rest.split_once(')').map_or("", |(_, behind)| behind);
    format!("{}{behind}", before.trim_end()).trim().to_owned()
}

/// Refuses a milestone whose name the queue has already.
fn absent(queue: &Queue, slug: &str) -> Result<(), Refusal> {
    let Some(there) = queue
        .milestones
        .iter()
        .find(|milestone| milestone.slug() == slug)
    else {
        return Ok(());
    };
    let message = format!(
        "the queue has a milestone `{slug}` already, in `{}`",
        there.file
    );
    let help =
        "rename the one under `## Hitos` of the epic, or add the missing tasks there by hand";
    Err(Refusal::new("milestone-exists", message).with_help(help))
}

fn milestone_file(
    page: &Page,
    epic: &Epic,
    plan: &Plan<'_>,
    order: i64,
) -> Result<String, Refusal> {
    let eol = page.doc.line_ending();
    let line = plan
        .line
        .map(|line| format!("line: {line}{eol}"))
        .unwrap_or_default();
    let mut text = format!(
        "---{eol}order: {order}{eol}{line}---{eol}{eol}## Hito {} — {}{eol}{eol}",
        plan.slug, plan.title
    );
    for story in &plan.stories {
        let task = task_lines(page, epic, story).ok_or_else(|| unread(story.slug()))?;
        text.push_str(&task);
        text.push_str(eol);
    }
    Ok(text)
}

/// Every story reads back as a task that says the same.
fn read_back(after: &Queue, epic: &Epic, fresh: &[&Task]) -> Result<(), Refusal> {
    let differs = |story: &&&Task| {
        let task = after.task(story.slug()).map(|(_, task)| Says::of(task));
        let number = story.epic().unwrap_or(epic.number());
        task != Some(Says::of(story).in_epic(number))
    };
    match fresh.iter().find(differs) {
        Some(story) => Err(unread(story.slug())),
        None => Ok(()),
    }
}

fn unread(slug: &str) -> Refusal {
    let message = format!("the story `{slug}` would not read the same as a task");
    let help =
        "write it in the form of a task: `- [ ] **slug** — description. (→ C1) (service: path)`";
    Refusal::new("story-unfit", message).with_help(help)
}

fn no_room() -> Refusal {
    let message = "the last milestone has the highest order that there is";
    Refusal::new("order-exhausted", message).with_help("number the files under backlog/ anew")
}

fn last_order(queue: &Queue) -> i64 {
    let own = queue
        .milestones
        .iter()
        .filter_map(|milestone| milestone.order.as_ref());
    own.map(|order| order.value).max().unwrap_or(0).max(0)
}
