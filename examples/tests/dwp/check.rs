//! The contract of `dwp check`: exit codes, JSON, SARIF (E).

use std::path::Path;

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, run};

fn sample(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("plans")
        .join(name)
        .display()
        .to_string()
}

#[test]
fn the_samples_are_clean() {
    for name in [
        "PLAN_invoice_export",
        "PLAN_readme_refresh",
        "PLAN_release_notes",
    ] {
        let ran = run(&["check", &sample(name)]);
        assert_eq!(ran.code, 0, "{}", ran.out);
    }
}

#[test]
fn json_has_the_members_of_the_contract() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).remove("PROMPTS.md"));
    let ran = run(&["check", plan.path(), "--no-git", "--format", "json"]);
    let json = ran.json();
    assert_eq!((ran.code, json["verdict"].as_str()), (1, Some("findings")));
    assert_eq!(json["tool"]["name"], "dwp");
    assert_eq!(
        json["plan"],
        plan.dir.file_name().unwrap().to_str().unwrap()
    );
    let finding = &json["findings"][0];
    for member in [
        "code",
        "severity",
        "requirement",
        "file",
        "line",
        "column",
        "pointer",
        "message",
        "help",
    ] {
        assert!(finding.get(member).is_some(), "{member}: {finding}");
    }
    assert!(
        json["checked"]
            .as_array()
            .is_some_and(|codes| codes.len() > 50)
    );
}

#[test]
fn malformed_json_is_a_finding_and_not_a_failure_to_judge() {
    let plan = Plan::of(&PlanBuilder::full(3).edit("state.json", "\"tasks\"", "tasks"));
    assert_eq!(run(&["check", plan.path()]).code, 1);
}

#[test]
fn over_several_plans_unverified_wins() {
    let clean = Plan::of(&PlanBuilder::full(3));
    let newer = Plan::of(&PlanBuilder::full(3).write("contract.json", "{}"));
    let faulty = Plan::of(&PlanBuilder::full(3).remove("PROMPTS.md"));
    assert_eq!(run(&["check", newer.path()]).code, 2);
    assert_eq!(run(&["check", clean.path(), faulty.path()]).code, 1);
    assert_eq!(
        run(&["check", clean.path(), newer.path(), faulty.path()]).code,
        2
    );
    assert_eq!(run(&["check", clean.path(), "/no/such/plan"]).code, 2);
}

#[test]
fn sarif_points_into_the_plan() {
    let plan = Plan::of(&PlanBuilder::full(3).remove("PROMPTS.md"));
    let sarif = run(&["check", plan.path(), "--format", "sarif"]).json();
    assert_eq!(sarif["version"], "2.1.0");
    let result = &sarif["runs"][0]["results"][0];
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], result["ruleId"]);
    let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(!place.as_str().unwrap().starts_with('/'), "{place}");
}

/// Faults: it failed when run from inside the directory.
#[test]
fn it_works_from_inside_the_plan() {
    let plan = Plan::of(&PlanBuilder::full(3));
    let ran = Ran::of(
        dwp()
            .current_dir(&plan.dir)
            .args(["check", ".", "--no-git"])
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(
        ran.out
            .contains(plan.dir.file_name().unwrap().to_str().unwrap())
    );
}

/// E11: commits are looked up in git, which is asked once.
#[test]
fn commits_are_looked_up_in_git() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1));
    let above = plan.dir.parent().unwrap();
    let git = |arguments: &[&str]| {
        let output = std::process::Command::new("git")
            .current_dir(above)
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["init", "-q"]);
    git(&[
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.com",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "x",
    ]);
    let known = git(&["rev-parse", "HEAD"]).trim()[..10].to_owned();
    let state = plan.file("state.json");
    for (commit, unknown) in [(known.as_str(), false), ("0123456789", true)] {
        let mut changed = plan_state::read_state(
            "state.json",
            state.as_bytes(),
            &plan_state::Limits::default(),
        )
        .value
        .unwrap();
        changed.tasks[0].commit = Some(commit.to_owned());
        std::fs::write(plan.dir.join("state.json"), changed.to_json()).unwrap();
        let json = run(&["check", plan.path(), "--format", "json"]).json();
        let findings = json["findings"].as_array().unwrap();
        let told = findings
            .iter()
            .any(|finding| finding["code"] == "commit-unknown");
        assert_eq!(told, unknown, "{json}");
    }
}
