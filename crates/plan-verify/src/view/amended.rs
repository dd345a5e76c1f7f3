//! What the amendments of a plan change: which criteria, commands and tasks they name (G).

use std::collections::BTreeSet;

use plan_markdown::view::amendment::Amendment;

use super::{PlanView, RecordFile};
use crate::approval_record::text_digest;

/// The amendments of all records of a plan, by what they name.
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
            for amendment in &record.record.amendments {
                amended.tasks.insert(record.number);
                amended.tasks.extend(amendment.tasks.iter().copied().chain(amendment.destination));
                if let Some(criterion) = &amendment.criterion {
                    amended.criteria.insert((record.number, criterion_digest(&criterion.value)));
                }
            }
        }
        amended
    }
}

impl PlanView<'_> {
    /// Whether an amendment, anywhere in the plan, names the task, or stands in its record.
    #[must_use]
    pub fn amendment_names_task(&self, task: u64) -> bool {
        self.amended.tasks.contains(&task)
    }

    /// Whether an amendment in the task's record names the criterion with this digest.
    #[must_use]
    pub fn amendment_names_criterion(&self, task: u64, digest: &str) -> bool {
        self.amended.criteria.contains(&(task, digest.to_owned()))
    }
}

/// The digest of a criterion as an amendment quotes it: quotation marks around it are no part of it.
fn criterion_digest(quoted: &str) -> String {
    let pairs = [('"', '"'), ('“', '”'), ('«', '»'), ('`', '`')];
    let text = quoted.trim();
    let inner = pairs.iter().find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    text_digest(inner.unwrap_or(text))
}

/// Whether an amendment closes the criterion that it names without its being met as written (G2):
/// by research that a revised criterion asked for, by moving it to a named task, or by the user
/// taking it out of scope.
pub(crate) fn closes(amendment: &Amendment) -> bool {
    let word = |field: &Option<plan_markdown::view::Spanned<String>>| {
        let value = field.as_ref().map(|text| text.value.trim().to_lowercase()).unwrap_or_default();
        value.trim_matches(['*', '`', '.', ' ']).replace([' ', '_'], "-")
    };
    match word(&amendment.disposition).as_str() {
        "research-completed" => true,
        "deferred" => amendment.destination.is_some(),
        "removed" => word(&amendment.authority).starts_with("user"),
        _ => false,
    }
}

/// Whether the amendments of a record cover a criterion that is not met (E7).
#[must_use]
pub(crate) fn covers_criterion(record: &RecordFile, criterion: &str) -> bool {
    let digest = text_digest(criterion);
    record.record.amendments.iter().any(|amendment| {
        let named = amendment.criterion.as_ref().map(|text| criterion_digest(&text.value));
        closes(amendment) && named.as_ref() == Some(&digest)
    })
}

/// Whether the amendments of a record cover a command that has no passing record (E8): they withdraw
/// it, or close a criterion that names it.
#[must_use]
pub(crate) fn covers_command(record: &RecordFile, command: &str) -> bool {
    record.record.amendments.iter().any(|amendment| {
        let names = amendment.criterion.as_ref().is_some_and(|text| text.value.contains(command));
        amendment.evidence.withdrawn.iter().any(|other| other == command) || closes(amendment) && names
    })
}
