//! Whether a task may be closed: held, worked through, and fit for the check (Q22, Q26, Q31).

use std::collections::HashSet;

use plan_diagnostics::{Finding, Severity};

use super::super::Refusal;
use super::super::hold::{at_work, claimed};
use crate::model::Wip;
use crate::phase::{Course, Phase, Role, SetBy};
use crate::select::{Situation, phase_of};
use crate::{Facts, Lane, Queue, QueueFiles, check_queue, read, stop};

/// That the caller may close the task, after everything that its lane asks for.
pub(super) fn ready(
    situation: &Situation<'_>,
    slug: &str,
    (wip, ran): (Option<&Wip>, Option<Lane>),
) -> Result<(), Refusal> {
    let role = situation.caller.role;
    if ran == Some(Lane::Manual) && role != Some(Role::Review) {
        claimed(situation, slug)?;
        return wip.map_or(Ok(()), settled);
    }
    let wip = match wip {
        Some(wip) => wip,
        None => at_work(situation, slug)?,
    };
    if role != Some(Role::Review) {
        super::not_taken(situation, slug)?;
        let course = Course::new(ran, SetBy::Classifier, role);
        let entered = course.enter(phase_of(wip), Phase::Done, true);
        entered.map_err(|refusal| {
            Refusal::new(refusal.code(), refusal.to_string()).with_help(refusal.help())
        })?;
    }
    settled(wip)
}

/// That every step is done, and every finding of a review settled.
fn settled(wip: &Wip) -> Result<(), Refusal> {
    let open: Vec<_> = wip
        .steps
        .iter()
        .filter(|step| !step.done)
        .map(|step| step.number.to_string())
        .collect();
    if !open.is_empty() {
        let message = format!("steps of `{}` are open: {}", wip.file, open.join(", "));
        return Err(Refusal::new("steps-open", message)
            .with_help("do them, and tick them: `ops tick DIR STEP`"));
    }
    if let Some(finding) = wip
        .blockers
        .iter()
        .find(|blocker| blocker.ticked == Some(false))
    {
        let message = format!(
            "`{}` has a finding that is not settled: {}",
            wip.file, finding.text.value
        );
        return Err(Refusal::new("findings-open", message)
            .with_help("settle it, and tick it under `## Bloqueos`"));
    }
    Ok(())
}

/// That the queue as it would be has nothing wrong that it has not now.
pub(super) fn checks(
    files: &QueueFiles,
    queue: &Queue,
    result: &QueueFiles,
    facts: &Facts,
) -> Result<(), Refusal> {
    let faults = |files: &QueueFiles, queue: &Queue| -> Vec<Finding> {
        let report = check_queue(files, queue, facts);
        let musts = report
            .findings()
            .filter(|finding| finding.severity() == Severity::Must);
        musts.cloned().collect()
    };
    let known: HashSet<_> = faults(files, queue).iter().map(key).collect();
    let new: Vec<_> = faults(result, &read(result))
        .into_iter()
        .filter(|finding| !known.contains(&key(finding)))
        .collect();
    let Some(first) = new.first() else {
        return Ok(());
    };
    let message = format!(
        "the queue would not check: {}: {}",
        first.location.file, first.message
    );
    Err(Refusal::new(stop::PLANNING_CHECK_FAILED.code, message)
        .with_help("correct the entry, or what the findings name, then close again")
        .with_stop(&stop::PLANNING_CHECK_FAILED)
        .with_findings(new))
}

/// What a finding says, wherever its lines have moved to.
fn key(finding: &Finding) -> (&'static str, String, String) {
    (
        finding.rule.code,
        finding.location.file.to_string(),
        finding.message.clone(),
    )
}
