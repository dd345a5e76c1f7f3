//! `split-backlog`: the milestones of `BACKLOG.md` into files of their own (Q4, Q27).

use std::fmt;

use plan_diagnostics::Span;
use plan_markdown::{Document, edit};

use super::judge::{create, judged};
use super::same;
use crate::model::Milestone;
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Queue, QueueFiles, Slug};

const BACKLOG: &str = "BACKLOG.md";

/// What became of the milestones of `BACKLOG.md`.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct SplitBacklog {
    /// The milestones that moved, in the order of the queue.
    pub milestones: Vec<SplitMilestone>,
}

/// A milestone that moved into a file of its own.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct SplitMilestone {
    /// Its name.
    pub slug: String,
    /// Its file, relative to the planning directory.
    pub file: String,
    /// Its place among the files.
    pub order: i64,
}

impl fmt::Display for SplitBacklog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.milestones.is_empty() {
            return f.write_str("BACKLOG.md holds no milestone");
        }
        let moved = |one: &SplitMilestone| format!("{} ({})", one.slug, one.order);
        let moved: Vec<String> = self.milestones.iter().map(moved).collect();
        write!(f, "split {}", moved.join(", "))
    }
}

/// Moves the milestones of `BACKLOG.md` into `backlog/<slug>.md`, with the order 10, 20, … (Q27).
///
/// A milestone takes along all that stands under its heading; everything else stays where it is. Where
/// files are there already that would come before the moved ones, the numbers are lower: the queue keeps
/// its order.
///
/// # Errors
///
/// A refusal where a file of that name is there, a milestone has no name that a file can have, or the
/// queue would not read as before.
pub fn split_backlog(files: &QueueFiles, queue: &Queue) -> Planned<SplitBacklog> {
    let in_backlog = |milestone: &&Milestone| &*milestone.file == BACKLOG;
    let moving: Vec<&Milestone> = queue.milestones.iter().filter(in_backlog).collect();
    if moving.is_empty() {
        return Ok(Step::Already(SplitBacklog::default()));
    }
    let mut draft = Draft::new(files);
    let document = draft.document(BACKLOG)?;
    let mut outcome = SplitBacklog::default();
    for (milestone, order) in moving.iter().zip(orders(queue, moving.len())) {
        let slug = Slug::new(milestone.slug()).ok_or_else(|| nameless(milestone))?;
        let file = format!("backlog/{slug}.md");
        if outcome.milestones.iter().any(|moved| moved.file == file) {
            let message = format!("the milestone `{slug}` stands in BACKLOG.md twice");
            let help = "make one of the two, or rename one";
            return Err(Refusal::new("milestone-repeated", message).with_help(help));
        }
        create(
            &mut draft,
            files,
            &file,
            own_file(&document, milestone, order),
        )?;
        let slug = slug.to_string();
        outcome
            .milestones
            .push(SplitMilestone { slug, file, order });
    }
    let spans = spans(&document, &moving);
    let gone = spans.iter().map(|span| edit::replace(&document, *span, ""));
    draft.edit(BACKLOG, &gone.collect::<Vec<_>>())?;
    let after = judged(&draft, files, queue)?;
    if same::milestones(&after.milestones) != same::milestones(&queue.milestones) {
        let message = "the queue would not read as it does now";
        let help = "`ops check` names what stands in BACKLOG.md and is not read; mend that first";
        return Err(Refusal::new("split-changes-queue", message).with_help(help));
    }
    let noun = if moving.len() == 1 {
        "milestone"
    } else {
        "milestones"
    };
    let summary = format!("Split {} {noun} out of BACKLOG.md", moving.len());
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

fn nameless(milestone: &Milestone) -> Refusal {
    let message = format!(
        "the milestone `{}` cannot give its name to a file",
        milestone.slug()
    );
    let help = "a slug is lower-case letters and digits, in parts joined by single hyphens";
    Refusal::new("slug-malformed", message).with_help(help)
}

/// The places of so many files: 10, 20, …, or closer together where a file stands there already.
fn orders(queue: &Queue, count: usize) -> impl Iterator<Item = i64> {
    let own = queue
        .milestones
        .iter()
        .filter_map(|milestone| milestone.order.as_ref());
    let first = own.map(|order| order.value).min();
    let count = i64::try_from(count).unwrap_or(i64::MAX - 1);
    let step = first.map_or(10, |first| {
        first.saturating_sub(1).div_euclid(count).min(10)
    });
    // Where there is no room above zero, directly before the first.
    let start = if step > 0 {
        0
    } else {
        first.unwrap_or(0).saturating_sub(count + 1)
    };
    let step = step.max(1);
    (1..=count).map(move |at| start.saturating_add(at.saturating_mul(step)))
}

/// The text of a file with that milestone alone.
fn own_file(document: &Document, milestone: &Milestone, order: i64) -> String {
    let eol = document.line_ending();
    let section = document.slice(whole_lines(document, milestone)).trim_end();
    format!("---{eol}order: {order}{eol}---{eol}{eol}{section}{eol}")
}

/// The lines of a milestone, up to the line of the next heading.
fn whole_lines(document: &Document, milestone: &Milestone) -> Span {
    let end = document.text().len();
    let next = if milestone.span.end < end {
        document.line_at(milestone.span.end).start
    } else {
        end
    };
    Span::new(document.line_at(milestone.span.start).start, next)
}

/// What goes from BACKLOG.md. Where nothing follows, the blank lines before the last ones go too.
fn spans(document: &Document, moving: &[&Milestone]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for milestone in moving {
        let span = whole_lines(document, milestone);
        match spans.last_mut().filter(|last| last.end == span.start) {
            Some(last) => last.end = span.end,
            None => spans.push(span),
        }
    }
    let text = document.text();
    if let Some(last) = spans.last_mut().filter(|last| last.end == text.len()) {
        let kept = text[..last.start].trim_end().len();
        let line = text[kept..last.start]
            .find('\n')
            .map_or(last.start, |at| kept + at + 1);
        last.start = if kept == 0 { last.start } else { line };
    }
    spans
}
