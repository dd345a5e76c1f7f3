//! What the amendments of a plan change: which criteria, commands and tasks they name (G).

use std::collections::BTreeSet;

use super::{PlanView, RecordFile};
use crate::approval_record::text_digest;

/// The amendments of all records of a plan that hold, by what they name.
#[derive(Debug, Default)]
pub(super) struct Amended {
    /// Tasks that an amendment names, or in whose record one stands.
    tasks: BTreeSet<u64>,
    /// Digests of the criteria that are named, by the task in whose record that is done.
    criteria: BTreeSet<(u64, String)>,
}

impl Amended {
    pub(super) fn of(records: &[RecordFile]) -> Self {
        let mut amended = Self::default();
        for record in records {
            for amendment in record.amendments.iter() {
                amended.tasks.insert(record.number);
                amended
                    .tasks
                    .extend(amendment.tasks.iter().copied().chain(amendment.destination));
                amended
                    .criteria
                    .insert((record.number, criterion_digest(&amendment.criterion)));
            }
        }
        amended
    }
}

impl PlanView<'_> {
    /// Whether an amendment, anywhere in the plan, names the task, or stands in its record.
    pub(crate) fn amendment_names_task(&self, task: u64) -> bool {
        self.amended.tasks.contains(&task)
    }

    /// Whether the amendments in the task's record permit it to be skipped (C6).
    #[must_use]
    pub fn permits_skip(&self, task: u64) -> bool {
        self.records_of(task)
            .iter()
            .any(|record| record.amendments.permits_skip())
    }

    /// Whether an amendment in the task's record names the criterion with this digest.
    pub(crate) fn amendment_names_criterion(&self, task: u64, digest: &str) -> bool {
        self.amended.criteria.contains(&(task, digest.to_owned()))
    }
}

/// The digest of a criterion as an amendment quotes it: quotation marks around it are no part of it.
fn criterion_digest(quoted: &str) -> String {
    let pairs = [('"', '"'), ('“', '”'), ('«', '»'), ('‘', '’')];
    let text = quoted.trim();
    let inner = pairs
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    text_digest(inner.unwrap_or(text))
}
