//! Judging a plan for publication: the rules of every check, and what only the finalizer asks (F1).

use plan_diagnostics::{Finding, Location, Report};
use plan_guard::{ConfinedDir, EntryKind, RelPath};

use super::desk::STATE_FILE;
use super::rules::{ARTEFACT_UNREADABLE, RECEIPT_PLACE};
use super::{CompletedCandidate, Error};
use crate::facts::Facts;
use crate::files::{FileProblem, PlanFiles};
use crate::fingerprint::is_artefact;
use crate::receipt::RECEIPT_FILE;
use crate::view::{PlanView, Stage};

/// Judges the plan of `files`, which lies in `dir`, with the candidate as its state.
pub(super) fn judge(
    dir: &ConfinedDir,
    files: &PlanFiles,
    candidate: &CompletedCandidate,
    facts: &Facts,
) -> Result<Report, Error> {
    let mut files = files.clone();
    files.insert(STATE_FILE, candidate.to_json());
    let mut report = crate::check_view(&PlanView::new(&files, facts, Stage::Finalizing));
    report.extend(unreadable_artefacts(&files));
    report.extend(receipt_place(dir)?);
    report.checked([&ARTEFACT_UNREADABLE, &RECEIPT_PLACE]);
    Ok(report)
}

/// Artefacts that the check lets pass and that no receipt could name.
fn unreadable_artefacts(files: &PlanFiles) -> Vec<Finding> {
    let problems = files.problems().iter();
    let finding = |problem: &FileProblem| {
        let help = "make it readable, shorten it, or move it out of the plan";
        let location = Location::file(&problem.file);
        Finding::new(&ARTEFACT_UNREADABLE, location, problem.message.clone()).with_help(help)
    };
    let unread = problems.filter(|problem| is_artefact(&problem.file));
    unread.map(finding).chain(links(files)).collect()
}

/// A receipt names files: what a link among the results leads to would be in none.
fn links(files: &PlanFiles) -> impl Iterator<Item = Finding> {
    let links = files.linked_directories();
    links.filter(|link| is_artefact(link)).map(|link| {
        let message =
            format!("{link} is a link to a directory, and no receipt covers what is in it");
        let help = "put the directory itself there, or take the link away";
        Finding::new(&ARTEFACT_UNREADABLE, Location::file(link), message).with_help(help)
    })
}

/// Whether the receipt can be written: nothing but a directory and a file is in its way.
fn receipt_place(dir: &ConfinedDir) -> Result<Option<Finding>, Error> {
    let receipt = RelPath::new(RECEIPT_FILE)?;
    let Some(results) = receipt.parent() else {
        return Ok(None);
    };
    match kind_of(dir, None, &results)? {
        None => return Ok(None),
        Some(EntryKind::Dir) => {}
        Some(_) => return Ok(Some(in_the_way(&results))),
    }
    let kind = kind_of(dir, Some(&results), &receipt)?;
    Ok(kind
        .filter(|kind| *kind != EntryKind::File)
        .map(|_| in_the_way(&receipt)))
}

fn kind_of(
    dir: &ConfinedDir,
    parent: Option<&RelPath>,
    path: &RelPath,
) -> Result<Option<EntryKind>, Error> {
    let entries = dir.entries(parent)?;
    let entry = entries.into_iter().find(|entry| entry.name == path.name());
    Ok(entry.map(|entry| entry.kind))
}

fn in_the_way(path: &RelPath) -> Finding {
    let message = format!("{path} is not what the receipt could be written to");
    let help = "put a plain directory analysis_results there, and move what is in the receipt's \
                place aside";
    Finding::new(&RECEIPT_PLACE, Location::file(path.as_str()), message).with_help(help)
}
