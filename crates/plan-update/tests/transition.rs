//! D3–D7, D12: every refusal with a near miss, and what a granted transition writes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;

use plan_markdown::Document;
use plan_markdown::view::task::TaskRecord;
use plan_state::{Limits, State, TaskStatus, Timestamp, read_state};
use plan_update::{
    Block, Context, GateReport, LogPointer, RecordFacts, Records, Refusal, RefusalCode, Request,
    Resume, Transition, transition,
};

use TaskStatus::{Blocked, Completed, InProgress, Pending, Skipped};

/// A v5 state with one task a word of `tasks`; `head` is put before the tasks.
fn state_with(head: &str, tasks: &str) -> State {
    let statuses: Vec<&str> = tasks.split(' ').collect();
    let completed = statuses
        .iter()
        .filter(|status| **status == "completed")
        .count();
    let total = statuses.len();
    let plan = if head.contains("\"blocked\": {") {
        "blocked"
    } else if completed == total {
        "completed"
    } else if statuses.iter().any(|status| *status != "pending") {
        "in_progress"
    } else {
        "pending"
    };
    let entries: Vec<String> = statuses
        .iter()
        .enumerate()
        .map(|(index, status)| task_json(index + 1, status))
        .collect();
    let done = if completed == total {
        format!(
            r#""checkpoint": {{"task": {total}, "step": "done", "at": "2026-03-01T00:00:00Z"}},"#
        )
    } else {
        String::new()
    };
    let text = format!(
        r#"{{"schema": "https://deepworkplan.com/schema/plan-state/v5.json", "plan": "PLAN_invoice_export",
        "updated_at": "2026-03-01T00:00:00Z", "status": "{plan}", "completed_count": {completed},
        "task_count": {total}, "format": "full", "materialization": "ready", {done} {head}
        "tasks": [{}]}}"#,
        entries.join(",")
    );
    let reading = read_state("state.json", text.as_bytes(), &Limits::default());
    let raw = reading
        .value
        .unwrap_or_else(|| panic!("{:?}", reading.findings));
    State::new(raw).unwrap_or_else(|breaches| panic!("{breaches:?}"))
}

fn task_json(id: usize, status: &str) -> String {
    let completed = if status == "completed" {
        r#""completed_at": "2026-03-01T00:00:00Z", "gates": [{"command": "cargo test", "passes": true,
        "exit_code": 0, "last_run": "2026-03-01T00:00:00Z", "evidence": "3 passed"}]"#
    } else {
        r#""gates": []"#
    };
    format!(
        r#"{{"id": {id}, "locator": {{"kind": "file", "value": "{id}.task_part.md"}},
        "title": "Part {id}", "status": "{status}", {completed}}}"#
    )
}

/// An approved, ready state.
fn state(tasks: &str) -> State {
    state_with(r#""approval": "approved","#, tasks)
}

/// An approved state that task `id` blocks.
fn blocked_state(tasks: &str, id: u64) -> State {
    let head = format!(
        r#""approval": "approved", "blocked": {{"task": {id}, "reason": "no access", "since": "2026-03-01T00:00:00Z"}},"#
    );
    state_with(&head, tasks)
}

fn now() -> Timestamp {
    Timestamp::parse("2026-03-02T10:00:00Z").unwrap()
}

/// The facts of a plan whose records are these Markdown texts.
fn context(records: &[(u64, &str)]) -> Context {
    let mut facts = Records::new();
    for (task, text) in records {
        let record = TaskRecord::read_file(&Document::parse("task.md", *text));
        facts.insert(
            *task,
            RecordFacts::of("task.md", *task, &record, &[1, 2, 3, 4]),
        );
    }
    Context {
        now: now(),
        readme_approval: None,
        records: facts,
        logs: BTreeMap::new(),
    }
}

fn gate(text: &str) -> GateReport {
    GateReport::parse(text).unwrap()
}

fn completing(task: u64, gates: &[&str]) -> Request {
    Request {
        gates: gates.iter().map(|text| gate(text)).collect(),
        ..Request::new(task, Completed)
    }
}

fn blocking(task: u64, reason: &str) -> Request {
    let block = Block {
        reason: reason.into(),
        needs: None,
    };
    Request {
        block: Some(block),
        ..Request::new(task, Blocked)
    }
}

fn refusal(state: &State, request: &Request, context: &Context) -> Refusal {
    match transition(state, request, context) {
        Err(refusal) => refusal,
        Ok(granted) => panic!("not refused: {granted:?}"),
    }
}

fn refused(state: &State, request: &Request, context: &Context) -> RefusalCode {
    refusal(state, request, context).code
}

fn granted(state: &State, request: &Request, context: &Context) -> State {
    match transition(state, request, context) {
        Ok(Transition::Write(next)) => *next,
        other => panic!("not written: {other:?}"),
    }
}

#[test]
fn d3_a_plan_that_is_not_ready_is_refused() {
    let materializing = state_with(r#""approval": "approved","#, "pending pending");
    let mut raw = materializing.into_raw();
    raw.materialization = Some(plan_state::Materialization::Materializing);
    let materializing = State::new(raw).unwrap();
    let request = Request::new(1, InProgress);
    assert_eq!(
        refused(&materializing, &request, &context(&[])),
        RefusalCode::PlanNotReady
    );
    let _ = granted(&state("pending pending"), &request, &context(&[]));
}

#[test]
fn d3_a_plan_that_nobody_approved_is_refused() {
    let request = Request::new(1, InProgress);
    for head in [r#""approval": "pending","#, ""] {
        let pending = state_with(head, "pending pending");
        assert_eq!(
            refused(&pending, &request, &context(&[])),
            RefusalCode::ApprovalMissing
        );
    }
    let _ = granted(
        &state_with(r#""approval": "pre_approved","#, "pending pending"),
        &request,
        &context(&[]),
    );
}

/// B3: where the state has no approval, the README's is the value.
#[test]
fn b3_the_readme_approves_where_the_state_says_nothing() {
    let silent = state_with("", "pending pending");
    let approved = Context {
        readme_approval: Some(plan_state::Approval::Approved),
        ..context(&[])
    };
    let _ = granted(&silent, &Request::new(1, InProgress), &approved);
    let overruled = state_with(r#""approval": "pending","#, "pending pending");
    assert_eq!(
        refused(&overruled, &Request::new(1, InProgress), &approved),
        RefusalCode::ApprovalMissing
    );
}

#[test]
fn d3_an_unknown_task_is_refused() {
    for task in [0, 3, u64::MAX] {
        let request = Request::new(task, InProgress);
        assert_eq!(
            refused(&state("pending pending"), &request, &context(&[])),
            RefusalCode::TaskUnknown
        );
    }
}

#[test]
fn d3_a_task_waits_for_the_earlier_ones() {
    let request = Request::new(2, InProgress);
    assert_eq!(
        refused(&state("in_progress pending"), &request, &context(&[])),
        RefusalCode::DependencyOpen
    );
    assert_eq!(
        refused(
            &state("pending pending"),
            &completing(2, &["t|0|ok 1"]),
            &context(&[])
        ),
        RefusalCode::DependencyOpen
    );
    let _ = granted(&state("completed pending"), &request, &context(&[]));
}

/// D12: a declaration replaces the order.
#[test]
fn d12_a_task_waits_for_what_it_declares() {
    let free = context(&[
        (2, "# Task 2: x\n\n**Depends on:** none\n"),
        (3, "# Task 3: x\n\n**Depends on:** Task 1\n"),
    ]);
    let _ = granted(
        &state("pending pending pending"),
        &Request::new(2, InProgress),
        &free,
    );
    assert_eq!(
        refused(
            &state("pending pending pending"),
            &Request::new(3, InProgress),
            &free
        ),
        RefusalCode::DependencyOpen
    );
    let _ = granted(
        &state("completed pending pending"),
        &Request::new(3, InProgress),
        &free,
    );
}

#[test]
fn d3_completed_is_left_only_with_a_reason_and_an_amendment() {
    let done = state("completed pending");
    let bare = Request::new(1, InProgress);
    assert_eq!(
        refused(&done, &bare, &context(&[])),
        RefusalCode::ReopenWithoutReason
    );
    let reasoned = Request {
        reopen_reason: Some("wrong rounding".into()),
        ..bare
    };
    assert_eq!(
        refused(&done, &reasoned, &context(&[])),
        RefusalCode::AmendmentMissing
    );
    let next = granted(&done, &reasoned, &context(&[(1, AMENDED)]));
    let task = next.task(1).unwrap();
    assert_eq!((task.status, &task.completed_at), (InProgress, &None));
    let evidence = task.gates()[0].evidence.as_deref().unwrap();
    assert!(
        evidence.to_lowercase().starts_with("invalidated by refine"),
        "{evidence}"
    );
    assert!(evidence.contains("3 passed"), "{evidence}");
    assert_eq!(
        next.checkpoint().unwrap().note.as_deref(),
        Some("wrong rounding")
    );
}

const AMENDED: &str = "# Task 1: Part 1

## Acceptance Criteria

- [x] Sums are rounded.

## Completion & Log

### Amendment A1 — 2026-03-02

**Criterion:** Sums are rounded.
**Observed:** they are cut.
**Disposition:** gate-failed
**Reason:** the test looked at whole numbers only.
**Authority:** developer
**Tasks:** Task 1
**Evidence:** invalidated: `cargo test`; preserved: none
";

#[test]
fn d3_blockers_are_resolved_by_their_own_task() {
    let resolve = |task, status| Request {
        resolve_blocker: true,
        ..Request::new(task, status)
    };
    let blocked = blocked_state("completed blocked pending", 2);
    let cases = [
        (
            state("completed in_progress pending"),
            resolve(2, InProgress),
            RefusalCode::BlockerAbsent,
        ),
        (
            blocked.clone(),
            resolve(3, InProgress),
            RefusalCode::BlockerElsewhere,
        ),
        (
            blocked.clone(),
            resolve(2, Pending),
            RefusalCode::BlockerNotResumed,
        ),
        (
            blocked.clone(),
            Request::new(2, InProgress),
            RefusalCode::PlanBlocked,
        ),
        (
            blocked.clone(),
            Request::new(3, InProgress),
            RefusalCode::PlanBlocked,
        ),
        (
            blocked.clone(),
            blocking(3, "me too"),
            RefusalCode::PlanBlocked,
        ),
    ];
    for (state, request, code) in cases {
        assert_eq!(
            refused(&state, &request, &context(&[])),
            code,
            "{request:?}"
        );
    }
    let next = granted(&blocked, &resolve(2, InProgress), &context(&[]));
    assert!(next.blocked().is_none());
    assert_eq!(next.task(2).unwrap().status, InProgress);
}

/// D12: a blocker holds those that depend on it; others go on where they declare so.
#[test]
fn d12_a_blocker_holds_its_chain_only() {
    let blocked = blocked_state("completed blocked pending pending", 2);
    let records = context(&[
        (3, "# Task 3: x\n\n**Depends on:** Task 1\n"),
        (4, "# Task 4: x\n\n**Depends on:** Task 3, Task 2\n"),
    ]);
    let next = granted(&blocked, &Request::new(3, InProgress), &records);
    assert_eq!(next.blocked().unwrap().task, 2);
    assert_eq!(
        refused(&blocked, &Request::new(4, InProgress), &records),
        RefusalCode::PlanBlocked
    );
    assert_eq!(
        refused(&blocked, &Request::new(3, InProgress), &context(&[])),
        RefusalCode::PlanBlocked
    );
}

#[test]
fn d3_blocking_takes_a_reason_and_a_task_that_could_resume() {
    let running = state("completed in_progress pending");
    assert_eq!(
        refused(&running, &Request::new(2, Blocked), &context(&[])),
        RefusalCode::BlockWithoutReason
    );
    assert_eq!(
        refused(&running, &blocking(2, " "), &context(&[])),
        RefusalCode::BlockWithoutReason
    );
    assert_eq!(
        refused(&running, &blocking(3, "x"), &context(&[])),
        RefusalCode::BlockUnreachable
    );
    let misplaced = Request {
        status: InProgress,
        ..blocking(2, "x")
    };
    assert_eq!(
        refused(&running, &misplaced, &context(&[])),
        RefusalCode::BlockReasonMisplaced
    );
    let next = granted(&running, &blocking(2, "no access"), &context(&[]));
    assert_eq!(next.blocked().unwrap().since, now());
    assert_eq!(next.status(), plan_state::PlanStatus::Blocked);
}

#[test]
fn d3_completing_takes_evidence() {
    let running = state("completed in_progress pending");
    let none = context(&[]);
    for gates in [
        &[][..],
        &["cargo test|1|2 failed"],
        &["cargo test|0|"],
        &["a|0|ok 1", "b|1|1 failed"],
    ] {
        assert_eq!(
            refused(&running, &completing(2, gates), &none),
            RefusalCode::MissingEvidence,
            "{gates:?}"
        );
    }
    let next = granted(
        &running,
        &completing(2, &["cargo test|1|2 failed", "cargo test|0|2 passed"]),
        &none,
    );
    let task = next.task(2).unwrap();
    assert_eq!(
        (task.status, task.completed_at.as_ref()),
        (Completed, Some(&now()))
    );
    assert_eq!(next.checkpoint().unwrap().task, 3);
    assert_eq!(next.checkpoint().unwrap().step.as_deref(), Some("start"));
}

#[test]
fn e8_every_declared_command_passes() {
    let running = state("completed in_progress pending");
    let declared = context(&[(
        2,
        "# Task 2: x\n\n## Validation\n\n```bash\ncargo test\ncargo run -- --dry-run\n```\n",
    )]);
    let refusal = refusal(
        &running,
        &completing(2, &["cargo test|0|3 passed"]),
        &declared,
    );
    assert_eq!(refusal.code, RefusalCode::MissingEvidence);
    assert_eq!(refusal.commands, ["cargo run -- --dry-run"]);
    let both = completing(
        2,
        &["cargo test|0|3 passed", "cargo run -- --dry-run|0|12 rows"],
    );
    let _ = granted(&running, &both, &declared);
}

#[test]
fn d3_untrue_evidence_completes_nothing() {
    let running = state("completed in_progress pending");
    let cases = [
        ("t|0|ran=0", RefusalCode::EvidenceZeroSelection),
        ("t|0|the suite was not run", RefusalCode::EvidenceNotRun),
        (
            "t|0|3 passed; log=analysis_results/t.log",
            RefusalCode::EvidenceLogPointer,
        ),
    ];
    for (gate, code) in cases {
        let refusal = refusal(&running, &completing(2, &[gate]), &context(&[]));
        assert_eq!(
            (refusal.code, refusal.commands.as_slice()),
            (code, &["t".to_owned()][..]),
            "{gate}"
        );
    }
    let mut with_log = context(&[]);
    with_log
        .logs
        .insert("analysis_results/t.log".into(), LogPointer::Present);
    let _ = granted(
        &running,
        &completing(2, &["t|0|3 passed; log=analysis_results/t.log"]),
        &with_log,
    );
}

/// D3: what only E finds fault with, in another task, never blocks an update.
#[test]
fn d3_untrue_evidence_of_other_tasks_does_not_block() {
    let mut raw = state("completed in_progress pending").into_raw();
    raw.tasks[0].gates.as_mut().unwrap()[0].evidence = Some("the suite was not run".into());
    let tainted = State::new(raw).unwrap();
    let _ = granted(&tainted, &completing(2, &["t|0|3 passed"]), &context(&[]));
}

#[test]
fn c6_skipping_takes_an_amendment_of_the_user() {
    let running = state("completed in_progress pending");
    let request = Request::new(2, Skipped);
    assert_eq!(
        refused(&running, &request, &context(&[])),
        RefusalCode::AmendmentMissing
    );
    let by_developer = AMENDED
        .replace("Task 1", "Task 2")
        .replace("gate-failed", "removed");
    assert_eq!(
        refused(&running, &request, &context(&[(2, &by_developer)])),
        RefusalCode::AmendmentMissing
    );
    let by_user = by_developer.replace("developer", "user");
    let next = granted(&running, &request, &context(&[(2, &by_user)]));
    assert_eq!(next.task(2).unwrap().status, Skipped);
    assert_eq!(next.checkpoint().unwrap().task, 3);
}

/// D7: the last completion is a candidate, never a state to write.
#[test]
fn d7_completing_the_plan_yields_a_candidate() {
    let last = state("completed in_progress");
    match transition(&last, &completing(2, &["t|0|3 passed"]), &context(&[])) {
        Ok(Transition::Completes(candidate)) => {
            let state = candidate.state();
            assert_eq!(state.status(), plan_state::PlanStatus::Completed);
            let checkpoint = state.checkpoint().unwrap();
            assert_eq!(
                (checkpoint.task, checkpoint.step.as_deref()),
                (2, Some("done"))
            );
        }
        other => panic!("{other:?}"),
    }
    let skipped = AMENDED
        .replace("Task 1", "Task 2")
        .replace("gate-failed", "removed")
        .replace("developer", "user");
    let next = granted(&last, &Request::new(2, Skipped), &context(&[(2, &skipped)]));
    assert_eq!(
        next.status(),
        plan_state::PlanStatus::InProgress,
        "skipped work never completes a plan (C3)"
    );
}

/// D4: the same request twice leaves the same state.
#[test]
fn d4_a_replay_changes_nothing() {
    let running = state("completed in_progress pending");
    let requests = [
        completing(2, &["t|0|3 passed"]),
        Request {
            checkpoint: Some(Resume {
                step: Some("instructions:2".into()),
                note: None,
            }),
            ..Request::new(2, InProgress)
        },
        blocking(2, "no access"),
        Request {
            gates: vec![gate("t|1|1 failed")],
            ..Request::new(2, InProgress)
        },
        Request {
            lessons: plan_update::Lessons {
                tried: vec!["a".into()],
                worked: Some("b".into()),
                ..Default::default()
            },
            ..Request::new(2, InProgress)
        },
    ];
    for request in requests {
        let once = granted(&running, &request, &context(&[]));
        let later = Context {
            now: Timestamp::parse("2026-03-09T10:00:00Z").unwrap(),
            ..context(&[])
        };
        assert_eq!(
            transition(&once, &request, &later),
            Ok(Transition::Unchanged),
            "{request:?}"
        );
    }
}

/// D5: a record equal to its command's latest one but for the time is not repeated.
#[test]
fn d5_records_are_appended_and_not_repeated() {
    let running = state("completed in_progress pending");
    let report = |texts: &[&str]| Request {
        gates: texts.iter().map(|t| gate(t)).collect(),
        ..Request::new(2, InProgress)
    };
    let once = granted(
        &running,
        &report(&["t|1|1 failed", "t|0|1 passed", "t|0|1 passed"]),
        &context(&[]),
    );
    assert_eq!(once.task(2).unwrap().gates().len(), 2);
    let again = granted(&once, &report(&["t|1|1 failed"]), &context(&[]));
    assert_eq!(again.task(2).unwrap().gates().len(), 3, "a relapse is news");
}

/// D6: an update that changes no status and names no checkpoint keeps it.
#[test]
fn d6_the_checkpoint_stays_without_a_change_of_status() {
    let started = granted(
        &state("pending pending"),
        &Request::new(1, InProgress),
        &context(&[]),
    );
    let placed = Request {
        checkpoint: Some(Resume {
            step: Some("instructions:4".into()),
            note: Some("half".into()),
        }),
        ..Request::new(1, InProgress)
    };
    let placed = granted(&started, &placed, &context(&[]));
    let gated = Request {
        gates: vec![gate("t|1|1 failed")],
        ..Request::new(1, InProgress)
    };
    let gated = granted(&placed, &gated, &context(&[]));
    assert_eq!(gated.checkpoint(), placed.checkpoint());
}

/// B12: no credential, no second line, no address; the value is never told.
#[test]
fn b12_texts_are_one_line_without_credentials() {
    let running = state("completed in_progress pending");
    let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let notes = |text: &str| Request {
        lessons: plan_update::Lessons {
            notes: Some(text.into()),
            ..Default::default()
        },
        ..Request::new(2, InProgress)
    };
    let leaked = refusal(&running, &notes(&format!("token {secret}")), &context(&[]));
    assert_eq!(leaked.code, RefusalCode::Credential);
    assert!(leaked.message.contains("notes") && !leaked.message.contains(&secret));
    assert_eq!(
        refused(&running, &notes("two\nlines"), &context(&[])),
        RefusalCode::NotSingleLine
    );
    let signed = |agent: &str| Request {
        actor: Some(plan_state::Actor {
            agent: Some(agent.into()),
            model: None,
        }),
        ..Request::new(2, InProgress)
    };
    assert_eq!(
        refused(&running, &signed("ana@example.com"), &context(&[])),
        RefusalCode::Credential
    );
    let _ = granted(&running, &signed("builder-3"), &context(&[]));
}

/// B6: texts over their limits give a candidate that is refused, not a broken file.
#[test]
fn d3_a_candidate_that_breaks_its_shape_is_refused() {
    let running = state("completed in_progress pending");
    let long = "x".repeat(501);
    let request = Request {
        gates: vec![gate(&format!("t|1|{long}"))],
        ..Request::new(2, InProgress)
    };
    assert_eq!(
        refused(&running, &request, &context(&[])),
        RefusalCode::CandidateInvalid
    );
}
