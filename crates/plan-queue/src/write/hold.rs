//! What a runner has in hand: the questions that every operation on a task asks first.

use super::Refusal;
use crate::model::Wip;
use crate::phase::{Phase, Role};
use crate::select::{Obstacle, Situation, phase_of};

/// The refusal where another runner has claimed the task: a conflict (Q24).
pub(super) fn not_taken(situation: &Situation<'_>, slug: &str) -> Result<(), Refusal> {
    let Some(obstacle) = situation.taken(slug) else {
        return Ok(());
    };
    let help = "leave it to whoever holds it, or ask for it to be released";
    Err(Refusal::obstacle(slug, &obstacle, &obstacle.to_string()).with_help(help))
}

/// That the runner has claimed the task, and nobody else has.
pub(super) fn claimed(situation: &Situation<'_>, slug: &str) -> Result<(), Refusal> {
    not_taken(situation, slug)?;
    if situation.is_claimed(slug) {
        return Ok(());
    }
    let message = format!("this runner has not claimed `{slug}`");
    Err(Refusal::new("claim-missing", message)
        .with_help(format!("claim it first: `ops claim DIR {slug}`")))
}

/// The active work in progress of the caller on a task. A reviewing session's is that which was handed
/// over, whoever built it; it stays in Review until it is closed or sent back (Q31).
pub(super) fn wip_on<'a>(situation: &Situation<'a>, slug: &str) -> Option<&'a Wip> {
    let reviews = situation.caller.role == Some(Role::Review);
    let mine = |wip: &&Wip| wip.is_of(situation.caller.runner);
    let handed_over = |wip: &&Wip| phase_of(wip) == Some(Phase::Review);
    let wips = situation.queue.wips.iter();
    let mut on_it = wips.filter(|wip| wip.active_task() == Some(slug));
    if reviews {
        on_it.find(handed_over)
    } else {
        on_it.find(mine)
    }
}

/// As [`wip_on`], where there has to be one.
pub(super) fn at_work<'a>(situation: &Situation<'a>, slug: &str) -> Result<&'a Wip, Refusal> {
    if let Some(wip) = wip_on(situation, slug) {
        return Ok(wip);
    }
    if situation.caller.role == Some(Role::Review) {
        let message =
            format!("`{slug}` was not handed over: no work in progress on it is in Review");
        return Err(Refusal::new("review-not-ready", message)
            .with_help(crate::stop::REVIEW_NOT_READY.remedy)
            .with_stop(&crate::stop::REVIEW_NOT_READY));
    }
    not_taken(situation, slug)?;
    let message = format!("this runner has no work in progress on `{slug}`");
    let help = format!("write its approved plan down: `ops start DIR {slug} --plan FILE`");
    Err(Refusal::new("wip-missing", message).with_help(help))
}

/// The refusal where the runner has another task.
pub(super) fn busy(slug: &str, file: &str) -> Refusal {
    let message = format!("this runner has another task: `{slug}` ({file})");
    Refusal::new("runner-busy", message).with_help("close, stop or release that one first")
}

/// Whether an obstacle is a claim of another.
pub(super) const fn is_taken(obstacle: &Obstacle) -> bool {
    matches!(obstacle, Obstacle::Taken { .. })
}
