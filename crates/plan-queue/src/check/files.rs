//! Files that must be there, that must not, and that could not be read (Q1, Q15).

use plan_diagnostics::{Finding, Location};

use super::Desk;
use crate::write::{self, JOURNAL};
use crate::{FileContent, rules};

/// An inbox of more lines than this is too long to go through (Q16).
const INBOX_LINES: usize = 300;

pub(super) fn judge(desk: &mut Desk<'_>) {
    missing(desk);
    retired(desk);
    unreadable(desk);
    inbox(desk);
    interrupted(desk);
}

fn is_there(desk: &Desk<'_>, file: &str) -> bool {
    desk.files.get(file).is_some()
        || desk
            .files
            .problems()
            .iter()
            .any(|problem| problem.file == file)
}

fn missing(desk: &mut Desk<'_>) {
    let lacks = |file: &str, help: &str| {
        let message = format!("`{file}` is missing");
        Finding::new(&rules::FILE_MISSING, Location::file(file), message).with_help(help)
    };
    for (file, help) in [
        (
            "BACKLOG.md",
            "it opens the queue; it may hold no milestone when all stand under `backlog/`",
        ),
        (
            "INBOX.md",
            "it holds what nobody has promoted, under Deuda, Ideas, Propuestas and Lecciones",
        ),
        ("PROTOCOL.md", "it says how the queue is worked on"),
    ] {
        if !is_there(desk, file) {
            desk.push(lacks(file, help));
        }
    }
    if !is_there(desk, "HUMAN_ACTIONS.md") && !desk.files.contains_directory("human") {
        let help = "make the folder `human/`, one file an action, or the table `HUMAN_ACTIONS.md`";
        desk.push(lacks("HUMAN_ACTIONS.md", help));
    }
}

fn retired(desk: &mut Desk<'_>) {
    for (file, help) in [
        (
            "DONE.md",
            "move what it says to `done/<slug>.md`, one file a task, and delete it",
        ),
        (
            "WIP.md",
            "move what it says to `wip/<runner>.md`, and delete it",
        ),
    ] {
        if is_there(desk, file) {
            let message = format!("`{file}` is retired, and nobody reads it");
            let finding = Finding::new(&rules::FILE_RETIRED, Location::file(file), message);
            desk.push(finding.with_help(help));
        }
    }
}

fn unreadable(desk: &mut Desk<'_>) {
    let files = desk.files;
    for problem in files.problems() {
        let location = Location::file(problem.file.clone());
        let message = format!("it cannot be read: {}", problem.message);
        desk.push(Finding::new(&rules::FILE_UNREADABLE, location, message));
    }
    for (file, content) in files.iter() {
        if matches!(content, FileContent::Bytes(_)) && file.ends_with(".md") {
            let message = "it is not UTF-8, and nothing of it was read";
            desk.push(Finding::new(
                &rules::FILE_UNREADABLE,
                Location::file(file),
                message,
            ));
        }
    }
}

fn inbox(desk: &mut Desk<'_>) {
    let Some(text) = desk.files.text("INBOX.md") else {
        return;
    };
    let lines = text.lines().count();
    if lines > INBOX_LINES {
        let message = format!(
            "the inbox has {lines} lines, and {INBOX_LINES} are as many as anybody goes through"
        );
        let help = "promote or delete what was decided";
        let finding = Finding::new(&rules::INBOX_LONG, Location::file("INBOX.md"), message);
        desk.push(finding.with_help(help));
    }
}

fn interrupted(desk: &mut Desk<'_>) {
    let Some(content) = desk.files.get(JOURNAL) else {
        return;
    };
    let message = match write::interrupted(content.bytes()) {
        Some(summary) => format!("a change is being written, or was cut short: {summary}"),
        None => "a change was cut short, and what is written of it cannot be read".to_owned(),
    };
    let help =
        "the next command that writes here finishes it first; repeat the one that was cut short";
    let finding = Finding::new(&rules::CHANGE_INTERRUPTED, Location::file(JOURNAL), message);
    desk.push(finding.with_help(help));
}
