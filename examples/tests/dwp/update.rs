//! The contract of `dwp update`: its line, its exit codes, its JSON (D).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

fn running() -> Plan {
    Plan::of(&PlanBuilder::full(3).tick(1).start(2))
}

#[test]
fn success_prints_one_line() {
    let plan = running();
    let ran = plan.update(&[
        "--task",
        "2",
        "--status",
        "in_progress",
        "--gate",
        "t|1|1 failed",
    ]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (
            0,
            "task 2 → in_progress · 1/3 completed · plan in_progress\n"
        )
    );
    assert_eq!(ran.err, "");
}

#[test]
fn a_replay_leaves_the_file_as_it_is() {
    let plan = running();
    let arguments = [
        "--task",
        "2",
        "--status",
        "in_progress",
        "--gate",
        "t|1|1 failed",
    ];
    plan.update(&arguments);
    let before = plan.file("state.json");
    let ran = plan.update(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(
        (ran.code, ran.json()["outcome"].as_str()),
        (0, Some("unchanged"))
    );
    assert_eq!(plan.file("state.json"), before);
}

#[test]
fn a_refusal_exits_1_names_its_code_and_writes_nothing() {
    let plan = running();
    let before = plan.file("state.json");
    let ran = plan.update(&["--task", "2", "--status", "completed", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!(json["schema"], "urn:planwright:schema:update:v1");
    assert_eq!(json["outcome"], "refused");
    assert_eq!(json["code"], "missing-evidence");
    assert_eq!(json["task"], 2);
    assert!(
        json["commands"]
            .as_array()
            .is_some_and(|commands| !commands.is_empty()),
        "{json}"
    );
    let text = plan.update(&["--task", "2", "--status", "completed"]);
    assert!(
        text.err.contains("missing-evidence") && text.err.contains("help: "),
        "{}",
        text.err
    );
    assert_eq!(plan.file("state.json"), before);
}

#[test]
fn a_stale_snapshot_exits_3_with_both_hashes() {
    let plan = running();
    let other = "0".repeat(64);
    let ran = plan.update(&[
        "--task",
        "2",
        "--status",
        "in_progress",
        "--expected-sha256",
        &other,
        "--format",
        "json",
    ]);
    let json = ran.json();
    assert_eq!(
        (ran.code, json["code"].as_str()),
        (3, Some("stale-snapshot"))
    );
    assert_eq!(json["expected_sha256"], other);
    let actual = plan_guard::Digest::of(plan.file("state.json").as_bytes()).to_string();
    assert_eq!(json["actual_sha256"], actual);
    let fresh = plan.update(&[
        "--task",
        "2",
        "--status",
        "in_progress",
        "--gate",
        "t|1|x",
        "--expected-sha256",
        &actual,
    ]);
    assert_eq!(fresh.code, 0, "{}", fresh.err);
}

#[test]
fn usage_errors_exit_2() {
    let plan = running();
    let state = plan.state_path();
    for arguments in [
        &["update"][..],
        &["update", &state, "--task", "2", "--status", "done"],
        &[
            "update",
            &state,
            "--task",
            "2",
            "--status",
            "in_progress",
            "--gate",
            "no bars",
        ],
        &[
            "update",
            &state,
            "--task",
            "2",
            "--status",
            "in_progress",
            "--gate-json",
            "{}",
        ],
        &[
            "update",
            &state,
            "--task",
            "2",
            "--status",
            "in_progress",
            "--expected-sha256",
            "abc",
        ],
        &[
            "update",
            &state,
            "--task",
            "2",
            "--status",
            "in_progress",
            "--commit",
            "XYZ",
        ],
        &[
            "update",
            plan.path(),
            "--task",
            "2",
            "--status",
            "in_progress",
        ],
        &["no-such-command"],
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(!ran.err.is_empty());
    }
}

/// Faults: it failed when run from inside the directory with a relative path.
#[test]
fn it_works_from_inside_the_plan() {
    let plan = running();
    let ran = crate::run::Ran::of(
        crate::run::dwp()
            .current_dir(&plan.dir)
            .args([
                "update",
                "state.json",
                "--task",
                "2",
                "--status",
                "in_progress",
                "--notes",
                "x",
            ])
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// A6: the state as a symbolic link is refused, not replaced.
#[cfg(unix)]
#[test]
fn a6_a_state_that_is_a_link_is_refused() {
    let plan = running();
    std::fs::rename(plan.dir.join("state.json"), plan.dir.join("real.json")).unwrap();
    std::os::unix::fs::symlink("real.json", plan.dir.join("state.json")).unwrap();
    let ran = plan.update(&["--task", "2", "--status", "in_progress", "--notes", "x"]);
    assert!(ran.code == 1 || ran.code == 2, "{} {}", ran.code, ran.out);
    assert!(
        std::fs::symlink_metadata(plan.dir.join("state.json"))
            .unwrap()
            .is_symlink()
    );
}

#[test]
fn d3_a_broken_state_is_refused_by_name() {
    for (from, to, code) in [
        (
            "\"completed_count\": 1",
            "\"completed_count\": 2",
            "state-breaks-contract",
        ),
        (
            "\"completed_count\": 1,",
            "\"completed_count\": 1,,",
            "state-malformed",
        ),
        ("plan-state/v5.json", "plan-state/v6.json", "schema-unknown"),
        ("plan-state/v5.json", "plan-state/v2.json", "schema-mixed"),
    ] {
        let plan = Plan::of(
            &PlanBuilder::full(3)
                .tick(1)
                .start(2)
                .edit("state.json", from, to),
        );
        let ran = plan.update(&[
            "--task",
            "2",
            "--status",
            "in_progress",
            "--notes",
            "x",
            "--format",
            "json",
        ]);
        assert_eq!(
            (ran.code, ran.json()["code"].as_str().unwrap().to_owned()),
            (1, code.to_owned()),
            "{}",
            ran.out
        );
    }
}

/// E9: only a person's recorded words close a criterion that names their approval.
#[test]
fn e9_a_human_gate_needs_the_persons_words() {
    let asks = PlanBuilder::full(3).tick(1).start(2);
    let file = asks
        .files()
        .into_keys()
        .find(|name| name.starts_with("2.task_"))
        .unwrap();
    let record = asks.files()[&file].clone();
    let criterion = record
        .lines()
        .find(|line| line.starts_with("- [ ] "))
        .unwrap()
        .to_owned();
    let asks = asks.edit(
        &file,
        &criterion,
        &format!("{criterion}\n- [ ] Human approval: the copy is fine."),
    );
    let commands = plan_markdown::view::TaskRecord::read_file(&plan_markdown::Document::parse(
        "t.md",
        record.as_str(),
    ));
    let gates: Vec<String> = commands
        .commands
        .iter()
        .map(|command| format!("{}|0|3 passed", command.value))
        .collect();
    let mut arguments = vec!["--task", "2", "--status", "completed", "--format", "json"];
    for gate in &gates {
        arguments.extend(["--gate", gate]);
    }
    let plan = Plan::of(&asks);
    let ran = plan.update(&arguments);
    assert_eq!(
        (ran.code, ran.json()["code"].as_str()),
        (1, Some("human-approval-missing")),
        "{}",
        ran.out
    );
    let progress = plan.file("PROGRESS.md")
        + "\n## 2026-03-02T10:00:00Z — Decision: approval of Task 2\n\n- Human approval: Ana Ruiz, 2026-03-02: \"Publish it.\"\n";
    std::fs::write(plan.dir.join("PROGRESS.md"), progress).unwrap();
    let ran = plan.update(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.out);
}
