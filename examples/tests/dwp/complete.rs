//! `dwp complete`: its line, its JSON, its exit codes, and kills between and inside its writes (H6).

use plan_guard::Step;
use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, run};

const LOG: &str = "Summary: the rows are written.\nSkills disposition: none\n";

fn plan() -> Plan {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    std::fs::write(log_of(&plan), LOG).unwrap();
    plan
}

/// The log's text lies outside the plan, as a caller's file may (A6).
fn log_of(plan: &Plan) -> std::path::PathBuf {
    plan.dir.parent().unwrap().join("log.md")
}

fn complete(plan: &Plan, more: &[&str]) -> std::process::Command {
    let mut command = dwp();
    command.args(["complete", plan.path(), "--task", "2", "--log"]);
    command.arg(log_of(plan));
    command
        .args(["--gate", "cargo test -p part2|0|64 passed"])
        .args(more);
    command
}

fn ran(mut command: std::process::Command) -> Ran {
    Ran::of(command.output().unwrap())
}

#[test]
fn h6_success_prints_the_line_of_an_update_and_what_is_open() {
    let plan = plan();
    let done = ran(complete(&plan, &[]));
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(
        done.out,
        "task 2 → completed · 2/3 completed · plan in_progress\n"
    );
    assert!(
        done.err
            .contains("still open: Part 2 has one row an invoice."),
        "{}",
        done.err
    );
    assert_eq!(run(&["check", plan.path()]).code, 0);
    let again = ran(complete(&plan, &["--criteria-met", "--format", "json"])).json();
    assert_eq!(again["outcome"], "applied");
    assert_eq!(
        again["written"],
        serde_json::json!(["2.task_write_part_2.md"])
    );
    assert_eq!(again["open_criteria"], serde_json::json!([]));
    let third = ran(complete(&plan, &["--format", "json"])).json();
    assert_eq!(
        (
            third["outcome"].as_str(),
            third["written"].as_array().map(Vec::len)
        ),
        (Some("unchanged"), Some(0))
    );
}

#[test]
fn h6_refusals_and_usage_have_their_codes() {
    let plan = plan();
    let before = plan.file("README.md");
    let bare = ["complete", plan.path(), "--task", "2", "--format", "json"];
    let refused = run(&bare);
    assert_eq!(
        (refused.code, refused.json()["code"].as_str()),
        (1, Some("missing-evidence"))
    );
    let stale = ran(complete(
        &plan,
        &["--expected-sha256", &"0".repeat(64), "--format", "json"],
    ));
    assert_eq!(
        (stale.code, stale.json()["code"].as_str()),
        (3, Some("stale-snapshot"))
    );
    assert_eq!(
        run(&[
            "complete",
            plan.path(),
            "--task",
            "2",
            "--log",
            "no-such-file"
        ])
        .code,
        2
    );
    assert_eq!(plan.file("README.md"), before);
}

/// The steps of the call's own protocol, besides those of each locked write.
const STEPS: [&str; 4] = [
    "complete-record",
    "complete-readme",
    "complete-progress",
    "complete-state",
];

#[test]
fn h6_a_kill_at_any_step_is_finished_by_the_same_call() {
    let reference = plan();
    assert_eq!(ran(complete(&reference, &[])).code, 0);
    let names = reference.names();
    let mut killed = 0;
    let inner = Step::ALL.iter().map(|step| step.name());
    let writes = inner.flat_map(|step| (1..=5).map(move |nth| (step, nth)));
    for (step, nth) in writes.chain(STEPS.map(|step| (step, 1))) {
        let plan = plan();
        let mut command = complete(&plan, &[]);
        let stopped = ran_with(&mut command, &format!("kill:{step}:{nth}"));
        if stopped.code != -1 {
            continue;
        }
        killed += 1;
        break_lock(&plan);
        let again = ran(complete(&plan, &[]));
        assert_eq!(again.code, 0, "{step}:{nth}: {}", again.err);
        assert_eq!(
            plan.file("PROGRESS.md").matches("— Task 2:").count(),
            1,
            "{step}:{nth}"
        );
        assert_eq!(
            plan.state()["tasks"][1]["gates"].as_array().map(Vec::len),
            Some(1)
        );
        assert_eq!(run(&["check", plan.path()]).code, 0, "{step}:{nth}");
        assert_eq!(plan.names(), names, "{step}:{nth}: litter");
    }
    assert!(killed >= 40, "the probe was met at {killed} steps only");
}

fn ran_with(command: &mut std::process::Command, probe: &str) -> Ran {
    Ran::of(command.env("PLANWRIGHT_PROBE", probe).output().unwrap())
}

/// Removes the lock of a killed call by the nonce that it shows, or as unowned.
pub(crate) fn break_lock(plan: &Plan) {
    let shown = run(&["lock", plan.path(), "--format", "json"]).json();
    if shown["held"] == false {
        return;
    }
    let broken = match shown["owner"]["nonce"].as_str() {
        Some(nonce) => run(&["lock", plan.path(), "--break", nonce]),
        None => run(&["lock", plan.path(), "--break-unowned"]),
    };
    assert_eq!(broken.code, 0, "{}{}", broken.out, broken.err);
}
