//! The JSON Schemas of what the queue says in JSON, generated from the types that say it.
//!
//! The committed copies in `schemas/` are held against [`all`] by a test.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use crate::context::Context;
use crate::{context, views};

/// The schema of one kind of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputSchema {
    /// Its short name, such as `queue-context-v1`.
    pub name: &'static str,
    /// Its `$id`, which is what the member `schema` of the output says.
    pub id: &'static str,
    /// The schema itself: draft 2020-12, two-space indent, one newline at the end.
    pub text: String,
}

impl OutputSchema {
    /// The file that the repository keeps it in, under `schemas/`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.json", self.name)
    }
}

/// Every schema, by name.
///
/// ```
/// let all = plan_queue::schema::all();
/// assert!(all.iter().any(|schema| schema.id == "urn:planwright:schema:queue-context:v1"));
/// ```
#[must_use]
pub fn all() -> Vec<OutputSchema> {
    vec![
        output::<Context>("queue-context-v1", context::SCHEMA),
        output::<views::Evidence>("queue-evidence-v1", views::Evidence::SCHEMA),
        output::<views::Human>("queue-human-v1", views::Human::SCHEMA),
        output::<views::Inbox>("queue-inbox-v1", views::Inbox::SCHEMA),
        output::<views::Phases>("queue-phase-v1", views::Phases::SCHEMA),
        output::<views::Recurring>("queue-recurring-v1", views::Recurring::SCHEMA),
        output::<views::Runners>("queue-runners-v1", views::Runners::SCHEMA),
        output::<views::StopReasons>("stop-reasons-v1", views::StopReasons::SCHEMA),
    ]
}

fn output<T: JsonSchema>(name: &'static str, id: &'static str) -> OutputSchema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    plain(&mut schema);
    schema.insert("$id".to_owned(), id.into());
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("schema".to_owned(), json!({ "const": id }));
    }
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
    OutputSchema { name, id, text }
}

/// Takes out what describes Rust rather than JSON: the formats of integers.
fn plain(schema: &mut Schema) {
    if schema
        .get("format")
        .and_then(Value::as_str)
        .is_some_and(|format| format.contains("int"))
    {
        schema.remove("format");
    }
    transform_subschemas(&mut plain, schema);
}
