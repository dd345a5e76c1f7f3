//! `dwp complete`: its line, its JSON, and its exit codes (H6).

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
