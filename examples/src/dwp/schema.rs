//! `dwp schema`: prints a JSON schema, or lists them.

use plan_diagnostics::ExitCode;

use plan_diagnostics::schema::of;
use plan_update::{Outcomes, PlanList, ReconcileReport, StateDiff};

use super::answer::Either;
use super::{
    amend, approve, complete, decide, escalate, finalize, gate, lock, migrate, new, promote,
    refine, survey, update,
};
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
    let mut all = schemas().into_iter();
    match all.find(|(name, ..)| name == wanted) {
        Some((.., text)) => Output::done(text),
        None => Output::failed(
            ExitCode::Unusable,
            &format!("there is no schema named {name}"),
            "`dwp schema` lists them",
        ),
    }
}

/// Name, identifier and text of every schema that `dwp` reads, keeps or prints.
#[must_use]
pub fn schemas() -> Vec<(String, String, String)> {
    let documents = plan_state::schema::all().into_iter();
    let documents = documents.map(|schema| (schema.name, schema.id.to_owned(), schema.text));
    let checks = plan_diagnostics::render::SCHEMAS
        .iter()
        .map(|(name, text)| {
            let id = name
                .rsplit_once('-')
                .map_or_else(String::new, |(name, version)| {
                    format!("urn:planwright:schema:{name}:{version}")
                });
            ((*name).to_owned(), id, (*text).to_owned())
        });
    let description = (
        "plan-description-v1".to_owned(),
        plan_update::DESCRIPTION_SCHEMA.to_owned(),
        plan_update::description_schema(),
    );
    let answers = [
        of::<Either<'_, amend::Done<'_>>>("amend-v1"),
        of::<Either<'_, approve::Done<'_>>>("approve-v1"),
        of::<Either<'_, complete::Done<'_>>>("complete-v1"),
        of::<Either<'_, decide::Done<'_>>>("decide-v1"),
        of::<Either<'_, escalate::Done<'_>>>("escalate-v1"),
        of::<escalate::Open<'_>>("escalations-v1"),
        of::<survey::Facts<'_>>("facts-v1"),
        of::<Either<'_, finalize::Done<'_>>>("finalize-v1"),
        of::<Either<'_, gate::Done<'_>>>("gate-approval-v1"),
        of::<lock::LockJson<'_>>("lock-v1"),
        of::<lock::BrokenJson<'_>>("lock-break-v1"),
        of::<StateDiff>("diff-v1"),
        of::<PlanList>("list-v1"),
        of::<Outcomes>("outcomes-v1"),
        of::<Either<'_, migrate::Done<'_>>>("migrate-v1"),
        of::<Either<'_, new::Done<'_>>>("new-v1"),
        of::<Either<'_, promote::Done<'_>>>("promote-v1"),
        of::<Either<'_, ReconcileReport<'_>>>("reconcile-v1"),
        plan_update::refine_schema(),
        of::<Either<'_, refine::Done<'_>>>("refined-v1"),
        of::<Either<'_, update::Done<'_>>>("update-v1"),
    ];
    let answers = plan_verify::schema::all()
        .into_iter()
        .chain(plan_agent::schema::all())
        .chain(answers);
    let answers = answers.map(|schema| (schema.name.to_owned(), schema.id, schema.text));
    documents
        .chain(checks)
        .chain([description])
        .chain(answers)
        .collect()
}

/// One name a line, with the identifier of the schema.
fn list() -> Output {
    let lines = schemas()
        .into_iter()
        .map(|(name, id, _)| format!("{name}  {id}\n"));
    Output::done(lines.collect::<String>())
}
