//! After a stop: what holds in the middle, and how the operation is brought to its end.

use plan_state::TaskStatus;
use plan_update::{Outcome, PromotionCall, RefusalCode, Request, update};

use crate::compare::contract;
use crate::model::Model;
use crate::ops::{Op, Turn};
use crate::rules::Told;
use crate::{World, agree, count};

/// Brings a call that was stopped to its end: what it was in the middle of is recovered, and the call
/// repeated. The plan is then as if it had not been stopped.
pub(crate) fn recover(
    world: &mut World,
    turn: &Turn,
    number: u32,
    (before, after): (&Model, &mut Model),
    wanted: Told,
) -> Result<(), String> {
    world.break_lock();
    contract(world).map_err(|why| format!("in the middle, {why}"))?;
    if world.has(".finalizing.json") {
        count("recovered: a finalization".to_owned());
        held(world, before, RefusalCode::FinalizationInterrupted)?;
        world.recover()?;
    } else if world.has(".refining.json") {
        count("recovered: a refining".to_owned());
        held(world, before, RefusalCode::RefineInterrupted)?;
    } else if world.state()?.promotion.is_value() {
        held(world, before, RefusalCode::PlanNotReady)?;
        let back = turn.stop.is_some_and(|stop| stop.back);
        count(format!("recovered: a promotion, back: {back}"));
        let call = if back {
            PromotionCall::RollBack
        } else {
            PromotionCall::Resume
        };
        let environment = world.environment(None);
        let told = world
            .promote(call, &environment)
            .map_err(|error| error.to_string())?;
        if back {
            *after = before.clone();
        }
        return agree(told, Told::Done);
    }
    count("repeated after a stop".to_owned());
    let told = world
        .call(&turn.op, number, before, None)
        .map_err(|error| format!("repeated, it fails: {error}"))?;
    // It may have been all done before the stop; of a blocker lifted then, nothing is left to lift.
    let resolves = matches!(
        turn.op,
        Op::Update { resolve: true, .. } | Op::Complete { resolve: true, .. }
    );
    let lifted = resolves && told == Told::Refused(RefusalCode::BlockerAbsent);
    if wanted == Told::Done && (told == Told::Same || lifted) {
        return Ok(());
    }
    agree(told, wanted).map_err(|why| format!("repeated after a stop, {why}"))
}

/// While something is to be recovered, nothing else is done.
fn held(world: &mut World, model: &Model, code: RefusalCode) -> Result<(), String> {
    let number = model.tasks.len() as u64;
    let request = Request::new(number, TaskStatus::InProgress);
    let environment = world.environment(None);
    match update(&world.dir(), &request, None, &environment) {
        Ok(Outcome::Refused(refusal)) if refusal.code == code => Ok(()),
        other => Err(format!(
            "in the middle an update is not refused with {code}: {other:?}"
        )),
    }
}
