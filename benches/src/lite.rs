//! Lite plans of any size: all records in one README.

use std::fmt::Write as _;

use crate::{Progress, file_name};

/// The files of a v5 Lite plan whose tasks are all completed, clean under the check save for the
/// receipt that only a finalization gives: the [Full plan](crate::plan) of as many tasks, with its
/// records in the README.
#[must_use]
pub fn plan(tasks: u64) -> Vec<(String, String)> {
    let full = crate::plan(tasks, Progress::Completed).into_iter();
    let (records, mut files): (Vec<_>, Vec<_>) =
        full.partition(|(name, _)| name.contains(".task_"));
    for (name, text) in &mut files {
        match name.as_str() {
            "README.md" => *text = readme(text, &records),
            "manifest.json" => *text = text.replace("\"full\"", "\"lite\""),
            "state.json" => *text = state(text, tasks),
            _ => {}
        }
    }
    files
}

/// The README of the Full plan without links to task files, and behind it the records.
fn readme(full: &str, records: &[(String, String)]) -> String {
    let mut text = String::new();
    for line in full.lines() {
        let line = line.split_once(" — [").map_or(line, |(item, _)| item);
        let _ = writeln!(text, "{}", line.replace("Format:** Full", "Format:** Lite"));
    }
    for (at, (_, record)) in records.iter().enumerate() {
        text.push('\n');
        for line in record.lines() {
            let anchor = if line.starts_with("# ") {
                format!(" {{#task-{}}}", at + 1)
            } else {
                String::new()
            };
            let deeper = if line.starts_with('#') { "#" } else { "" };
            let _ = writeln!(text, "{deeper}{line}{anchor}");
        }
    }
    text
}

/// The state of the Full plan with its locators in the README.
fn state(full: &str, tasks: u64) -> String {
    let mut text = full.replace("\"kind\": \"file\"", "\"kind\": \"inline\"");
    text = text.replace("\"format\": \"full\"", "\"format\": \"lite\"");
    for task in 1..=tasks {
        let file = format!("\"value\": \"{}\"", file_name(task, tasks));
        text = text.replacen(&file, &format!("\"value\": \"#task-{task}\""), 1);
    }
    text
}
