//! The end of a turn: the blocker where it stops, and its line in the record of turns.

use plan_guard::{RelPath, Replaced, Snapshot};
use plan_markdown::view::progress::EntryKind;
use plan_state::{Limits, PlanStatus, RawState, TaskStatus, read_state};
use plan_update::{Environment, Note, NoteOutcome, Request};

use super::{End, Ended, Obstacle, Turn, hindrance};
use crate::Error;
use crate::journal::{Attempt, Journal, TURNS_FILE, TurnLine};
use crate::narrative::{self, one_line};
use crate::stop::Stop;

/// Fills the blocker, tells it in `PROGRESS.md`, and ends the turn (P9, P11).
pub(super) fn stop(
    turn: &Turn,
    task: u64,
    stop: &Stop,
    attempts: &[Attempt],
    environment: &Environment,
) -> Result<Result<Ended, Obstacle>, Error> {
    let block = stop.block();
    let bullets = [
        format!("Reason: {}", one_line(&block.reason)),
        format!(
            "Needs: {}",
            one_line(block.needs.as_deref().unwrap_or_default())
        ),
        format!("Who must act: {}", stop.who()),
    ];
    let message = format!("stopped at task {task}: {}", block.reason);
    let request = Request {
        block: Some(block),
        ..turn.request(task, TaskStatus::Blocked)
    };
    let outcome = plan_update::update(&turn.dir, &request, None, environment)?;
    if let Some(obstacle) = hindrance(outcome) {
        return Ok(Err(obstacle));
    }
    let note = Note {
        kind: EntryKind::Turn,
        title: format!("stopped at task {task}"),
        bullets: bullets.to_vec(),
    };
    let told = plan_update::note(&turn.dir, &note, environment)?;
    let end = End::Stopped(stop.code());
    let mut ended = end_with(turn, end, Some(task), attempts, environment)?;
    ended.message = message;
    ended.who = Some(stop.who().to_owned());
    if matches!(told, NoteOutcome::Conflict(_) | NoteOutcome::Refused(_)) {
        let note = "PROGRESS.md does not tell it: it could not be written at that moment";
        ended.notes.push(note.to_owned());
    }
    Ok(Ok(ended))
}

/// Writes the turn's line and says how it ended. The plan is what counts: a line that cannot be
/// written is noted, and the turn is over all the same.
pub(super) fn end_with(
    turn: &Turn,
    end: End,
    task: Option<u64>,
    attempts: &[Attempt],
    environment: &Environment,
) -> Result<Ended, Error> {
    let mut notes = turn.notes.clone();
    let state = read(turn)?;
    let plan_status: Option<PlanStatus> = state.as_ref().map(|(state, _)| state.status);
    let line = line(turn, end, task, state.as_ref(), attempts, environment);
    if let Err(reason) = append(turn, &line, environment)? {
        notes.push(format!("{TURNS_FILE} lacks this turn: {reason}"));
    }
    let about = task.map_or_else(String::new, |task| format!("task {task} "));
    Ok(Ended {
        plan: turn.dir.name().to_owned(),
        end,
        task,
        plan_status,
        message: format!("{about}{}", end.as_str()),
        who: None,
        notes,
    })
}

/// How many turns in a row were fruitless if this one ended here (P8).
pub(super) fn fruitless(
    turn: &Turn,
    task: u64,
    attempts: &[Attempt],
    environment: &Environment,
) -> Result<usize, Error> {
    let mut journal: Journal = turn.journal.clone();
    let state = read(turn)?;
    let line = line(
        turn,
        End::Paused,
        Some(task),
        state.as_ref(),
        attempts,
        environment,
    );
    journal.lines.push(line);
    Ok(journal.fruitless(task))
}

fn line(
    turn: &Turn,
    end: End,
    task: Option<u64>,
    state: Option<&(RawState, String)>,
    attempts: &[Attempt],
    environment: &Environment,
) -> TurnLine {
    let head = (
        environment.now.as_str(),
        turn.profile.as_str(),
        end.as_str(),
    );
    let state = state
        .as_ref()
        .map(|(state, digest)| (state, digest.clone()));
    TurnLine::of(head, task, state, attempts)
}

/// The state on disk, with its digest.
pub(super) fn read(turn: &Turn) -> Result<Option<(RawState, String)>, Error> {
    let Some(file) = turn.dir.read(&RelPath::new("state.json")?)? else {
        return Ok(None);
    };
    let state = read_state("state.json", file.bytes(), &Limits::default()).value;
    Ok(state.map(|state| (state, file.digest().to_string())))
}

/// Appends a line durably, under the lock. `Err` where another writer is in the way.
fn append(
    turn: &Turn,
    line: &TurnLine,
    environment: &Environment,
) -> Result<Result<(), String>, Error> {
    let lock = match narrative::acquire(&turn.dir, environment)? {
        Ok(lock) => lock,
        Err(conflict) => return Ok(Err(conflict.code().to_owned())),
    };
    let path = RelPath::new(TURNS_FILE)?;
    if let Some(parent) = path.parent() {
        lock.create_dir(&parent)?;
    }
    let before = turn.dir.read(&path)?;
    let text = before.as_ref().map(Snapshot::bytes).unwrap_or_default();
    let next = line.appended_to(&String::from_utf8_lossy(text));
    let written = lock.replace_read(&path, next.as_bytes(), before.as_ref());
    lock.release()?;
    Ok(match written? {
        Replaced::Written { .. } | Replaced::Unchanged => Ok(()),
        Replaced::Conflict { .. } => Err("another writer was there first".to_owned()),
    })
}
