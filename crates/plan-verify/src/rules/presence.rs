//! What must be in a plan directory, and what must not be wrong with its files.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_state::is_plan_name;

use crate::facts::Git;
use crate::view::{Era, Part, PlanView};

/// The directory's name is not that of a plan.
pub static PLAN_NAME: Rule = Rule {
    code: "plan-name",
    severity: Severity::Must,
    title: "The directory is not named like a plan",
    reason: "Plans are found, cited in commits and linked by the name of their directory: PLAN_ and \
             two to five lower-case words.",
    requirement: "A1",
};

/// A file that every plan has is absent.
pub static FILE_MISSING: Rule = Rule {
    code: "file-missing",
    severity: Severity::Must,
    title: "A file that every plan has is not there",
    reason: "README, PROGRESS, PROMPTS and manifest are what a reader, a resuming agent and a tool \
             each start from.",
    requirement: "A2",
};

/// A plan of the current era has no state.
pub static STATE_MISSING: Rule = Rule {
    code: "state-missing",
    severity: Severity::Must,
    title: "The plan has no state.json, and its kind has one",
    reason: "Without the state no gate record, approval or checkpoint can be checked; a deleted state \
             must not pass for an old plan.",
    requirement: "E",
};

/// A legacy plan in a workspace with git has no state.
pub static STATE_ABSENT: Rule = Rule {
    code: "state-absent",
    severity: Severity::Should,
    title: "The plan has no state.json",
    reason: "Plans from before the state layer may lack it; their progress cannot be read by tools.",
    requirement: "E",
};

/// A legacy plan in a workspace without git has no state.
pub static STATE_ABSENT_NO_GIT: Rule = Rule {
    code: "state-absent-without-git",
    severity: Severity::Must,
    title: "The plan has no state.json, and the workspace has no git",
    reason: "Without git the state is the only record from which work can be recovered.",
    requirement: "E",
};

/// A file could not be read.
pub static FILE_UNREADABLE: Rule = Rule {
    code: "file-unreadable",
    severity: Severity::Must,
    title: "A file of the plan cannot be read",
    reason: "What cannot be read cannot be judged: links that leave the plan, files that are none, \
             text that is not UTF-8, files over the size limit.",
    requirement: "A6",
};

/// A plan lies inside the plan.
pub static NESTED_PLAN: Rule = Rule {
    code: "plan-nested",
    severity: Severity::Should,
    title: "There is another plan inside the plan directory",
    reason: "Plans lie side by side; one inside another is found by no listing and belongs to \
             neither.",
    requirement: "A2",
};

/// Manifest or state is of another plan.
pub static NAME_MISMATCH: Rule = Rule {
    code: "plan-name-mismatch",
    severity: Severity::Must,
    title: "Manifest or state names another plan than the directory",
    reason: "A copied file carries the history of the plan that it was copied from.",
    requirement: "E",
};

/// A finalization was interrupted.
pub static FINALIZATION_INTERRUPTED: Rule = Rule {
    code: "finalization-interrupted",
    severity: Severity::Must,
    title: "A finalization was interrupted and has not been recovered",
    reason: "The marker says that a publication began and did not end; until it is recovered nobody \
             knows which of the two states is the plan's.",
    requirement: "F4",
};

/// A refining was interrupted.
pub static REFINE_INTERRUPTED: Rule = Rule {
    code: "refine-interrupted",
    severity: Severity::Must,
    title: "A refining was interrupted and has not been finished",
    reason: "Some files are of the plan before it and some of the plan after it; until it is finished \
             task numbers mean two things.",
    requirement: "H8",
};

pub(super) fn name(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let name = view.files.name();
    if !is_plan_name(name) {
        let message = format!("the directory is named {name}");
        let help = "name it PLAN_ and two to five lower-case words, such as PLAN_invoice_export";
        out.push(Finding::new(&PLAN_NAME, Location::file("README.md"), message).with_help(help));
    }
}

pub(super) fn names(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let manifest = view
        .manifest
        .read()
        .map(|manifest| ("manifest.json", "/name", &manifest.name));
    let state = view
        .state
        .read()
        .map(|state| ("state.json", "/plan", &state.plan));
    for (file, pointer, name) in manifest.into_iter().chain(state) {
        if name != view.files.name() {
            let message = format!(
                "{file} is of {name}, and the directory is {}",
                view.files.name()
            );
            let location = Location::file(file).with_pointer(pointer);
            out.push(Finding::new(&NAME_MISMATCH, location, message));
        }
    }
}

pub(super) fn files(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let current = view.era == Era::Current;
    let required: &[&str] = if current {
        &["README.md", "PROGRESS.md", "PROMPTS.md", "manifest.json"]
    } else {
        &["README.md"]
    };
    for file in required.iter().filter(|file| !view.files.contains(file)) {
        let message = format!("{file} is not there");
        out.push(Finding::new(&FILE_MISSING, Location::file(*file), message));
    }
    if current && !view.files.contains_directory("analysis_results") {
        let location = Location::file("analysis_results");
        out.push(Finding::new(
            &FILE_MISSING,
            location,
            "the directory analysis_results is not there",
        ));
    }
}

pub(super) fn state(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    if !matches!(view.state, Part::Absent) || view.files.contains("state.json") {
        return;
    }
    let location = Location::file("state.json");
    out.push(match (&view.era, &view.facts.git) {
        (Era::Current, _) => Finding::new(&STATE_MISSING, location, "state.json is not there")
            .with_help("restore it, or regenerate it from the Markdown by reconciling"),
        (_, Git::Absent) => Finding::new(
            &STATE_ABSENT_NO_GIT,
            location,
            "state.json is not there, and there is no git to recover from",
        ),
        _ => Finding::new(&STATE_ABSENT, location, "state.json is not there"),
    });
}

pub(super) fn readable(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for problem in view.files.problems() {
        if problem.is_oversized_result() {
            continue;
        }
        let location = Location::file(&problem.file);
        out.push(Finding::new(
            &FILE_UNREADABLE,
            location,
            problem.message.clone(),
        ));
    }
    for (name, content) in view.files.iter() {
        let is_text = name.ends_with(".md") || name == "manifest.json" || name == "state.json";
        if content.text().is_none() && is_text && !name.ends_with(".json") {
            let message = format!("{name} is not valid UTF-8");
            let help = "save it as UTF-8; it was judged as if it were not there";
            out.push(Finding::new(&FILE_UNREADABLE, Location::file(name), message).with_help(help));
        }
    }
}

pub(super) fn nested(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    for directory in view.files.directories() {
        let name = directory.rsplit('/').next().unwrap_or(directory);
        if name.starts_with("PLAN_") {
            let message = format!(
                "{directory} is a plan directory inside {}",
                view.files.name()
            );
            let help = "move it beside this plan; it was not judged";
            out.push(
                Finding::new(&NESTED_PLAN, Location::file(directory), message).with_help(help),
            );
        }
    }
}

pub(super) fn marker(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let marker = crate::receipt::MARKER_FILE;
    if view.files.contains(marker) && !view.is_finalizing() {
        let message = format!("{marker} is there: a finalization began and did not end");
        let help = "inspect the evidence, then recover the finalization with the same candidate";
        let finding = Finding::new(&FINALIZATION_INTERRUPTED, Location::file(marker), message);
        out.push(finding.with_help(help));
    }
}

/// Judged before a publication too: a plan that is half refined is not published.
pub(super) fn refining(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let marker = crate::receipt::REFINING_FILE;
    if view.files.contains(marker) {
        let message = format!("{marker} is there: a refining began and did not end");
        let help = "finish it: dwp refine PLAN_DIR --resume";
        let finding = Finding::new(&REFINE_INTERRUPTED, Location::file(marker), message);
        out.push(finding.with_help(help));
    }
}
