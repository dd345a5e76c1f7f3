//! `dwp reconcile` and `dwp amend`: shown, applied and refused (H2, G).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

fn unticked() -> Plan {
    let builder = PlanBuilder::full(3).tick(1).start(2);
    Plan::of(
        &builder
            .edit("README.md", "- [x] Task 1", "- [ ] Task 1")
            .edit("README.md", "1/3 completed", "0/3 completed")
            .edit(
                "1.task_write_part_1.md",
                "Status: completed",
                "Status: in progress",
            ),
    )
}

#[test]
fn h2_it_is_shown_first_and_applied_on_request() {
    let plan = unticked();
    let before = plan.file("state.json");
    let shown = run(&["reconcile", plan.path()]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(
        shown
            .out
            .contains("Task 1: state said completed, README says open"),
        "{}",
        shown.out
    );
    assert_eq!(plan.file("state.json"), before);
    let applied = run(&["reconcile", plan.path(), "--write", "--format", "json"]);
    let json = applied.json();
    assert_eq!(
        (applied.code, json["outcome"].as_str()),
        (0, Some("applied"))
    );
    assert_eq!(json["schema"], "urn:planwright:schema:reconcile:v1");
    assert_eq!(json["changes"][0]["kind"], "status");
    let digest = plan_guard::Digest::of(plan.file("state.json").as_bytes()).to_string();
    assert_eq!(json["state_sha256"], digest);
    assert_eq!(run(&["check", plan.path()]).code, 0);
    let again = run(&["reconcile", plan.path(), "--write", "--format", "json"]);
    assert_eq!(
        (again.code, again.json()["outcome"].as_str()),
        (0, Some("nothing"))
    );
}

#[test]
fn h2_what_cannot_be_settled_exits_1_and_lists_it() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2).edit(
        "README.md",
        "- [ ] Task 2",
        "- [x] Task 2",
    ));
    let before = plan.file("state.json");
    let ran = run(&["reconcile", plan.path(), "--write", "--format", "json"]);
    let json = ran.json();
    assert_eq!((ran.code, json["outcome"].as_str()), (1, Some("unsettled")));
    assert_eq!(json["unsettled"][0]["code"], "missing-evidence");
    assert_eq!(json["unsettled"][0]["commands"][0], "cargo test -p part2");
    assert_eq!(plan.file("state.json"), before);
}

/// H2: what git says is a fact, asked of the user's git.
#[test]
fn h2_commits_come_from_git() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2).edit(
        "state.json",
        "\"commit\": \"0a10001\",\n      ",
        "",
    ));
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.current_dir(&plan.dir).args(arguments);
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null");
        for (name, value) in [("NAME", "Test"), ("EMAIL", "test@example.org")] {
            command.env(format!("GIT_AUTHOR_{name}"), value);
            command.env(format!("GIT_COMMITTER_{name}"), value);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["init", "-q"]);
    git(&["add", "README.md"]);
    git(&[
        "commit",
        "-q",
        "-m",
        "Write it: Task 1 of PLAN_invoice_export",
    ]);
    let ran = run(&["reconcile", plan.path(), "--write"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let commit = plan.state()["tasks"][0]["commit"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(git(&["rev-parse", "HEAD"]).starts_with(&commit), "{commit}");
}

const AMENDMENT: [&str; 16] = [
    "--task",
    "1",
    "--criterion",
    "Part 1 has one row an invoice.",
    "--observed",
    "two rows for a split invoice",
    "--disposition",
    "deferred",
    "--reason",
    "the split is another task's",
    "--authority",
    "user",
    "--tasks",
    "Task 1 → Task 2",
    "--evidence",
    "invalidated: none; preserved: `cargo test -p part1`",
];

#[test]
fn g1_amend_prints_its_name_and_place() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let amend = |more: &[&str]| run(&[&["amend", plan.path()], &AMENDMENT[..], more].concat());
    let ran = amend(&[]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "A1 in 1.task_write_part_1.md\n"),
        "{}",
        ran.err
    );
    let again = amend(&["--format", "json"]).json();
    assert_eq!(
        (again["outcome"].as_str(), again["amendment"].as_str()),
        (Some("unchanged"), Some("A1"))
    );
    assert_eq!(run(&["check", plan.path()]).code, 0);
    let mut other = AMENDMENT;
    other[3] = "Something else.";
    let refused = run(&[&["amend", plan.path(), "--format", "json"], &other[..]].concat());
    assert_eq!(
        (refused.code, refused.json()["code"].as_str()),
        (1, Some("criterion-unknown"))
    );
}
