//! Human gates: a criterion that names a person's approval, and that approval on record (P14).
//!
//! Whether a criterion names one, and whether one is on record, are asked of
//! [`plan_verify::human_approval`] and nothing else, which the updater, the check and the finalizer
//! ask too. What is added here is the record itself: the person's words, verbatim, in PROGRESS.md.

use plan_guard::{ConfinedDir, RelPath};
use plan_markdown::Document;
use plan_markdown::view::progress::{EntryKind, NewEntry};
use plan_state::{Limits, read_state};
use plan_update::{Environment, Note, NoteOutcome};
use plan_verify::human_approval::Approvals;

use crate::Error;
use crate::items;
use crate::recording::{Recording, Unfit, UnfitCode, line};

/// A person's approval of one gate, in their own words (P14).
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateApproval {
    /// The task whose criterion asks for it.
    pub task: u64,
    /// The criterion, or what of it was approved.
    pub criterion: String,
    /// The person.
    pub by: String,
    /// Their words, verbatim.
    pub words: String,
    /// The agent that relays them, where the person did not say them here. Such a record adds no
    /// authority: the gate stays closed.
    pub relayed_by: Option<String>,
}

/// Whether a record of an approval meets the gate that it is about.
///
/// Closed: the protocol knows these (P14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authority {
    /// The person spoke for themselves: it does.
    Own,
    /// It is kept, and meets nothing.
    Relayed,
}

const LABEL: &str = "Human approval";

impl GateApproval {
    /// The entry that says it. Its title names the task, and its line is the one that
    /// [`Approvals`] reads.
    #[must_use]
    pub fn note(&self) -> Note {
        let relayed = self.relayed_by.as_ref();
        let relayed = relayed.map_or_else(String::new, |agent| format!(", relayed by {agent}"));
        let (open, close) = if self.words.contains('"') {
            ('“', '”')
        } else {
            ('"', '"')
        };
        Note {
            kind: EntryKind::Decision,
            title: format!("human approval for Task {}", self.task),
            bullets: vec![
                items::item(items::CRITERION, &self.criterion),
                format!("{LABEL}: {}{relayed}: {open}{}{close}", self.by, self.words),
            ],
        }
    }

    /// Whether the record would count as one of the person's own, or as a relayed one (P14).
    ///
    /// # Errors
    ///
    /// A text is missing; or the record would claim an authority that it has not, since its words
    /// speak of trust, a standing instruction or somebody who relayed them.
    pub fn judge(&self) -> Result<Authority, Unfit> {
        let texts = [
            ("criterion", Some(&self.criterion)),
            ("name", Some(&self.by)),
            ("words", Some(&self.words)),
            ("relaying agent", self.relayed_by.as_ref()),
        ];
        for (field, text) in texts {
            text.map_or(Ok(()), |text| line(field, text))?;
        }
        if self.by.contains(['"', '“', '”', '«', '»']) || self.words.contains('”') {
            return Err(Unfit::new(
                UnfitCode::TextUnfit,
                "the quotation marks would not tell the name from the words",
                "leave quotation marks out of the name, and closing ones out of the words",
            ));
        }
        if self.relayed_by.is_some() {
            return Ok(Authority::Relayed);
        }
        if self.counts() {
            return Ok(Authority::Own);
        }
        Err(Unfit::new(
            UnfitCode::NoAuthority,
            "the words rest on trust, a standing instruction or somebody who relayed them",
            "have the person say that they approve this; name the agent with --relayed-by where it relays",
        ))
    }

    /// Whether the predicate that opens gates sees the approval.
    fn counts(&self) -> bool {
        let note = self.note();
        let entry = NewEntry {
            timestamp: "2000-01-01T00:00:00Z",
            kind: note.kind,
            title: &note.title,
            bullets: &note.bullets,
        };
        let text = entry.render().unwrap_or_default();
        Approvals::of(&Document::parse("PROGRESS.md", text)).any_about(self.task)
    }
}

/// Records a person's approval of a gate in the PROGRESS.md of the plan in `dir`, under the plan's
/// lock (P14).
///
/// # Errors
///
/// Reading or writing failed. The file is whole, and the call can be repeated.
pub fn approve_gate(
    dir: &ConfinedDir,
    approval: &GateApproval,
    environment: &Environment,
) -> Result<Recording<Authority>, Error> {
    let authority = match approval.judge() {
        Ok(authority) => authority,
        Err(unfit) => return Ok(Recording::Unfit(unfit)),
    };
    let snapshot = dir.read(&RelPath::new("state.json")?)?;
    let state = snapshot
        .and_then(|snapshot| read_state("state.json", snapshot.bytes(), &Limits::default()).value);
    if state.is_some_and(|state| state.task(approval.task).is_none()) {
        return Ok(Recording::Unfit(Unfit::new(
            UnfitCode::TaskUnknown,
            format!("the plan has no task {}", approval.task),
            "name one of its tasks",
        )));
    }
    Ok(
        match plan_update::note(dir, &approval.note(), environment)? {
            NoteOutcome::Applied => Recording::Applied(authority),
            NoteOutcome::Unchanged => Recording::Unchanged(authority),
            NoteOutcome::Conflict(conflict) => Recording::Conflict(conflict),
            NoteOutcome::Refused(refusal) => Recording::Refused(refusal),
        },
    )
}
