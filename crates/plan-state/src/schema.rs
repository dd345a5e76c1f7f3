//! The JSON Schemas of the documents, generated from the types that write them (B11).
//!
//! The committed copies in `schemas/` are held against [`all`] by a test.

use std::borrow::Cow;

use plan_diagnostics::schema::of_json;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::Generation;
use crate::timestamp::Timestamp;
use crate::wire::{v1, v2};

/// A schema of one generation of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DocumentSchema {
    /// Its short name, such as `plan-state-v5`.
    pub name: String,
    /// Its `$id`, which is the schema URL in the documents.
    pub id: &'static str,
    /// The schema itself: draft 2020-12, two-space indent, one newline at the end.
    pub text: String,
}

impl DocumentSchema {
    /// The file that the repository keeps it in, under `schemas/`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.json", self.name)
    }
}

/// Every schema: manifest and state of each generation, oldest first.
#[must_use]
pub fn all() -> Vec<DocumentSchema> {
    Generation::ALL
        .into_iter()
        .flat_map(|generation| [manifest(generation), state(generation)])
        .collect()
}

/// The schema with this short name.
///
/// ```
/// let schema = plan_state::schema::get("plan-state-v5").unwrap();
/// assert_eq!(schema.id, "https://deepworkplan.com/schema/plan-state/v5.json");
/// assert!(plan_state::schema::get("plan-state-v6").is_none());
/// ```
#[must_use]
pub fn get(name: &str) -> Option<DocumentSchema> {
    all().into_iter().find(|schema| schema.name == name)
}

fn manifest(generation: Generation) -> DocumentSchema {
    let (name, url) = (
        format!("plan-manifest-{generation}"),
        generation.manifest_url(),
    );
    if generation.is_current() {
        document::<v2::ManifestWire<'static>>(name, url)
    } else {
        document::<v1::ManifestWire<'static>>(name, url)
    }
}

fn state(generation: Generation) -> DocumentSchema {
    let (name, url) = (format!("plan-state-{generation}"), generation.state_url());
    if generation.is_current() {
        document::<v2::StateWire<'static>>(name, url)
    } else {
        document::<v1::StateWire<'static>>(name, url)
    }
}

fn document<T: JsonSchema>(name: String, id: &'static str) -> DocumentSchema {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    plain(&mut schema);
    schema.insert("$id".to_owned(), id.into());
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("schema".to_owned(), json!({ "const": id }));
    }
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
    DocumentSchema { name, id, text }
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
    alternatives
        .as_array()?
        .iter()
        .map(constant)
        .collect::<Option<Vec<_>>>()
        .map(Value::Array)
}

/// The form that [`Timestamp::parse`] accepts, ranges of the fields included.
const TIMESTAMP: &str = concat!(
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
    "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?",
    "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
);

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time", "pattern": TIMESTAMP })
    }
}
