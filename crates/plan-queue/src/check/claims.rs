//! Claims: whose, on what, and whether they still live (Q12, Q15, Q16).

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Location, Rule, Span};

use super::Desk;
use crate::model::Claim;
use crate::rules;

/// A claim that nothing moved for more days than this is idle (Q16).
const IDLE_DAYS: i64 = 3;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let mut services: BTreeMap<&str, Vec<&Claim>> = BTreeMap::new();
    for claim in &queue.claims {
        complete(desk, claim);
        if queue.done(&claim.slug).is_some() {
            let message = format!("`{}` is done, and still claimed", claim.slug);
            desk.push(at(&rules::CLAIM_DONE, claim, None, message).with_help("delete the claim"));
            continue;
        }
        let Some((_, task)) = queue.task(&claim.slug) else {
            let message = format!("`{}` is neither in the queue nor done", claim.slug);
            desk.push(at(&rules::CLAIM_UNKNOWN, claim, None, message));
            continue;
        };
        let service = claim.service.as_ref().map(|text| text.value.as_str());
        if let Some(service) = service.or_else(|| task.service()) {
            services
                .entry(service.trim_end_matches('/'))
                .or_default()
                .push(claim);
        }
    }
    for (service, claims) in services {
        if let [first, others @ ..] = &claims[..]
            && !others.is_empty()
        {
            let names: Vec<String> = claims.iter().map(|claim| shown(claim)).collect();
            let message = format!(
                "{} claims are on the service `{service}`: {}",
                claims.len(),
                names.join(", ")
            );
            desk.push(at(&rules::CLAIM_SERVICE, first, None, message));
        }
    }
    idle(desk);
}

fn shown(claim: &Claim) -> String {
    let owner = claim.owner.as_ref().map_or("nobody", |owner| &owner.value);
    format!("{} ({owner})", claim.slug)
}

fn at(rule: &'static Rule, claim: &Claim, span: Option<Span>, message: String) -> Finding {
    let location = span.map_or_else(|| Location::file(&*claim.file), |span| claim.at(span));
    Finding::new(rule, location, message)
}

fn complete(desk: &mut Desk<'_>, claim: &Claim) {
    match &claim.task {
        Some(task) if task.value != claim.slug => {
            let message = format!(
                "the file reserves `{}`, and says `{}`",
                claim.slug, task.value
            );
            let help = format!("write `task: {}`, or rename the file", claim.slug);
            desk.push(at(&rules::CLAIM_TASK, claim, Some(task.span), message).with_help(help));
        }
        Some(_) => {}
        None => desk.push(at(
            &rules::CLAIM_INCOMPLETE,
            claim,
            None,
            "the claim names no `task`".to_owned(),
        )),
    }
    let fields = [
        ("owner", claim.owner.is_some()),
        ("runner", claim.runner.is_some()),
    ];
    for (field, there) in fields
        .into_iter()
        .chain([("started", claim.started.is_some())])
    {
        if !there {
            let message = format!("the claim has no `{field}`");
            let help = "the keys are task, owner, runner, started (AAAA-MM-DD) and service";
            desk.push(at(&rules::CLAIM_INCOMPLETE, claim, None, message).with_help(help));
        }
    }
}

/// Idle is a claim whose branch, or else whose start, is more than three days old.
fn idle(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let Some(today) = desk.facts.today else {
        if !queue.claims.is_empty() {
            desk.skip(&rules::CLAIM_IDLE, "nobody said which day it is");
        }
        return;
    };
    let branches = desk
        .facts
        .git
        .facts()
        .and_then(|git| git.task_branches.as_ref());
    let mut unsure = Vec::new();
    for claim in queue
        .claims
        .iter()
        .filter(|claim| queue.done(&claim.slug).is_none())
    {
        let Some(started) = &claim.started else {
            continue;
        };
        if started.value.days_until(today) <= IDLE_DAYS {
            continue;
        }
        let Some(branches) = branches else {
            unsure.push(claim.slug.as_str());
            continue;
        };
        let commit = branches.get(&claim.slug).copied();
        let last = commit.unwrap_or(started.value).max(started.value);
        let days = last.days_until(today);
        if days > IDLE_DAYS {
            let sign = match commit {
                Some(day) => format!("the last commit on `task/{}` is of {day}", claim.slug),
                None => format!("there is no commit on `task/{}`", claim.slug),
            };
            let message = format!(
                "{} has been idle for {days} days: claimed on {}, and {sign}",
                shown(claim),
                started.value
            );
            let help = "ask the owner whether it is alive; dropping it is a person's decision";
            desk.push(at(&rules::CLAIM_IDLE, claim, Some(started.span), message).with_help(help));
        }
    }
    if !unsure.is_empty() {
        let why = format!(
            "git was not asked for the branches of {}",
            unsure.join(", ")
        );
        desk.skip(&rules::CLAIM_IDLE, why);
    }
}
