//! Closing a task: one call that can be repeated after a crash (Q26, Q31, Q33).

mod evidence;
mod judge;

use std::fmt;

use plan_diagnostics::Span;
use plan_markdown::Document;
use schemars::JsonSchema;
use serde::Serialize;

use super::hold::{not_taken, wip_on};
use super::{Draft, Planned, Refusal, Step, checkpoint};
use crate::model::{Done, EpicStatus, Milestone, Task, Wip};
use crate::phase::Role;
use crate::select::{Caller, ClaimVersions, Situation};
use crate::{Facts, Queue, QueueFiles, Slug};
use evidence::{Entry, closing, file_of, lane_word};

/// A request to close a task (Q26).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy)]
pub struct CloseRequest<'a> {
    /// Who asks. A reviewing session closes what was handed over, and drops the builder's claim (Q31).
    pub caller: Caller<'a>,
    /// The claims of other versions of the queue.
    pub versions: ClaimVersions<'a>,
    /// The task.
    pub task: &'a str,
    /// The evidence, as `done/<slug>.md` is to hold it; `lane` and `critique` may be left out. `None`
    /// finishes a closing whose evidence stands already.
    pub entry: Option<&'a str>,
    /// What a person is to look at once the last task of the milestone is closed: its checkpoint (Q33).
    pub checkpoint: Option<&'a str>,
    /// Facts for the check of what comes out, the commits of the entry among them.
    pub facts: &'a Facts,
}

/// A task that is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Closed {
    /// The task.
    pub task: String,
    /// The lane that ran, as its evidence says it.
    pub lane: Option<&'static str>,
    /// Whether its evidence stood already, so that this call finished an earlier one.
    pub repaired: bool,
    /// The milestone, where this was its last task.
    pub milestone_done: Option<String>,
    /// The number of the epic, where this was its last story.
    pub epic_closed: Option<String>,
    /// The checkpoint that was written.
    pub checkpoint: Option<String>,
}

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is closed", self.task)?;
        if let Some(milestone) = &self.milestone_done {
            write!(f, "; it was the last of {milestone}")?;
        }
        if let Some(epic) = &self.epic_closed {
            write!(f, "; epic {epic} is closed")?;
        }
        self.checkpoint
            .as_ref()
            .map_or(Ok(()), |file| write!(f, "; {file} awaits a person"))
    }
}

/// Plans the closing of a task (Q26): its evidence comes first and its work in progress goes last, so
/// that what a crash leaves can be told from the files, and the same call finishes it.
///
/// # Errors
///
/// `entry-missing`, `entry-unfit`, `lane-differs`, `critique-differs` for the entry; `evidence-exists`
/// where other evidence stands; `claim-missing`, `wip-missing`, `steps-open`, `findings-open`, or `taken`
/// as a conflict; the codes of [`PhaseRefusal`](crate::phase::PhaseRefusal); `review-not-ready`;
/// `task-unknown`; `planning-check-failed` with what a check finds in the queue as it would be.
pub fn close(files: &QueueFiles, queue: &Queue, request: &CloseRequest<'_>) -> Planned<Closed> {
    let slug = request.task;
    if !Slug::is_valid(slug) {
        let message =
            format!("`{slug}` has not the form of a slug, and cannot be the name of a closing");
        return Err(Refusal::new("slug-form", message));
    }
    let situation = Situation::new(queue, request.caller, request.versions);
    let desk = Desk {
        files,
        queue,
        request,
        wip: wip_on(&situation, slug),
        queued: queue.task(slug),
        situation,
    };
    let standing = desk.standing()?;
    let text = match &standing {
        Some((standing, text)) => desk.same(standing, text)?,
        None => desk.fresh()?,
    };
    desk.plan(text, standing.is_some())
}

struct Desk<'a> {
    files: &'a QueueFiles,
    queue: &'a Queue,
    request: &'a CloseRequest<'a>,
    wip: Option<&'a Wip>,
    queued: Option<(&'a Milestone, &'a Task)>,
    situation: Situation<'a>,
}

impl Desk<'_> {
    /// The evidence that stands already, where it can be read as this task's.
    fn standing(&self) -> Result<Option<(Done, String)>, Refusal> {
        let file = file_of(self.request.task);
        let elsewhere = self.queue.done(self.request.task).map(|done| &*done.file);
        if self.files.get(&file).is_none() && elsewhere.is_none() {
            return Ok(None);
        }
        let text = self.files.text(&file).map(ToString::to_string);
        let read = text.and_then(|text| Some((closing(self.request.task, &text)?.0, text)));
        let own = read.filter(|(done, _)| done.slug() == self.request.task);
        own.map(Some)
            .ok_or_else(|| other_evidence(elsewhere.unwrap_or(&file)))
    }

    /// The evidence that stands, where it is what this call would write.
    fn same(&self, standing: &Done, text: &str) -> Result<String, Refusal> {
        if self.queued.is_some() && self.request.caller.role != Some(Role::Review) {
            not_taken(&self.situation, self.request.task)?;
        }
        if let Some(entry) = self.request.entry {
            let entry = Entry::read(self.request.task, entry)?.like(standing)?;
            if entry.into_text().trim_end() != text.trim_end() {
                return Err(other_evidence(&standing.file));
            }
        }
        Ok(text.to_owned())
    }

    /// The evidence of a task that is to be closed now.
    fn fresh(&self) -> Result<String, Refusal> {
        let slug = self.request.task;
        let Some((_, task)) = self.queued else {
            let message = format!("`{slug}` is no task of the queue");
            return Err(Refusal::new("task-unknown", message)
                .with_help("`ops context` tells what is queued"));
        };
        let ran = self
            .wip
            .and_then(|wip| wip.lane.as_ref())
            .map(|lane| lane.value)
            .or_else(|| task.lane());
        judge::ready(&self.situation, slug, (self.wip, ran))?;
        let Some(entry) = self.request.entry else {
            let message = format!("`{slug}` has no evidence yet");
            return Err(
                Refusal::new("entry-missing", message).with_help("hand it in: `--entry FILE`")
            );
        };
        let critique = self.wip.and_then(|wip| wip.critique.as_ref());
        let entry = Entry::read(slug, entry)?
            .in_lane(ran)?
            .criticised(critique.map(|text| text.value.as_str()))?;
        Ok(entry.into_text())
    }

    fn plan(&self, text: String, repaired: bool) -> Planned<Closed> {
        let slug = self.request.task;
        let lane = closing(slug, &text)
            .and_then(|(done, _)| done.lane)
            .map(lane_word);
        let mut draft = Draft::new(self.files);
        draft.write(&file_of(slug), text)?;
        let last = self
            .queued
            .map(|(milestone, _)| milestone)
            .filter(|milestone| self.is_last(milestone));
        let outcome = Closed {
            task: slug.to_owned(),
            lane,
            repaired,
            milestone_done: last.map(|milestone| milestone.slug().to_owned()),
            checkpoint: self.stop_for_review(&mut draft, last)?,
            epic_closed: self.close_epic(&mut draft)?,
        };
        if let Some((milestone, task)) = self.queued {
            take_out(&mut draft, milestone, task)?;
        }
        if let Some(claim) = self
            .queue
            .claim(slug)
            .filter(|claim| self.drops(claim.runner()))
        {
            draft.remove(&claim.file)?;
        }
        if let Some(wip) = self.wip {
            draft.remove(&wip.file)?;
        }
        if draft.is_empty() {
            return Ok(Step::Already(outcome));
        }
        judge::checks(self.files, self.queue, &draft.result(), self.request.facts)?;
        Ok(Step::Change {
            change: draft.into_change(format!("Close {slug}")),
            outcome,
        })
    }

    /// Whether a claim goes with the closing: the caller's, or that of the session that built the task.
    fn drops(&self, runner: Option<&str>) -> bool {
        let built = |runner: &str| self.wip.is_some_and(|wip| wip.is_of(runner));
        runner.is_some_and(|runner| runner == self.request.caller.runner || built(runner))
    }

    /// Whether a milestone has no other task that is open.
    fn is_last(&self, milestone: &Milestone) -> bool {
        let others = milestone
            .tasks
            .iter()
            .filter(|task| task.slug() != self.request.task);
        others.count() == 0
    }

    /// Writes the checkpoint of a milestone that is done, where that is asked for (Q33).
    fn stop_for_review(
        &self,
        draft: &mut Draft<'_>,
        last: Option<&Milestone>,
    ) -> Result<Option<String>, Refusal> {
        match (last, self.request.checkpoint) {
            (Some(milestone), Some(action)) => {
                checkpoint::write(draft, self.queue, milestone, action).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Closes the epic whose last story this was.
    fn close_epic(&self, draft: &mut Draft<'_>) -> Result<Option<String>, Refusal> {
        let slug = self.request.task;
        let done = |story: &Task| story.slug() == slug || self.queue.done(story.slug()).is_some();
        let epic = self.queue.epics.iter().find(|epic| {
            let has_it = epic.stories.iter().any(|story| story.slug() == slug);
            has_it && epic.stories.iter().all(done)
        });
        let open = epic.and_then(|epic| Some((epic, epic.status.as_ref()?)));
        let Some((epic, status)) = open.filter(|(_, status)| status.value != EpicStatus::Closed)
        else {
            return Ok(None);
        };
        draft.replace(&epic.file, status.span, EpicStatus::Closed.as_str())?;
        Ok(Some(epic.number().to_owned()))
    }
}

/// Takes a task out of its file; a milestone's own file goes with its last task.
fn take_out(draft: &mut Draft<'_>, milestone: &Milestone, task: &Task) -> Result<(), Refusal> {
    let own_file = task.file.starts_with("backlog/");
    if own_file && milestone.tasks.len() == 1 {
        return draft.remove(&task.file);
    }
    let document = draft.document(&task.file)?;
    draft.replace(&task.file, lines_of(&document, task), "")
}

/// The lines of a task, line endings included: those of its one paragraph, since nothing else of an item
/// is read (Q5).
fn lines_of(document: &Document, task: &Task) -> Span {
    let item = document
        .items()
        .iter()
        .find(|item| item.mark.span == task.mark);
    let last = item.map_or(task.span.end, |item| item.wrapped.end.max(item.text.end));
    let start = document.line_at(task.span.start).start;
    let end = document.line_at(last.saturating_sub(1)).end;
    let rest = &document.text()[end..];
    let eol = ["\r\n", "\n", "\r"]
        .into_iter()
        .find(|eol| rest.starts_with(eol));
    Span::new(start, end + eol.map_or(0, str::len))
}

fn other_evidence(file: &str) -> Refusal {
    let message = format!("other evidence stands in `{file}`");
    Refusal::new("evidence-exists", message)
        .with_help("a task is closed once: look at what stands there, and name another task")
}
