//! Holding a draft to its word before it is handed out: no file overwritten, no fault brought.

use std::collections::BTreeMap;

use plan_diagnostics::{Finding, Severity};

use crate::write::{Draft, Refusal};
use crate::{Facts, Queue, QueueFiles, check_queue, read};

/// Writes a new file, where there is none of that name.
pub(super) fn create(
    draft: &mut Draft<'_>,
    files: &QueueFiles,
    file: &str,
    text: String,
) -> Result<(), Refusal> {
    if let Some(there) = taken(files, file) {
        let help = "nothing is overwritten: move that file, or give the new one another name";
        return Err(
            Refusal::new("file-exists", format!("`{there}` is there already")).with_help(help),
        );
    }
    draft.write(file, text)
}

/// The file, folder or unreadable name that stands in the way of a new file. Letter case is put aside,
/// since not every file system tells names apart by it.
pub(super) fn taken<'f>(files: &'f QueueFiles, file: &str) -> Option<&'f str> {
    let names = files
        .iter()
        .map(|(name, _)| name)
        .chain(files.directories());
    let unreadable = files.problems().iter().map(|problem| problem.file.as_str());
    names
        .chain(unreadable)
        .find(|name| name.eq_ignore_ascii_case(file))
}

/// The queue as it would be, where the draft brings no fault that must be mended and that is not there
/// today.
pub(super) fn judged(
    draft: &Draft<'_>,
    files: &QueueFiles,
    queue: &Queue,
) -> Result<Queue, Refusal> {
    let result = draft.result();
    let after = read(&result);
    let mut had: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in faults(files, queue) {
        *had.entry(finding.rule.code).or_default() += 1;
    }
    let mut new = Vec::new();
    for finding in faults(&result, &after) {
        match had.get_mut(finding.rule.code) {
            Some(count) if *count > 0 => *count -= 1,
            _ => new.push(finding),
        }
    }
    match new.first() {
        None => Ok(after),
        Some(first) => {
            let message = format!(
                "{} would not pass a check: {}",
                first.location.file, first.message
            );
            let help = first
                .help
                .clone()
                .unwrap_or_else(|| "mend what the finding names".to_owned());
            Err(Refusal::new("would-not-pass", message)
                .with_help(help)
                .with_findings(new))
        }
    }
}

/// What a check would have mended, git and the calendar aside: no plan changes those.
fn faults(files: &QueueFiles, queue: &Queue) -> Vec<Finding> {
    let report = check_queue(files, queue, &Facts::default());
    let must = report
        .findings()
        .filter(|finding| finding.rule.severity == Severity::Must);
    must.cloned().collect()
}
