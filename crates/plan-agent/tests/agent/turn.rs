//! Turns: one task each, a lease, a record, and four ways to stop (P6–P12).

use plan_agent::{
    BaseFailure, Begun, Done, End, Ended, Ending, Journal, LEASE_FILE, Missing, Next, Obstacle,
    Profile, Smoke, Stop, TURNS_FILE, Turn, Woken, Work,
};
use plan_testkit::PlanBuilder;
use plan_update::{GateReport, Outcome, Request, Resume};

use crate::common::{Plan, at, unattended};

fn plan(tasks: u64) -> Plan {
    Plan::of(&unattended(PlanBuilder::full(tasks)))
}

fn wake(plan: &Plan, minute: u64) -> Box<Turn> {
    match Turn::wake(&plan.dir, Profile::Unattended, None, &at(minute)).unwrap() {
        Woken::Turn(turn) => turn,
        Woken::Busy(owner) => panic!("{owner:?}"),
    }
}

fn next(turn: &Turn, minute: u64) -> Next {
    let ritual = turn
        .resume(&plan_agent::Around::default(), &at(minute))
        .unwrap();
    ritual.conclude(Smoke::Ran(Some(0))).next
}

fn work(plan: &Plan, minute: u64) -> Box<Work> {
    let turn = wake(plan, minute);
    let Next::Task(task) = next(&turn, minute) else {
        panic!("{:?}", next(&turn, minute))
    };
    match turn.begin(task, &at(minute)).unwrap() {
        Begun::Work(work) => work,
        Begun::Hindered(obstacle) => panic!("{obstacle}"),
    }
}

fn gate(text: &str) -> GateReport {
    GateReport::parse(text).unwrap()
}

fn log() -> Done {
    Done {
        log: Some(
            "Summary: written.\nSkills disposition: none\nDocumentation decision: none\n".into(),
        ),
        criteria_met: true,
        ..Done::default()
    }
}

fn done(ending: Ending) -> Ended {
    ending
        .ended()
        .unwrap_or_else(|obstacle| panic!("{obstacle}"))
}

/// Does the plan's next task in one turn.
fn do_one(plan: &Plan, minute: u64) -> Ended {
    let mut work = work(plan, minute);
    let command = work.task().commands()[0].clone();
    let kept = work.gate(gate(&format!("{command}|0|64 passed")), None, &at(minute));
    assert!(kept.unwrap().is_none());
    done(work.complete(log(), &at(minute)).unwrap())
}

#[test]
fn p6_p12_turn_by_turn_a_plan_is_completed_and_published() {
    let plan = plan(3);
    plan.write(
        "analysis_results/SECURITY_REVIEW.md",
        "# Security review\n\nNo findings.\n",
    );
    for task in 1..=3 {
        let ended = do_one(&plan, task);
        assert_eq!((ended.end, ended.task), (End::Completed, Some(task)));
    }
    assert_eq!(plan.state()["status"], "completed");
    assert_eq!(plan.faults(), [""; 0]);
    assert!(matches!(plan.next(Profile::Unattended), Next::Complete));
    let journal = Journal::read(&plan.file(TURNS_FILE));
    let tasks: Vec<_> = journal.lines.iter().map(|line| line.task).collect();
    assert_eq!(tasks, [Some(1), Some(2), Some(3)]);
    assert_eq!(journal.lines[0].passing, ["cargo test -p part1"]);
    assert_eq!(journal.lines[0].end, "completed");
}

#[test]
fn p12_a_turn_holds_the_lease_until_it_ends() {
    let plan = plan(3);
    let first = wake(&plan, 0);
    let busy = Turn::wake(&plan.dir, Profile::Unattended, None, &at(0)).unwrap();
    assert!(matches!(busy, Woken::Busy(Some(_))));
    drop(first);
    let work = work(&plan, 1);
    assert!(plan.file(LEASE_FILE).contains("\"test\""));
    let busy = Turn::wake(&plan.dir, Profile::Unattended, None, &at(1)).unwrap();
    assert!(matches!(busy, Woken::Busy(_)));
    drop(work);
    assert_eq!(do_one(&plan, 2).task, Some(1));
}

#[test]
fn p6_a_task_of_a_ritual_that_is_out_of_date_is_a_conflict() {
    let plan = plan(3);
    let turn = wake(&plan, 0);
    let Next::Task(task) = next(&turn, 0) else {
        panic!()
    };
    let moved = plan_update::update(
        &plan.dir,
        &Request::new(1, plan_state::TaskStatus::InProgress),
        None,
        &at(0),
    );
    assert!(matches!(moved.unwrap(), Outcome::Applied(_)));
    let Begun::Hindered(obstacle) = turn.begin(task, &at(0)).unwrap() else {
        panic!()
    };
    assert_eq!(obstacle.code(), "stale-snapshot");
    assert!(obstacle.is_conflict());
}

#[test]
fn p4_a_task_of_another_profile_or_plan_is_an_error() {
    let (plan, other) = (plan(3), plan(3));
    for (from, profile) in [(&plan, Profile::Interactive), (&other, Profile::Unattended)] {
        let Next::Task(task) = from.next(profile) else {
            panic!()
        };
        let error = wake(&plan, 0).begin(task, &at(0)).unwrap_err();
        assert_eq!(error.code(), "misplaced");
    }
}

#[test]
fn p7_an_unattended_turn_does_not_end_inside_a_task_without_a_checkpoint() {
    let plan = plan(3);
    let Ending::Hindered {
        obstacle,
        work: Some(mut work),
    } = work(&plan, 0).pause(&at(0)).unwrap()
    else {
        panic!()
    };
    assert_eq!(obstacle.code(), "checkpoint-missing");
    let place = Resume {
        step: Some("rows".into()),
        note: Some("the header is written".into()),
    };
    assert!(work.checkpoint(place, &at(1)).unwrap().is_none());
    let ended = done(work.pause(&at(2)).unwrap());
    assert_eq!(ended.end, End::Paused);
    assert_eq!(plan.state()["checkpoint"]["step"], "rows");
    // Near miss: with somebody there, it may.
    let interactive = Plan::of(&PlanBuilder::full(3));
    let turn = Turn::wake(&interactive.dir, Profile::Interactive, None, &at(0)).unwrap();
    let (Woken::Turn(turn), Next::Task(task)) = (turn, interactive.next(Profile::Interactive))
    else {
        panic!()
    };
    let Begun::Work(work) = turn.begin(task, &at(0)).unwrap() else {
        panic!()
    };
    assert_eq!(done(work.pause(&at(1)).unwrap()).end, End::Paused);
}

fn pause(plan: &Plan, minute: u64, gates: &[&str]) -> Ended {
    let mut work = work(plan, minute);
    for text in gates {
        let kept = work.gate(gate(text), Some(&format!("at {minute}")), &at(minute));
        assert!(kept.unwrap().is_none());
    }
    let place = Resume {
        step: Some("on the way".into()),
        note: None,
    };
    assert!(work.checkpoint(place, &at(minute)).unwrap().is_none());
    done(work.pause(&at(minute)).unwrap())
}

fn resolve(plan: &Plan, minute: u64) {
    let request = Request {
        resolve_blocker: true,
        ..Request::new(1, plan_state::TaskStatus::InProgress)
    };
    let outcome = plan_update::update(&plan.dir, &request, None, &at(minute)).unwrap();
    assert!(matches!(outcome, Outcome::Applied(_)), "{outcome:?}");
}

#[test]
fn p8_the_second_turn_in_a_row_without_progress_stops_the_plan() {
    let plan = plan(3);
    assert_eq!(pause(&plan, 0, &["make|1|1 failed"]).end, End::Paused);
    let ended = pause(&plan, 1, &[]);
    assert_eq!(ended.end, End::Stopped("no-progress"));
    assert!(ended.who.is_some(), "P11");
    let blocked = &plan.state()["blocked"];
    assert_eq!(blocked["task"], 1);
    assert_eq!(
        blocked["reason"],
        "no-progress: 2 turns without verifiable progress"
    );
    assert!(plan.file("PROGRESS.md").contains("Turn: stopped at task 1"));
    assert!(matches!(
        plan.next(Profile::Unattended),
        Next::ReportAndYield(_)
    ));
    assert_eq!(plan.faults(), [""; 0]);
    // Resolved by a person, the count begins anew.
    resolve(&plan, 2);
    assert_eq!(pause(&plan, 3, &[]).end, End::Paused);
}

#[test]
fn p8_a_new_passing_gate_is_progress() {
    let plan = plan(3);
    assert_eq!(pause(&plan, 0, &[]).end, End::Paused);
    assert_eq!(pause(&plan, 1, &["make|0|built"]).end, End::Paused);
    assert_eq!(pause(&plan, 2, &[]).end, End::Paused);
    // The same gate passing once more is none.
    assert_eq!(
        pause(&plan, 3, &["make|0|built again"]).end,
        End::Stopped("no-progress")
    );
}

#[test]
fn p8_a_torn_last_line_is_noted_and_the_others_count() {
    let plan = plan(3);
    assert_eq!(pause(&plan, 0, &[]).end, End::Paused);
    let text = plan.file(TURNS_FILE);
    plan.write(TURNS_FILE, &format!("{text}{}", &text[..40]));
    let turn = wake(&plan, 1);
    assert!(turn.notes()[0].contains("line 2"), "{:?}", turn.notes());
    drop(turn);
    assert_eq!(pause(&plan, 2, &[]).end, End::Stopped("no-progress"));
    let journal = Journal::read(&plan.file(TURNS_FILE));
    assert_eq!((journal.lines.len(), journal.notes.len()), (2, 1));
}

#[test]
fn p9_each_stop_condition_fills_the_blocker_and_goes_on_when_it_is_resolved() {
    let stops = [
        Stop::GateFailed {
            command: "make".into(),
            evidence: "the schema service is gone".into(),
            fix: "the service's own repository".into(),
        },
        Stop::AuthorityMissing {
            missing: Missing::Credential,
            what: "write access to the bucket".into(),
        },
        Stop::RealityDiverged {
            observed: "src/export.rs is not there".into(),
        },
        Stop::NoProgress {
            spent: "2 retries".into(),
        },
    ];
    for stop in stops {
        let plan = plan(3);
        let ended = done(work(&plan, 0).stop(&stop, &at(1)).unwrap());
        assert_eq!(ended.end, End::Stopped(stop.code()));
        let state = plan.state();
        assert_eq!(state["status"], "blocked");
        assert_eq!(state["blocked"]["since"], "2026-03-03T00:01:00Z");
        assert!(state["blocked"]["needs"].is_string());
        assert_eq!(plan.faults(), [""; 0], "{}", stop.code());
        let Next::ReportAndYield(held) = plan.next(Profile::Unattended) else {
            panic!()
        };
        assert_eq!(held.who, stop.who());
        resolve(&plan, 2);
        assert_eq!(do_one(&plan, 3).task, Some(1));
    }
}

#[test]
fn p9_a_turn_may_stop_before_anything_is_begun() {
    let plan = Plan::of(&unattended(PlanBuilder::full(3)).edit(
        "README.md",
        "- [ ] Task 1",
        "- [x] Task 1",
    ));
    let turn = wake(&plan, 0);
    let Next::ReconcileFirst(drifted) = next(&turn, 0) else {
        panic!()
    };
    assert!(drifted.repair.is_none());
    let stop = Stop::RealityDiverged {
        observed: drifted.unsettled.join("; "),
    };
    let ended = turn.stop(drifted.task.unwrap(), &stop, &at(0)).unwrap();
    assert_eq!(done(ended).end, End::Stopped("reality-diverged"));
    assert!(matches!(
        plan.next(Profile::Unattended),
        Next::ReportAndYield(_)
    ));
}

#[test]
fn p9_a_failure_at_the_base_is_a_decision_and_never_a_pass() {
    let plan = plan(3);
    let mut work = work(&plan, 0);
    assert!(
        work.gate(gate("make|1|1 failed"), None, &at(0))
            .unwrap()
            .is_none()
    );
    let failure = BaseFailure {
        command: "make".into(),
        base: "0a1b2c3".into(),
        evidence: "1 failed".into(),
        reason: "known since Monday".into(),
    };
    assert!(work.failed_at_base(&failure, &at(0)).unwrap().is_none());
    let progress = plan.file("PROGRESS.md");
    assert!(
        progress.contains("Decision: ") && progress.contains("0a1b2c3"),
        "{progress}"
    );
    assert_eq!(plan.state()["status"], "in_progress");
    let command = work.task().commands()[0].clone();
    let passing = gate(&format!("{command}|0|64 passed"));
    assert!(work.gate(passing, None, &at(0)).unwrap().is_none());
    let Ending::Hindered {
        obstacle,
        work: Some(work),
    } = work.complete(log(), &at(1)).unwrap()
    else {
        panic!()
    };
    assert_eq!(obstacle.code(), "missing-evidence");
    let leak = BaseFailure {
        evidence: format!("AKIA{}", "Q7RZ2M4KTX9WB6HD"),
        ..failure
    };
    let mut work = work;
    let refused = work.failed_at_base(&leak, &at(0)).unwrap();
    assert_eq!(refused.unwrap().code(), "credential");
}

#[test]
fn p10_retries_need_new_hypotheses_across_turns_too() {
    let plan = plan(3);
    let mut first = work(&plan, 0);
    let code = |work: &mut Work, evidence: &str, hypothesis: Option<&str>| {
        let report = gate(&format!("make|1|{evidence}"));
        let obstacle = work.gate(report, hypothesis, &at(0)).unwrap();
        obstacle.map_or("", |obstacle| match obstacle {
            Obstacle::Retry(fault) => fault.code(),
            other => panic!("{other}"),
        })
    };
    assert_eq!(code(&mut first, "1 failed", None), "");
    assert_eq!(code(&mut first, "1 failed", None), "hypothesis-missing");
    assert_eq!(code(&mut first, "1 failed", Some("a stale cache")), "");
    assert!(
        first
            .checkpoint(
                Resume {
                    step: Some("x".into()),
                    note: None
                },
                &at(0)
            )
            .unwrap()
            .is_none()
    );
    assert_eq!(done(first.pause(&at(1)).unwrap()).end, End::Paused);
    let mut second = work(&plan, 2);
    assert_eq!(
        code(&mut second, "1 failed", Some("a stale cache")),
        "hypothesis-repeated"
    );
    assert_eq!(code(&mut second, "1 failed", Some("the clock")), "");
    assert_eq!(
        code(&mut second, "1 failed", Some("the moon")),
        "retries-exhausted"
    );
    let lines = Journal::read(&plan.file(TURNS_FILE)).lines;
    assert_eq!(
        lines[0].attempts[1].hypothesis.as_deref(),
        Some("a stale cache")
    );
}

#[test]
fn p4_repairs_are_the_one_act_of_a_turn() {
    // State ahead of the README: reconciled.
    let unticked =
        unattended(PlanBuilder::full(3).tick(1)).edit("README.md", "- [x] Task 1", "- [ ] Task 1");
    let plan = Plan::of(&unticked);
    let turn = wake(&plan, 0);
    let Next::ReconcileFirst(drifted) = next(&turn, 0) else {
        panic!()
    };
    let repair = drifted.repair.unwrap();
    let ended = done(turn.repair(repair, &[], &at(0)).unwrap());
    assert_eq!(ended.end, End::Repaired);
    assert_eq!(plan.state()["tasks"][0]["status"], "in_progress");
    assert!(plan.file("PROGRESS.md").contains("Reconciliation"));

    // A completed plan without its receipt: published.
    let plan = Plan::of(&unattended(
        PlanBuilder::full(3).complete().without_receipt(),
    ));
    let turn = wake(&plan, 0);
    let Next::Finalize(repair) = next(&turn, 0) else {
        panic!()
    };
    assert_eq!(
        done(turn.repair(repair, &[], &at(0)).unwrap()).end,
        End::Repaired
    );
    assert!(matches!(plan.next(Profile::Unattended), Next::Complete));
}
