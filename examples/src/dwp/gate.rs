//! `dwp approve --task`: records a person's approval of a human gate (P14).

use plan_agent::Recording;
use plan_agent::human_gate::{Authority, GateApproval, approve_gate};
use plan_diagnostics::escape_terminal;
use plan_guard::ConfinedDir;
use plan_update::Environment;
use plan_verify::human_approval::is_asked_for;
use plan_verify::{Facts, PlanFiles, PlanView, Stage};

use super::answer::Answer;
use crate::{Format, Output};

const SCHEMA: &str = "urn:planwright:schema:gate-approval:v1";

/// Records the approval; the criterion is looked up where the caller names none.
pub(super) fn approve(
    dir: &ConfinedDir,
    mut approval: GateApproval,
    environment: &Environment,
    format: Format,
) -> Result<Output, Output> {
    let answer = Answer {
        schema: SCHEMA,
        plan: dir.name(),
        task: Some(approval.task),
        format,
    };
    if approval.criterion.is_empty() {
        let Some(criterion) = gate_of(dir, approval.task)? else {
            return Ok(answer.refused_for(
                "criterion-unknown",
                &format!(
                    "no criterion of task {} names a human approval",
                    approval.task
                ),
                "name the criterion that the person approved with --criterion",
            ));
        };
        approval.criterion = criterion;
    }
    let recording =
        approve_gate(dir, &approval, environment).map_err(|error| super::unusable(&error))?;
    Ok(match recording {
        Recording::Applied(authority) => done(&answer, "applied", &approval, authority),
        Recording::Unchanged(authority) => done(&answer, "unchanged", &approval, authority),
        Recording::Conflict(conflict) => answer.conflict(&conflict),
        Recording::Refused(refusal) => answer.refused(&refusal),
        Recording::Unfit(unfit) => answer.unfit(&unfit),
    })
}

/// The first criterion of a task that names a human approval, in one line.
fn gate_of(dir: &ConfinedDir, task: u64) -> Result<Option<String>, Output> {
    let files = PlanFiles::load(dir).map_err(|error| super::unusable(&error))?;
    let facts = Facts::default();
    let view = PlanView::new(&files, &facts, Stage::Standing);
    let records = view.records.iter().filter(|record| record.number == task);
    let mut criteria = records.flat_map(|record| &record.record.criteria);
    let gate = criteria.find(|criterion| is_asked_for(criterion));
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(gate.map(|criterion| folded(&criterion.text.value)))
}

fn done(
    answer: &Answer<'_>,
    outcome: &'static str,
    approval: &GateApproval,
    authority: Authority,
) -> Output {
    let meets = authority == Authority::Own;
    let value = Done {
        schema: SCHEMA,
        outcome,
        plan: answer.plan,
        task: approval.task,
        criterion: &approval.criterion,
        by: &approval.by,
        relayed_by: approval.relayed_by.as_deref(),
        meets_gate: meets,
    };
    let so = if meets {
        ""
    } else {
        "; relayed, so the gate stays closed"
    };
    let text = format!("task {} approved by {}{so}", approval.task, approval.by);
    answer.done(&value, &(escape_terminal(&text) + "\n"))
}

#[derive(serde::Serialize, schemars::JsonSchema)]
pub(super) struct Done<'a> {
    schema: &'static str,
    outcome: &'static str,
    plan: &'a str,
    task: u64,
    criterion: &'a str,
    by: &'a str,
    relayed_by: Option<&'a str>,
    meets_gate: bool,
}
