//! The completing update and `dwp finalize`: published with a receipt, refused with findings, and
//! recovered after a kill at any step (D7, F).

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran, dwp, run};

/// A plan whose Markdown is complete, and whose state lacks the last completion.
pub(crate) fn almost() -> Plan {
    let complete = PlanBuilder::full(3).complete().without_receipt();
    let state = complete.files()["state.json"].clone();
    let plan = Plan::of(&complete);
    let raw = plan_state::read_state(
        "state.json",
        state.as_bytes(),
        &plan_state::Limits::default(),
    );
    let mut raw = raw.value.unwrap();
    let last = raw.tasks.last_mut().unwrap();
    last.status = plan_state::TaskStatus::InProgress;
    last.completed_at = None;
    last.started_at
        .get_or_insert_with(|| plan_state::Timestamp::from_unix(1_772_445_600).unwrap());
    raw.completed_count -= 1;
    raw.status = plan_state::PlanStatus::InProgress;
    raw.checkpoint = plan_state::Nullable::Null;
    std::fs::write(plan.dir.join("state.json"), raw.to_json()).unwrap();
    plan
}

const COMPLETE: [&str; 4] = ["--task", "3", "--status", "completed"];

#[test]
fn d7_the_last_completion_goes_through_the_finalizer() {
    let plan = almost();
    let ran = plan.update(&COMPLETE);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "task 3 → completed · 3/3 completed · plan completed\n"),
        "{}",
        ran.err
    );
    let receipt: serde_json::Value =
        serde_json::from_str(&plan.file("analysis_results/FINALIZATION.json")).unwrap();
    assert_eq!(receipt["result"], "verified");
    assert_eq!(receipt["tool"]["name"], "dwp");
    let digest = plan_guard::Digest::of(plan.file("state.json").as_bytes()).to_string();
    assert_eq!(receipt["state_sha256"], digest);
    let checked = run(&["check", plan.path()]);
    assert_eq!(checked.code, 0, "{}", checked.out);
    assert!(!checked.out.contains("receipt-missing"), "{}", checked.out);
    assert_eq!(plan.update(&COMPLETE).code, 0, "a replay succeeds");
}

#[test]
fn f1_what_does_not_pass_is_not_published() {
    let plan = almost();
    let readme = plan
        .file("README.md")
        .replacen("- [x] Task 3", "- [ ] Task 3", 1);
    std::fs::write(plan.dir.join("README.md"), readme).unwrap();
    let before = plan.file("state.json");
    let ran = plan.update(&[&COMPLETE[..], &["--format", "json"]].concat());
    let json = ran.json();
    assert_eq!(
        (ran.code, json["code"].as_str()),
        (1, Some("finalization-refused")),
        "{json}"
    );
    let findings = json["report"]["findings"].as_array().unwrap();
    assert!(
        findings
            .iter()
            .any(|finding| finding["code"] == "state-drift"),
        "{json}"
    );
    assert_eq!(plan.file("state.json"), before);
    assert!(!plan.names().contains(&".finalizing.json".to_owned()));
}

/// F4: killed at each step of the publication; checks and updates fail until the recovery.
#[test]
fn f4_a_kill_at_any_step_is_recovered() {
    let mut interrupted = 0;
    // A step is met more than once in a publication: marker, state and receipt are three writes.
    for step in [
        "lock-owner",
        "temp-half",
        "temp-sync",
        "compare",
        "rename",
        "dir-sync",
        "read-back",
        "remove",
        "release-aside",
    ] {
        for nth in 1..=3 {
            let plan = almost();
            let old = plan.file("state.json");
            let mut command = dwp();
            command.env("PLANWRIGHT_PROBE", format!("kill:{step}:{nth}"));
            let killed = Ran::of(
                command
                    .args(["update", &plan.state_path()])
                    .args(COMPLETE)
                    .output()
                    .unwrap(),
            );
            if killed.code != -1 {
                continue;
            }
            let what = format!("{step}:{nth}");
            let after = plan.file("state.json");
            assert!(
                after == old || plan.state()["status"] == "completed",
                "{what}: torn"
            );
            let shown = run(&["lock", plan.path(), "--format", "json"]).json();
            if let Some(nonce) = shown["owner"]["nonce"].as_str() {
                assert_eq!(
                    run(&["lock", plan.path(), "--break", nonce]).code,
                    0,
                    "{what}"
                );
            } else if shown["held"] == true {
                assert_eq!(
                    run(&["lock", plan.path(), "--break-unowned"]).code,
                    0,
                    "{what}"
                );
            }
            if plan.names().contains(&".finalizing.json".to_owned()) {
                interrupted += 1;
                assert!(
                    run(&["check", plan.path()])
                        .out
                        .contains("finalization-interrupted"),
                    "{what}"
                );
                let refused = plan.update(&[&COMPLETE[..], &["--format", "json"]].concat());
                assert_eq!(
                    (refused.code, refused.json()["code"].as_str()),
                    (1, Some("finalization-interrupted")),
                    "{what}"
                );
                let recovered = run(&["finalize", plan.path(), "--recover"]);
                assert_eq!(
                    recovered.code, 0,
                    "{what}: {}{}",
                    recovered.out, recovered.err
                );
            } else {
                assert_eq!(plan.update(&COMPLETE).code, 0, "{what}");
            }
            let checked = run(&["check", plan.path()]);
            assert_eq!(checked.code, 0, "{what}: {}", checked.out);
            assert!(!checked.out.contains("receipt"), "{what}: {}", checked.out);
        }
    }
    assert!(interrupted >= 8, "only {interrupted} kills left a marker");
}

/// D4: reopening a completed plan sets its receipt aside.
#[test]
fn d4_reopening_sets_the_receipt_aside() {
    let plan = almost();
    assert_eq!(plan.update(&COMPLETE).code, 0);
    let name = plan
        .names()
        .into_iter()
        .find(|name| name.starts_with("3.task_"))
        .unwrap();
    let amended = plan.file(&name)
        + "\n### Amendment A1 — 2026-03-09\n\n**Criterion:** any\n**Observed:** the review missed a route.\n**Disposition:** gate-failed\n**Reason:** new evidence.\n**Authority:** user\n**Tasks:** Task 3\n**Evidence:** invalidated: none; preserved: none\n";
    std::fs::write(plan.dir.join(&name), amended).unwrap();
    let ran = plan.update(&[
        "--task",
        "3",
        "--status",
        "in_progress",
        "--reopen-reason",
        "a route was missed",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let results = crate::run::names(&plan.dir.join("analysis_results"));
    assert!(
        results.contains(&"FINALIZATION.1.json".to_owned()),
        "{results:?}"
    );
    assert!(
        !results.contains(&"FINALIZATION.json".to_owned()),
        "{results:?}"
    );
    assert_eq!(plan.state()["checkpoint"]["note"], "a route was missed");
}

#[test]
fn a_candidate_file_is_published() {
    let plan = almost();
    let parent = tempfile::tempdir().unwrap();
    let candidate = PlanBuilder::full(3).complete().without_receipt().files()["state.json"].clone();
    let file = parent.path().join("candidate.json");
    std::fs::write(&file, candidate).unwrap();
    let arguments = [
        "finalize",
        plan.path(),
        "--candidate",
        file.to_str().unwrap(),
    ];
    let ran = run(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(
        (ran.code, ran.json()["outcome"].as_str()),
        (0, Some("published")),
        "{}",
        ran.out
    );
    let again = run(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(again.json()["outcome"], "already-published");
    let nothing = run(&["finalize", plan.path(), "--recover", "--format", "json"]);
    assert_eq!(
        (nothing.code, nothing.json()["code"].as_str()),
        (1, Some("nothing-to-recover"))
    );
}
