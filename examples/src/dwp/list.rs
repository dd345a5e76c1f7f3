//! `dwp list`, `dwp diff` and `dwp outcomes`: plans as other tools see them (H9).

use std::path::{Path, PathBuf};

use plan_diagnostics::ExitCode;
use plan_state::{Limits, Manifest, RawState, read_manifest, read_state};
use plan_update::{Outcomes, StateDiff};
use plan_verify::Facts;

use crate::{Format, Output, facts};

#[derive(Debug, clap::Args)]
pub(super) struct ListArguments {
    /// The directory that holds the plans' directories
    dir: PathBuf,
    /// What `parent_plan` calls this repository: plans whose parent is in another one are then no
    /// children of plans here
    #[arg(long, value_name = "NAME")]
    repository: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, clap::Args)]
pub(super) struct DiffArguments {
    /// A plan's directory, or a state file
    #[arg(value_name = "A")]
    from: PathBuf,
    /// Another
    #[arg(value_name = "B")]
    to: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, clap::Args)]
pub(super) struct OutcomesArguments {
    /// The plans' directories
    #[arg(required = true, value_name = "PLAN_DIR")]
    plans: Vec<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn list(arguments: &ListArguments) -> Output {
    let listed = super::open(&arguments.dir).and_then(|dir| {
        let facts = Facts {
            git: facts::git::presence(dir.root()),
        };
        plan_update::list(&dir, arguments.repository.as_deref(), &facts)
            .map_err(|error| super::unusable(&error))
    });
    listed.map_or_else(|output| output, |list| print(&list, arguments.format))
}

pub(super) fn diff(arguments: &DiffArguments) -> Output {
    let states = state_at(&arguments.from).and_then(|from| Ok((from, state_at(&arguments.to)?)));
    states.map_or_else(
        |output| output,
        |(from, to)| print(&StateDiff::of(&from, &to), arguments.format),
    )
}

pub(super) fn outcomes(arguments: &OutcomesArguments) -> Output {
    let mut plans = Vec::with_capacity(arguments.plans.len());
    for plan in &arguments.plans {
        match state_at(plan) {
            Ok(state) => plans.push((state, manifest_at(plan))),
            Err(output) => return output,
        }
    }
    let read = plans
        .iter()
        .map(|(state, manifest)| (state, manifest.as_ref()));
    print(&Outcomes::of(read), arguments.format)
}

/// A value, as text or as JSON.
fn print(value: &(impl serde::Serialize + std::fmt::Display), format: Format) -> Output {
    match format {
        Format::Json => Output::json(value, ExitCode::Clean),
        Format::Text => super::lines(value),
    }
}

/// The state of a plan directory, or of a state file, which may lie anywhere.
fn state_at(path: &Path) -> Result<RawState, Output> {
    let file = if path.is_dir() {
        path.join("state.json")
    } else {
        path.to_owned()
    };
    let reading = read_state(
        &file.display().to_string(),
        &bytes(&file)?,
        &Limits::default(),
    );
    let why = reading
        .findings
        .first()
        .map(|finding| finding.message.clone());
    reading.value.ok_or_else(|| {
        let why = why.unwrap_or_else(|| "it cannot be read".to_owned());
        let message = format!("{} is not a state: {why}", file.display());
        Output::failed(ExitCode::Unusable, &message, "see `dwp check`")
    })
}

fn manifest_at(plan: &Path) -> Option<Manifest> {
    let bytes = bytes(&plan.join("manifest.json")).ok()?;
    read_manifest("manifest.json", &bytes, &Limits::default()).value
}

fn bytes(file: &Path) -> Result<Vec<u8>, Output> {
    std::fs::read(file).map_err(|error| {
        let message = format!("{} cannot be read: {error}", file.display());
        Output::failed(
            ExitCode::Unusable,
            &message,
            "name a plan's directory or a state file",
        )
    })
}
