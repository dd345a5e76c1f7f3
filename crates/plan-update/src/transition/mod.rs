//! The pure transition: a state and a request in, the next state or a refusal out (D3–D7).
//!
//! Nothing here reads a file or a clock, so every rule of D3 is a unit test. The order is: may
//! the plan move at all, may this task, what does it become, and is the result a valid state.

mod blocker;
mod completion;
mod gates;
mod progress;
mod reopening;

use plan_state::contract::derived_status;
use plan_state::{Approval, Materialization, PlanStatus, RawState, State, TaskStatus};
use plan_verify::CompletedCandidate;

pub(crate) use completion::judge_task;
pub(crate) use progress::first_open;

use crate::refusal::RefusalCode as Code;
use crate::{Context, Refusal, Request, dependency, words};

/// What a granted request leads to.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Transition {
    /// The next state, to be written.
    Write(Box<State>),
    /// The state already says all that the request does.
    Unchanged,
    /// The plan would be complete: only the finalizer can publish that (D7).
    Completes(Box<CompletedCandidate>),
}

/// Judges `request` against `state` and makes the next state (D3–D7).
///
/// A request granted once and made again gives [`Transition::Unchanged`] (D4).
///
/// # Errors
///
/// The refusal with the first reason found, in the order of D3.
pub fn transition(
    state: &State,
    request: &Request,
    context: &Context,
) -> Result<Transition, Refusal> {
    words::judge(request)?;
    plan_may_move(state.raw(), context)?;
    task_may_move(state.raw(), request, context)?;
    let next = apply(state.raw(), request, context);
    completion::judge(&next, request, context)?;
    publishable(state, next, context)
}

/// The plan is ready and approved (D3); v1 knows neither and passes (B3).
fn plan_may_move(state: &RawState, context: &Context) -> Result<(), Refusal> {
    let promoting =
        state.promotion.is_value() || state.materialization == Some(Materialization::Promoting);
    if promoting {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "a promotion of this plan from Lite to Full is under way",
            "resume the promotion or roll it back first",
        ));
    }
    if state.materialization == Some(Materialization::Materializing) {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "this plan is still being written (`materialization` is `materializing`)",
            "finish writing the plan first",
        ));
    }
    let approval = state
        .approval
        .or(context.readme_approval)
        .unwrap_or(Approval::Pending);
    if state.generation.is_current() && !approval.permits_work() {
        return Err(Refusal::new(
            Code::ApprovalMissing,
            "nobody has approved this plan (`approval` is `pending`)",
            "have a person approve it: dwp approve PLAN_DIR --by NAME --words TEXT",
        ));
    }
    Ok(())
}

/// This task may make this move (D3).
fn task_may_move(state: &RawState, request: &Request, context: &Context) -> Result<(), Refusal> {
    let Some(task) = state.task(request.task) else {
        return Err(Refusal::new(
            Code::TaskUnknown,
            format!(
                "{} has no task {}; its tasks are 1 to {}",
                state.plan, request.task, state.task_count
            ),
            "name one of them with --task",
        ));
    };
    reopening::judge(task, request, context)?;
    blocker::judge(state, request, context)?;
    if matches!(
        request.status,
        TaskStatus::InProgress | TaskStatus::Completed
    ) {
        dependencies_settled(state, request, context)?;
    }
    Ok(())
}

/// Every task that this one depends on is completed or validly skipped (D3, D12).
fn dependencies_settled(
    state: &RawState,
    request: &Request,
    context: &Context,
) -> Result<(), Refusal> {
    let open = dependency::open(state, &context.records, request.task);
    if open.is_empty() {
        return Ok(());
    }
    let (noun, verb) = if open.len() == 1 {
        ("task", "is")
    } else {
        ("tasks", "are")
    };
    let list = crate::refusal::list(&open);
    Err(Refusal::new(
        Code::DependencyOpen,
        format!(
            "task {} depends on {noun} {list}, which {verb} not completed",
            request.task
        ),
        format!(
            "complete {noun} {list} first, or declare in the record what task {} depends on",
            request.task
        ),
    ))
}

/// The next state, not yet judged.
fn apply(state: &RawState, request: &Request, context: &Context) -> RawState {
    let mut next = state.clone();
    let moved = state
        .task(request.task)
        .is_some_and(|task| task.status != request.status);
    if let Some(task) = next.tasks.iter_mut().find(|task| task.id == request.task) {
        reopening::stamp(task, request, context);
        gates::append(task, request, context);
        progress::advance(task, request, context);
        progress::learn(task, request);
    }
    blocker::apply(&mut next, request, context);
    progress::checkpoint(&mut next, request, context, moved);
    count(&mut next);
    if let Some(actor) = &request.actor {
        next.updated_by = Some(actor.clone());
    }
    next
}

/// The members that follow from the tasks (C1, C3).
pub(crate) fn count(state: &mut RawState) {
    let completed = state
        .tasks
        .iter()
        .filter(|task| task.status == TaskStatus::Completed);
    state.completed_count = completed.count() as u64;
    state.status = derived_status(&state.tasks, state.blocked.get());
}

/// Tells what the next state is: nothing new, a state to write, or a completed candidate.
fn publishable(
    before: &State,
    mut next: RawState,
    context: &Context,
) -> Result<Transition, Refusal> {
    if next == *before.raw() {
        return Ok(Transition::Unchanged);
    }
    next.updated_at = context.now.clone();
    skips_are_permitted(&next, context)?;
    let completes = next.status == PlanStatus::Completed;
    let next = State::new(next).map_err(|breaches| invalid(&breaches))?;
    if !completes {
        return Ok(Transition::Write(Box::new(next)));
    }
    match CompletedCandidate::new(next) {
        Ok(candidate) => Ok(Transition::Completes(Box::new(candidate))),
        Err(_) => Err(Refusal::new(
            Code::CandidateInvalid,
            "the completed state lacks the terminal checkpoint",
            "report this: the updater sets it itself",
        )),
    }
}

/// Every skipped task has the amendment that takes it out of scope (C6).
fn skips_are_permitted(state: &RawState, context: &Context) -> Result<(), Refusal> {
    let mut skipped = state
        .tasks
        .iter()
        .filter(|task| task.status == TaskStatus::Skipped);
    match skipped.find(|task| !context.records.permits_skip(task.id)) {
        None => Ok(()),
        Some(task) => Err(Refusal::new(
            Code::AmendmentMissing,
            format!("no amendment takes task {} out of scope", task.id),
            "record an amendment with authority `user` and disposition `removed` or `deferred` in the task's record first",
        )),
    }
}

/// The refusal of a next state that would break shape or contract.
fn invalid(breaches: &[plan_diagnostics::Finding]) -> Refusal {
    let messages: Vec<&str> = breaches
        .iter()
        .map(|breach| breach.message.as_str())
        .collect();
    Refusal::new(
        Code::CandidateInvalid,
        format!(
            "the updated state would not be valid: {}",
            messages.join("; ")
        ),
        "correct the request",
    )
}
