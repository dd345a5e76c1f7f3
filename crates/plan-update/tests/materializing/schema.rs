//! The committed schema of descriptions is the generated one, and agrees with the reader (B11).

use std::path::Path;

use plan_update::{DESCRIPTION_SCHEMA, description_schema};
use serde_json::Value;

/// Fails on drift; `PLANWRIGHT_REGENERATE=1` rewrites the file instead.
#[test]
fn b11_the_committed_schema_is_the_generated_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/plan-description-v1.json");
    let generated = description_schema();
    if std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1") {
        std::fs::write(&file, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    // Parsed, as the order of keys depends on the features that the build unifies.
    let committed: Option<Value> = serde_json::from_str(&committed).ok();
    let generated: Value = serde_json::from_str(&generated).unwrap();
    assert!(
        committed.is_some_and(|committed| committed == generated),
        "schemas/plan-description-v1.json has drifted; set PLANWRIGHT_REGENERATE=1"
    );
    assert_eq!(generated["$id"], DESCRIPTION_SCHEMA);
    assert_eq!(
        generated["properties"]["schema"]["const"],
        DESCRIPTION_SCHEMA
    );
}
