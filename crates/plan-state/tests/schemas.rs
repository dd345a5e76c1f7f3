//! The committed schemas are the generated ones (B11).
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use plan_state::schema;
use serde_json::Value;

/// Fails on drift; `PLANWRIGHT_REGENERATE=1` rewrites the files instead.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "rewriting the committed files is this test's other use"
)]
fn b11_the_committed_schemas_are_the_generated_ones() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let regenerate = std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1");
    for schema in schema::all() {
        let file = directory.join(schema.file_name());
        if regenerate {
            std::fs::write(&file, &schema.text).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        // Parsed, as the order of keys depends on the features that the build unifies.
        let parsed = serde_json::from_str::<Value>;
        assert!(
            parsed(&committed).is_ok_and(|committed| committed == parsed(&schema.text).unwrap()),
            "{} has drifted; run the test with PLANWRIGHT_REGENERATE=1",
            file.display()
        );
    }
}

#[test]
fn b11_every_schema_has_its_url_as_id() {
    let ids: Vec<_> = schema::all()
        .into_iter()
        .map(|schema| (schema.name, schema.id))
        .collect();
    assert_eq!(ids.len(), 6);
    for (name, id) in ids {
        let value: Value = serde_json::from_str(&schema::get(&name).unwrap().text).unwrap();
        assert_eq!(value["$id"], id);
        assert_eq!(
            value["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert_eq!(value["properties"]["schema"]["const"], id);
    }
}
