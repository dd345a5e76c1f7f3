//! Who may run with nobody watching (P1, P2).

use plan_agent::{Condition, Profile, admission};
use plan_guard::{Lock, Process, RelPath};
use plan_testkit::PlanBuilder;
use plan_verify::{Facts, PlanView, Stage};

use crate::common::Plan;

fn unmet(plan: &PlanBuilder) -> Vec<&'static str> {
    let files = plan.plan_files();
    let facts = Facts::default();
    let view = PlanView::new(&files, &facts, Stage::Standing);
    let unmet = admission(&view, None).into_iter();
    unmet.map(|unmet| unmet.condition.as_str()).collect()
}

fn opted_in(plan: PlanBuilder) -> PlanBuilder {
    plan.edit(
        "README.md",
        "Approval: approved\n",
        "Approval: approved\n\n**Execution:** unattended\n",
    )
}

#[test]
fn p2_an_approved_plan_that_opts_in_is_admitted() {
    assert_eq!(unmet(&opted_in(PlanBuilder::full(3))), [""; 0]);
    assert_eq!(unmet(&opted_in(PlanBuilder::lite(3).tick(1))), [""; 0]);
}

#[test]
fn p2_a_blocker_does_not_refuse() {
    assert_eq!(unmet(&opted_in(PlanBuilder::full(3).block(1))), [""; 0]);
}

#[test]
fn p2_every_unmet_condition_is_listed_by_its_code() {
    let plan = PlanBuilder::full(3);
    assert_eq!(unmet(&plan), ["not-opted-in"]);
    let state = "\"approval\": \"approved\"";
    let pending = opted_in(plan.clone()).edit("state.json", state, "\"approval\": \"pending\"");
    assert_eq!(unmet(&pending), ["not-approved"]);
    let ready = "\"materialization\": \"ready\"";
    let partial = pending
        .edit(
            "state.json",
            ready,
            "\"materialization\": \"materializing\"",
        )
        .edit("state.json", "\"task_count\": 3", "\"task_count\": 4")
        .remove("manifest.json")
        .write(".finalizing.json", "{}");
    let all = [
        "not-approved",
        "manifest-unfit",
        "state-unfit",
        "not-ready",
        "finalization-interrupted",
    ];
    assert_eq!(unmet(&partial), all);
    let stated = "Plan Status: 0/3 completed";
    let being_written =
        opted_in(plan.clone()).edit("README.md", stated, "Plan Status: materializing");
    assert_eq!(unmet(&being_written), ["not-ready"]);
    let refining = opted_in(plan.clone()).write(".refining.json", "{}");
    assert_eq!(unmet(&refining), ["not-ready"]);
    let stateless = opted_in(plan.clone()).remove("state.json");
    assert_eq!(unmet(&stateless), ["state-unfit"]);
    let promoting = opted_in(plan).edit("state.json", ready, "\"materialization\": \"promoting\"");
    assert_eq!(unmet(&promoting), ["state-unfit", "not-ready"]);
}

#[test]
fn p2_a_plan_of_the_first_generation_is_never_admitted() {
    assert!(unmet(&PlanBuilder::legacy(3)).contains(&"not-approved"));
}

#[test]
fn p2_a_held_lock_is_a_condition_with_its_remedy() {
    let plan = opted_in(PlanBuilder::full(3));
    let files = plan.plan_files();
    let there = Plan::of(&plan);
    std::fs::create_dir(there.dir.root().join("state.json.lock")).unwrap();
    let state = RelPath::new("state.json").unwrap();
    let here = Process::current("dwp resume", "2026-03-02T10:00:00Z");
    let info = Lock::inspect(&there.dir, &state, &here).unwrap().unwrap();
    let facts = Facts::default();
    let view = PlanView::new(&files, &facts, Stage::Standing);
    let unmet = admission(&view, Some(&info));
    assert_eq!(unmet.len(), 1);
    assert_eq!(unmet[0].condition, Condition::LockHeld);
    assert!(
        unmet[0].to_string().contains("break it as unowned"),
        "{}",
        unmet[0]
    );
}

#[test]
fn p1_the_profiles_have_words() {
    assert_eq!("unattended".parse(), Ok(Profile::Unattended));
    assert_eq!(Profile::default().to_string(), "interactive");
    assert!("trust".parse::<Profile>().is_err());
}
