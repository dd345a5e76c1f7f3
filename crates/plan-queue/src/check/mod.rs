//! The check of a queue: every rule over the model and the facts, in one report (Q15–Q18, Q36).
//!
//! Pure: nothing here reads a file, a clock or git. What could not be judged for want of a fact is a
//! note, never a pass.

mod claims;
mod conditions;
mod cycles;
mod done;
mod epics;
mod evidence;
mod files;
mod git;
mod human;
mod milestones;
mod names;
mod placeholder;
mod recurring;
mod tasks;
mod wip;

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Note, Report, Rule, Sources, Subject};

use crate::facts::Facts;
use crate::{Queue, QueueFiles, RULES, read};

/// What a rule is told, and where it puts what it finds.
struct Desk<'a> {
    files: &'a QueueFiles,
    queue: &'a Queue,
    facts: &'a Facts,
    findings: Vec<Finding>,
    notes: Vec<String>,
    unchecked: BTreeSet<&'static str>,
}

impl Desk<'_> {
    fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Says that a rule was not judged, and why.
    fn skip(&mut self, rule: &'static Rule, why: impl Into<String>) {
        self.unchecked.insert(rule.code);
        self.notes
            .push(format!("not checked: {}: {}", rule.code, why.into()));
    }
}

/// Reads and checks the files of a planning directory.
#[must_use]
pub fn check(files: &QueueFiles, facts: &Facts) -> Report {
    check_queue(files, &read(files), facts)
}

/// Checks a queue that was read from these files.
#[must_use]
pub fn check_queue(files: &QueueFiles, queue: &Queue, facts: &Facts) -> Report {
    let mut desk = Desk {
        files,
        queue,
        facts,
        findings: queue.findings.clone(),
        notes: Vec::new(),
        unchecked: BTreeSet::new(),
    };
    let judges = [
        files::judge,
        names::judge,
        milestones::judge,
        tasks::judge,
        conditions::judge,
        cycles::judge,
        epics::judge,
        done::judge,
        human::judge,
        claims::judge,
        wip::judge,
        recurring::judge,
        git::judge,
    ];
    let (admitted, ()) = rayon::join(
        || evidence::admitted(queue),
        || judges.into_iter().for_each(|judge| judge(&mut desk)),
    );
    desk.findings.extend(admitted);
    report(desk)
}

fn report(desk: Desk<'_>) -> Report {
    let concerned: BTreeSet<&str> = desk
        .findings
        .iter()
        .map(|finding| finding.location.file.as_str())
        .collect();
    let mut sources = Sources::new();
    for file in concerned {
        if let Some(text) = desk.files.text(file) {
            sources.insert(file, text.clone());
        }
    }
    let mut report = Report::new(Subject::queue(desk.files.name()), sources);
    report.checked(plan_markdown::RULES.iter().copied());
    let judged = RULES
        .iter()
        .filter(|rule| !desk.unchecked.contains(rule.code));
    report.checked(judged.copied());
    report.extend(desk.findings);
    for message in desk.notes {
        report.note(Note {
            file: None,
            message,
        });
    }
    report.conceal(plan_prose::credential::conceal);
    report
}

/// `1 word` or `N words`.
fn counted(count: usize, one: &str, many: &str) -> String {
    let word = if count == 1 { one } else { many };
    format!("{count} {word}")
}
