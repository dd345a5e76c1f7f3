//! `dwp approve`: README, state, PROGRESS.md and the record of what was approved (D11).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

fn pending() -> Plan {
    let built = PlanBuilder::full(3);
    let readme = built.files()["README.md"].clone();
    let line = readme
        .lines()
        .find(|line| line.contains("Approval:"))
        .unwrap()
        .to_owned();
    let changed = line.replace("approved", "pending");
    Plan::of(&built.edit("README.md", &line, &changed).edit(
        "state.json",
        "\"approval\": \"approved\"",
        "\"approval\": \"pending\"",
    ))
}

#[test]
fn d11_an_approval_is_written_everywhere_once() {
    let plan = pending();
    let arguments = [
        "approve",
        plan.path(),
        "--by",
        "Ana Ruiz",
        "--words",
        "Good, go ahead.",
    ];
    let refused = plan.update(&["--task", "1", "--status", "in_progress"]);
    assert_eq!(refused.code, 1);
    let ran = run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(plan.state()["approval"], "approved");
    assert!(plan.file("README.md").contains("Approval: approved"));
    assert!(
        plan.file("PROGRESS.md")
            .contains("- Words: Good, go ahead.")
    );
    assert!(
        plan.file("analysis_results/APPROVAL.json")
            .contains("Ana Ruiz")
    );
    let files = [
        "README.md",
        "PROGRESS.md",
        "state.json",
        "analysis_results/APPROVAL.json",
    ];
    let before = files.map(|file| plan.file(file));
    assert_eq!(run(&arguments).code, 0);
    assert_eq!(
        files.map(|file| plan.file(file)),
        before,
        "a second call changes nothing"
    );
    assert_eq!(
        plan.update(&["--task", "1", "--status", "in_progress"])
            .code,
        0
    );
}

#[test]
fn d11_trust_is_another_word_and_unattended_an_opt_in() {
    let plan = pending();
    let ran = run(&[
        "approve",
        plan.path(),
        "--by",
        "Ana",
        "--words",
        "I trust it.",
        "--trust",
        "--unattended",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(plan.state()["approval"], "pre_approved");
    assert!(plan.file("README.md").contains("**Execution:** unattended"));
    let again = run(&[
        "approve",
        plan.path(),
        "--by",
        "Ana",
        "--words",
        "Read now.",
        "--format",
        "json",
    ]);
    assert_eq!(
        (again.code, again.json()["code"].as_str()),
        (1, Some("approval-settled"))
    );
}

#[test]
fn d11_an_approval_names_a_person_and_their_words() {
    let plan = pending();
    for (by, words) in [("", "ok"), ("Ana", " "), ("Ana", "two\nlines")] {
        assert_eq!(
            run(&["approve", plan.path(), "--by", by, "--words", words]).code,
            1,
            "{by:?} {words:?}"
        );
    }
    assert_eq!(plan.state()["approval"], "pending");
}
