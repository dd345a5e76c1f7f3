//! What a heartbeat does where it cannot go on, and where there is nothing to do (P6–P11).

use super::{DONE, beat, daemon, plan, smoked};
use crate::run::{Plan, Ran, run};

/// The plan is blocked for that reason; each wake-up reports it and exits 0, until a person lifts the
/// blocker, and then it goes on.
fn is_stopped_and_goes_on(plan: &Plan, stopped: &Ran, code: &str, then: &str) {
    assert_eq!(stopped.code, 0, "P11: {}{}", stopped.out, stopped.err);
    assert!(stopped.out.contains("who must act: "), "{}", stopped.out);
    let blocked = &plan.state()["blocked"];
    assert_eq!(blocked["task"], 1);
    let reason = blocked["reason"].as_str().unwrap();
    assert!(reason.starts_with(&format!("{code}: ")), "{reason}");
    assert!(blocked["needs"].is_string() && blocked["since"].is_string());
    assert!(plan.file("PROGRESS.md").contains("Turn: stopped at task 1"));

    let again = beat(plan, then);
    assert_eq!(again.code, 0, "{}", again.out);
    assert!(again.out.contains("report and yield"), "{}", again.out);
    let resume = ["resume", plan.path(), "--profile", "unattended"];
    let held = run(&[&resume[..], &["--format", "json"]].concat());
    assert_eq!(
        (held.code, held.json()["next"]["kind"].as_str()),
        (0, Some("report-and-yield"))
    );

    let lifted = plan.update(&[
        "--task",
        "1",
        "--status",
        "in_progress",
        "--resolve-blocker",
    ]);
    assert_eq!(lifted.code, 0, "{}", lifted.err);
    let resumed = run(&[&resume[..], &["--smoke", "true", "--format", "json"]].concat()).json();
    assert_eq!(resumed["next"]["task"]["id"], 1);
    let done = beat(plan, then);
    assert!(
        done.out.contains("task 1 completed"),
        "{}{}",
        done.out,
        done.err
    );
    assert_eq!(run(&["check", plan.path()]).code, 0);
}

#[test]
fn p9_1_a_failing_gate_stops_the_plan() {
    let plan = plan(3);
    let gone = plan.dir.join("../gone");
    std::fs::write(&gone, "").unwrap();
    let worker = format!(
        "if [ -e {} ]; then echo the schema service is gone; exit 1; fi; {DONE}",
        gone.display()
    );
    let stopped = beat(&plan, &worker);
    let gate = &plan.state()["tasks"][0]["gates"][0];
    assert_eq!(gate["evidence"], "the schema service is gone");
    assert_eq!(gate["passes"], false);
    std::fs::remove_file(&gone).unwrap();
    is_stopped_and_goes_on(&plan, &stopped, "gate-failed", &worker);
}

#[test]
fn p9_2_a_missing_decision_stops_the_plan() {
    let plan = plan(3);
    let stopped = beat(&plan, "echo which bucket may be written; exit 77");
    is_stopped_and_goes_on(&plan, &stopped, "authority-missing", DONE);
}

#[test]
fn p9_3_a_reality_that_diverged_stops_the_plan() {
    let plan = plan(3);
    let stopped = beat(&plan, "echo src/export.rs is not there; exit 69");
    is_stopped_and_goes_on(&plan, &stopped, "reality-diverged", DONE);
}

#[test]
fn p9_3_drift_that_nothing_settles_stops_the_plan() {
    let plan = plan(3);
    let readme = plan
        .file("README.md")
        .replace("- [ ] Task 1", "- [x] Task 1");
    std::fs::write(plan.dir.join("README.md"), &readme).unwrap();
    let stopped = beat(&plan, DONE);
    assert_eq!(stopped.code, 0, "{}", stopped.err);
    let reason = plan.state()["blocked"]["reason"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(reason.starts_with("reality-diverged: "), "{reason}");
    assert!(beat(&plan, DONE).out.contains("report and yield"));
    // A person unticks the box and lifts the blocker.
    let unticked = readme.replace("- [x] Task 1", "- [ ] Task 1");
    std::fs::write(plan.dir.join("README.md"), unticked).unwrap();
    let lifted = plan.update(&[
        "--task",
        "1",
        "--status",
        "in_progress",
        "--resolve-blocker",
    ]);
    assert_eq!(lifted.code, 0, "{}", lifted.err);
    assert!(beat(&plan, DONE).out.contains("task 1 completed"));
}

#[test]
fn p8_p9_4_two_turns_without_progress_stop_the_plan() {
    let plan = plan(3);
    let more = "echo step: rows; echo thinking; exit 75";
    let paused = beat(&plan, more);
    assert!(
        paused.out.contains("task 1 paused"),
        "{}{}",
        paused.out,
        paused.err
    );
    assert_eq!(plan.state()["checkpoint"]["step"], "rows", "P7");
    let stopped = beat(&plan, more);
    is_stopped_and_goes_on(&plan, &stopped, "no-progress", DONE);
}

#[test]
fn p6_a_heartbeat_takes_one_turn_and_many_complete_the_plan() {
    let plan = plan(3);
    let first = beat(&plan, DONE);
    assert!(
        first.out.contains("task 1 completed"),
        "{}{}",
        first.out,
        first.err
    );
    assert_eq!(plan.state()["completed_count"], 1);
    let more = [
        "--heartbeats",
        "9",
        "--interval",
        "0",
        "--agent",
        "night shift",
    ];
    let rest = Ran::of(daemon(&plan, DONE, &more).output().unwrap());
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert_eq!(rest.out.lines().count(), 3, "{}", rest.out);
    assert!(
        rest.out.contains("complete: every task is done"),
        "{}",
        rest.out
    );
    assert_eq!(plan.state()["updated_by"]["agent"], "night shift");
    let check = run(&["check", plan.path()]);
    assert_eq!(check.code, 0, "{}", check.out);
    assert!(
        plan.file("analysis_results/FINALIZATION.json")
            .contains("agent-daemon")
    );
}

#[test]
fn p2_p3_a_heartbeat_does_nothing_where_it_may_not_begin() {
    let plan = plan(3);
    let broken = Ran::of(smoked(&plan, "exit 3", DONE, &[]).output().unwrap());
    assert_eq!(broken.code, 1, "{}", broken.err);
    assert!(broken.out.contains("investigate first"), "{}", broken.out);
    let readme = plan
        .file("README.md")
        .replace("**Execution:** unattended\n", "");
    std::fs::write(plan.dir.join("README.md"), readme).unwrap();
    let refused = beat(&plan, DONE);
    assert_eq!(refused.code, 1);
    assert!(refused.out.contains("not-opted-in"), "{}", refused.out);
    assert_eq!(plan.state()["completed_count"], 0);
}
