//! Recurrences: when the next round is due, and the line that promotes it (Q21).

use std::collections::{HashMap, HashSet};

use crate::model::{Cadence, Recurrence};
use crate::{Date, Queue};

/// The round of a recurrence that is due next (Q21).
///
/// One that is late owes one round, not three: it is counted from the last period that was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Round<'q> {
    /// The recurrence.
    pub recurrence: &'q Recurrence,
    /// How often it comes back.
    pub cadence: Cadence,
    /// The last period that was closed, `AAAA-MM`.
    pub last: Option<&'q str>,
    /// How often it was put off since then.
    pub postponed: u32,
    /// When it is due.
    pub due: Date,
    /// The days since then; negative where it is not due yet.
    pub overdue_days: i64,
    /// Whether its task stands in the queue already.
    pub promoted: bool,
}

impl Round<'_> {
    /// The name of the recurrence.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.recurrence.what.value
    }

    /// Whether it is due: today, or before.
    #[must_use]
    pub const fn is_due(&self) -> bool {
        self.overdue_days >= 0
    }

    /// The slug of its task: the name and the month in which it is due, `<what>-AAAA-MM`.
    #[must_use]
    pub fn slug(&self) -> String {
        format!("{}-{}", self.what(), self.due.period())
    }

    /// The line that a person writes into the queue to promote it (Q27). Where the cell opens with a lane
    /// or a dash, as the tail of a task does, it has its dash already.
    #[must_use]
    pub fn task_line(&self) -> String {
        let tail = self.recurrence.task.value.replace("\\|", "|");
        let has_lane = self.recurrence.lane.is_some();
        let has_dash = ["— ", "– ", "- "].iter().any(|dash| tail.starts_with(dash));
        let dash = if has_lane || has_dash { "" } else { "— " };
        format!("- [ ] **{}** {dash}{tail}", self.slug())
    }
}

/// The next round of every recurrence whose cadence and first date can be read, in their order.
#[must_use]
pub fn rounds(queue: &Queue, today: Date) -> Vec<Round<'_>> {
    let closed = closed_periods(queue);
    let open: HashSet<&str> = queue.tasks().map(|(_, task)| task.slug()).collect();
    let round = |recurrence| round(queue, recurrence, &closed, &open, today);
    queue.recurrences.iter().filter_map(round).collect()
}

/// The rounds that are due today or were before: those due first come first, then by name.
#[must_use]
pub fn due(queue: &Queue, today: Date) -> Vec<Round<'_>> {
    let mut due: Vec<_> = rounds(queue, today)
        .into_iter()
        .filter(Round::is_due)
        .collect();
    due.sort_by(|a, b| (a.due, a.what()).cmp(&(b.due, b.what())));
    due
}

fn round<'q>(
    queue: &'q Queue,
    recurrence: &'q Recurrence,
    closed: &HashMap<&str, (&'q str, Date)>,
    open: &HashSet<&str>,
    today: Date,
) -> Option<Round<'q>> {
    let cadence = recurrence.cadence.as_ref()?.value;
    let since = recurrence.since.as_ref()?.value;
    let last = closed.get(recurrence.what.value.as_str());
    let postponed = postponements(
        queue,
        recurrence,
        counted_from(last.map(|(_, start)| *start), since),
    );
    let due = due_date(last.map(|(_, start)| *start), since, cadence, postponed);
    let mut round = Round {
        recurrence,
        cadence,
        last: last.map(|(period, _)| *period),
        postponed,
        due,
        overdue_days: due.days_until(today),
        promoted: false,
    };
    round.promoted = open.contains(round.slug().as_str());
    Some(round)
}

/// When a round is due (Q21).
///
/// After a closed period (given by the first of its month) it is the first of the month one cadence
/// later; before any, the first date itself. Each postponement adds one cadence, counted from that
/// one date, so that a clamp to the end of a month does not stay.
///
/// ```
/// use plan_queue::model::Cadence;
/// use plan_queue::recurrence::due_date;
///
/// let day = |text: &str| text.parse().unwrap();
/// let since = day("2026-01-31");
/// assert_eq!(due_date(None, since, Cadence::Monthly, 1), day("2026-02-28"));
/// assert_eq!(due_date(None, since, Cadence::Monthly, 2), day("2026-03-31"));
/// assert_eq!(due_date(Some(day("2026-02-01")), since, Cadence::Quarterly, 0), day("2026-05-01"));
/// ```
#[must_use]
pub fn due_date(closed: Option<Date>, since: Date, cadence: Cadence, postponed: u32) -> Date {
    let months = |rounds: u32| cadence.months().saturating_mul(rounds);
    match closed {
        Some(start) => start
            .first_of_month()
            .plus_months(months(postponed.saturating_add(1))),
        None => since.plus_months(months(postponed)),
    }
}

/// The day from which postponements count: after a period was closed, the first of the month after
/// it, as closing makes up for what was put off before; else the first due date.
fn counted_from(closed: Option<Date>, since: Date) -> Date {
    closed.map_or(since, |start| start.first_of_month().plus_months(1))
}

fn postponements(queue: &Queue, recurrence: &Recurrence, from: Date) -> u32 {
    let counts = queue.postponements.iter().filter(|postponement| {
        let date = postponement.date.as_ref();
        postponement.what.value == recurrence.what.value
            && date.is_some_and(|date| date.value >= from)
    });
    u32::try_from(counts.count()).unwrap_or(u32::MAX)
}

/// The last closed period of everything that was closed with a period in its name.
fn closed_periods(queue: &Queue) -> HashMap<&str, (&str, Date)> {
    let mut closed: HashMap<&str, (&str, Date)> = HashMap::new();
    for (what, period, start) in queue
        .done
        .iter()
        .filter_map(|done| split_period(done.slug()))
    {
        let last = closed.entry(what).or_insert((period, start));
        if start > last.1 {
            *last = (period, start);
        }
    }
    closed
}

/// `deps-2026-10` as `deps`, `2026-10` and the first day of that month.
fn split_period(slug: &str) -> Option<(&str, &str, Date)> {
    let at = slug.len().checked_sub("-AAAA-MM".len())?;
    let (what, rest) = (slug.get(..at)?, slug.get(at..)?);
    let period = rest.strip_prefix('-')?;
    let start = Date::parse(&format!("{period}-01"))?;
    (!what.is_empty()).then_some((what, period, start))
}
