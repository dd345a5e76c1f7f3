//! Work in progress: about a task that exists, countable, and of one runner (Q13, Q15, Q36).

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Location};

use super::Desk;
use crate::model::{Wip, runner_key};
use crate::rules;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut runners: BTreeMap<String, &Wip> = BTreeMap::new();
    for wip in &queue.wips {
        if let Some(first) = runners.get(&runner_key(&wip.name)) {
            let message = format!("`{}` and `{}` are of one runner", first.file, wip.file);
            let finding =
                Finding::new(&rules::WIP_SAME_RUNNER, Location::file(&*wip.file), message);
            desk.push(finding.with_help("keep the one that is at work"));
        } else {
            runners.insert(runner_key(&wip.name), wip);
        }
        active(desk, wip);
    }
    tracked(desk);
}

fn active(desk: &mut Desk<'_>, wip: &Wip) {
    let queue = desk.queue;
    let Some(task) = wip.task.as_ref().filter(|_| wip.is_active()) else {
        return;
    };
    let slug = task.value.as_str();
    if queue.task(slug).is_none() && queue.done(slug).is_none() {
        let message = format!("`{slug}` is neither in the queue nor done");
        desk.push(Finding::new(
            &rules::WIP_UNKNOWN,
            wip.at(task.span),
            message,
        ));
    }
    if wip.steps.is_empty() {
        let message = format!("the plan for `{slug}` has no steps that can be counted");
        let help = "write `1. [ ] what to do` under `## Plan aprobado`";
        desk.push(Finding::new(&rules::WIP_STEPS, wip.at(task.span), message).with_help(help));
    }
    let claim = queue.claim(slug);
    if let Some(runner) = claim
        .and_then(|claim| claim.runner())
        .filter(|runner| !wip.is_of(runner))
    {
        let message =
            format!("`{slug}` is claimed by the runner `{runner}`, and this work is of another");
        let help = "one of the two stops: release the claim, or set this file to `status: IDLE`";
        desk.push(Finding::new(&rules::WIP_CLAIMED, wip.at(task.span), message).with_help(help));
    }
}

fn tracked(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    if queue.wips.is_empty() {
        return;
    }
    let Some(tracked) = desk.facts.git.facts().and_then(|git| git.tracked.as_ref()) else {
        return desk.skip(
            &rules::WIP_TRACKED,
            "git was not asked which files it tracks",
        );
    };
    for wip in queue.wips.iter().filter(|wip| tracked.contains(&*wip.file)) {
        let message = format!("git tracks `{}`", wip.file);
        let help = "add `wip/` to .gitignore and take the file out of the index: `git rm --cached`";
        let finding = Finding::new(&rules::WIP_TRACKED, Location::file(&*wip.file), message);
        desk.findings.push(finding.with_help(help));
    }
}
