//! Answers held against the committed schemas that they name.

use std::path::Path;

/// Holds an answer of our own against the committed schema that it names, and demands that it names one.
/// SARIF and schemas, which have a `$schema`, are not ours.
#[track_caller]
pub(crate) fn meets(value: &serde_json::Value) {
    if value.get("$schema").is_some() {
        return;
    }
    let id = value["schema"].as_str();
    let name = id.and_then(|id| id.strip_prefix("urn:planwright:schema:"));
    let name = name.unwrap_or_else(|| panic!("this names no schema: {value}"));
    let registry = jsonschema::Registry::new()
        .add("urn:planwright:schema:check:v1", committed("check:v1"))
        .unwrap()
        .prepare()
        .unwrap();
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&committed(name))
        .unwrap();
    let faults: Vec<_> = validator
        .iter_errors(value)
        .map(|error| error.to_string())
        .collect();
    assert!(faults.is_empty(), "{name}: {faults:?}: {value}");
}

fn committed(name: &str) -> serde_json::Value {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let path = directory.join(format!("{}.json", name.replace(':', "-")));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("no schema of {name}: {error}"));
    serde_json::from_str(&text).unwrap()
}
