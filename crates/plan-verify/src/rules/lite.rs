//! Records of a Lite plan: one section of the README for each task, and no files.

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Location, Rule, Severity};

use super::records::TASK_NUMBER;
use crate::view::{PlanView, ReadmeFile};

/// A Lite plan lacks a record, or has one twice.
pub static LITE_RECORD: Rule = Rule {
    code: "lite-record-mismatch",
    severity: Severity::Must,
    title: "A Lite plan does not have exactly one record for each task",
    reason: "In a Lite plan the section in the README is the task; its anchor is how the state finds \
             it.",
    requirement: "E",
};

/// A Lite plan has task files.
pub static LITE_TASK_FILE: Rule = Rule {
    code: "lite-task-file",
    severity: Severity::Must,
    title: "A Lite plan has task files",
    reason: "Task files beside inline records are a promotion that was begun by hand; there must be \
             one record of each task.",
    requirement: "E",
};

pub(super) fn records(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { readme, .. }) = view.readme.as_ref().filter(|_| view.is_lite) else {
        return;
    };
    let mut of: BTreeMap<u64, usize> = BTreeMap::new();
    for record in &readme.records {
        *of.entry(record.number).or_default() += 1;
        let expected = format!("task-{}", record.number);
        let location = Location::span("README.md", record.heading);
        match &record.anchor {
            None => {
                let message = format!("Task {}: its record has no anchor", record.number);
                let help = format!("end the heading with {{#{expected}}}");
                out.push(Finding::new(&LITE_RECORD, location, message).with_help(help));
            }
            Some(anchor) if anchor.value != expected => {
                let message = format!(
                    "Task {}: its record has the anchor #{}",
                    record.number, anchor.value
                );
                let location = Location::span("README.md", anchor.span);
                let help = format!("the anchor of Task {} is #{expected}", record.number);
                out.push(Finding::new(&TASK_NUMBER, location, message).with_help(help));
            }
            Some(_) => {}
        }
        if of.get(&record.number) == Some(&2) {
            let message = format!("Task {} has more than one record", record.number);
            let location = Location::span("README.md", record.heading);
            out.push(Finding::new(&LITE_RECORD, location, message).with_help("keep one of them"));
        }
    }
    for (number, _) in view.titles() {
        if !of.contains_key(&number) {
            let message = format!("Task {number} has no record in the README");
            let help = format!("add a section `## Task {number} — title {{#task-{number}}}`");
            out.push(
                Finding::new(&LITE_RECORD, Location::file("README.md"), message).with_help(help),
            );
        }
    }
}

pub(super) fn files(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for file in view.files.task_files().filter(|_| view.is_lite) {
        let message = format!("{file} is a task file, and the plan is Lite");
        let help = "promote the plan to Full, or move the file out of it";
        out.push(Finding::new(&LITE_TASK_FILE, Location::file(file), message).with_help(help));
    }
}
