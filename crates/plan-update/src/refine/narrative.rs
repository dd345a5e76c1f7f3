//! How a refining is told in PROGRESS.md: as a decision that names its file (H8, H10).

use plan_guard::ConfinedDir;
use plan_markdown::view::progress::{EntryKind, NewEntry, Progress};

use super::request::{RefineChange as Change, Refinement};
use crate::page::{NO_PROGRESS, Page, bullet};
use crate::{Environment, Error, Refusal};

/// PROGRESS.md with the decision in it, or `None` where it tells of this very file already (H10).
pub(super) fn entry(
    dir: &ConfinedDir,
    refinement: &Refinement,
    environment: &Environment,
) -> Result<Result<Option<Page>, Refusal>, Error> {
    let mut page = match Page::read(dir, "PROGRESS.md", Some(NO_PROGRESS))? {
        Ok(page) => page,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let title = title(refinement);
    let told = Progress::read(&page.document());
    if told.entries.iter().any(|entry| entry.title.value == title) {
        return Ok(Ok(None));
    }
    page.append_entry(&NewEntry {
        timestamp: environment.now.as_str(),
        kind: EntryKind::Decision,
        title: &title,
        bullets: &bullets(refinement),
    })?;
    Ok(Ok(Some(page)))
}

/// The title of the decision: it names the file, so that the file is never applied twice.
fn title(refinement: &Refinement) -> String {
    let what = if refinement.changes.is_empty() {
        "discovered work for the next refining"
    } else {
        "the plan is refined"
    };
    format!(
        "{what} ({})",
        refinement.digest.get(..12).unwrap_or_default()
    )
}

fn bullets(refinement: &Refinement) -> Vec<String> {
    let told = refinement.changes.iter().map(|change| match change {
        Change::Add { after: 0, task } => format!("\"{}\" added first", task.title),
        Change::Add { after, task } => format!("\"{}\" added behind task {after}", task.title),
        Change::Remove { task } => format!("task {task} removed"),
        Change::Split { task, into } => {
            let parts: Vec<String> = into
                .iter()
                .map(|part| format!("\"{}\"", part.title))
                .collect();
            format!("task {task} split into {}", parts.join(", "))
        }
        Change::Move { task, after } => format!("task {task} moved behind task {after}"),
    });
    let noted = refinement
        .discovered
        .iter()
        .map(|work| format!("noted for the next refining: {work}"));
    let choice: Vec<String> = told.chain(noted).collect();
    let lines = [
        format!(
            "Options: go on as planned; refine. Observed: {}",
            refinement.observed
        ),
        format!("Choice: {} (numbers as before).", choice.join("; ")),
        format!("Reason: {}", refinement.reason),
        format!("Authority: {}", refinement.authority),
        "Revert: refine again; records that were taken out are under analysis_results/.".to_owned(),
    ];
    lines.iter().map(|line| bullet(line)).collect()
}
