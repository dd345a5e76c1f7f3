//! The plan as it will be, judged by the check before anything is written: no completion makes a
//! plan worse, and none is begun that the finalizer would not publish.

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Report, Severity, Verdict};
use plan_guard::{Lock, Snapshot};
use plan_verify::{PlanFiles, PlanView, Stage, check_view};

use super::draft::Draft;
use crate::refusal::RefusalCode as Code;
use crate::{Environment, Error, Refusal, Transition};

/// What the check says of the plan as it will be.
pub(super) enum Judged {
    /// It has no finding that must be fixed and that it does not have today.
    Fine,
    /// It has.
    Worse(Refusal),
    /// It would be complete, and not pass.
    Unpublishable(Report),
}

pub(super) fn as_it_will_be(
    lock: &Lock,
    draft: &Draft,
    snapshot: &Snapshot,
    granted: &Transition,
    environment: &Environment,
) -> Result<Judged, Error> {
    let today = PlanFiles::load(lock.dir())?;
    let mut then = today.clone();
    for (_, page) in draft.pages() {
        then.insert(page.name(), page.text());
    }
    let (state, stage) = match granted {
        Transition::Unchanged => (snapshot.bytes().to_vec(), Stage::Standing),
        Transition::Write(next) => (next.to_json().into_bytes(), Stage::Standing),
        Transition::Completes(candidate) => (candidate.to_json().into_bytes(), Stage::Finalizing),
    };
    then.insert("state.json", state);
    let report =
        |files: &PlanFiles, stage| check_view(&PlanView::new(files, &environment.facts, stage));
    let ahead = report(&then, stage);
    if stage == Stage::Finalizing {
        return Ok(match ahead.verdict() {
            Verdict::Clean => Judged::Fine,
            _ => Judged::Unpublishable(ahead),
        });
    }
    Ok(worse(&report(&today, stage), &ahead).map_or(Judged::Fine, Judged::Worse))
}

/// The refusal for findings that a plan does not have today, by rule and file.
pub(crate) fn worse(today: &Report, then: &Report) -> Option<Refusal> {
    let before = counts(today);
    let grown: Vec<(&str, &str)> = counts(then)
        .into_iter()
        .filter(|(place, count)| before.get(place).is_none_or(|before| before < count))
        .map(|(place, _)| place)
        .collect();
    let known: Vec<&str> = musts(today)
        .map(|finding| finding.message.as_str())
        .collect();
    let new = musts(then).filter(|finding| {
        grown.contains(&place(finding)) && !known.contains(&finding.message.as_str())
    });
    let told: Vec<String> = new
        .map(|finding| {
            format!(
                "{} ({}, {})",
                finding.message, finding.rule.code, finding.location.file
            )
        })
        .collect();
    (!grown.is_empty()).then(|| {
        Refusal::new(
            Code::WouldNotPass,
            format!("the plan would not pass the check: {}", told.join("; ")),
            "correct what the call brings in, then repeat it",
        )
    })
}

fn musts(report: &Report) -> impl Iterator<Item = &Finding> {
    report
        .findings()
        .filter(|finding| finding.severity() == Severity::Must)
}

fn place(finding: &Finding) -> (&'static str, &str) {
    (finding.rule.code, &finding.location.file)
}

fn counts(report: &Report) -> BTreeMap<(&str, &str), usize> {
    let mut counts = BTreeMap::new();
    for finding in musts(report) {
        *counts.entry(place(finding)).or_insert(0) += 1;
    }
    counts
}
