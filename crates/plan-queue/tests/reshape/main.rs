//! What moves, renames or adds whole pieces of the queue: each plan as the files that it writes.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod add;
mod archive;
mod classify;
#[path = "../common/mod.rs"]
mod common;
mod promote;
mod properties;
mod renumber;
mod split;

use std::collections::BTreeMap;

use plan_diagnostics::Severity;
use plan_queue::write::{Planned, Step};
use plan_queue::{Queue, QueueFiles, check, read};

use crate::common::{QueueBuilder, queue};

/// A queue without findings whose texts have these line endings.
pub(crate) fn with_endings(queue: &QueueBuilder, ending: &str) -> QueueFiles {
    let files = queue.files();
    let texts = files.iter().filter_map(|(name, content)| {
        let text = content.text()?.replace("\r\n", "\n").replace('\n', ending);
        Some((name.to_owned(), text))
    });
    QueueFiles::new("planning", texts)
}

/// What a plan makes of the files: the outcome and the files as they would be.
#[track_caller]
pub(crate) fn applied<T>(files: &QueueFiles, plan: Planned<T>) -> (T, QueueFiles) {
    match plan {
        Ok(Step::Change { change, outcome }) => {
            let mut after = files.clone();
            for file in &change.files {
                let before = files
                    .get(file.path.as_str())
                    .map(plan_queue::FileContent::bytes);
                assert_ne!(
                    before,
                    file.content.as_deref().map(str::as_bytes),
                    "{}",
                    file.path
                );
                match &file.content {
                    Some(content) => after.insert(file.path.as_str(), content.as_str()),
                    None => after.remove(file.path.as_str()),
                }
            }
            (outcome, after)
        }
        Ok(Step::Already(_)) => panic!("nothing to do"),
        Err(refusal) => panic!("{}: {refusal}", refusal.code()),
    }
}

/// Plans on a queue, and applies it.
#[track_caller]
pub(crate) fn plan<T>(
    builder: &QueueBuilder,
    planner: impl Fn(&QueueFiles, &Queue) -> Planned<T>,
) -> (T, QueueFiles) {
    let files = builder.files();
    let queue = read(&files);
    applied(&files, planner(&files, &queue))
}

/// The code of a refusal.
#[track_caller]
pub(crate) fn refused<T>(
    builder: &QueueBuilder,
    planner: impl Fn(&QueueFiles, &Queue) -> Planned<T>,
) -> String {
    let files = builder.files();
    match planner(&files, &read(&files)) {
        Ok(_) => panic!("not refused"),
        Err(refusal) => {
            assert!(
                !refusal.message().is_empty() && !refusal.help().is_empty(),
                "{refusal:?}"
            );
            refusal.code().to_owned()
        }
    }
}

/// Whether there is nothing to do.
#[track_caller]
pub(crate) fn nothing<T>(files: &QueueFiles, planner: impl Fn(&QueueFiles, &Queue) -> Planned<T>) {
    match planner(files, &read(files)) {
        Ok(Step::Already(_)) => {}
        Ok(Step::Change { change, .. }) => panic!("{change:?}"),
        Err(refusal) => panic!("{}: {refusal}", refusal.code()),
    }
}

/// The files that differ, with their texts now; an empty one is gone.
pub(crate) fn changed(before: &QueueFiles, after: &QueueFiles) -> BTreeMap<String, String> {
    let names = before.iter().chain(after.iter()).map(|(name, _)| name);
    let mut changed = BTreeMap::new();
    for name in names {
        if before.get(name) != after.get(name) {
            let text = after.text(name).map(ToString::to_string);
            changed.insert(name.to_owned(), text.unwrap_or_default());
        }
    }
    changed
}

/// The codes of what must be mended.
pub(crate) fn faults(files: &QueueFiles) -> Vec<&'static str> {
    let report = check(files, &queue().facts);
    let must = report
        .findings()
        .filter(|f| f.rule.severity == Severity::Must);
    must.map(|finding| finding.rule.code).collect()
}

/// What the queue says, without where it says it.
pub(crate) fn said(queue: &Queue) -> Vec<String> {
    let mut said = Vec::new();
    for milestone in &queue.milestones {
        let reason = milestone.split_reason.as_ref().map(|text| &text.value);
        said.push(format!(
            "{} {} {:?} {reason:?}",
            milestone.slug(),
            milestone.title.value,
            milestone.line()
        ));
        for task in &milestone.tasks {
            let conditions: Vec<_> = task
                .tail
                .conditions
                .iter()
                .map(|c| (&c.text, &c.outside_verify))
                .collect();
            let depends: Vec<_> = task.depends().collect();
            let cast = task.tail.cast.as_ref().map(|cast| &cast.builder.value);
            said.push(format!(
                "{} {} {:?} {:?} {conditions:?} {:?} {:?} {cast:?} {depends:?}",
                task.slug(),
                task.ticked,
                task.lane(),
                task.tail.description,
                task.service(),
                task.epic(),
            ));
        }
    }
    said
}
