//! The entry of PROGRESS.md for a completed task: three to five bullets, from what is recorded (H10).

use plan_markdown::view::task::TaskRecord;
use plan_state::amendment::{AmendmentDate, Amendments, Disposition};
use plan_state::{Task, counted_records, gate_passes};

use crate::page::bullet;

/// The bullets: what was done, what shows it, what became of skills and documentation, and where
/// there is such, what was learned, what was deferred, and the commit. The same records give the
/// same bullets, so that a repeated call knows its own entry.
pub(super) fn bullets(task: &Task, record: &TaskRecord, amendments: &Amendments) -> Vec<String> {
    let mut bullets = vec![summary(task, record), validation(task)];
    bullets.extend(amended(amendments));
    bullets.extend(learned(task));
    let dispositions = dispositions(record);
    let commit = task
        .commit
        .as_ref()
        .map(|commit| format!("Commit: {commit}."));
    match (dispositions, commit) {
        (Some(text), Some(commit)) if bullets.len() == 4 => {
            bullets.push(format!("{text} {commit}"));
        }
        (text, commit) => bullets.extend(text.into_iter().chain(commit)),
    }
    if bullets.len() < 3 {
        bullets.push("Nothing deferred.".to_owned());
    }
    bullets
}

fn summary(task: &Task, record: &TaskRecord) -> String {
    let worked = task
        .outcome
        .as_ref()
        .and_then(|outcome| outcome.worked.clone());
    let logged = record
        .log
        .summary
        .as_ref()
        .map(|summary| summary.value.clone());
    let text = logged.into_iter().chain(worked).map(|text| bullet(&text));
    let mut text = text.filter(|text| !text.is_empty());
    text.next().unwrap_or_else(|| "Completed.".to_owned())
}

fn validation(task: &Task) -> String {
    let passing = counted_records(task.gates())
        .into_iter()
        .filter(|gate| gate_passes(gate));
    let told: Vec<String> = passing
        .map(|gate| {
            let evidence = gate.evidence.as_deref().unwrap_or_default();
            format!("`{}` ({})", bullet(&gate.command), bullet(evidence))
        })
        .collect();
    if told.is_empty() {
        return "Validation: no gate is on record.".to_owned();
    }
    format!("Validation: {}.", told.join(", "))
}

fn amended(amendments: &Amendments) -> Option<String> {
    let told: Vec<String> = amendments
        .iter()
        .filter(|amendment| amendment.disposition != Disposition::Achieved)
        .map(|amendment| {
            let to = amendment
                .destination
                .map_or_else(String::new, |to| format!(" to task {to}"));
            format!(
                "{} ({}{to})",
                bullet(&amendment.criterion),
                amendment.name()
            ) + if amendment.disposition == Disposition::Deferred {
                ", deferred"
            } else {
                ""
            }
        })
        .collect();
    (!told.is_empty()).then(|| format!("Amended: {}.", told.join("; ")))
}

fn learned(task: &Task) -> Option<String> {
    let outcome = task.outcome.as_ref()?;
    let list = |entries: &Option<Vec<String>>| {
        let entries = entries.as_deref().unwrap_or_default();
        entries
            .iter()
            .map(|entry| bullet(entry))
            .collect::<Vec<_>>()
            .join("; ")
    };
    let parts = [
        ("Tried", list(&outcome.tried)),
        ("failed", list(&outcome.failed)),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(name, entries)| format!("{name}: {entries}"))
        .collect();
    (!told.is_empty()).then(|| bullet(&format!("Learned: {}.", told.join(" — "))))
}

fn dispositions(record: &TaskRecord) -> Option<String> {
    let log = &record.log;
    let fields = [
        ("Skills disposition", &log.skills_disposition),
        ("Documentation decision", &log.documentation_decision),
    ];
    let told: Vec<String> = fields
        .into_iter()
        .filter_map(|(name, value)| {
            let value = bullet(&value.as_ref()?.value);
            (!value.is_empty()).then(|| format!("{name}: {}.", value.trim_end_matches('.')))
        })
        .collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// The last amendment before the task was completed, where it is; it may have reopened the task,
/// and then the completion after it has an entry of its own.
pub(super) fn since<'a>(
    before: Option<&Task>,
    amendments: &'a Amendments,
) -> Option<&'a AmendmentDate> {
    let completed = before
        .and_then(|task| task.completed_at.clone())
        .map(AmendmentDate::Time);
    let earlier = |date: &&AmendmentDate| match &completed {
        Some(completed) => date.is_before(completed),
        None => true,
    };
    amendments
        .iter()
        .map(|amendment| &amendment.date)
        .rfind(earlier)
}
