//! What the README of a plan declares: goal, context, standard, status.

use plan_diagnostics::{Finding, Location, Rule, Severity};
use plan_markdown::view::readme::{PlanStatus, Standard, StatusWord};

use crate::view::{Era, PlanView, ReadmeFile};

/// The README lacks its goal or its context.
pub static README_SECTION_MISSING: Rule = Rule {
    code: "readme-section-missing",
    severity: Severity::Must,
    title: "The README has no goal or no context, or an empty one",
    reason: "Every resumption begins by reading what the plan is for and where it starts from.",
    requirement: "E",
};

/// The README says that the plan is still being written.
pub static README_MATERIALIZING: Rule = Rule {
    code: "readme-materializing",
    severity: Severity::Must,
    title: "The README says that the plan is still being written",
    reason: "The status count is what is written last; until then the folder is a partial plan.",
    requirement: "H3",
};

/// The README has no status count.
pub static README_STATUS_MISSING: Rule = Rule {
    code: "readme-status-missing",
    severity: Severity::Must,
    title: "The README does not say how many tasks are completed",
    reason: "`Plan Status: X/N completed` is written last when a plan is made, and kept up to date \
             since; without it a partial plan cannot be told from a whole one.",
    requirement: "E",
};

/// The status count disagrees with the boxes.
pub static README_STATUS_COUNT: Rule = Rule {
    code: "readme-status-count",
    severity: Severity::Must,
    title: "The status count of the README disagrees with its boxes",
    reason: "The count is read at a glance, by people and tools; it must say what the boxes say.",
    requirement: "E",
};

/// A status in words disagrees with the boxes.
pub static README_STATUS_WORD: Rule = Rule {
    code: "readme-status-word",
    severity: Severity::Should,
    title: "A status in words disagrees with the boxes of the README",
    reason: "Words such as `Not started` are left behind when only boxes and counts are kept up to \
             date, and are what people read first.",
    requirement: "E",
};

/// The plan declares no standard.
pub static STANDARD_UNDECLARED: Rule = Rule {
    code: "standard-undeclared",
    severity: Severity::Should,
    title: "The plan does not declare the standard that it follows",
    reason: "The declared version says by which rules a plan wants to be read.",
    requirement: "E",
};

/// The plan declares a standard that does not exist.
pub static STANDARD_UNKNOWN: Rule = Rule {
    code: "standard-unknown",
    severity: Severity::Must,
    title: "The plan declares a standard that does not exist",
    reason: "There is no 3.x of the standard; a plan that declares it follows rules nobody wrote.",
    requirement: "E",
};

pub(super) fn sections(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { readme, .. }) = &view.readme else {
        return;
    };
    for (name, part) in [("Goal", readme.goal), ("Context", readme.context)] {
        if part.is_some_and(|part| !part.empty) {
            continue;
        }
        let location = part.map_or_else(
            || Location::file("README.md"),
            |part| Location::span("README.md", part.opener),
        );
        let message = match part {
            Some(_) => format!("the section {name} is empty"),
            None => format!("there is no section {name}"),
        };
        let help = format!("write it under `## {name}`");
        out.push(Finding::new(&README_SECTION_MISSING, location, message).with_help(help));
    }
}

pub(super) fn status(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { readme, .. }) = &view.readme else {
        return;
    };
    let current = view.era == Era::Current;
    let Some(statement) = &readme.plan_status else {
        if !current {
            return;
        }
        let help = "add the line `Plan Status: X/N completed`";
        let message = "there is no plan status";
        out.push(
            Finding::new(&README_STATUS_MISSING, Location::file("README.md"), message)
                .with_help(help),
        );
        return;
    };
    let location = Location::span("README.md", statement.span);
    match statement.status {
        PlanStatus::Materializing => {
            let message = "Plan Status is materializing";
            let help = "finish writing the plan, then write the count of tasks here";
            out.push(Finding::new(&README_MATERIALIZING, location, message).with_help(help));
        }
        PlanStatus::Count(count) => {
            let (done, total) = (view.ticked(), view.index_len());
            if (count.done, count.total) != (done, total) {
                let message = format!(
                    "the status says {}/{}, and {done} of {total} boxes are ticked",
                    count.done, count.total
                );
                let help = format!("write {done}/{total}, or correct the boxes");
                out.push(Finding::new(&README_STATUS_COUNT, location, message).with_help(help));
            }
        }
        _ if current => {
            let message = format!("the plan status gives no count: {}", statement.value.value);
            let help = "write `Plan Status: X/N completed`";
            out.push(Finding::new(&README_STATUS_MISSING, location, message).with_help(help));
        }
        _ => {}
    }
}

pub(super) fn status_word(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let Some(ReadmeFile { readme, .. }) = &view.readme else {
        return;
    };
    // A count that contradicts the word is a conflict inside the README, and said as such.
    if view
        .findings
        .iter()
        .any(|finding| finding.rule.code == "readme-status-conflict")
    {
        return;
    }
    let (done, total) = (view.ticked(), view.index_len());
    for statement in &readme.statuses {
        let wrong = match statement.word {
            Some(StatusWord::NotStarted) => done > 0,
            Some(StatusWord::Completed) => statement.count().is_none() && done < total,
            Some(StatusWord::InProgress) => done == total && total > 0,
            _ => false,
        };
        if wrong {
            let message = format!(
                "`{}`, and {done} of {total} boxes are ticked",
                statement.value.value
            );
            let location = Location::span("README.md", statement.span);
            out.push(Finding::new(&README_STATUS_WORD, location, message));
        }
    }
}

pub(super) fn standard(view: &PlanView<'_>, out: &mut Vec<Finding>) {
    let declared = view
        .readme
        .as_ref()
        .and_then(|readme| readme.readme.standard.as_ref());
    let by_manifest = view
        .manifest
        .read()
        .and_then(|m| crate::view::version(&m.spec_version));
    let (location, version) = match declared {
        Some(Standard::Declared { version, .. }) => {
            let value = version.value;
            (
                Location::span("README.md", version.span),
                Some((value.major, value.minor, value.patch)),
            )
        }
        _ => (
            Location::file("manifest.json").with_pointer("/spec_version"),
            by_manifest,
        ),
    };
    match version {
        Some((3, minor, patch)) => {
            let message = format!("the plan declares spec 3.{minor}.{patch}, which does not exist");
            let help = "declare the version that it was written under, 5.0.0 for new plans";
            out.push(Finding::new(&STANDARD_UNKNOWN, location, message).with_help(help));
        }
        None if declared.is_none() => {
            let message = "neither README nor manifest declares a standard";
            let help = "add the line `**Standard:** DWP spec 5.0.0`";
            let location = Location::file("README.md");
            out.push(Finding::new(&STANDARD_UNDECLARED, location, message).with_help(help));
        }
        _ => {}
    }
}
