//! `dwp schema`: prints a JSON schema, or lists them.

use plan_diagnostics::ExitCode;

use crate::Output;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The schema's name, as the list shows it; without it, the list
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Output {
    let Some(name) = &arguments.name else {
        return list();
    };
    let wanted = name.strip_suffix(".json").unwrap_or(name);
    let mut all = plan_state::schema::all().into_iter();
    match all.find(|schema| schema.name == wanted) {
        Some(schema) => Output::done(schema.text),
        None => Output::failed(
            ExitCode::Unusable,
            &format!("there is no schema named {name}"),
            "`dwp schema` lists them",
        ),
    }
}

/// One name a line, with the identifier of the schema.
fn list() -> Output {
    let all = plan_state::schema::all();
    Output::done(
        all.iter()
            .map(|schema| format!("{}  {}\n", schema.name, schema.id))
            .collect::<String>(),
    )
}
