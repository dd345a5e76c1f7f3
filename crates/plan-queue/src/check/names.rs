//! Slugs: their form, and that each stands for one thing (Q15).

use std::collections::{BTreeMap, HashMap};

use plan_diagnostics::{Finding, Location};

use super::Desk;
use crate::model::Text;
use crate::{Slug, rules};

const FORM: &str = "a slug is lower-case letters and digits, in parts joined by single hyphens";

/// A name, and where it stands.
type Named<'q> = (&'q Text, &'q str, &'static str);

pub(super) fn judge(desk: &mut Desk<'_>) {
    let queue = desk.queue;
    let tasks: Vec<Named<'_>> = queue
        .tasks()
        .map(|(_, task)| (&task.slug, &*task.file, "task"))
        .collect();
    let done: Vec<Named<'_>> = queue
        .done
        .iter()
        .map(|done| (&done.slug, &*done.file, "closing"))
        .collect();
    let stories: Vec<Named<'_>> = queue
        .epics
        .iter()
        .flat_map(|epic| epic.stories.iter())
        .map(|story| (&story.slug, &*story.file, "story"))
        .collect();
    let milestones = queue
        .milestones
        .iter()
        .map(|m| (&m.slug, &*m.file, "milestone"));
    let named = tasks.iter().chain(&done).chain(&stories).copied();
    for (slug, file, what) in named.clone().chain(milestones) {
        if !Slug::is_valid(&slug.value) {
            let message = format!("`{}` is no slug for a {what}", slug.value);
            let finding = Finding::new(&rules::SLUG_FORM, Location::span(file, slug.span), message);
            desk.push(finding.with_help(FORM));
        }
    }
    repeated(desk, &tasks, &done);
    by_case(desk, named);
}

fn repeated<'q>(desk: &mut Desk<'_>, tasks: &[Named<'q>], done: &[Named<'q>]) {
    let mut twice = |seen: &mut HashMap<&'q str, &'q str>, list: &[Named<'q>], where_: &str| {
        for (slug, file, _) in list {
            let Some(first) = seen.insert(&slug.value, file) else {
                continue;
            };
            let message = format!(
                "`{}` stands in {where_} twice: in `{first}` too",
                slug.value
            );
            desk.push(Finding::new(
                &rules::SLUG_REPEATED,
                Location::span(*file, slug.span),
                message,
            ));
            seen.insert(&slug.value, first);
        }
    };
    let mut closed = HashMap::with_capacity(done.len());
    twice(&mut HashMap::new(), tasks, "the queue");
    twice(&mut closed, done, "`done/`");
    for (slug, file, _) in tasks {
        if let Some(evidence) = closed.get(slug.value.as_str()) {
            let message = format!(
                "`{}` is in the queue, and done: see `{evidence}`",
                slug.value
            );
            let help = "a closed task leaves the queue; a new one has another slug";
            let finding = Finding::new(
                &rules::SLUG_REPEATED,
                Location::span(*file, slug.span),
                message,
            );
            desk.push(finding.with_help(help));
        }
    }
}

/// Names that differ from another by letter case only. One of the two has a capital, and those are few.
fn by_case<'q>(desk: &mut Desk<'_>, named: impl Iterator<Item = Named<'q>> + Clone) {
    let has_capital = |text: &str| text.chars().any(char::is_uppercase);
    let mut variants: BTreeMap<String, Vec<Named<'q>>> = BTreeMap::new();
    for entry in named
        .clone()
        .filter(|(slug, _, _)| has_capital(&slug.value))
    {
        variants
            .entry(entry.0.value.to_lowercase())
            .or_default()
            .push(entry);
    }
    if variants.is_empty() {
        return;
    }
    let mut plain: HashMap<&str, &str> = HashMap::new();
    for (slug, file, _) in named.filter(|(slug, _, _)| !has_capital(&slug.value)) {
        plain.entry(&slug.value).or_insert(file);
    }
    for (lower, entries) in variants {
        let other = |name: &str| {
            let among = entries.iter().find(|(slug, _, _)| slug.value != name);
            let among = among.map(|(slug, file, _)| (slug.value.clone(), (*file).to_owned()));
            plain
                .get(lower.as_str())
                .map(|file| (lower.clone(), (*file).to_owned()))
                .or(among)
        };
        for (slug, file, _) in &entries {
            if let Some((name, place)) = other(&slug.value) {
                let message = format!(
                    "`{}` differs from `{name}` in `{place}` by letter case only",
                    slug.value
                );
                desk.push(Finding::new(
                    &rules::SLUG_CASE,
                    Location::span(*file, slug.span),
                    message,
                ));
            }
        }
    }
}
