//! `schema` of both binaries: prints a JSON schema, or lists them.

use plan_diagnostics::schema::{OutputSchema, id};
use plan_diagnostics::{ExitCode, render};

use crate::Output;

/// A schema that a binary knows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Schema {
    /// Its short name, such as `update-v1`.
    pub name: String,
    /// Its `$id`, which the documents say that meet it.
    pub id: String,
    /// The schema itself, with one newline at the end.
    pub text: String,
}

impl Schema {
    pub(crate) fn new(name: &str, id: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            id: id.into(),
            text: text.into(),
        }
    }
}

impl From<OutputSchema> for Schema {
    fn from(schema: OutputSchema) -> Self {
        Self::new(schema.name, schema.id, schema.text)
    }
}

/// The schemas of what both binaries print of a check.
pub(crate) fn of_checks() -> impl Iterator<Item = Schema> {
    let checks = render::SCHEMAS.iter();
    checks.map(|(name, text)| Schema::new(name, id(name), *text))
}

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The schema's name, as the list shows it; without it, the list
    name: Option<String>,
}

/// The schema that is asked for, or the list of `all`: one name a line, with the identifier.
pub(crate) fn print(arguments: &Arguments, tool: &str, all: Vec<Schema>) -> Output {
    let Some(name) = &arguments.name else {
        let lines = all
            .iter()
            .map(|schema| format!("{}  {}\n", schema.name, schema.id));
        return Output::done(lines.collect::<String>());
    };
    let wanted = name.strip_suffix(".json").unwrap_or(name);
    match all.into_iter().find(|schema| schema.name == wanted) {
        Some(schema) => Output::done(schema.text),
        None => Output::failed(
            ExitCode::Unusable,
            &format!("there is no schema named {name}"),
            &format!("`{tool} schema` lists them"),
        ),
    }
}
