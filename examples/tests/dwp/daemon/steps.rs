//! A heartbeat killed at one step after another: the next ones finish what it began, and nothing else
//! is needed but a person for a lock without a name (P4, P12).

use plan_testkit::PlanBuilder;

use super::{DONE, beat, daemon, of};
use crate::run::{Plan, run};

/// Steps of writes, locks and completions; those between them leave the same on disk.
const STEPS: [&str; 10] = [
    "lock-owner",
    "rename",
    "dir-sync",
    "release-aside",
    "remove",
    "make-dir",
    "complete-record",
    "complete-readme",
    "complete-progress",
    "complete-state",
];

/// Wakes until the plan is complete; breaks a lock without a name, as a person would.
fn finish(plan: &Plan, told: &str) {
    for _ in 0..4 {
        let lock = plan.dir.join("state.json.lock");
        if lock.exists() && !lock.join("owner.json").exists() {
            assert_eq!(
                run(&["lock", plan.path(), "--break-unowned"]).code,
                0,
                "{told}"
            );
        }
        let ran = beat(plan, DONE);
        assert_eq!(ran.code, 0, "{told}: {}{}", ran.out, ran.err);
        if ran.out.contains("complete: ") {
            return;
        }
    }
    panic!("{told}: not complete: {}", plan.file("state.json"));
}

#[test]
fn p4_p12_killed_at_any_step_the_last_task_is_finished_by_the_next_turns() {
    let mut kills = 0;
    for step in STEPS {
        for nth in 1.. {
            let plan = of(PlanBuilder::full(2).tick(1));
            let told = format!("{step}, {nth}");
            let mut killed = daemon(&plan, DONE, &[]);
            killed.env("PLANWRIGHT_PROBE", format!("kill:{step}:{nth}"));
            if killed.output().unwrap().status.code().is_some() {
                break;
            }
            kills += 1;
            finish(&plan, &told);
            let check = run(&["check", plan.path()]);
            assert_eq!(check.code, 0, "{told}: {}", check.out);
            assert_eq!(
                plan.file("PROGRESS.md").matches("— Task 2: ").count(),
                1,
                "{told}"
            );
            let litter: Vec<String> = plan
                .names()
                .into_iter()
                .filter(|name| name.ends_with(".tmp"))
                .collect();
            assert!(litter.is_empty(), "{told}: {litter:?}");
        }
    }
    assert!(kills >= 30, "only {kills} kills");
}
