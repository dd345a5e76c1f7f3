//! The daemon: a turn at each heartbeat, four ways to stop, and any number of kills (P6–P12).

#[cfg(target_os = "linux")]
mod kills;
mod steps;
mod stops;

use std::process::Command;

use plan_testkit::PlanBuilder;

use crate::run::{Plan, Ran};

/// A worker that shows the gate which the builder's records declare.
const DONE: &str =
    r#"echo "gate: cargo test -p part$TASK|0|64 passed, run $$"; echo "wrote part $TASK""#;

/// A plan that is approved and opts in to running with nobody watching, with its security review.
pub(crate) fn plan(tasks: u64) -> Plan {
    of(PlanBuilder::full(tasks))
}

pub(crate) fn of(builder: PlanBuilder) -> Plan {
    let builder = builder
        .edit(
            "README.md",
            "Approval: approved\n",
            "Approval: approved\n\n**Execution:** unattended\n",
        )
        .write(
            "analysis_results/SECURITY_REVIEW.md",
            "# Security review\n\nNo findings.\n",
        );
    Plan::of(&builder)
}

fn daemon(plan: &Plan, worker: &str, more: &[&str]) -> Command {
    smoked(plan, "true", worker, more)
}

fn smoked(plan: &Plan, smoke: &str, worker: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-daemon"));
    command
        .env_remove("PLANWRIGHT_PROBE")
        .args([plan.path(), "--worker", worker, "--smoke", smoke])
        .args(more);
    command
}

/// One heartbeat.
fn beat(plan: &Plan, worker: &str) -> Ran {
    Ran::of(daemon(plan, worker, &[]).output().unwrap())
}
