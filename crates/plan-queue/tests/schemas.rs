//! The committed schemas of what the queue says in JSON are those of the types.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use std::path::Path;

use plan_queue::schema;

/// Fails on drift; `PLANWRIGHT_REGENERATE=1` rewrites the files instead.
#[test]
fn committed_schemas_are_current() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let regenerate = std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1");
    for schema in schema::all() {
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

#[test]
fn every_schema_names_itself() {
    for schema in schema::all() {
        let value: serde_json::Value = serde_json::from_str(&schema.text).unwrap();
        assert_eq!(value["$id"], schema.id);
        assert_eq!(value["properties"]["schema"]["const"], schema.id);
        let name = schema
            .id
            .strip_prefix("urn:planwright:schema:")
            .unwrap()
            .replace(':', "-");
        assert_eq!(name, schema.name);
    }
}

/// What an output says in its member `schema` is the `$id` of the schema that is made for it.
#[test]
fn outputs_name_the_schemas_that_there_are() {
    use plan_queue::{context, views};
    let said = [
        context::SCHEMA,
        views::Evidence::SCHEMA,
        views::Human::SCHEMA,
        views::Inbox::SCHEMA,
        views::Phases::SCHEMA,
        views::Recurring::SCHEMA,
        views::Runners::SCHEMA,
        views::StopReasons::SCHEMA,
    ];
    let made: Vec<_> = schema::all().into_iter().map(|schema| schema.id).collect();
    assert_eq!(said.to_vec(), made);
}
