//! The committed schemas of what the writing commands print, and outputs held against them.

use std::path::Path;

use planwright_examples::ops::schemas;

/// Fails on drift; `PLANWRIGHT_REGENERATE=1` rewrites the files instead.
#[test]
fn the_committed_schemas_are_current() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let regenerate = std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1");
    for schema in schemas() {
        let path = directory.join(schema.file_name());
        if regenerate {
            std::fs::write(&path, &schema.text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            committed,
            schema.text,
            "{} has drifted; run the test with PLANWRIGHT_REGENERATE=1",
            schema.file_name()
        );
    }
}

/// Holds an output against the schema that it names.
#[track_caller]
pub(crate) fn meets(value: &serde_json::Value) {
    let schemas = schemas();
    let schema = schemas
        .iter()
        .find(|schema| value["schema"] == schema.id.as_str());
    let schema = schema.unwrap_or_else(|| panic!("no schema for {value}"));
    let parsed: serde_json::Value = serde_json::from_str(&schema.text).unwrap();
    let validator = jsonschema::validator_for(&parsed).unwrap();
    let faults: Vec<_> = validator
        .iter_errors(value)
        .map(|error| error.to_string())
        .collect();
    assert!(faults.is_empty(), "{}: {faults:?}: {value}", schema.name);
}
