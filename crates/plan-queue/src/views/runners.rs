//! The runners that hold something, and what each holds (Q12, Q13).

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::WipView;
use crate::select::Situation;

/// The runners that hold a claim or have work in progress, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Runners of a planning queue")]
#[non_exhaustive]
pub struct Runners {
    /// `urn:planwright:schema:queue-runners:v1`.
    pub schema: &'static str,
    /// The name of the planning directory.
    pub queue: String,
    /// The runners.
    pub runners: Vec<RunnerView>,
}

/// A runner, and what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RunnerView {
    /// Its name as its claims give it, or that of the file of its work in progress.
    pub runner: String,
    /// Whether it is the runner that asks.
    pub yours: bool,
    /// Its claims.
    pub claims: Vec<RunnerClaim>,
    /// Its work in progress.
    pub wip: Option<WipView>,
}

/// A claim of a runner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct RunnerClaim {
    /// The task.
    pub task: String,
    /// Whom to ask.
    pub owner: Option<String>,
    /// Since when, `AAAA-MM-DD`.
    pub started: Option<String>,
    /// Whether others can see it: it is on the upstream branch.
    pub shared: bool,
}

impl Runners {
    /// The `$id` of its schema.
    pub const SCHEMA: &'static str = "urn:planwright:schema:queue-runners:v1";

    /// The runners of a queue, as a caller sees them.
    #[must_use]
    pub fn of(name: &str, situation: &Situation<'_>) -> Self {
        let mut runners: BTreeMap<String, RunnerView> = BTreeMap::new();
        for held in situation.claims() {
            let runner = held.claim.runner().unwrap_or_default();
            let view = runners
                .entry(runner.to_owned())
                .or_insert_with(|| RunnerView {
                    runner: runner.to_owned(),
                    yours: runner == situation.caller.runner,
                    claims: Vec::new(),
                    wip: None,
                });
            view.claims.push(RunnerClaim {
                task: held.claim.slug.clone(),
                owner: held.claim.owner.as_ref().map(|owner| owner.value.clone()),
                started: held.claim.started.as_ref().map(|day| day.value.to_string()),
                shared: held.seen.is_shared(),
            });
        }
        for wip in situation.queue.wips.iter().filter(|wip| wip.is_active()) {
            let own = wip.is_of(situation.caller.runner);
            let of_claim = runners.values_mut().find(|view| wip.is_of(&view.runner));
            if let Some(view) = of_claim {
                view.wip = Some(WipView::of(wip));
                continue;
            }
            let runner = if own {
                situation.caller.runner
            } else {
                &wip.name
            };
            let wip = Some(WipView::of(wip));
            let view = RunnerView {
                runner: runner.to_owned(),
                yours: own,
                claims: Vec::new(),
                wip,
            };
            runners.insert(view.runner.clone(), view);
        }
        Self {
            schema: Self::SCHEMA,
            queue: name.to_owned(),
            runners: runners.into_values().collect(),
        }
    }
}

impl fmt::Display for Runners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.runners.is_empty() {
            return writeln!(f, "no runner holds anything");
        }
        for RunnerView {
            runner,
            yours,
            claims,
            wip,
        } in &self.runners
        {
            writeln!(f, "{runner}{}", if *yours { " (you)" } else { "" })?;
            for RunnerClaim {
                task,
                owner,
                started,
                shared,
            } in claims
            {
                let owner = owner.as_deref().unwrap_or("nobody to ask");
                let started = started.as_deref().unwrap_or("no date");
                let seen = if *shared { "" } else { ", not pushed" };
                writeln!(f, "  claim {task} ({owner}, since {started}{seen})")?;
            }
            if let Some(wip) = wip {
                let phase = wip.phase.as_deref().unwrap_or("no phase");
                let total = wip.complete + wip.pending;
                writeln!(
                    f,
                    "  wip   {} in {phase}, {}/{total} steps",
                    wip.task, wip.complete
                )?;
            }
        }
        Ok(())
    }
}
