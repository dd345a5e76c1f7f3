//! Materializing: a description becomes a plan directory, in an order that survives being stopped
//! (H3).
//!
//! Manifest, README skeleton, analysis, records and the other artefacts, state, and last the
//! README's count. The directory after any number of these writes is known byte for byte, and that
//! is how a partial is recognised: what differs in anything is somebody else's, and not touched.

mod course;
mod echo;
mod render;

pub(crate) use render::{file_name, record as record_text};

use std::collections::BTreeMap;

use plan_diagnostics::Report;
use plan_guard::{
    Acquired, ConfinedDir, Digest, EntryKind, Expect, Lock, RelPath, Removed, Replaced, Step,
};

use self::course::{Course, MANIFEST, RESULTS, Write};
use crate::commit::acquire;
use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Description, Environment, Error, Refusal};

/// What became of a materialization.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum MaterializeOutcome {
    /// The plan is written in full.
    Applied {
        /// Whether an earlier call had begun it.
        resumed: bool,
    },
    /// It was, and nothing has happened to it since.
    Unchanged,
    /// Somebody else was there first.
    Conflict(Conflict),
    /// The directory is not this call's own partial.
    Refused(Refusal),
    /// The description cannot become a plan, or the plan would not pass its check.
    Unfit(Box<Report>),
}

/// What became of discarding a partial plan.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum DiscardOutcome {
    /// What was written is gone, the directory included.
    Discarded,
    /// There is no such directory.
    Absent,
    /// Somebody else was there first.
    Conflict(Conflict),
    /// The directory is not a partial of this description.
    Refused(Refusal),
}

/// Writes the plan that `description` describes into a directory of its name in `parent` (H3).
///
/// A call that was stopped at any point is completed by repeating it with the same description: the
/// directory then holds exactly what a number of its writes leave. Before the README is there, that
/// is the manifest, which a description that differs only in other things would write too.
///
/// # Errors
///
/// Reading or writing failed; every file is whole, and the call can be repeated, or discarded.
pub fn materialize(
    parent: &ConfinedDir,
    description: &Description,
    environment: &Environment,
) -> Result<MaterializeOutcome, Error> {
    if let Some(report) = course::unfit(description, &environment.now)? {
        return Ok(MaterializeOutcome::Unfit(Box::new(report)));
    }
    let path = RelPath::new(description.name.as_str())?;
    let dir = match existing(parent, &path)? {
        Some(dir) if is_foreign(&dir, description)? => {
            return Ok(MaterializeOutcome::Refused(foreign(description)));
        }
        Some(dir) => dir,
        None => {
            at(environment, "plan-dir")?;
            parent.create_dir(&path)?;
            let Some(dir) = existing(parent, &path)? else {
                return Ok(MaterializeOutcome::Refused(foreign(description)));
            };
            dir
        }
    };
    let lock = match acquire(&dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            let conflict = Conflict::LockHeld(Box::new(info));
            return Ok(MaterializeOutcome::Conflict(conflict));
        }
    };
    let outcome = write_under(&lock, description, environment);
    lock.release()?;
    outcome
}

fn write_under(
    lock: &Lock,
    description: &Description,
    environment: &Environment,
) -> Result<MaterializeOutcome, Error> {
    let Some((course, reached)) = reached(lock, description, environment)? else {
        return Ok(MaterializeOutcome::Refused(foreign(description)));
    };
    if reached == course.writes.len() {
        return Ok(MaterializeOutcome::Unchanged);
    }
    for (index, write) in course.writes.iter().enumerate().skip(reached) {
        let written = put(lock, write, course.before(index))?;
        if let Err(conflict) = written {
            return Ok(MaterializeOutcome::Conflict(conflict));
        }
    }
    Ok(MaterializeOutcome::Applied {
        resumed: reached > 0,
    })
}

/// Removes the partial that a stopped materialization of `description` left in `parent`: only files
/// that it wrote and that are as it wrote them, last one first, and then the directory (H3).
///
/// # Errors
///
/// Reading or removing failed; the call can be repeated.
pub fn discard(
    parent: &ConfinedDir,
    description: &Description,
    environment: &Environment,
) -> Result<DiscardOutcome, Error> {
    let path = RelPath::new(description.name.as_str())?;
    let Some(dir) = existing(parent, &path)? else {
        return Ok(DiscardOutcome::Absent);
    };
    if !plan_state::is_plan_name(&description.name) || is_foreign(&dir, description)? {
        return Ok(DiscardOutcome::Refused(foreign(description)));
    }
    let lock = match acquire(&dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(DiscardOutcome::Conflict(Conflict::LockHeld(Box::new(info))));
        }
    };
    let outcome = undo_under(&lock, description, environment);
    lock.release()?;
    let outcome = outcome?;
    if matches!(outcome, DiscardOutcome::Discarded) && dir.entries(None)?.is_empty() {
        at(environment, "plan-dir")?;
        let _: Removed = parent.remove_dir(&path)?;
    }
    Ok(outcome)
}

fn undo_under(
    lock: &Lock,
    description: &Description,
    environment: &Environment,
) -> Result<DiscardOutcome, Error> {
    let Some((course, reached)) = reached(lock, description, environment)? else {
        return Ok(DiscardOutcome::Refused(foreign(description)));
    };
    if reached == course.writes.len() {
        return Ok(DiscardOutcome::Refused(Refusal::new(
            Code::PlanExists,
            format!(
                "{} is written in full: it is a plan, not a partial",
                description.name
            ),
            "remove the directory yourself where the plan is not wanted",
        )));
    }
    for (index, write) in course.writes.iter().enumerate().take(reached).rev() {
        if let Err(conflict) = take_back(lock, write, course.before(index))? {
            return Ok(DiscardOutcome::Conflict(conflict));
        }
    }
    sweep_results(lock)?;
    Ok(DiscardOutcome::Discarded)
}

/// The writes, and how many of them the directory shows; `None` where it is no partial of them.
fn reached(
    lock: &Lock,
    description: &Description,
    environment: &Environment,
) -> Result<Option<(Course, usize)>, Error> {
    let created = course::created_at(lock.dir(), description)?;
    let course = Course::of(description, created.as_ref().unwrap_or(&environment.now))?;
    let disk: Option<BTreeMap<String, Digest>> = course::disk(lock.dir(), &course)?;
    let reached = disk.and_then(|disk| course.progress(&disk));
    Ok(reached.map(|reached| (course, reached)))
}

/// Writes a file over what it had before.
fn put(lock: &Lock, write: &Write, before: Option<&str>) -> Result<Result<(), Conflict>, Error> {
    let path = RelPath::new(write.file.as_str())?;
    if let Some(directory) = path.parent() {
        lock.create_dir(&directory)?;
    }
    let expect = before.map_or(Expect::Absent, |text| {
        Expect::Digest(Digest::of(text.as_bytes()))
    });
    let written = lock.replace(&path, write.text.as_bytes(), &expect)?;
    Ok(match written {
        Replaced::Written { .. } | Replaced::Unchanged => Ok(()),
        Replaced::Conflict { actual, .. } => Err(Conflict::File {
            file: write.file.clone(),
            expected: before.map(|text| Digest::of(text.as_bytes())),
            actual,
        }),
    })
}

/// Gives a file back what it had before the write, or removes it.
fn take_back(
    lock: &Lock,
    write: &Write,
    before: Option<&str>,
) -> Result<Result<(), Conflict>, Error> {
    let path = RelPath::new(write.file.as_str())?;
    let ours = Digest::of(write.text.as_bytes());
    let expect = Expect::Digest(ours);
    let actual = match before {
        Some(text) => match lock.replace(&path, text.as_bytes(), &expect)? {
            Replaced::Written { .. } | Replaced::Unchanged => return Ok(Ok(())),
            Replaced::Conflict { actual, .. } => actual,
        },
        None => match lock.remove_file(&path, &expect)? {
            Removed::Gone | Removed::Absent => return sweep_results(lock).map(Ok),
            Removed::Conflict { actual, .. } => Some(actual),
        },
    };
    Ok(Err(Conflict::File {
        file: write.file.clone(),
        expected: Some(ours),
        actual,
    }))
}

/// Removes `analysis_results` once it is empty: without a README there is nothing but a manifest.
fn sweep_results(lock: &Lock) -> Result<(), Error> {
    let results = RelPath::new(RESULTS)?;
    if lock.dir().enter(&results)?.is_some() && lock.dir().entries(Some(&results))?.is_empty() {
        let _: Removed = lock.remove_dir(&results)?;
    }
    Ok(())
}

/// The directory of the plan's name, where it is there; a link of that name is an error.
fn existing(parent: &ConfinedDir, path: &RelPath) -> Result<Option<ConfinedDir>, Error> {
    let entries = parent.entries(None)?;
    let entry = entries.iter().find(|entry| entry.name == path.as_str());
    match entry.map(|entry| entry.kind) {
        None => Ok(None),
        Some(EntryKind::Dir) => Ok(parent.enter(path)?),
        // Making it says what stands in its place.
        Some(_) => {
            parent.create_dir(path)?;
            Ok(None)
        }
    }
}

/// Whether a directory is certainly not ours: not even a lock is put into such a one. Only the
/// manifest is looked at, which is written first and never again; another call may be writing.
fn is_foreign(dir: &ConfinedDir, description: &Description) -> Result<bool, Error> {
    if dir.read(&RelPath::new(MANIFEST)?)?.is_some() {
        return Ok(course::created_at(dir, description)?.is_none());
    }
    let tree = dir.tree()?;
    let empty = tree.files.is_empty() && tree.others.is_empty() && tree.is_complete();
    // An own name is a lock or a temporary file; a lock directory of another name is not.
    let own = |name: &str| name == "state.json.lock" || name.starts_with('.');
    let stray = dir.entries(None)?;
    let stray = stray
        .iter()
        .any(|entry| entry.kind == EntryKind::Dir && !own(&entry.name));
    Ok(!empty || stray)
}

fn foreign(description: &Description) -> Refusal {
    let name = &description.name;
    Refusal::new(
        Code::PlanExists,
        format!("{name} is there already, and is not what writing this description leaves"),
        "choose another name; a plan that was begun is completed with the same description, \
         unchanged, or discarded with it",
    )
}

/// A step of this protocol outside the lock, where tests stop it.
fn at(environment: &Environment, step: &'static str) -> Result<(), Error> {
    let probed = environment.probe.at(Step::Caller(step));
    probed.map_err(|source| Error::stopped(step, source))
}
