//! Blockers: set with a reason, kept while they hold, lifted by the task that they hold (D3, D12).

use plan_state::{Blocked, Nullable, RawState, TaskStatus};

use crate::refusal::RefusalCode as Code;
use crate::{Context, Refusal, Request, dependency};

/// Whether the request agrees with the blocker there is, and with the one it sets.
pub(super) fn judge(state: &RawState, request: &Request, context: &Context) -> Result<(), Refusal> {
    let active = state.blocked.get();
    if request.resolve_blocker {
        may_resolve(active, request)?;
    } else if let Some(active) = active {
        may_go_on(state, active, request, context)?;
    }
    match (request.status, &request.block) {
        (TaskStatus::Blocked, Some(_)) => may_block(state, active, request, context),
        (TaskStatus::Blocked, None) => Err(Refusal::new(
            Code::BlockWithoutReason,
            format!("task {} cannot be blocked without a reason", request.task),
            "say what stands in the way with --block-reason",
        )),
        (_, Some(_)) => Err(Refusal::new(
            Code::BlockReasonMisplaced,
            format!(
                "a block reason does not go with the status `{}`",
                request.status
            ),
            "use --status blocked, or leave --block-reason out",
        )),
        (_, None) => Ok(()),
    }
}

/// A blocker is lifted by its own task, which resumes or completes.
fn may_resolve(active: Option<&Blocked>, request: &Request) -> Result<(), Refusal> {
    let task = request.task;
    let Some(active) = active else {
        return Err(Refusal::new(
            Code::BlockerAbsent,
            format!("there is no blocker to resolve for task {task}"),
            "leave --resolve-blocker out",
        ));
    };
    if active.task != task {
        return Err(Refusal::new(
            Code::BlockerElsewhere,
            format!("the blocker is task {}'s, not task {task}'s", active.task),
            format!("resolve it with --task {}", active.task),
        ));
    }
    if !matches!(
        request.status,
        TaskStatus::InProgress | TaskStatus::Completed
    ) {
        return Err(Refusal::new(
            Code::BlockerNotResumed,
            format!(
                "resolving the blocker of task {task} must resume or complete it, not make it `{}`",
                request.status
            ),
            "use --status in_progress or --status completed",
        ));
    }
    Ok(())
}

/// While a blocker holds, only its own task may be described again, and tasks move that declare
/// dependencies which do not lead to it (D12).
fn may_go_on(
    state: &RawState,
    active: &Blocked,
    request: &Request,
    context: &Context,
) -> Result<(), Refusal> {
    let again = active.task == request.task && request.status == TaskStatus::Blocked;
    let over_another = active.task != request.task && request.status == TaskStatus::Blocked;
    let free = !over_another
        && active.task != request.task
        && dependency::is_free_of(state, &context.records, request.task, active.task);
    if again || free {
        return Ok(());
    }
    let help = if active.task == request.task {
        "resolve the blocker with --resolve-blocker"
    } else {
        "resolve the blocker first; a task goes on beside it where its record declares dependencies that do not lead to it"
    };
    Err(Refusal::new(
        Code::PlanBlocked,
        format!(
            "the plan is blocked by task {}: {}",
            active.task, active.reason
        ),
        help,
    ))
}

/// A blocker can be set where there is none yet, on a task that could resume.
fn may_block(
    state: &RawState,
    active: Option<&Blocked>,
    request: &Request,
    context: &Context,
) -> Result<(), Refusal> {
    if request
        .block
        .as_ref()
        .is_some_and(|block| block.reason.trim().is_empty())
    {
        return Err(Refusal::new(
            Code::BlockWithoutReason,
            format!("the reason for blocking task {} is empty", request.task),
            "say what stands in the way with --block-reason",
        ));
    }
    if active.is_some_and(|active| active.task == request.task) {
        return Ok(());
    }
    let open = dependency::open(state, &context.records, request.task);
    if open.is_empty() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::BlockUnreachable,
        format!(
            "task {} cannot be blocked while it waits for {}: the blocker could never be resolved",
            request.task,
            crate::refusal::list(&open),
        ),
        format!(
            "block task {} instead",
            open.iter().min().copied().unwrap_or(request.task)
        ),
    ))
}

/// Sets or lifts the blocker.
pub(super) fn apply(state: &mut RawState, request: &Request, context: &Context) {
    if request.resolve_blocker {
        state.blocked = Nullable::Null;
    }
    let Some(block) = &request.block else { return };
    let held = state
        .blocked
        .get()
        .filter(|blocked| blocked.task == request.task);
    let since = held.map_or_else(|| context.now.clone(), |blocked| blocked.since.clone());
    state.blocked = Nullable::Value(Blocked {
        task: request.task,
        reason: block.reason.clone(),
        since,
        needs: block.needs.clone(),
    });
}
