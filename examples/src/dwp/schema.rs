//! `dwp schema`: the schemas that it knows.

use plan_diagnostics::schema::of;
use plan_update::{Outcomes, PlanList, ReconcileReport, StateDiff};

use super::answer::Either;
use super::{
    amend, approve, complete, decide, escalate, finalize, gate, lock, migrate, new, promote,
    refine, survey, update,
};
use crate::Output;
use crate::schema::{self, Schema};

pub(super) use crate::schema::Arguments;

pub(super) fn run(arguments: &Arguments) -> Output {
    schema::print(arguments, "dwp", schemas())
}

/// Every schema of what `dwp` reads, keeps or prints.
#[must_use]
pub fn schemas() -> Vec<Schema> {
    let documents = plan_state::schema::all().into_iter();
    let documents = documents.map(|schema| Schema::new(&schema.name, schema.id, schema.text));
    let description = Schema::new(
        "plan-description-v1",
        plan_update::DESCRIPTION_SCHEMA,
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
    documents
        .chain(schema::of_checks())
        .chain([description])
        .chain(answers.map(Schema::from))
        .collect()
}
