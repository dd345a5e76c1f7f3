//! The JSON Schema of a description, generated from its type (B11).

use plan_diagnostics::schema::of_json;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use serde_json::{Value, json};

use super::Description;

/// The `schema` of a description, and the `$id` of its JSON Schema.
pub const DESCRIPTION_SCHEMA: &str = "urn:planwright:schema:plan-description:v1";

/// The JSON Schema of descriptions: draft 2020-12, two-space indent, one newline at the end.
///
/// What it cannot say is what [`Description::faults`] is for.
#[must_use]
pub fn description_schema() -> String {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Description>();
    plain(&mut schema);
    schema.insert("$id".to_owned(), DESCRIPTION_SCHEMA.into());
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("schema".to_owned(), json!({ "const": DESCRIPTION_SCHEMA }));
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.insert(0, "schema".into());
    }
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}

/// Takes out what describes Rust rather than JSON: integer formats, words as one schema each, and who
/// may match a type.
fn plain(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        text.truncate(of_json(text).len());
    }
    if schema.get("type").is_some_and(|kind| kind == "integer") {
        schema.remove("format");
    }
    if let Some(words) = schema.get("oneOf").and_then(constants) {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), words);
    }
    transform_subschemas(&mut plain, schema);
}

/// The constants of alternatives that are nothing else.
fn constants(alternatives: &Value) -> Option<Value> {
    let constant = |alternative: &Value| alternative.get("const").cloned();
    let alternatives = alternatives.as_array()?.iter();
    alternatives
        .map(constant)
        .collect::<Option<Vec<_>>>()
        .map(Value::Array)
}
