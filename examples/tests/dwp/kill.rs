//! `dwp update` killed at every step: the old state or the new one, and a lock that can be broken.

use plan_guard::Step;
use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, run};

const UPDATE: [&str; 6] = [
    "--task",
    "2",
    "--status",
    "in_progress",
    "--gate",
    "cargo test|1|1 failed",
];

/// Runs the update with a probe at a step.
fn probed(plan: &Plan, probe: &str) -> Ran {
    let mut command = dwp();
    command
        .env("PLANWRIGHT_PROBE", probe)
        .args(["update", &plan.state_path()])
        .args(UPDATE);
    Ran::of(command.output().unwrap())
}

#[test]
fn a_kill_at_any_step_leaves_old_or_new_and_a_lock_to_break() {
    let mut killed = 0;
    for step in Step::ALL {
        let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
        let names = plan.names();
        let old = plan.file("state.json");
        let ran = probed(&plan, &format!("kill:{}", step.name()));
        if ran.code != -1 {
            continue;
        }
        killed += 1;
        let after = plan.file("state.json");
        let is_new = after.contains("\"1 failed\"");
        assert!(
            after == old || is_new,
            "{}: neither old nor new: {after}",
            step.name()
        );
        break_lock(&plan, step.name());
        let again = plan.update(&UPDATE);
        assert_eq!(again.code, 0, "{}: {}", step.name(), again.err);
        assert!(
            plan.file("state.json").contains("\"1 failed\""),
            "{}",
            step.name()
        );
        assert_eq!(plan.names(), names, "{}: litter", step.name());
    }
    assert!(killed >= 14, "the probe was met at {killed} steps only");
}

/// Breaks the lock that a kill left behind, by the nonce that it shows, or as unowned.
fn break_lock(plan: &Plan, step: &str) {
    let shown = run(&["lock", plan.path(), "--format", "json"]).json();
    if shown["held"] == false {
        return;
    }
    assert_ne!(shown["liveness"], "alive", "{step}: {shown}");
    let refused = plan.update(&UPDATE);
    assert_eq!(
        refused.code, 3,
        "{step}: a dead lock is not taken over on its own"
    );
    let broken = match shown["owner"]["nonce"].as_str() {
        Some(nonce) => {
            assert_eq!(shown["liveness"], "dead", "{step}");
            let wrong = run(&["lock", plan.path(), "--break", "0123456789abcdef"]);
            assert_eq!(wrong.code, 1, "{step}: {}", wrong.out);
            run(&["lock", plan.path(), "--break", nonce])
        }
        None => run(&["lock", plan.path(), "--break-unowned"]),
    };
    assert_eq!(broken.code, 0, "{step}: {}{}", broken.out, broken.err);
}

/// A failing step is an error that names the file, and the state is whole.
#[test]
fn a_failure_at_any_step_is_told_and_loses_nothing() {
    for step in Step::ALL {
        for kind in ["fail", "full"] {
            let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
            let old = plan.file("state.json");
            let ran = probed(&plan, &format!("{kind}:{}", step.name()));
            let after = plan.file("state.json");
            let is_new = after.contains("\"1 failed\"");
            assert!(after == old || is_new, "{kind} {}: {after}", step.name());
            if ran.code == 0 {
                assert!(is_new, "{kind} {}: success without the write", step.name());
            } else {
                assert_eq!(ran.code, 2, "{kind} {}: {}", step.name(), ran.err);
                assert!(
                    ran.err.contains("state.json"),
                    "{kind} {}: {}",
                    step.name(),
                    ran.err
                );
            }
        }
    }
}
