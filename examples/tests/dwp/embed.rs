//! The embedding example: it takes turns over a plan, and its page shows it as it is.

use std::path::Path;
use std::process::Command;

use plan_testkit::PlanBuilder;

use crate::daemon;
use crate::run::{Plan, Ran, run};

/// One turn, in an environment where the gates of the builder's plans pass.
fn turn(plan: &Plan) -> Ran {
    let tools = plan.dir.parent().unwrap().join("tools");
    std::fs::create_dir_all(&tools).unwrap();
    let cargo = tools.join("cargo");
    std::fs::write(&cargo, "#!/bin/sh\necho 12 passed\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&cargo, mode).unwrap();
    let path = format!(
        "{}:{}",
        tools.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_embed-agent"));
    Ran::of(command.arg(plan.path()).env("PATH", path).output().unwrap())
}

#[test]
fn p12_a_plan_is_carried_to_its_end_one_task_a_turn() {
    let plan = daemon::plan(3);
    for completed in 1..=3 {
        let ran = turn(&plan);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(plan.state()["completed_count"], completed, "{}", ran.out);
    }
    assert_eq!(run(&["check", plan.path()]).code, 0);
    let decisions = run(&["decide", plan.path(), "--format", "json"]).json();
    let ours = decisions["decisions"].as_array().unwrap().iter();
    assert_eq!(ours.filter(|it| it["choice"] == "the tests").count(), 3);
    let ran = turn(&plan);
    assert!(
        ran.code == 0 && ran.out.contains("complete"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn p13_a_critical_question_stops_the_plan_and_is_asked_once() {
    let builder = PlanBuilder::full(3);
    let plan = daemon::of(builder.edit(
        "1.task_write_part_1.md",
        "Part 1 has one",
        "We publish that part 1 has one",
    ));
    let first = turn(&plan);
    assert_eq!(first.code, 0, "{}", first.err);
    let open = run(&["escalate", plan.path(), "--format", "json"]).json();
    assert_eq!(open["blocking"]["class"], "C4", "{open}");
    assert_eq!(open["blocking"]["question"], "May this be published");
    let state = plan.file("state.json");
    let second = turn(&plan);
    assert_eq!(second.code, 0, "stopping is a success");
    assert_eq!(plan.file("state.json"), state, "{}", second.out);
}

#[test]
fn p2_a_plan_that_nobody_admitted_is_left_alone() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let before = plan.file("state.json");
    let ran = turn(&plan);
    assert!(
        ran.code == 0 && ran.out.contains("not-opted-in"),
        "{}{}",
        ran.out,
        ran.err
    );
    assert_eq!(plan.file("state.json"), before);
}

#[test]
fn the_page_shows_the_example_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let (page, code) = (
        read("docs/agent-protocol.md"),
        read("examples/embed_agent.rs"),
    );
    assert!(
        page.contains(&format!("```rust\n{code}```\n")),
        "docs/agent-protocol.md shows another example"
    );
    assert!(code.lines().count() < 100);
}
