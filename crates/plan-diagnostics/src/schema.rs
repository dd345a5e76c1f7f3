//! JSON Schemas of what the tools of this workspace print and keep, made from the types that do it.
//!
//! One form for all of them: draft 2020-12, `$id` equal to the member `schema` of the output, two
//! spaces of indent. The copies under `schemas/` are held against it by tests.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// The schema of one kind of output.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputSchema {
    /// Its short name, such as `update-v1`.
    pub name: &'static str,
    /// Its `$id`, which is what the member `schema` of the output says.
    pub id: String,
    /// The schema itself, with one newline at the end.
    pub text: String,
}

impl OutputSchema {
    /// The file that the repository keeps it in, under `schemas/`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.json", self.name)
    }
}

/// The schema of `T` as it is serialized, under `urn:planwright:schema:NAME:vN` for a name such as
/// `NAME-vN`.
///
/// ```
/// #[derive(schemars::JsonSchema, serde::Serialize)]
/// struct Counted { schema: &'static str, total: u64 }
///
/// let schema = plan_diagnostics::schema::of::<Counted>("counted-v1");
/// assert_eq!(schema.id, "urn:planwright:schema:counted:v1");
/// assert!(schema.text.contains("\"const\": \"urn:planwright:schema:counted:v1\""));
/// ```
#[must_use]
pub fn of<T: JsonSchema>(name: &'static str) -> OutputSchema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    plain(&mut schema);
    let id = id(name);
    schema.insert("$id".to_owned(), id.as_str().into());
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("schema".to_owned(), json!({ "const": id }));
    }
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n";
    OutputSchema { name, id, text }
}

/// The `$id` of the schema of a short name: `urn:planwright:schema:NAME:vN` for `NAME-vN`.
///
/// ```
/// assert_eq!(plan_diagnostics::schema::id("check-v1"), "urn:planwright:schema:check:v1");
/// ```
#[must_use]
pub fn id(name: &str) -> String {
    match name.rsplit_once('-') {
        Some((name, version)) => format!("urn:planwright:schema:{name}:{version}"),
        None => format!("urn:planwright:schema:{name}"),
    }
}

/// A description without the paragraph that speaks to Rust code alone, of who may match or build a type
/// in full. It is the last one, and begins with `Closed: `.
///
/// ```
/// let text = "Where a task stands.\n\nClosed: the words are the document's.";
/// assert_eq!(plan_diagnostics::schema::of_json(text), "Where a task stands.");
/// assert_eq!(plan_diagnostics::schema::of_json("Closed: no."), "Closed: no.");
/// ```
#[must_use]
pub fn of_json(description: &str) -> &str {
    let end = description.rfind("\n\nClosed: ");
    end.map_or(description, |end| &description[..end])
}

/// Takes out what describes Rust rather than JSON: the formats of integers, and who may match a type.
fn plain(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        text.truncate(of_json(text).len());
    }
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| format.contains("int")) {
        schema.remove("format");
    }
    transform_subschemas(&mut plain, schema);
}
