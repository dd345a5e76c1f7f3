//! The committed schemas of what the writing commands print, and outputs held against them.

#[path = "../common/meets.rs"]
mod meets;

pub(crate) use meets::meets;

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
