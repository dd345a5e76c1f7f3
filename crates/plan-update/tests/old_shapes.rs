//! Plans in the shapes that are found in the wild, taken as far as they go: what is done, what is
//! refused, and why (E, H2, H4, H5, H8).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod common;

use common::{Plan, at, break_lock};
use plan_guard::{Acquired, Lock, LockRequest, Probe, RelPath};
use plan_state::{Generation, TaskStatus};
use plan_testkit::PlanBuilder;
use plan_update::*;
use plan_verify::finalize::{self, Recovery, Setting};
use serde_json::json;

const NOW: &str = "2026-03-03T10:00:00Z";

fn finished(plan: &Plan, task: u64) -> CompletionOutcome {
    let gate = GateReport::parse(&format!("cargo test -p part{task}|0|64 passed")).unwrap();
    let log = "Summary: written.\nSkills disposition: none\nDocumentation decision: none\n";
    let completion = Completion {
        log: Some(log.to_owned()),
        criteria_met: true,
        ..Completion::new(Request {
            gates: vec![gate],
            ..Request::new(task, TaskStatus::Completed)
        })
    };
    complete(&plan.dir, &completion, None, &at(NOW)).unwrap()
}

fn complete_task(plan: &Plan, task: u64) {
    let outcome = finished(plan, task);
    assert!(
        matches!(outcome, CompletionOutcome::Applied(_)),
        "{outcome:?}"
    );
}

fn started(plan: &Plan, task: u64) -> Option<Refusal> {
    let request = Request::new(task, TaskStatus::InProgress);
    match update(&plan.dir, &request, None, &at(NOW)).unwrap() {
        Outcome::Refused(refusal) => Some(refusal),
        Outcome::Applied(_) => None,
        other => panic!("{other:?}"),
    }
}

fn approved(plan: &Plan) -> Option<RefusalCode> {
    let (by, words) = ("Ada".to_owned(), "Go.".to_owned());
    let consent = Consent {
        by,
        words,
        trust: false,
        unattended: false,
    };
    match approve(&plan.dir, &consent, &at(NOW)).unwrap() {
        ApprovalOutcome::Refused(refusal) => Some(refusal.code),
        _ => None,
    }
}

fn migrated(plan: &Plan) -> Option<RefusalCode> {
    let migration = Migration {
        to: Generation::V5,
        reason: "it is taken up again".to_owned(),
    };
    match migrate(&plan.dir, &migration, &at(NOW)).unwrap() {
        MigrationOutcome::Refused(refusal) => Some(refusal.code),
        _ => None,
    }
}

fn promoted(plan: &Plan) -> Option<RefusalCode> {
    match promote(&plan.dir, PromotionCall::Start, &at(NOW)).unwrap() {
        PromotionOutcome::Refused(refusal) => Some(refusal.code),
        _ => None,
    }
}

fn refined(plan: &Plan) -> Option<RefusalCode> {
    let file = json!({
        "schema": REFINE_SCHEMA, "observed": "x", "reason": "x", "authority": "user",
        "changes": [{"move": {"task": 2, "after": 1}}],
    });
    let refinement = Refinement::read(&file.to_string()).unwrap();
    match refine(&plan.dir, Some(&refinement), &at(NOW)).unwrap() {
        RefineOutcome::Refused(refusal) => Some(refusal.code),
        _ => None,
    }
}

fn reconciled(plan: &Plan) -> ReconcileOutcome {
    reconcile(&plan.dir, &[], true, &at(NOW)).unwrap()
}

const REVIEW: &str = "analysis_results/SECURITY_REVIEW.md";

/// v1, every line of the README indented as a template left it: worked on, migrated, published.
#[test]
fn e_an_indented_plan_of_v1_lives_to_its_end() {
    let plan = Plan::of(
        &PlanBuilder::legacy(3)
            .tick(1)
            .write(REVIEW, "# Security review\n\nNo findings.\n"),
    );
    let readme = plan.text("README.md");
    let indent = |line: &str| {
        if line.is_empty() {
            "\n".to_owned()
        } else {
            format!("    {line}\n")
        }
    };
    plan.write("README.md", &readme.lines().map(indent).collect::<String>());
    assert_eq!(plan.faults(), [""; 0]);
    // v1 records no approval, knows no Lite and is not refined.
    assert_eq!(approved(&plan), Some(RefusalCode::ApprovalSettled));
    assert_eq!(promoted(&plan), Some(RefusalCode::PlanNotReady));
    assert_eq!(refined(&plan), Some(RefusalCode::RefineForbidden));
    complete_task(&plan, 2);
    assert!(plan.text("README.md").contains("    - [x] Task 2: "));
    assert_eq!(migrated(&plan), None);
    assert_eq!(
        started(&plan, 3).map(|refusal| refusal.code),
        Some(RefusalCode::ApprovalMissing)
    );
    assert_eq!(approved(&plan), None);
    complete_task(&plan, 3);
    assert_eq!(plan.faults(), [""; 0]);
}

/// v2 Lite: promoted and migrated in the middle of its life.
#[test]
fn h4_a_lite_plan_of_v2_lives_to_its_end() {
    let plan = Plan::of(
        &PlanBuilder::lite(3)
            .tick(1)
            .edit("manifest.json", "plan-manifest/v5", "plan-manifest/v2")
            .edit("manifest.json", "\"5.0.0\"", "\"2.4.0\"")
            .edit("state.json", "plan-state/v5", "plan-state/v2")
            .edit("README.md", "DWP spec 5.0.0", "DWP spec 2.4.0")
            .write(REVIEW, "# Security review\n\nNo findings.\n"),
    );
    assert_eq!(started(&plan, 2), None);
    assert_eq!(
        promoted(&plan),
        Some(RefusalCode::PlanNotReady),
        "task 2 is under way"
    );
    complete_task(&plan, 2);
    assert_eq!((promoted(&plan), migrated(&plan)), (None, None));
    complete_task(&plan, 3);
    assert_eq!(plan.faults(), [""; 0]);
    assert_eq!(migrated(&plan), None, "it is v5 already");
    assert_eq!(
        refined(&plan),
        Some(RefusalCode::RefineForbidden),
        "it is completed"
    );
}

/// A publication that was cut short holds everything, until it is recovered.
#[test]
fn f4_an_interrupted_publication_is_recovered_and_lives_on() {
    let plan = Plan::of(
        &PlanBuilder::full(2)
            .tick(1)
            .write(REVIEW, "# Security review\n\nNo findings.\n"),
    );
    let probe = Probe::new(|step| match step.name() {
        "finalize-attest" => Err(std::io::Error::other("stopped by the test")),
        _ => Ok(()),
    });
    let stopping = Environment { probe, ..at(NOW) };
    let request = Request {
        gates: vec![GateReport::parse("cargo test -p part2|0|64 passed").unwrap()],
        ..Request::new(2, TaskStatus::Completed)
    };
    let log = "Summary: written.\nSkills disposition: none\nDocumentation decision: none\n";
    let completion = Completion {
        log: Some(log.to_owned()),
        criteria_met: true,
        ..Completion::new(request)
    };
    let stopped = complete(&plan.dir, &completion, None, &stopping);
    assert!(stopped.is_err(), "{stopped:?}");
    break_lock(&plan);
    assert!(plan.faults().contains(&"finalization-interrupted"));
    let held = Some(RefusalCode::FinalizationInterrupted);
    assert_eq!(started(&plan, 2).map(|refusal| refusal.code), held);
    assert_eq!(
        (
            promoted(&plan),
            migrated(&plan),
            refined(&plan),
            approved(&plan)
        ),
        (held, held, held, held)
    );
    assert!(
        matches!(reconciled(&plan), ReconcileOutcome::Refused(refusal) if Some(refusal.code) == held)
    );
    let environment = at(NOW);
    let request = LockRequest {
        process: &environment.process,
        wait: environment.wait,
        probe: Probe::none(),
    };
    let state = RelPath::new("state.json").unwrap();
    let Acquired::Held(lock) = Lock::acquire(&plan.dir, &state, &request).unwrap() else {
        panic!("nobody else is here");
    };
    let setting = Setting {
        facts: &environment.facts,
        tool: environment.tool,
        now: &environment.now,
    };
    let recovered = finalize::recover(&lock, None, None, &setting).unwrap();
    assert!(
        matches!(recovered, Recovery::Recovered { .. }),
        "{recovered:?}"
    );
    lock.release().unwrap();
    assert_eq!(plan.faults(), [""; 0]);
}

/// A README in Spanish with tables, and nothing else: it is read, and there is no state to write.
#[test]
fn e_a_spanish_readme_alone_is_read_and_kept_up_by_hand() {
    let readme = "# Plan: Guía de envíos\n\n## 1. Objetivo\n\nLos envíos tienen una guía.\n\n## 2. Contexto\n\n\
                  No hay ninguna.\n\n| # | Tarea | Estado |\n|---|---|---|\n| 1 | Escribir la guía | ✅ Completada |\n\
                  | 2 | Revisión final | ⏳ Pendiente |\n\n## 3. Tareas\n\n- [x] Tarea 1: Escribir la guía\n\
                  - [ ] Tarea 2: Revisión final\n\nProgreso: 1/2 completadas\n";
    let plan = Plan::of(
        &PlanBuilder::legacy(2)
            .write("README.md", readme)
            .remove("manifest.json")
            .remove("state.json"),
    );
    let files = plan_verify::PlanFiles::load(&plan.dir).unwrap();
    let facts = plan_verify::Facts::default();
    let view = plan_verify::PlanView::new(&files, &facts, plan_verify::Stage::Standing);
    let status = plan_verify::status::StatusReport::of(&view);
    assert_eq!(
        (status.completed.len(), status.task_count, status.from_state),
        (1, 2, false)
    );
    let refusal = started(&plan, 2).unwrap();
    assert_eq!(refusal.code, RefusalCode::StateMissing);
    assert!(refusal.help.contains("kept up by hand"), "{}", refusal.help);
    let missing = Some(RefusalCode::StateMissing);
    assert_eq!(
        (
            promoted(&plan),
            migrated(&plan),
            refined(&plan),
            approved(&plan)
        ),
        (missing, missing, missing, missing)
    );
    assert!(matches!(reconciled(&plan), ReconcileOutcome::Nothing(_)));
    // With its manifest the plan had a state, and reconciling makes it anew.
    let plan = Plan::of(&PlanBuilder::full(2).tick(1).remove("state.json"));
    assert!(started(&plan, 2).unwrap().help.contains("reconcile"));
}
