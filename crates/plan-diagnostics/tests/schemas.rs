//! The schemas of our own output: it meets them, they can tell, and `schemas/` has them.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::path::Path;

use common::{queue_like_report, sample};
use jsonschema::{Registry, Validator};
use plan_diagnostics::render::{SCHEMAS, Tool, json};
use plan_diagnostics::{Report, Sources, Subject};
use serde_json::Value;

const TOOL: Tool<'_> = Tool {
    name: "dwp",
    version: "0.1.0",
};

fn schema(name: &str) -> Value {
    let (_, text) = SCHEMAS.iter().find(|(known, _)| *known == name).unwrap();
    serde_json::from_str(text).unwrap()
}

fn validator(name: &str) -> Validator {
    let registry = Registry::new()
        .add("urn:planwright:schema:check:v1", schema("check-v1"))
        .unwrap()
        .prepare()
        .unwrap();
    jsonschema::options()
        .with_registry(&registry)
        .build(&schema(name))
        .unwrap()
}

fn output(reports: &[Report]) -> Value {
    serde_json::from_str(&json(reports, TOOL)).unwrap()
}

fn errors(validator: &Validator, value: &Value) -> Vec<String> {
    validator
        .iter_errors(value)
        .map(|error| error.to_string())
        .collect()
}

#[test]
fn output_meets_its_schema() {
    let clean = Report::new(Subject::plan("PLAN_a_b"), Sources::new());
    for report in [sample(), queue_like_report(), clean] {
        assert_eq!(
            errors(&validator("check-v1"), &output(&[report])),
            Vec::<String>::new()
        );
    }
    let several = output(&[sample(), queue_like_report()]);
    assert_eq!(
        errors(&validator("checks-v1"), &several),
        Vec::<String>::new()
    );
    assert_eq!(
        errors(&validator("checks-v1"), &output(&[])),
        Vec::<String>::new()
    );
}

#[test]
fn schemas_can_tell_broken_output() {
    let broken = |pointer: &str, value: Value| {
        let mut one = output(&[sample()]);
        *one.pointer_mut(pointer).unwrap() = value;
        let several = serde_json::json!({
            "schema": "urn:planwright:schema:checks:v1",
            "reports": [one.clone()],
        });
        !validator("check-v1").is_valid(&one) && !validator("checks-v1").is_valid(&several)
    };
    assert!(broken("/verdict", "fine".into()));
    assert!(broken("/findings/0/line", 0.into()));
    assert!(broken("/findings/0/severity", "error".into()));
    assert!(broken("/plan", Value::Null));
    assert!(broken("/checked/0", "Not-A-Code".into()));
}

/// Fails on drift; `PLANWRIGHT_REGENERATE=1` rewrites the files instead.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "rewriting the committed files is its other use"
)]
fn the_committed_schemas_are_these() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let regenerate = std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1");
    for (name, text) in SCHEMAS {
        let file = directory.join(format!("{name}.json"));
        if regenerate {
            std::fs::write(&file, text).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            committed == *text,
            "{} has drifted; set PLANWRIGHT_REGENERATE=1",
            file.display()
        );
        assert_eq!(
            schema(name)["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
    }
}
