//! The plan held against the model: state, README, records, evidence, and what the check says.

use std::collections::{BTreeMap, BTreeSet};

use plan_diagnostics::Severity;
use plan_state::{State, TaskStatus};
use plan_verify::{Facts, PlanFiles, check};

use crate::model::{Gate, Model};
use crate::ops::{Cmd, Shown};
use crate::texts::evidence;
use crate::world::World;

type Compared = Result<(), String>;

/// Says where the plan is not what the model says.
pub(crate) fn compare(world: &World, model: &Model) -> Compared {
    state(world, model)?;
    readme(world, model)?;
    narrative(world, model)?;
    remains(world, model)?;
    checked(world, model)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, is: &T, wanted: &T) -> Compared {
    if is == wanted {
        return Ok(());
    }
    Err(format!("{what} is {is:?}; the model has {wanted:?}"))
}

/// The state file is a state that meets its contract (C).
pub(crate) fn contract(world: &World) -> Compared {
    let raw = world.state()?;
    State::new(raw).map(drop).map_err(|faults| {
        let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        format!("state.json breaks its contract: {}", told.join("; "))
    })
}

fn state(world: &World, model: &Model) -> Compared {
    contract(world)?;
    let state = world.state()?;
    same("the generation", &state.generation, &model.generation)?;
    if model.is_current() {
        same("the format", &state.format, &Some(model.format))?;
        same("the approval", &state.approval, &Some(model.approval))?;
        same("the promotion", &state.promotion.is_value(), &false)?;
    }
    let blocked = state.blocked.get().map(|blocked| blocked.task);
    let wanted = model.blocked.and_then(|key| model.number_of(key));
    same("the blocked task", &blocked, &wanted)?;
    same(
        "the number of tasks",
        &state.tasks.len(),
        &model.tasks.len(),
    )?;
    for (task, wanted) in state.tasks.iter().zip(&model.tasks) {
        let what = format!("task {}", task.id);
        same(&what, &task.title, &wanted.title)?;
        same(&what, &task.status, &wanted.status)?;
        let gates: Vec<Told> = task.gates().iter().map(Told::of).collect();
        let recorded = |gate: &Gate| Told::wanted(gate, &wanted.command);
        let recorded: Vec<Told> = wanted.gates.iter().map(recorded).collect();
        same(&format!("the evidence of {what}"), &gates, &recorded)?;
    }
    Ok(())
}

/// A record, as far as it is told from others.
#[derive(Debug, PartialEq)]
struct Told {
    command: String,
    passes: bool,
    evidence: String,
}

impl Told {
    fn of(gate: &plan_state::Gate) -> Self {
        Self {
            command: gate.command.clone(),
            passes: gate.passes,
            evidence: gate.evidence.clone().unwrap_or_default(),
        }
    }

    fn wanted(gate: &Gate, declared: &str) -> Self {
        let text = evidence(gate.shown, gate.run);
        let evidence = match gate.stamped {
            Some(by) => plan_prose::evidence::invalidate(&text, &format!("A{by}")),
            None => text,
        };
        let command = match gate.cmd {
            Cmd::Declared => declared.to_owned(),
            Cmd::Extra => "cargo clippy".to_owned(),
        };
        Self {
            command,
            passes: gate.shown != Shown::Fail,
            evidence,
        }
    }
}

/// Boxes, count and prose of the README, by its lines alone.
fn readme(world: &World, model: &Model) -> Compared {
    let text = world.text("README.md");
    for (task, number) in model.tasks.iter().zip(1..) {
        let mark = if task.ticked { 'x' } else { ' ' };
        let item = format!("- [{mark}] Task {number}: {}", task.title);
        let lines = text.lines().filter(|line| line.starts_with(&item));
        same(&format!("the number of lines `{item}`"), &lines.count(), &1)?;
    }
    let items = text
        .lines()
        .filter(|line| line.starts_with("- [") && line.contains("] Task "));
    same(
        "the number of items in the README",
        &items.count(),
        &model.tasks.len(),
    )?;
    let (done, total) = model.count;
    let count = format!("Plan Status: {done}/{total} completed");
    same(
        &format!("`{count}`"),
        &text.lines().any(|line| line == count),
        &true,
    )?;
    let prose = text.matches(" Really.").count();
    same("the prose", &prose, &(model.prose as usize))
}

/// What was told stands in PROGRESS.md, and notes of people with it.
fn narrative(world: &World, model: &Model) -> Compared {
    let text = world.text("PROGRESS.md");
    for turn in &model.notes {
        let note = format!("A note by hand, of turn {turn}.");
        same(&format!("`{note}`"), &text.matches(&note).count(), &1)?;
    }
    Ok(())
}

/// Nothing of a call is left behind, and nothing of a task that was taken out is gone.
fn remains(world: &World, model: &Model) -> Compared {
    let files = world.files();
    // A lock that was given up and not deleted waits for the next holder of the lock.
    let swept = |name: &&String| !name.contains(".gone/");
    let stray = litter(&files).filter(swept);
    same(
        "what is left of calls",
        &stray.collect::<Vec<_>>(),
        &Vec::new(),
    )?;
    let aside: String = files
        .iter()
        .filter(|(name, _)| name.starts_with("analysis_results/removed_"))
        .map(|(_, text)| text.as_str())
        .collect();
    for run in &model.aside {
        same(
            &format!("run {run} put aside"),
            &aside.contains(&format!("run {run}.")),
            &true,
        )?;
    }
    let task_files = files.keys().filter(|name| name.contains(".task_"));
    let wanted = if model.format == plan_state::Format::Full {
        model.tasks.len()
    } else {
        0
    };
    same("the number of task files", &task_files.count(), &wanted)
}

/// Nothing at all is left behind once the lock was had again.
pub(crate) fn swept(world: &World) -> Compared {
    let files = world.files();
    same(
        "what is left in the end",
        &litter(&files).collect::<Vec<_>>(),
        &Vec::new(),
    )
}

fn litter(files: &BTreeMap<String, String>) -> impl Iterator<Item = &String> {
    let stray =
        |name: &&String| name.starts_with('.') || name.contains("/.") || name.contains(".lock/");
    files.keys().filter(stray)
}

/// The check finds what the model says, and advises nothing else.
fn checked(world: &World, model: &Model) -> Compared {
    let files = PlanFiles::load(&world.dir()).map_err(|error| error.to_string())?;
    let report = check(&files, &Facts::default());
    let codes = |severity| -> BTreeSet<&'static str> {
        let findings = report
            .findings()
            .filter(|finding| finding.severity() == severity);
        findings.map(|finding| finding.rule.code).collect()
    };
    let told = || {
        let told = report.findings().map(|finding| finding.message.clone());
        told.collect::<Vec<_>>().join("; ")
    };
    let faults = codes(Severity::Must);
    if faults != model.faults() {
        return Err(format!(
            "the check finds {faults:?}, the model has {:?}: {}",
            model.faults(),
            told()
        ));
    }
    let drifting = model
        .tasks
        .iter()
        .filter(|task| task.ticked != (task.status == TaskStatus::Completed));
    let drift = report
        .findings()
        .filter(|finding| finding.rule.code == "state-drift");
    same(
        "the number of tasks that drift",
        &drift.count(),
        &drifting.count(),
    )?;
    let advice: Vec<&str> = codes(Severity::Should)
        .difference(&model.advisories())
        .copied()
        .collect();
    if !advice.is_empty() {
        return Err(format!("the check advises {advice:?}: {}", told()));
    }
    Ok(())
}
