//! `classify`: lane and cast of a task, written on its line (Q22, Q33).

use std::fmt;

use plan_diagnostics::Span;
use plan_markdown::{Edit, edit};

use super::judge::judged;
use crate::model::{Cast, Task};
use crate::phase::{Floor, SetBy, Surfaces};
use crate::read::page::{Page, arrow};
use crate::read::tags::{Key, tags};
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Lane, Queue, QueueFiles};

/// What a classification decides, and by whom.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classifying<'a> {
    /// The task.
    pub slug: &'a str,
    /// The lane.
    pub lane: Lane,
    /// Who builds and who reviews, `builder → reviewer, reviewer`; without, the cast stays as it is.
    pub cast: Option<&'a str>,
    /// Who decides: the floor under a lane depends on it (Q22).
    pub set_by: SetBy,
    /// What must not break.
    pub surfaces: &'a Surfaces,
}

/// What a task was classified as.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Classified {
    /// The task.
    pub task: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// The lane that was asked for.
    pub asked: &'static str,
    /// The lane that is written: the floor of the surfaces that must not break may have raised it.
    pub lane: &'static str,
    /// The lane before, as written; null where the task was unclassified.
    pub before: Option<String>,
    /// The cast that is written; null where there is none.
    pub cast: Option<String>,
    /// Why the lane is another, or a warning on one that stays; else null.
    pub note: Option<ClassifiedNote>,
}

/// What is to be said of a lane.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct ClassifiedNote {
    /// `express-critical`, `express-undecided`, `manual-raised` or `manual-critical`.
    pub code: &'static str,
    /// What it means.
    pub message: String,
}

impl fmt::Display for Classified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.task, self.lane)?;
        if let Some(cast) = &self.cast {
            write!(f, " (cast: {cast})")?;
        }
        match &self.note {
            None => Ok(()),
            Some(note) => write!(f, "; {}", note.message),
        }
    }
}

/// Writes lane and cast on the line of a task; everything else of the line stays (Q33).
///
/// # Errors
///
/// A refusal where there is no such task, the cast cannot be read as one, or the queue would get a fault
/// that it does not have.
pub fn classify(
    files: &QueueFiles,
    queue: &Queue,
    request: &Classifying<'_>,
) -> Planned<Classified> {
    let (milestone, task) = queue
        .task(request.slug)
        .ok_or_else(|| unknown(queue, request.slug))?;
    let floor = Floor::of(
        Some(request.lane),
        request.set_by,
        task.service(),
        request.surfaces,
    );
    let lane = floor.lane.unwrap_or(request.lane);
    let cast = request.cast.map(cast_of).transpose()?;
    let mut draft = Draft::new(files);
    let page = Page::of(
        &milestone.file,
        draft.document(&milestone.file)?.text().into(),
    );
    let mut edits = vec![lane_edit(&page, task, lane)];
    edits.extend(
        cast.as_deref()
            .and_then(|cast| cast_edit(&page, task, cast)),
    );
    draft.edit(&milestone.file, &edits)?;
    let after = judged(&draft, files, queue)?;
    let written = after.task(request.slug).map(|(_, task)| task);
    let written_cast = written.and_then(|task| task.tail.cast.as_ref()).map(shown);
    let says = written.is_some_and(|task| task.lane() == Some(lane));
    if !says || (cast.is_some() && cast != written_cast) {
        let message = format!("the line of `{}` would not say it", request.slug);
        let help = "`ops check` says what is wrong with the line; mend that first";
        return Err(Refusal::new("task-unreadable", message).with_help(help));
    }
    let before = task.lane().map(|lane| lane.as_str().to_owned());
    let outcome = Classified {
        task: request.slug.to_owned(),
        file: milestone.file.to_string(),
        asked: request.lane.as_str(),
        lane: lane.as_str(),
        before: before.or_else(|| task.unknown_lane.as_ref().map(|word| word.value.clone())),
        cast: written_cast,
        note: floor.note.map(|note| ClassifiedNote {
            code: note.code(),
            message: note.to_string(),
        }),
    };
    if draft.is_empty() {
        return Ok(Step::Already(outcome));
    }
    let summary = format!("Classify {} as {lane}", request.slug);
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

fn unknown(queue: &Queue, slug: &str) -> Refusal {
    let message = match queue.done(slug) {
        Some(done) => format!("`{slug}` is done: see `{}`", done.file),
        None => format!("there is no task `{slug}` in the queue"),
    };
    Refusal::new("task-unknown", message).with_help("`ops context` tells what is queued")
}

/// The lane in its brackets, in the place of the one that is there.
fn lane_edit(page: &Page, task: &Task, lane: Lane) -> Edit {
    let word = task.lane.as_ref().map(|lane| lane.span);
    let word = word.or_else(|| task.unknown_lane.as_ref().map(|word| word.span));
    if let Some(span) = word.filter(|span| !span.is_empty()) {
        return edit::replace(&page.doc, span, lane.as_str());
    }
    let behind = Span::new(task.slug.span.end, task.span.end);
    let bold = behind
        .of(page.doc.masked())
        .find("**")
        .map_or(0, |at| at + 2);
    let at = Span::new(task.slug.span.start, task.slug.span.end + bold);
    let slug = page.doc.slice(at);
    edit::replace(&page.doc, at, format!("{slug} [{lane}]"))
}

/// The cast in its tag: in the place of the one that is there, or else behind the service, or at the end.
fn cast_edit(page: &Page, task: &Task, cast: &str) -> Option<Edit> {
    let doc = &page.doc;
    if let Some(old) = &task.tail.cast {
        let same = shown(old) == cast;
        return (!same).then(|| edit::replace(doc, old.span, format!("(cast: {cast})")));
    }
    let item = page
        .items(task.span)
        .find(|item| item.span.start == task.span.start)?;
    let whole = Span::new(item.text.start, item.wrapped.end.max(item.text.end));
    let service = task.tail.service.as_ref().map(|text| text.span.start);
    let found = tags(doc.masked(), whole, |at| page.is_code(at));
    let holds = |tag: &&crate::read::tags::Tag| {
        let at = service.unwrap_or_default();
        tag.key == Key::Service && tag.closed && tag.span.start < at && at < tag.span.end
    };
    let span = found.iter().find(holds).map_or(whole, |tag| tag.span);
    Some(edit::replace(
        doc,
        span,
        format!("{} (cast: {cast})", doc.slice(span)),
    ))
}

/// A cast as it is to be written, from one that somebody typed.
fn cast_of(cast: &str) -> Result<String, Refusal> {
    let found = arrow(cast);
    let (builder, reviewers) = match found {
        Some((at, length)) => (&cast[..at], &cast[at + length..]),
        None => (cast, ""),
    };
    let builder = builder.trim();
    let reviewers = reviewers
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let reviewers: Vec<&str> = reviewers.collect();
    let odd = |name: &&str| {
        name.is_empty()
            || name.contains(['(', ')', ',', '`', '<', '\n', '\r'])
            || arrow(name).is_some()
    };
    if odd(&builder) || reviewers.iter().any(odd) || (found.is_some() && reviewers.is_empty()) {
        let message = format!("`{}` is no cast", cast.trim());
        let help = "a cast names who builds and who reviews: `builder → reviewer, reviewer`";
        return Err(Refusal::new("cast-malformed", message).with_help(help));
    }
    Ok(joined(builder, &reviewers))
}

/// A cast of the model, as it is written.
fn shown(cast: &Cast) -> String {
    let reviewers: Vec<&str> = cast
        .reviewers
        .iter()
        .map(|name| name.value.as_str())
        .collect();
    joined(&cast.builder.value, &reviewers)
}

fn joined(builder: &str, reviewers: &[&str]) -> String {
    if reviewers.is_empty() {
        return builder.to_owned();
    }
    format!("{builder} → {}", reviewers.join(", "))
}
