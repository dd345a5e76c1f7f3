//! Reports as SARIF: a snapshot, its structure, and a schema of what we promise.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{queue_like_report, sample};
use plan_diagnostics::render::{Tool, sarif};
use serde_json::Value;

const TOOL: Tool<'_> = Tool {
    name: "dwp",
    version: "0.1.0",
};

fn both() -> Value {
    serde_json::from_str(&sarif(&[sample(), queue_like_report()], TOOL)).unwrap()
}

fn results(log: &Value) -> Vec<(&Value, &Value)> {
    let runs = log["runs"].as_array().unwrap();
    let of = |run| move |result| (run, result);
    runs.iter()
        .flat_map(|run| run["results"].as_array().unwrap().iter().map(of(run)))
        .collect()
}

#[test]
fn a_log_with_findings_and_notes() {
    insta::assert_snapshot!(sarif(&[sample()], TOOL));
}

#[test]
fn a_log_meets_the_schema() {
    let schema = serde_json::from_str(include_str!("sarif-subset.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> = validator
        .iter_errors(&both())
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn the_schema_can_tell_a_broken_log() {
    let schema = serde_json::from_str(include_str!("sarif-subset.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let broken = |pointer: &str, value: Value| {
        let mut log = both();
        *log.pointer_mut(pointer).unwrap() = value;
        !validator.is_valid(&log)
    };
    let region = "/runs/0/results/0/locations/0/physicalLocation/region/startColumn";
    assert!(broken(region, 0.into()));
    assert!(broken("/runs/0/results/0/level", "must".into()));
    assert!(broken("/runs/0/columnKind", "utf16CodeUnits".into()));
    let uri = "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri";
    assert!(broken(uri, "/etc/passwd".into()));
    assert!(broken("/version", "2.0.0".into()));
}

#[test]
fn every_result_points_at_its_rule() {
    let log = both();
    assert!(results(&log).len() > 5);
    for (run, result) in results(&log) {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(
            run["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
}

#[test]
fn rules_are_there_once_whether_or_not_they_tripped() {
    let log = both();
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let codes: Vec<_> = rules
        .iter()
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    let expected = [
        "evidence-zero-selection",
        "file-missing",
        "goal-empty",
        "never-tripped",
        "not-checked",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn severities_become_levels() {
    let log = both();
    let level = |code: &str| {
        let (_, result) = *results(&log)
            .iter()
            .find(|(_, r)| r["ruleId"] == code)
            .unwrap();
        result["level"].as_str().unwrap().to_owned()
    };
    assert_eq!(level("evidence-zero-selection"), "error");
    assert_eq!(level("goal-empty"), "warning");
    assert_eq!(level("not-checked"), "note");
}

#[test]
fn a_run_that_could_not_judge_says_so() {
    let log = both();
    assert_eq!(
        log["runs"][0]["invocations"][0]["executionSuccessful"],
        true
    );
    let invocation = &log["runs"][1]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let reason = "its backlog is newer than this version supports";
    assert_eq!(
        invocation["toolExecutionNotifications"][0]["message"]["text"],
        reason
    );
}
