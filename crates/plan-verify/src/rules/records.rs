//! Task records of a current plan: where they are, and which sections they have.

use std::collections::BTreeSet;

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_markdown::view::task::SectionName;
use plan_state::Locator;

use crate::files::{is_task_file_name, task_file_number, task_file_slug};
use crate::view::{PlanView, ReadmeFile, RecordFile};

/// A task has no file.
pub static TASK_FILE_MISSING: Rule = Rule {
    code: "task-file-missing",
    severity: Severity::Must,
    title: "A task file that the plan names is not there",
    reason: "Without its file a task has no goal, no criteria and no validation.",
    requirement: "E",
};

/// A task file belongs to no task.
pub static TASK_FILE_UNLISTED: Rule = Rule {
    code: "task-file-unlisted",
    severity: Severity::Must,
    title: "A task file belongs to no task of the state",
    reason: "A file that the state does not know is executed by nobody, and its work counted by \
             nobody.",
    requirement: "E",
};

/// A task file is not linked from the README.
pub static TASK_FILE_UNLINKED: Rule = Rule {
    code: "task-file-unlinked",
    severity: Severity::Must,
    title: "A task file is not linked from the README",
    reason: "The README is where a reader starts; what it does not link to is not found.",
    requirement: "E",
};

/// A task file is misnamed.
pub static TASK_FILE_NAME: Rule = Rule {
    code: "task-file-name",
    severity: Severity::Must,
    title: "A task file is not named like one",
    reason: "The number and slug in the name tie a file to its task: {N}.task_{slug}.md, lower case, \
             no leading zero.",
    requirement: "A2",
};

/// A record carries the number of another task.
pub static TASK_NUMBER: Rule = Rule {
    code: "task-number-mismatch",
    severity: Severity::Must,
    title: "A task record carries the number of another task",
    reason: "Number, file name, heading and anchor name one task; where they differ, work is \
             recorded under the wrong one.",
    requirement: "E",
};

/// A record lacks a section that must be there.
pub static TASK_SECTION_MISSING: Rule = Rule {
    code: "task-section-missing",
    severity: Severity::Must,
    title: "A task record lacks a section that it must have, or has it empty",
    reason: "Goal, touched surface, acceptance criteria and validation say what is to be done, where, \
             and how one knows that it is; context says why, until it is.",
    requirement: "E",
};

/// A record lacks a section that it should have.
pub static TASK_SECTION_ADVISED: Rule = Rule {
    code: "task-section-advised",
    severity: Severity::Should,
    title: "A task record lacks sections that it should have",
    reason: "A task record has ten sections; each saves its executor a question.",
    requirement: "E12",
};

/// A touched surface has no risk class.
pub static TASK_RISK_MISSING: Rule = Rule {
    code: "task-risk-missing",
    severity: Severity::Should,
    title: "The touched surface of a task names no risk class",
    reason: "The risk class selects how much validation a task needs: isolated, seam, shared/core, \
             unknown or not applicable.",
    requirement: "E12",
};

/// The Final Review's file is misnamed.
pub static FINAL_REVIEW_FILE: Rule = Rule {
    code: "final-review-file",
    severity: Severity::Must,
    title: "The file of the last task is not that of the Final Review",
    reason: "Tools find the Final Review of a Full plan by its name, {N}.task_final_review.md.",
    requirement: "E",
};

/// The Final Review does not name its parts.
pub static FINAL_REVIEW_PARTS: Rule = Rule {
    code: "final-review-parts",
    severity: Severity::Must,
    title: "The Final Review does not name all of its parts",
    reason: "Security pass, validation of the final state and reconciliation of skills are each done \
             once, at the end; a part that is not named is not done.",
    requirement: "E",
};

pub(super) fn inventory(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    if view.is_lite {
        return;
    }
    let mut named = BTreeSet::new();
    for (index, task) in view
        .state
        .read()
        .map_or(&[][..], |state| &state.tasks)
        .iter()
        .enumerate()
    {
        let Locator::File(file) = &task.locator else {
            continue;
        };
        if named.insert(file.as_str()) && !view.files.contains(file) {
            let location =
                Location::file("state.json").with_pointer(format!("/tasks/{index}/locator/value"));
            let message = format!("Task {}: {file} is not there", task.id);
            let help = "restore the file, or reconcile the state";
            out.push(Finding::new(&TASK_FILE_MISSING, location, message).with_help(help));
        }
    }
    for entry in view.index() {
        let Some(link) = entry
            .link
            .as_ref()
            .filter(|link| task_file_number(&link.value).is_some())
        else {
            continue;
        };
        if !view.files.contains(&link.value) && !named.contains(link.value.as_str()) {
            let message = format!("Task {}: {} is not there", entry.number, link.value);
            let location = Location::span("README.md", link.span);
            let help = "restore the file, or correct the link";
            out.push(Finding::new(&TASK_FILE_MISSING, location, message).with_help(help));
        }
    }
    if view.state.read().is_some() {
        for file in view.files.task_files().filter(|file| !named.contains(file)) {
            let message = format!("{file} belongs to no task of state.json");
            let help = "refine the plan to add the task, or move the file out of the plan";
            out.push(
                Finding::new(&TASK_FILE_UNLISTED, Location::file(file), message).with_help(help),
            );
        }
    }
}

pub(super) fn names(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for file in view
        .files
        .task_files()
        .filter(|file| !is_task_file_name(file))
    {
        let message = format!("{file} is not of the form {{N}}.task_{{slug}}.md");
        out.push(Finding::new(&TASK_FILE_NAME, Location::file(file), message));
    }
}

pub(super) fn links(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { document, .. }) = &view.readme else {
        return;
    };
    if view.is_lite {
        return;
    }
    let plain = |link: &str| {
        link.trim_start_matches("./")
            .split(['#', '?'])
            .next()
            .unwrap_or("")
            .to_owned()
    };
    let linked: BTreeSet<String> = document
        .links()
        .iter()
        .map(|link| plain(document.slice(link.dest)))
        .collect();
    let by_entry: BTreeSet<&str> = view
        .index()
        .iter()
        .filter_map(|entry| Some(entry.link.as_ref()?.value.as_str()))
        .collect();
    for file in view.files.task_files() {
        if !linked.contains(file) && !by_entry.contains(file) {
            let message = format!("{file} is not linked from the README");
            let help = format!("link it from its item in the task list: [{file}](./{file})");
            out.push(
                Finding::new(&TASK_FILE_UNLINKED, Location::file(file), message).with_help(help),
            );
        }
    }
}

pub(super) fn headings(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for record in view.records.iter().filter(|_| !view.is_lite) {
        let Some(number) = record
            .record
            .number
            .as_ref()
            .filter(|n| n.value != record.number)
        else {
            continue;
        };
        let message = format!(
            "the heading says Task {}, and the file is that of Task {}",
            number.value, record.number
        );
        out.push(Finding::new(&TASK_NUMBER, record.at(number.span), message));
    }
}

pub(super) fn sections(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for record in &view.records {
        let done = view.is_done(record.number);
        let missing: Vec<SectionName> = record.record.missing().collect();
        let (required, advised): (Vec<_>, Vec<_>) = missing
            .iter()
            .copied()
            .partition(|name| is_required(*name, done));
        for name in required {
            report_section(record, name, out);
        }
        if !advised.is_empty() {
            let names: Vec<_> = advised.into_iter().map(SectionName::as_str).collect();
            let message = format!(
                "Task {}: not there, or empty: {}",
                record.number,
                names.join(", ")
            );
            out.push(Finding::new(
                &TASK_SECTION_ADVISED,
                record.location(),
                message,
            ));
        }
        if record.record.risk.is_none() && !missing.contains(&SectionName::TouchedSurface) {
            let message = format!(
                "Task {}: the touched surface names no risk class",
                record.number
            );
            let help =
                "add `Risk class: isolated`, `seam`, `shared/core`, `unknown` or `not applicable`";
            out.push(Finding::new(&TASK_RISK_MISSING, record.location(), message).with_help(help));
        }
    }
}

fn is_required(name: SectionName, done: bool) -> bool {
    use SectionName::{AcceptanceCriteria, Context, Goal, TouchedSurface, Validation};
    matches!(
        name,
        Goal | TouchedSurface | AcceptanceCriteria | Validation
    ) || name == Context && !done
}

fn report_section(record: &RecordFile, name: SectionName, out: &mut Vec<Finding>) {
    let section = record.record.section(name);
    let what = if section.is_some() {
        "is empty"
    } else {
        "is not there"
    };
    let location = section.map_or_else(
        || record.location(),
        |section| record.at(section.part.opener),
    );
    let message = format!(
        "Task {}: the section {} {what}",
        record.number,
        name.as_str()
    );
    out.push(Finding::new(&TASK_SECTION_MISSING, location, message));
}

pub(super) fn final_review(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(last) = view.records.last().filter(|_| !view.is_lite) else {
        return;
    };
    if task_file_slug(&last.file) != Some("final_review") {
        let message = format!("the last task file is {}", last.file);
        let help = format!("name it {}.task_final_review.md", last.number);
        out.push(
            Finding::new(&FINAL_REVIEW_FILE, Location::file(&last.file), message).with_help(help),
        );
        return;
    }
    let Some(document) = last.document(view) else {
        return;
    };
    let parts: [(&str, &[&str]); 3] = [
        ("the security pass", &["security", "seguridad"]),
        (
            "the validation of the final state",
            &[
                "validation",
                "validate",
                "final-state",
                "final state",
                "validación",
                "validar",
            ],
        ),
        ("the reconciliation of skills", &["skill", "habilidad"]),
    ];
    // The headings Validation and Skills disposition are in every record: the parts are looked for
    // where the task says what it does.
    let body = described(last, document.text());
    for (part, words) in parts {
        if !words.iter().any(|word| body.contains(word)) {
            let message = format!(
                "Task {}: the Final Review does not name {part}",
                last.number
            );
            let help = "name it in the goal, the instructions or the acceptance criteria";
            out.push(Finding::new(&FINAL_REVIEW_PARTS, last.location(), message).with_help(help));
        }
    }
}

/// The text of the sections that say what a task does.
fn described(record: &RecordFile, text: &str) -> String {
    use SectionName::{
        AcceptanceCriteria, Checklist, Context, Goal, Instructions, Outputs, TouchedSurface,
        Validation,
    };
    let says = [
        Context,
        Goal,
        TouchedSurface,
        Instructions,
        AcceptanceCriteria,
        Outputs,
        Checklist,
        Validation,
    ];
    let sections = record
        .record
        .sections
        .iter()
        .filter(|section| says.contains(&section.name));
    sections
        .map(|section| section.part.body.of(text).to_lowercase())
        .collect::<Vec<_>>()
        .join("\n")
}
