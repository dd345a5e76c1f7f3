//! Schemas held against their committed copies, and answers against the schemas that they name.

use std::path::Path;

use planwright_examples::schema::Schema;

/// Fails where a committed schema has drifted; `PLANWRIGHT_REGENERATE=1` rewrites the files instead.
#[track_caller]
pub(crate) fn are_committed(schemas: &[Schema]) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let regenerate = std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1");
    for Schema { name, text, .. } in schemas {
        let path = directory.join(format!("{name}.json"));
        if regenerate {
            std::fs::write(&path, text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            &committed, text,
            "{name} has drifted; run the test with PLANWRIGHT_REGENERATE=1"
        );
    }
}

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
