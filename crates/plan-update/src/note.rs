//! One entry of PROGRESS.md, appended under the plan's lock (H10).
//!
//! Whoever has something to tell beside a transition (a decision, an event of a turn or of the lock)
//! tells it here: the file is read and extended under the lock that every other writer takes, so that
//! no entry of any of them is lost.

use plan_guard::{Acquired, ConfinedDir, Lock};
use plan_markdown::view::progress::{Entry, EntryKind, NewEntry, Progress};
use plan_state::{Materialization, RawState};

use crate::commit::acquire;
use crate::page::{NO_PROGRESS, Page};
use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Environment, Error, Refusal, input, words};

/// An entry to append; its time is that of the call.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its shape.
    pub kind: EntryKind,
    /// Its title, in one line.
    pub title: String,
    /// Its items, one line each.
    pub bullets: Vec<String>,
}

/// What became of an entry.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum NoteOutcome {
    /// It is in PROGRESS.md now.
    Applied,
    /// It was there already.
    Unchanged,
    /// Another writer was there first; worth a retry.
    Conflict(Conflict),
    /// It cannot be written so, or not now; nothing was.
    Refused(Refusal),
}

/// Appends an entry to the PROGRESS.md of the plan in `dir`, under the plan's lock (H10).
///
/// A decision that the latest one of its title says already is not told again; neither is anything
/// else that was told at the same time in the same words, as by a call that is repeated.
///
/// # Errors
///
/// Reading or writing failed. The file is whole, old or new, and the call can be repeated.
pub fn note(
    dir: &ConfinedDir,
    note: &Note,
    environment: &Environment,
) -> Result<NoteOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(NoteOutcome::Conflict(Conflict::LockHeld(Box::new(info))));
        }
    };
    let outcome = note_under(&lock, note, environment);
    lock.release()?;
    outcome
}

fn note_under(lock: &Lock, note: &Note, environment: &Environment) -> Result<NoteOutcome, Error> {
    let state = match input::state_under(lock, None)? {
        Ok((_, state)) => state,
        Err(input::Unready::Refused(refusal)) => return Ok(NoteOutcome::Refused(refusal)),
        Err(input::Unready::Conflict(conflict)) => return Ok(NoteOutcome::Conflict(conflict)),
    };
    if let Err(refusal) = judge(state.raw(), note) {
        return Ok(NoteOutcome::Refused(refusal));
    }
    let mut page = match Page::read(lock.dir(), "PROGRESS.md", Some(NO_PROGRESS))? {
        Ok(page) => page,
        Err(refusal) => return Ok(NoteOutcome::Refused(refusal)),
    };
    let now = environment.now.as_str();
    if note.stands(&Progress::read(&page.document()), now) {
        return Ok(NoteOutcome::Unchanged);
    }
    page.append_entry(&NewEntry {
        timestamp: now,
        kind: note.kind,
        title: &note.title,
        bullets: &note.bullets,
    })?;
    let told = Progress::read(&page.document());
    if !told.entries.last().is_some_and(|last| note.is(last)) {
        return Ok(NoteOutcome::Refused(unread()));
    }
    Ok(match page.write(lock)? {
        Ok(true) => NoteOutcome::Applied,
        Ok(false) => NoteOutcome::Unchanged,
        Err(conflict) => NoteOutcome::Conflict(conflict),
    })
}

impl Note {
    /// Whether an entry says this.
    fn is(&self, entry: &Entry) -> bool {
        let bullets = entry.bullets.iter().map(|bullet| &bullet.value);
        entry.kind == self.kind && entry.title.value == self.title && bullets.eq(&self.bullets)
    }

    /// Whether it was told before, so that telling it again would say nothing new.
    fn stands(&self, told: &Progress, now: &str) -> bool {
        let mut entries = told.entries.iter().rev();
        if self.kind == EntryKind::Decision {
            return entries
                .find(|entry| entry.kind == self.kind && entry.title.value == self.title)
                .is_some_and(|latest| self.is(latest));
        }
        entries.any(|entry| {
            let at = entry.timestamp.as_ref().map(|at| at.value.as_str());
            at == Some(now) && self.is(entry)
        })
    }
}

/// The plan is not being written, and the texts are lines without a credential.
fn judge(state: &RawState, note: &Note) -> Result<(), Refusal> {
    let bullets = note.bullets.iter().map(|bullet| ("entry's item", bullet));
    for (field, text) in [("entry's title", &note.title)].into_iter().chain(bullets) {
        words::single_line(field, text)?;
        words::no_credential(field, text)?;
    }
    let ready = state
        .materialization
        .is_none_or(|at| at == Materialization::Ready);
    if ready && !state.promotion.is_value() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::PlanNotReady,
        "the files of this plan are being written or promoted",
        "finish that first",
    ))
}

fn unread() -> Refusal {
    Refusal::new(
        Code::ProgressUnreadable,
        "an entry at the end of PROGRESS.md would not be read as one",
        "close the fenced block or comment that is open at the end of the file",
    )
}
