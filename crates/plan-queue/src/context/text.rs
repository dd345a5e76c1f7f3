//! The text form of a context, a line a fact.

use std::fmt::{self, Display, Formatter};

use super::{Context, TaskView, WipView};
use crate::select::stands_for;

impl Display for Context {
    /// One line a fact, the word in front saying which. The text of files is not escaped.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(task) = &self.task {
            write_task(f, task)?;
            line(
                f,
                "claim",
                if self.claimed {
                    "yours"
                } else {
                    "free: claim it before you begin"
                },
            )?;
        } else if let Some(stop) = &self.stop {
            line(
                f,
                "stop",
                format_args!("{} ({}) — {}", stop.reason, stop.family, stop.detail),
            )?;
            line(
                f,
                "",
                format_args!("{}: {}", stop.unblocked_by, stop.remedy),
            )?;
        } else if let Some(slug) = &self.repair {
            line(
                f,
                "repair",
                format_args!("{slug} is done and out of the queue: clear its work in progress"),
            )?;
        } else {
            line(f, "task", "none: nothing is queued here")?;
        }
        if let Some(wip) = &self.wip {
            write_wip(f, wip)?;
        }
        self.write_passed_over(f)?;
        if self.unread > 0 {
            line(
                f,
                "unread",
                format_args!("{} places: see `ops check`", self.unread),
            )?;
        }
        line(f, "queued", self.queued)
    }
}

impl Context {
    fn write_passed_over(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for repeated in &self.repeated {
            let tasks = stands_for(repeated.tasks, &repeated.at);
            line(
                f,
                "repeated",
                format_args!("{} stands for {tasks}", repeated.slug),
            )?;
        }
        for taken in &self.taken {
            let runner = taken
                .runner
                .as_deref()
                .unwrap_or("a runner that it does not name");
            let owner = taken.owner.as_deref().unwrap_or("nobody to ask");
            line(
                f,
                "taken",
                format_args!("{} by {runner} ({owner})", taken.slug),
            )?;
        }
        for waiting in &self.waiting {
            line(
                f,
                "waiting",
                format_args!("{} for {}", waiting.slug, waiting.depends_on.join(", ")),
            )?;
        }
        for held in self.held.iter().chain(&self.human_pending) {
            line(
                f,
                "held",
                format_args!("{} ({}): {}", held.slug, held.file, held.action),
            )?;
        }
        for (word, slugs) in [("manual", &self.manual), ("elsewhere", &self.other_lines)] {
            if !slugs.is_empty() {
                line(f, word, slugs.join(", "))?;
            }
        }
        for due in &self.recurring_due {
            let promoted = due
                .promoted
                .as_ref()
                .map_or_else(String::new, |slug| format!(", queued as {slug}"));
            line(
                f,
                "due",
                format_args!(
                    "{} since {} ({} days){promoted}",
                    due.id, due.due, due.overdue_days
                ),
            )?;
        }
        for file in &self.checkpoints {
            line(f, "checkpoint", file)?;
        }
        Ok(())
    }
}

fn write_task(f: &mut Formatter<'_>, task: &TaskView) -> fmt::Result {
    let lane = task.lane.as_deref().unwrap_or("unclassified");
    line(
        f,
        "task",
        format_args!("{} [{lane}] ({})", task.slug, task.because),
    )?;
    line(f, "", &task.description)?;
    let service = task.service.as_deref().unwrap_or("none");
    line(
        f,
        "where",
        format_args!(
            "milestone {}, service {service}, {}",
            task.milestone, task.file
        ),
    )?;
    if let Some(cast) = &task.cast {
        line(
            f,
            "cast",
            format_args!("{} → {}", cast.builder, cast.reviewers.join(", ")),
        )?;
    }
    for condition in &task.conditions {
        line(f, "accept", &condition.text)?;
        if let Some(reason) = &condition.outside_verify {
            line(f, "", format_args!("outside Verify: {reason}"))?;
        }
    }
    Ok(())
}

fn write_wip(f: &mut Formatter<'_>, wip: &WipView) -> fmt::Result {
    let phase = wip.phase.as_deref().unwrap_or("no phase");
    let total = wip.complete + wip.pending;
    line(
        f,
        "wip",
        format_args!(
            "{} in {phase}, {}/{total} steps ({})",
            wip.task, wip.complete, wip.file
        ),
    )?;
    if let Some(step) = &wip.next_step {
        line(f, "", format_args!("next: {step}"))?;
    }
    wip.blockers
        .iter()
        .try_for_each(|blocker| line(f, "blocker", blocker))
}

fn line(f: &mut Formatter<'_>, word: &str, text: impl Display) -> fmt::Result {
    writeln!(f, "{word:<11}{text}")
}
