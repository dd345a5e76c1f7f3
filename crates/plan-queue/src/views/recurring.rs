//! All recurrences, and when the next round of each is due (Q21).

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::recurrence::{Round, rounds};
use crate::{Date, Queue};

/// The recurrences of a queue, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Recurrences of a planning queue")]
#[non_exhaustive]
pub struct Recurring {
    /// `urn:planwright:schema:queue-recurring:v1`.
    pub schema: &'static str,
    /// The name of the planning directory.
    pub queue: String,
    /// Today, `AAAA-MM-DD`.
    pub today: String,
    /// The next round of each.
    pub recurrences: Vec<RoundView>,
}

/// The next round of a recurrence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RoundView {
    /// Its name.
    pub id: String,
    /// How often it comes back: `mensual`, `trimestral`, `semestral` or `anual`.
    pub cadence: &'static str,
    /// The last period that was closed, `AAAA-MM`.
    pub last: Option<String>,
    /// How often it was put off since then.
    pub postponed: u32,
    /// When it is due, `AAAA-MM-DD`.
    pub due: String,
    /// The days since then; negative where it is not due yet.
    pub overdue_days: i64,
    /// The slug that its task has, or would have.
    pub slug: String,
    /// Whether that task stands in the queue already.
    pub promoted: bool,
    /// The line that a person writes into the queue to promote the round.
    pub task_line: String,
}

impl Recurring {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-recurring:v1";

    /// The recurrences of a queue.
    #[must_use]
    pub fn of(name: &str, queue: &Queue, today: Date) -> Self {
        Self {
            schema: Self::SCHEMA,
            queue: name.to_owned(),
            today: today.to_string(),
            recurrences: rounds(queue, today).iter().map(RoundView::of).collect(),
        }
    }
}

impl RoundView {
    fn of(round: &Round<'_>) -> Self {
        Self {
            id: round.what().to_owned(),
            cadence: round.cadence.as_str(),
            last: round.last.map(str::to_owned),
            postponed: round.postponed,
            due: round.due.to_string(),
            overdue_days: round.overdue_days,
            slug: round.slug(),
            promoted: round.promoted,
            task_line: round.task_line(),
        }
    }
}

impl fmt::Display for Recurring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.recurrences.is_empty() {
            return writeln!(f, "nothing recurs here");
        }
        self.recurrences
            .iter()
            .try_for_each(|round| writeln!(f, "{round}"))
    }
}

impl fmt::Display for RoundView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            cadence,
            due,
            overdue_days: late,
            ..
        } = self;
        let word = if *late >= 0 { "due" } else { "later" };
        write!(f, "{word:<6}{id} ({cadence}) {due}")?;
        if *late > 0 {
            write!(f, ", {late} days ago")?;
        }
        let last = self.last.as_deref().unwrap_or("never done");
        write!(f, "; last {last}")?;
        if self.postponed > 0 {
            write!(f, ", put off {} times", self.postponed)?;
        }
        if self.promoted {
            write!(f, "; queued as {}", self.slug)?;
        }
        Ok(())
    }
}
