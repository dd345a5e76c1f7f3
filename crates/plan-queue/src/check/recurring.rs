//! Recurrences: names, tasks, postponements, and what is due (Q11, Q16, Q21).

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Location};

use super::{Desk, counted, placeholder};
use crate::{Slug, recurrence, rules};

/// As often as this a round may not be put off without a second look (Q16).
const POSTPONED: u32 = 3;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut names = BTreeSet::new();
    for row in &queue.recurrences {
        let what = row.what.value.as_str();
        let span = if row.what.span.is_empty() {
            row.span
        } else {
            row.what.span
        };
        if !Slug::is_valid(what) {
            let message = format!("`{what}` is no slug for a recurrence");
            let help = "a slug is lower-case letters and digits, in parts joined by single hyphens";
            desk.push(Finding::new(&rules::RECURRENCE_NAME, row.at(span), message).with_help(help));
        } else if !names.insert(what) {
            let message = format!("`{what}` stands here a second time");
            desk.push(Finding::new(&rules::RECURRENCE_NAME, row.at(span), message));
        }
        let tail = &row.tail;
        let inherits = tail.epic.is_some() && !tail.criteria.is_empty();
        for (there, message) in [
            (
                tail.acceptance.is_some() || inherits,
                "the task has no `_Aceptación: …_`",
            ),
            (
                tail.service.is_some(),
                "the task names no `(service: path)`",
            ),
            (!tail.description.is_empty(), "the task has no description"),
        ] {
            if !there {
                let span = if row.task.span.is_empty() {
                    row.span
                } else {
                    row.task.span
                };
                desk.push(Finding::new(&rules::RECURRENCE_TASK, row.at(span), message));
            }
        }
        let acceptance = tail.acceptance.as_ref().map_or("", |text| &text.value);
        if let Some(words) =
            placeholder::find(&tail.description).or_else(|| placeholder::find(acceptance))
        {
            let message = format!("the task of `{what}` is still to be decided: `{words}`");
            desk.push(Finding::new(
                &rules::PLACEHOLDER,
                row.at(row.task.span),
                message,
            ));
        }
    }
    for postponement in &queue.postponements {
        let what = postponement.what.value.as_str();
        if !queue.recurrences.iter().any(|row| row.what.value == what) {
            let message = format!("nothing named `{what}` recurs");
            let location = Location::span(&*postponement.file, postponement.what.span);
            desk.push(Finding::new(
                &rules::POSTPONEMENT_UNKNOWN,
                location,
                message,
            ));
        }
    }
    due(desk);
}

fn due(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let Some(today) = desk.facts.today else {
        if !queue.recurrences.is_empty() {
            let why = "nobody said which day it is";
            desk.skip(&rules::RECURRENCE_DUE, why);
            desk.skip(&rules::RECURRENCE_POSTPONED, why);
        }
        return;
    };
    for round in recurrence::rounds(queue, today) {
        let row = round.recurrence;
        if round.is_due() && !round.promoted {
            let since = match round.overdue_days {
                0 => "is due today".to_owned(),
                days => format!(
                    "was due on {}, {} ago",
                    round.due,
                    counted(usize::try_from(days).unwrap_or(0), "day", "days")
                ),
            };
            let message = format!("`{}` {since}", round.what());
            let help = format!(
                "a person promotes it as `{}`, or puts it off under `## Postergaciones`",
                round.slug()
            );
            desk.push(
                Finding::new(&rules::RECURRENCE_DUE, row.at(row.span), message).with_help(help),
            );
        }
        if round.postponed >= POSTPONED {
            let message = format!(
                "`{}` was put off {} times since it was last closed",
                round.what(),
                round.postponed
            );
            let help = "change its cadence, or delete the row";
            desk.push(
                Finding::new(&rules::RECURRENCE_POSTPONED, row.at(row.span), message)
                    .with_help(help),
            );
        }
    }
}
