//! What git says about closings: their commits, what these touch, and what no closing names (Q15–Q17).

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Location};

use super::{Desk, counted};
use crate::facts::{Cited, GitFacts, untested_since};
use crate::model::{Done, DoneField, Passage};
use crate::rules;

/// What is not executed, by the end of its name (Q15).
const NOT_EXECUTED: [&str; 9] = [
    ".md", ".txt", ".adoc", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp",
];

/// Commits that a message names; the rest is counted.
const SHOWN: usize = 5;

pub(super) fn judge(desk: &mut Desk<'_>) {
    let facts = desk.facts.git.facts();
    untested(desk, facts);
    unknown(desk, facts);
    unnamed(desk, facts);
}

fn is_executed(file: &str) -> bool {
    let name = file.to_ascii_lowercase();
    !NOT_EXECUTED.iter().any(|end| name.ends_with(end))
}

/// Closings that say `n/a` for every test, of work that can be tested.
fn untested(desk: &mut Desk<'_>, facts: Option<&GitFacts>) {
    let since = untested_since();
    let is_late = |done: &&Done| done.is_untested() && done.date.is_some() && done.date >= since;
    let commits = facts.and_then(|git| git.commits.as_ref());
    let mut unsure = 0_usize;
    for done in desk.queue.done.iter().filter(is_late) {
        let mut touched = None;
        for hash in done.hashes() {
            match commits.and_then(|commits| commits.get(hash)) {
                Some(Cited::Known { files: Some(files) }) => {
                    touched = touched.or_else(|| files.iter().find(|file| is_executed(file)));
                }
                Some(Cited::Unknown) => {}
                _ => unsure += 1,
            }
        }
        if let Some(file) = touched {
            let message = format!(
                "`tests:` of `{}` is `n/a`, and its commit touches `{file}`",
                done.slug()
            );
            let help = "trace a test: what is executed can be tested";
            let span = done
                .field(DoneField::Tests)
                .map_or(done.slug.span, Passage::span);
            desk.findings
                .push(Finding::new(&rules::DONE_UNTESTED, done.at(span), message).with_help(help));
        }
    }
    if unsure > 0 {
        let why = format!(
            "the files of {} that closings cite are not known from git",
            counted(unsure, "commit", "commits")
        );
        desk.skip(&rules::DONE_UNTESTED, why);
    }
}

/// Commits that closings cite and no repository knows.
fn unknown(desk: &mut Desk<'_>, facts: Option<&GitFacts>) {
    let commits = facts.and_then(|git| git.commits.as_ref());
    let mut unsure = 0_usize;
    for done in &desk.queue.done {
        for hash in done.hashes() {
            match commits.and_then(|commits| commits.get(hash)) {
                Some(Cited::Unknown) => {
                    let message =
                        format!("no repository knows the commit {hash} of `{}`", done.slug());
                    let help = "fetch its branch if there is one; a commit that does not exist proves nothing";
                    let span = done
                        .field(DoneField::Commit)
                        .map_or(done.slug.span, Passage::span);
                    desk.findings.push(
                        Finding::new(&rules::COMMIT_UNKNOWN, done.at(span), message)
                            .with_help(help),
                    );
                }
                Some(Cited::Known { .. }) => {}
                Some(Cited::Elsewhere) | None => unsure += 1,
            }
        }
    }
    if unsure > 0 {
        let why = format!(
            "{} looked up nowhere, or in a repository that is not here",
            counted(unsure, "commit", "commits")
        );
        desk.skip(&rules::COMMIT_UNKNOWN, why);
    }
}

/// Commits after the newest closing that no closing names.
fn unnamed(desk: &mut Desk<'_>, facts: Option<&GitFacts>) {
    let Some(newest) = desk.queue.done.iter().filter_map(|done| done.date).max() else {
        return;
    };
    let Some(recent) = facts.and_then(|git| git.recent.as_ref()) else {
        return desk.skip(
            &rules::COMMIT_UNNAMED,
            "git was not asked for the commits after the newest closing",
        );
    };
    let cited: BTreeSet<&str> = desk.queue.done.iter().flat_map(Done::hashes).collect();
    let is_cited = |hash: &str| {
        (7..=hash.len()).any(|length| {
            hash.get(..length)
                .is_some_and(|short| cited.contains(short))
        })
    };
    let unnamed: Vec<_> = recent
        .iter()
        .filter(|commit| commit.date > newest && !is_cited(&commit.hash.to_ascii_lowercase()))
        .collect();
    if unnamed.is_empty() {
        return;
    }
    let shown = unnamed.iter().take(SHOWN).map(|commit| {
        let hash = commit.hash.get(..7).unwrap_or(&commit.hash);
        format!("{hash} {}", commit.subject)
    });
    let mut list: Vec<String> = shown.collect();
    if unnamed.len() > SHOWN {
        list.push(format!("{} more", unnamed.len() - SHOWN));
    }
    let message = format!(
        "{} after the newest closing ({newest}) that no closing names: {}",
        counted(unnamed.len(), "commit", "commits"),
        list.join("; ")
    );
    let help = "write the evidence of the work to `done/`";
    desk.push(
        Finding::new(&rules::COMMIT_UNNAMED, Location::file("done"), message).with_help(help),
    );
}
