//! `archive-human`: what a person has resolved, out of the way of what is left (Q10, Q27).

use std::fmt;

use plan_diagnostics::Span;
use plan_markdown::{Document, edit};

use super::judge::judged;
use super::names::free;
use crate::model::{HumanAction, HumanState};
use crate::write::{Draft, Planned, Refusal, Step};
use crate::{Queue, QueueFiles};

const TABLE: &str = "HUMAN_ACTIONS.md";
/// Where the rows go.
const ROWS: &str = "done/human-actions.md";
/// Where the files go.
const FOLDER: &str = "human/done";
const HEADER: &str = "| Tarea | Estado | Origen | Acción |\n|---|---|---|---|";

/// The human actions that were archived.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Archived {
    /// They, rows first.
    pub actions: Vec<ArchivedAction>,
}

/// A human action that was archived.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct ArchivedAction {
    /// What it held up.
    pub task: String,
    /// The file that it stood in, relative to the planning directory.
    pub from: String,
    /// The file that it stands in now.
    pub to: String,
}

impl fmt::Display for Archived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.actions.is_empty() {
            return f.write_str("no human action is resolved");
        }
        let one = |action: &ArchivedAction| format!("{} → {}", action.task, action.to);
        let moved: Vec<String> = self.actions.iter().map(one).collect();
        write!(f, "archived {}", moved.join(", "))
    }
}

/// Moves resolved human actions out of the way: rows of the table to `done/human-actions.md`, files to
/// `human/done/` (Q27). Pending ones, and those of a state that is none, stay.
///
/// # Errors
///
/// A refusal where a file cannot be read, or the queue would get a fault that it does not have.
pub fn archive_human(files: &QueueFiles, queue: &Queue) -> Planned<Archived> {
    let resolved = |action: &&HumanAction| action.state.value == HumanState::Resolved;
    let actions = queue.human.iter().filter(resolved);
    let (rows, own): (Vec<_>, Vec<_>) = actions.partition(|action| action.is_row);
    let mut outcome = Archived::default();
    if rows.is_empty() && own.is_empty() {
        return Ok(Step::Already(outcome));
    }
    let mut draft = Draft::new(files);
    if !rows.is_empty() {
        move_rows(&mut draft, files, &rows)?;
    }
    for action in rows {
        outcome.actions.push(archived(action, ROWS.to_owned()));
    }
    for action in own {
        // Names that were just given are taken too.
        let name = free(&draft.result(), &[FOLDER], crate::read::stem(&action.file));
        let to = format!("{FOLDER}/{name}.md");
        let text = draft.document(&action.file)?.text().to_owned();
        draft.write(&to, text)?;
        draft.remove(&action.file)?;
        outcome.actions.push(archived(action, to));
    }
    judged(&draft, files, queue)?;
    let count = outcome.actions.len();
    let noun = if count == 1 { "action" } else { "actions" };
    let summary = format!("Archive {count} resolved human {noun}");
    Ok(Step::Change {
        change: draft.into_change(summary),
        outcome,
    })
}

fn archived(action: &HumanAction, to: String) -> ArchivedAction {
    ArchivedAction {
        task: action.task.value.clone(),
        from: action.file.to_string(),
        to,
    }
}

/// Takes the rows out of the table, and puts those that the archive does not have below its last one.
fn move_rows(
    draft: &mut Draft<'_>,
    files: &QueueFiles,
    rows: &[&HumanAction],
) -> Result<(), Refusal> {
    let table = draft.document(TABLE)?;
    let lines: Vec<&str> = rows.iter().map(|row| table.slice(row.span)).collect();
    let archive = match files.get(ROWS) {
        None => new_archive(&table, &lines),
        Some(_) => extended(&draft.document(ROWS)?, &lines)?,
    };
    draft.write(ROWS, archive)?;
    let gone = rows
        .iter()
        .map(|row| edit::replace(&table, whole_line(&table, row.span), ""));
    draft.edit(TABLE, &gone.collect::<Vec<_>>())
}

/// The line of a row with its line ending.
fn whole_line(document: &Document, row: Span) -> Span {
    let line = document.line_at(row.start);
    let behind = &document.text()[line.end..];
    let ending = ["\r\n", "\n", "\r"]
        .into_iter()
        .find(|ending| behind.starts_with(ending));
    Span::new(line.start, line.end + ending.map_or(0, str::len))
}

fn new_archive(table: &Document, lines: &[&str]) -> String {
    let text = format!(
        "# Acciones humanas resueltas\n\n{HEADER}\n{}\n",
        lines.join("\n")
    );
    text.replace('\n', table.line_ending())
}

/// The archive with the rows that it does not have yet.
fn extended(archive: &Document, lines: &[&str]) -> Result<String, Refusal> {
    let tables = archive.tables().iter().flat_map(|table| &table.rows);
    let stray = archive.stray_rows();
    let there: Vec<&str> = tables
        .chain(&stray)
        .map(|row| archive.slice(row.span))
        .collect();
    let mut new: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !there.contains(line))
        .collect();
    new.dedup();
    let rows = new.join("\n");
    let edit = match archive.tables().last() {
        _ if new.is_empty() => None,
        Some(table) => edit::append_line(archive, Span::new(0, table.span.end), &rows),
        None => edit::append(archive, &format!("{HEADER}\n{rows}")),
    };
    let edits: Vec<_> = edit.into_iter().collect();
    archive
        .apply(&edits)
        .map_err(|error| Refusal::new(error.code(), error.to_string()))
}
