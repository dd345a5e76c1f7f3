//! The resume ritual: read-only, in order, and one task at its end (P3–P5).

use crate::common::{Plan, at, unattended};
use plan_agent::{Around, Next, Profile, Ritual, Smoke};
use plan_testkit::PlanBuilder;

const PASSING: &str = r#"{
          "command": "cargo test -p part2",
          "passes": true,
          "exit_code": 0,
          "last_run": "2026-03-02T12:00:00Z",
          "evidence": "64 passed"
        }"#;

/// A plan whose second task has its evidence on record, and is not completed.
fn proven() -> PlanBuilder {
    PlanBuilder::full(3).tick(1).start(2).edit(
        "state.json",
        "\"started_at\": \"2026-03-02T10:00:00Z\",\n      \"gates\": []",
        &format!("\"started_at\": \"2026-03-02T10:00:00Z\",\n      \"gates\": [{PASSING}]"),
    )
}

fn kind(plan: &PlanBuilder) -> &'static str {
    Plan::of(plan).next(Profile::Interactive).as_str()
}

#[test]
fn p3_one_call_gives_every_step_in_order_and_loses_no_text() {
    let goal = "Invoices can be exported.\n\nAll of them, `även` those of last year.";
    let builder = PlanBuilder::full(3)
        .tick(1)
        .start(2)
        .edit("README.md", "Invoices can be exported.", goal)
        .edit(
            "README.md",
            "## Plan Status\n",
            "## Guidelines\n\n- Never touch the ledger.\n\n## Plan Status\n",
        )
        .edit(
            "2.task_write_part_2.md",
            "Status: pending\n",
            "Status: in progress\n\nThe header is written; rows are next.\n",
        );
    let plan = Plan::of(&builder);
    let around = Around {
        git_status: Some(vec![" M src/export.rs".into()]),
        smoke: Some("cargo check".into()),
        ..Around::default()
    };
    let before = plan.file("state.json");
    let ritual = Ritual::perform(&plan.dir, Profile::Interactive, &around, &at(0)).unwrap();
    assert_eq!(ritual.reanchor().goal.as_deref(), Some(goal));
    assert_eq!(ritual.reanchor().guidelines, ["- Never touch the ledger."]);
    assert_eq!(ritual.reanchor().tasks.len(), 3);
    assert_eq!(ritual.whereabouts().first_unticked, Some(2));
    assert!(ritual.reconciled().in_step);
    let log = ritual.seam().log.as_deref().unwrap();
    assert!(
        log.contains("The header is written; rows are next."),
        "{log}"
    );
    let entry = ritual.seam().last_entry.as_deref().unwrap();
    assert!(
        entry.contains("Task 1") && entry.contains("Nothing deferred."),
        "{entry}"
    );
    assert_eq!(ritual.smoke_command(), Some("cargo check"));

    let resumed = ritual.conclude(Smoke::Ran(Some(0)));
    let Next::Task(task) = &resumed.next else {
        panic!("{:?}", resumed.next)
    };
    assert_eq!((task.id(), task.status()), (2, "in_progress"));
    assert_eq!(task.commands(), ["cargo test -p part2"]);
    assert_eq!(task.record(), plan.file("2.task_write_part_2.md"));
    let text = resumed.report.to_string();
    let places = [
        "## Goal",
        goal,
        "Never touch",
        "M src/export.rs",
        "in step",
        "rows are next",
        "cargo check: passed",
        "do task 2",
    ];
    let found: Vec<_> = places[1..].iter().map(|part| text.find(part)).collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{found:?} {text}"
    );
    let json = serde_json::to_value(&resumed.report).unwrap();
    assert_eq!(json["reanchor"]["goal"], goal);
    assert_eq!(
        json["next"]["task"]["record"],
        plan.file("2.task_write_part_2.md")
    );
    assert_eq!(plan.file("state.json"), before, "the ritual writes nothing");
}

#[test]
fn p3_no_task_comes_out_before_the_smoke_command_passed() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let conclude = |smoke| plan.ritual(Profile::Interactive).conclude(smoke).next;
    assert!(matches!(conclude(Smoke::NotRun), Next::SmokeFirst));
    for code in [Some(1), None] {
        let Next::InvestigateFirst { exit_code } = conclude(Smoke::Ran(code)) else {
            panic!("{code:?}")
        };
        assert_eq!(exit_code, code);
    }
    let Next::Task(task) = conclude(Smoke::Ran(Some(0))) else {
        panic!()
    };
    assert_eq!(task.id(), 1);
}

#[test]
fn p3_where_no_task_is_next_no_smoke_command_is_asked_for() {
    let plan = Plan::of(&PlanBuilder::full(3).block(1));
    let around = Around {
        smoke: Some("cargo check".into()),
        ..Around::default()
    };
    let ritual = Ritual::perform(&plan.dir, Profile::Interactive, &around, &at(0)).unwrap();
    assert_eq!(ritual.smoke_command(), None);
}

#[test]
fn p4_each_standing_of_a_plan_has_its_answer() {
    let full = || PlanBuilder::full(3);
    assert_eq!(kind(&full()), "task");
    assert_eq!(kind(&PlanBuilder::lite(3).tick(1)), "task");
    assert_eq!(kind(&full().block(1)), "report-and-yield");
    assert_eq!(kind(&full().complete()), "complete");
    assert_eq!(kind(&full().complete().without_receipt()), "finalize");
    assert_eq!(kind(&full().write(".finalizing.json", "{}")), "finalize");
    assert_eq!(
        kind(&full().write(".refining.json", "{}")),
        "report-and-yield"
    );
    let ticked = full().edit("README.md", "- [ ] Task 1", "- [x] Task 1");
    assert_eq!(kind(&ticked), "reconcile-first");
    assert_eq!(kind(&full().remove("state.json")), "reconcile-first");
    let pending = full().edit("state.json", "\"approved\"", "\"pending\"");
    assert_eq!(kind(&pending), "report-and-yield");
}

#[test]
fn p4_drift_that_settles_names_its_repair_and_other_drift_what_is_missing() {
    let unticked = PlanBuilder::full(3)
        .tick(1)
        .edit("README.md", "- [x] Task 1", "- [ ] Task 1");
    let Next::ReconcileFirst(drifted) = Plan::of(&unticked).next(Profile::Interactive) else {
        panic!()
    };
    assert_eq!(
        drifted.repair.map(|repair| repair.as_str()),
        Some("reconcile")
    );
    assert_eq!(drifted.lines.len(), 1, "{:?}", drifted.lines);

    let ticked = PlanBuilder::full(3).edit("README.md", "- [ ] Task 1", "- [x] Task 1");
    let Next::ReconcileFirst(drifted) = Plan::of(&ticked).next(Profile::Interactive) else {
        panic!()
    };
    assert!(drifted.repair.is_none() && !drifted.unsettled.is_empty());
    assert_eq!(drifted.task, Some(1));
}

#[test]
fn p4_an_interrupted_completion_is_told_before_and_after_its_box() {
    let ticked = proven().edit("README.md", "- [ ] Task 2", "- [x] Task 2");
    let log = "Status: completed\nSummary: written.\nSkills disposition: none\n";
    let logged = proven().edit("2.task_write_part_2.md", "Status: pending\n", log);
    for plan in [ticked, logged] {
        let Next::ReconcileFirst(drifted) = Plan::of(&plan).next(Profile::Interactive) else {
            panic!()
        };
        let act = drifted.repair.map(|repair| repair.as_str());
        assert_eq!(act, Some("finish-completion"), "{:?}", drifted.lines);
    }
    // A log that runs ahead of the evidence is no completion: the task goes on.
    let early = PlanBuilder::full(3).tick(1).start(2).edit(
        "2.task_write_part_2.md",
        "Status: pending\n",
        log,
    );
    assert_eq!(kind(&early), "task");
    assert_eq!(kind(&proven()), "task");
}

#[test]
fn p4_only_skipped_work_left_is_refined() {
    let amendment = "\n## Amendment A1 — 2026-03-02\n\n**Criterion:** Part 3 has one row an invoice.\n\n\
        **Observed:** not wanted\n\n**Disposition:** removed\n\n**Reason:** scope\n\n\
        **Authority:** user\n\n**Tasks:** Task 3\n\n**Evidence:** none\n";
    let plan = PlanBuilder::full(3).tick(1).tick(2);
    let record = plan.files()["3.task_final_review.md"].clone();
    let plan = plan
        .write("3.task_final_review.md", &(record + amendment))
        .edit(
            "state.json",
            "\"status\": \"pending\"",
            "\"status\": \"skipped\"",
        );
    let Next::Refine { skipped } = Plan::of(&plan).next(Profile::Interactive) else {
        panic!()
    };
    assert_eq!(skipped, [3]);
}

#[test]
fn p4_declared_dependencies_let_a_later_task_come_first() {
    let plan = PlanBuilder::full(4)
        .edit(
            "1.task_write_part_1.md",
            "## Context\n",
            "**Depends on:** Task 2\n\n## Context\n",
        )
        .edit(
            "2.task_write_part_2.md",
            "## Context\n",
            "**Depends on:** none\n\n## Context\n",
        );
    let Next::Task(task) = Plan::of(&plan).next(Profile::Interactive) else {
        panic!()
    };
    assert_eq!(task.id(), 2);
}

#[test]
fn p2_p4_an_unattended_ritual_gives_no_task_where_the_plan_is_not_admitted() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let resumed = plan.resume(Profile::Unattended);
    assert!(matches!(resumed.next, Next::NotAdmitted(_)));
    assert_eq!(resumed.report.next.unmet, ["not-opted-in"]);
    assert!(matches!(
        Plan::of(&unattended(PlanBuilder::full(3))).next(Profile::Unattended),
        Next::Task(_)
    ));
    // What a turn mends by itself is left to it; with anything else amiss, all is listed.
    let marked = PlanBuilder::full(3).write(".finalizing.json", "{}");
    assert_eq!(
        Plan::of(&marked)
            .resume(Profile::Unattended)
            .report
            .next
            .unmet,
        ["not-opted-in", "finalization-interrupted"]
    );
    assert!(matches!(
        Plan::of(&unattended(marked)).next(Profile::Unattended),
        Next::Finalize(_)
    ));
}

#[test]
fn p5_a_ticked_task_is_never_asked_for_again() {
    // Its gate is gone, and its log says so: that is the check's matter, not the ritual's.
    let plan = PlanBuilder::full(3).tick(1).edit(
        "1.task_write_part_1.md",
        "Summary: written in one pass.\n",
        "Summary: to be looked at again.\n",
    );
    let resumed = Plan::of(&plan).resume(Profile::Interactive);
    let Next::Task(task) = resumed.next else {
        panic!()
    };
    assert_eq!(task.id(), 2);
}

#[test]
fn p11_a_blocker_says_who_must_act() {
    let resumed = Plan::of(&PlanBuilder::full(3).block(1)).resume(Profile::Interactive);
    let next = &resumed.report.next;
    assert!(
        next.message.contains("the driver is missing"),
        "{}",
        next.message
    );
    assert_eq!(next.who.as_deref(), Some("a person"));
    let known = PlanBuilder::full(3).block(1).edit(
        "state.json",
        "the driver is missing",
        "authority-missing: the key",
    );
    let who = Plan::of(&known)
        .resume(Profile::Interactive)
        .report
        .next
        .who;
    assert_eq!(
        who.as_deref(),
        Some("the person who can give what is missing")
    );
}

#[test]
fn a_newer_plan_is_not_judged() {
    let plan = Plan::of(&PlanBuilder::full(3).write("journal.ndjson", ""));
    let error = Ritual::perform(&plan.dir, Profile::Interactive, &Around::default(), &at(0));
    assert_eq!(error.unwrap_err().code(), "unverified");
}
