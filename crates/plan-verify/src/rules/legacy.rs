//! Plans of the legacy era, accepted in the shape that they were written under.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_markdown::view::task::SectionName;

use crate::files::task_file_number;
use crate::rules::security::REVIEW_FILE;
use crate::view::{Closing, PlanView, RecordFile};

/// Task files are not numbered 1 to N.
pub static LEGACY_NUMBERS: Rule = Rule {
    code: "legacy-task-numbers",
    severity: Severity::Must,
    title: "The task files are not numbered 1 to N, each once",
    reason: "Tasks are executed in the order of their numbers; a gap or a double number leaves that \
             order open.",
    requirement: "E",
};

/// A legacy plan does not close with its closing tasks.
pub static LEGACY_CLOSING_MISSING: Rule = Rule {
    code: "legacy-closing-missing",
    severity: Severity::Must,
    title: "The plan does not end with its closing tasks",
    reason: "A plan ends with the Final Review, or, before 2.3.0, with security review, skills and \
             agents discovery, and executive report, in this order.",
    requirement: "E",
};

/// A legacy plan mixes both ways of closing.
pub static LEGACY_CLOSING_MIXED: Rule = Rule {
    code: "legacy-closing-mixed",
    severity: Severity::Must,
    title: "The plan mixes the Final Review with the closing tasks that it replaced",
    reason: "Two shapes in one plan leave open which closing work is still due. Only a declared \
             migration whose security review is done may carry both.",
    requirement: "E",
};

/// A legacy plan closes in the way of another version.
pub static LEGACY_CLOSING_VERSION: Rule = Rule {
    code: "legacy-closing-version",
    severity: Severity::Should,
    title: "The plan closes in the way of another version than the one it declares",
    reason: "The Final Review came with 2.3.0. The shape decides how the plan is judged; the \
             declared version should agree with it.",
    requirement: "E",
};

/// A legacy task file has no Validation section.
pub static LEGACY_VALIDATION: Rule = Rule {
    code: "legacy-validation-missing",
    severity: Severity::Must,
    title: "A task file has no Validation section",
    reason: "A task that does not say how it is validated cannot be completed with evidence.",
    requirement: "E",
};

/// A legacy task file has no Touched Surface section.
pub static LEGACY_SURFACE: Rule = Rule {
    code: "legacy-surface-missing",
    severity: Severity::Should,
    title: "A task file has no Touched Surface section",
    reason: "The touched surface says how much validation a task needs; older plans may lack it.",
    requirement: "E",
};

/// A legacy plan has no skills ledger.
pub static LEGACY_SKILLS: Rule = Rule {
    code: "legacy-skills-missing",
    severity: Severity::Should,
    title: "The plan has no ledger of skills",
    reason: "Decisions on skills are task-local since 2.3.0: in a ledger, or in the log of each \
             completed task.",
    requirement: "E",
};

pub(super) fn numbers(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let mut files: Vec<(u64, &str)> = view
        .files
        .task_files()
        .filter_map(|name| Some((task_file_number(name)?, name)))
        .collect();
    files.sort_unstable();
    let mut expected = 1;
    for (number, name) in files {
        let message = match number {
            n if n == expected => {
                expected += 1;
                continue;
            }
            n if n < expected => format!("{name}: there is another task file numbered {n}"),
            n => {
                let message =
                    format!("{name}: there is no task file numbered {expected} before it");
                expected = n + 1;
                message
            }
        };
        // A file that the README links to and that is not there says so itself.
        if number > 1 && view.entry(number - 1).is_some() && !message.contains("another") {
            continue;
        }
        let help = "number the task files 1 to N in the order of execution";
        out.push(Finding::new(&LEGACY_NUMBERS, Location::file(name), message).with_help(help));
    }
}

pub(super) fn closing(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let location = || Location::file("README.md");
    match view.closing() {
        Closing::Missing => {
            let message = "the last task is not the Final Review, and the last three are not security \
                           review, skills and agents discovery, executive report";
            let help = "end the plan with a Final Review";
            out.push(Finding::new(&LEGACY_CLOSING_MISSING, location(), message).with_help(help));
        }
        Closing::Mixed if !is_finished_migration(view) => {
            let message = "there is a Final Review, and there are closing tasks that it replaced";
            let help = "keep one shape, or declare the migration in the README's standard line once \
                        the security review is done";
            out.push(Finding::new(&LEGACY_CLOSING_MIXED, location(), message).with_help(help));
        }
        shape => version(view, shape, out),
    }
}

fn is_finished_migration(view: &PlanView<'_>) -> bool {
    let standard = view
        .readme
        .as_ref()
        .and_then(|readme| readme.readme.standard.as_ref());
    let declared = standard.is_some_and(|standard| standard.migrated().is_some());
    declared && (view.legacy_security_done() || view.files.contains(REVIEW_FILE))
}

fn version(view: &PlanView<'_>, shape: Closing, out: &mut Vec<Finding>) {
    let Some((location, version)) = view.declared_version() else {
        return;
    };
    let since = (2, 3, 0);
    let message = match shape {
        Closing::Single if version < since => {
            "the plan ends with a Final Review, which came with 2.3.0"
        }
        Closing::Three if version >= since => {
            "the plan ends with the three closing tasks of before 2.3.0"
        }
        _ => return,
    };
    let (major, minor, patch) = version;
    let message = format!("{message}, and declares {major}.{minor}.{patch}");
    out.push(Finding::new(&LEGACY_CLOSING_VERSION, location, message));
}

pub(super) fn sections(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for RecordFile {
        file,
        number,
        record,
        ..
    } in &view.records
    {
        let mut missing = |rule, name: &str, lacks: bool| {
            if lacks {
                let message = format!("Task {number}: there is no section {name}, or it is empty");
                out.push(Finding::new(rule, Location::file(file), message));
            }
        };
        missing(
            &LEGACY_VALIDATION,
            "Validation",
            !record.has(SectionName::Validation),
        );
        missing(
            &LEGACY_SURFACE,
            "Touched Surface",
            !record.has(SectionName::TouchedSurface),
        );
    }
}

pub(super) fn skills(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    if view.closing() != Closing::Single {
        return;
    }
    let ledger = [
        "analysis_results/SKILLS_CANDIDATES.md",
        "analysis_results/SKILLS_LEDGER.md",
    ];
    let mut done = view
        .records
        .iter()
        .filter(|record| view.is_done(record.number));
    let in_logs = done.all(|record| record.record.log.skills_disposition.is_some());
    if !in_logs && !ledger.iter().any(|file| view.files.contains(file)) {
        let message = "there is no analysis_results/SKILLS_CANDIDATES.md";
        let location = Location::file("analysis_results/SKILLS_CANDIDATES.md");
        out.push(Finding::new(&LEGACY_SKILLS, location, message));
    }
}
