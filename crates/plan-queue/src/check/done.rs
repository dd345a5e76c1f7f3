//! Closings: complete, traced to their story, and reviewed as their lane asks (Q9, Q15, Q16).

use plan_diagnostics::{Finding, Location, Rule};

use super::{Desk, counted};
use crate::model::{Done, DoneField, DoneLane, FIELDS, Passage, Task, Trace, TraceOf};
use crate::read::is_na;
use crate::{Date, Lane, rules};

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let first_critique = queue
        .done
        .iter()
        .filter(|done| done.field(DoneField::Critique).is_some())
        .filter_map(|done| done.date)
        .min();
    let mut early = Vec::new();
    for done in &queue.done {
        complete(desk, done);
        traced(desk, done);
        if let Some(DoneLane::Lane(lane)) = done.lane {
            lane_ran(desk, done, lane);
            if lane == Lane::Full && lacks(done, DoneField::Critique) {
                critique(desk, done, first_critique, &mut early);
            }
        }
        let stem = crate::read::stem(&done.file);
        if stem != done.slug() {
            let message = format!("the closing of `{}` stands in `{}`", done.slug(), done.file);
            let help = format!("name the file `done/{}.md`", done.slug());
            desk.push(finding(&rules::DONE_FILE_NAME, done, message).with_help(help));
        }
    }
    count(
        desk,
        &rules::DONE_CRITIQUE_EARLY,
        &early,
        "has no critique of its plan",
        "have no critique of their plan",
    );
    let without = |field| {
        queue
            .done
            .iter()
            .filter(|done| done.field(field).is_none())
            .collect::<Vec<_>>()
    };
    count(
        desk,
        &rules::DONE_LANE_MISSING,
        &without(DoneField::Lane),
        "does not say its lane",
        "do not say their lane",
    );
    count(
        desk,
        &rules::DONE_REVIEW_MISSING,
        &without(DoneField::Review),
        "does not say what came of its review",
        "do not say what came of their review",
    );
}

fn finding(rule: &'static Rule, done: &Done, message: String) -> Finding {
    Finding::new(rule, done.at(done.slug.span), message)
}

/// One finding for all closings that lack something, at the first of them.
fn count(desk: &mut Desk<'_>, rule: &'static Rule, lacking: &[&Done], one: &str, many: &str) {
    let Some(first) = lacking.first() else { return };
    let what = if lacking.len() == 1 { one } else { many };
    let message = format!(
        "{} {what}; the first is `{}`",
        counted(lacking.len(), "closing", "closings"),
        first.slug()
    );
    let location = Location::span(&*first.file, first.slug.span);
    desk.push(Finding::new(rule, location, message));
}

fn complete(desk: &mut Desk<'_>, done: &Done) {
    let lacks = |field: &DoneField| field.is_required() && done.field(*field).is_none();
    let missing: Vec<&str> = FIELDS
        .iter()
        .filter(|field| lacks(field))
        .map(|field| field.as_str())
        .collect();
    for field in missing {
        let message = format!("the closing of `{}` lacks `{field}:`", done.slug());
        let help = format!("add an indented line `{field}: …`");
        desk.push(finding(&rules::DONE_FIELD_MISSING, done, message).with_help(help));
    }
}

/// The story that a closing is of, where its epic has it.
fn story<'q>(desk: &Desk<'q>, done: &Done) -> Option<&'q Task> {
    let epic = desk.queue.epic(done.epic.as_ref()?.value.as_str())?;
    epic.stories
        .iter()
        .find(|story| story.slug() == done.slug())
}

/// Every criterion that the story cites has a trace. A closing that is `n/a` as a whole traces nothing
/// on purpose, and says why.
fn traced(desk: &mut Desk<'_>, done: &Done) {
    let whole_na = |trace: &Trace| matches!(trace, Trace::NotApplicable { of: None, .. });
    if done.tests.is_empty() || done.tests.iter().all(whole_na) {
        return;
    }
    let Some(story) = story(desk, done) else {
        return;
    };
    let is_traced = |id: &str| {
        done.tests.iter().any(|trace| match trace {
            Trace::Test { of, .. } | Trace::NotApplicable { of: Some(of), .. } => {
                matches!(&of.value, TraceOf::Criterion(traced) if traced == id)
            }
            Trace::NotApplicable { of: None, .. } => false,
        })
    };
    let cited = story.tail.criteria.iter().map(|id| id.value.as_str());
    let missing: Vec<&str> = cited.filter(|id| !is_traced(id)).collect();
    if !missing.is_empty() {
        let message = format!(
            "the story `{}` cites {}, and `tests:` traces nothing to it",
            done.slug(),
            missing.join(", ")
        );
        let help = "add a trace: `C1 → test`";
        let span = done
            .field(DoneField::Tests)
            .map_or(done.slug.span, Passage::span);
        desk.push(Finding::new(&rules::DONE_UNTRACED, done.at(span), message).with_help(help));
    }
}

/// What the lane asks for, and the closing says did not run.
fn lane_ran(desk: &mut Desk<'_>, done: &Done, lane: Lane) {
    for (asked, field, rule, what) in [
        (
            lane.is_reviewed(),
            DoneField::Review,
            &rules::DONE_REVIEW_NOT_RUN,
            "the review",
        ),
        (lane.has_qa(), DoneField::Qa, &rules::DONE_QA_NOT_RUN, "QA"),
    ] {
        let text = done
            .field(field)
            .filter(|text| asked && is_na(text.value()));
        if let Some(text) = text {
            let message = format!(
                "`{}` ran in the lane {lane}, and {what} did not run",
                done.slug()
            );
            desk.push(Finding::new(rule, done.at(text.span()), message));
        }
    }
}

fn lacks(done: &Done, field: DoneField) -> bool {
    done.field(field).is_none_or(|text| is_na(text.value()))
}

/// Named from the day on from which the queue has the field; counted before that day.
fn critique<'q>(
    desk: &mut Desk<'q>,
    done: &'q Done,
    first: Option<Date>,
    early: &mut Vec<&'q Done>,
) {
    if first.is_none() || done.date < first {
        early.push(done);
        return;
    }
    let message = format!(
        "`{}` ran in the lane full, and has no critique of its plan",
        done.slug()
    );
    let help = "say in `critique:` what was objected to the plan, and what changed";
    desk.push(finding(&rules::DONE_CRITIQUE_MISSING, done, message).with_help(help));
}
