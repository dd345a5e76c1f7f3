//! Refining: tasks that are not done are added, removed, split or moved, in one guarded call (H8).
//!
//! All files are drafted in memory and the plan is judged as it would be; then `.refining.json` is
//! written, which holds everything that is to change, and from there on the refining is finished by
//! the same call, or by one that resumes: whatever the interruption, each file is the old or the new
//! one, and nothing else may be done with the plan until all are new.

mod draft;
mod marker;
mod mentions;
mod narrative;
mod order;
mod request;
mod texts;

use plan_guard::{Acquired, ConfinedDir, Lock, Step};
use plan_markdown::view::task::TaskRecord;
use plan_state::{Materialization, PlanStatus, State};
use plan_verify::{PlanFiles, PlanView, Stage, check_view};

use crate::commit::acquire;
use crate::complete::worse;
use crate::page::{Page, page_of, record_in};
use crate::refusal::RefusalCode as Code;
use crate::{Conflict, Environment, Error, RecordFacts, Records, Refusal, input};
use draft::{Desk, Files};
use marker::Marker;
use order::Order;

pub(crate) use marker::MARKER;
pub use mentions::Mention;
pub use request::{REFINE_SCHEMA, RefineChange, Refinement};

/// The JSON Schema of the file of a refining, by its short name `refine-v1`.
#[must_use]
pub fn refine_schema() -> plan_diagnostics::schema::OutputSchema {
    plan_diagnostics::schema::of::<request::Wire>("refine-v1")
}

/// What became of a refining.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum RefineOutcome {
    /// It was done, or finished where it was interrupted.
    Applied {
        /// The files that it wrote or removed, in order.
        files: Vec<String>,
        /// Prose that names tasks by numbers which they no longer have, for a person to look at.
        mentions: Vec<Mention>,
    },
    /// This very file was applied before.
    Unchanged,
    /// Another writer was there first. Where the refining had begun, it is finished by a later call,
    /// once the file named is what it was.
    Conflict(Conflict),
    /// A rule forbids it; nothing was written.
    Refused(Refusal),
}

/// Refines the plan in `dir` under its lock (H8). Without a `refinement`, finishes one that was
/// interrupted.
///
/// # Errors
///
/// Reading or writing failed. Every file is whole, and the call can be repeated.
pub fn refine(
    dir: &ConfinedDir,
    refinement: Option<&Refinement>,
    environment: &Environment,
) -> Result<RefineOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            return Ok(RefineOutcome::Conflict(Conflict::LockHeld(Box::new(info))));
        }
    };
    let outcome = refine_under(&lock, refinement, environment);
    lock.release()?;
    outcome
}

fn refine_under(
    lock: &Lock,
    refinement: Option<&Refinement>,
    environment: &Environment,
) -> Result<RefineOutcome, Error> {
    let left = match Marker::left(lock.dir())? {
        Some(Err(refusal)) => return Ok(RefineOutcome::Refused(refusal)),
        Some(Ok(marker)) => Some(marker),
        None => None,
    };
    let marker = match (left, refinement) {
        (Some(marker), Some(given)) if marker.request != given.digest => {
            return Ok(RefineOutcome::Refused(interrupted(lock.dir().name())));
        }
        (Some(marker), _) => marker,
        (None, None) => return Ok(RefineOutcome::Unchanged),
        (None, Some(refinement)) => match begin(lock, refinement, environment)? {
            Begun::Marked(marker) => marker,
            Begun::Other(outcome) => return Ok(outcome),
        },
    };
    Ok(match marker.finish(lock)? {
        None => RefineOutcome::Applied {
            files: marker.names(),
            mentions: marker.mentions,
        },
        Some(conflict) => RefineOutcome::Conflict(conflict),
    })
}

/// The refusal of anything else while a refining is interrupted.
pub(crate) fn interrupted(plan: &str) -> Refusal {
    Refusal::new(
        Code::RefineInterrupted,
        format!("a refining of {plan} was interrupted ({MARKER} is there)"),
        "finish it first: dwp refine PLAN_DIR --resume",
    )
}

/// What comes of beginning a refining.
enum Begun {
    Marked(Marker),
    Other(RefineOutcome),
}

/// Drafts, judges and marks a refining.
fn begin(lock: &Lock, refinement: &Refinement, environment: &Environment) -> Result<Begun, Error> {
    let other = |outcome| Ok(Begun::Other(outcome));
    let state = match input::state_under(lock, None)? {
        Ok((_, state)) => state,
        Err(input::Unready::Refused(refusal)) => return other(RefineOutcome::Refused(refusal)),
        Err(input::Unready::Conflict(conflict)) => return other(RefineOutcome::Conflict(conflict)),
    };
    let progress = match narrative::entry(lock.dir(), refinement, environment)? {
        Ok(Some(page)) => page,
        Ok(None) => return other(RefineOutcome::Unchanged),
        Err(refusal) => return other(RefineOutcome::Refused(refusal)),
    };
    let (mut files, mut mentions) = (Files::new(), Vec::new());
    if !refinement.changes.is_empty() {
        match drafted(lock, &state, refinement, environment)? {
            Ok(drafted) => (files, mentions) = drafted,
            Err(refusal) => return other(RefineOutcome::Refused(refusal)),
        }
    }
    files.insert("PROGRESS.md".to_owned(), Some(progress.text().to_owned()));
    if let Some(refusal) = judged(lock, &files, environment)? {
        return other(RefineOutcome::Refused(refusal));
    }
    let marker = Marker::of(lock.dir(), &refinement.digest, &files, mentions)?;
    let probed = lock.probe().at(Step::Caller("refine-mark"));
    probed.map_err(|source| Error::stopped("refine-mark", source))?;
    Ok(match marker.write(lock)? {
        None => Begun::Marked(marker),
        Some(conflict) => Begun::Other(RefineOutcome::Conflict(conflict)),
    })
}

/// The files as they will be, and what of their prose is to be looked at.
type Drafted = (Files, Vec<Mention>);

fn drafted(
    lock: &Lock,
    state: &State,
    refinement: &Refinement,
    environment: &Environment,
) -> Result<Result<Drafted, Refusal>, Error> {
    if let Err(refusal) = may_be_refined(state) {
        return Ok(Err(refusal));
    }
    let records = match records(lock.dir(), state)? {
        Ok(records) => records,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let order = match Order::of(state.raw(), refinement, &records) {
        Ok(order) => order,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let readme = match Page::read(lock.dir(), "README.md", None)? {
        Ok(page) => page,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let desk = Desk {
        dir: lock.dir(),
        state,
        refinement,
        order: &order,
        environment,
        readme: &readme,
    };
    let files = match desk.files()? {
        Ok(files) => files,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut extra = Files::new();
    if !files.contains_key("PROMPTS.md")
        && let Ok(prompts) = Page::read(lock.dir(), "PROMPTS.md", None)?
    {
        extra.insert("PROMPTS.md".to_owned(), Some(prompts.text().to_owned()));
    }
    let mentions = mentions::of(&files, &extra, &order);
    Ok(Ok((files, mentions)))
}

/// The plan is of a current generation, ready, and not done.
fn may_be_refined(state: &State) -> Result<(), Refusal> {
    let raw = state.raw();
    if !raw.generation.is_current() {
        return Err(order::forbidden(
            "a v1 plan is migrated before it is refined".to_owned(),
        ));
    }
    if raw.materialization != Some(Materialization::Ready) || raw.promotion.is_value() {
        return Err(Refusal::new(
            Code::PlanNotReady,
            "the plan is being written or promoted",
            "finish that first",
        ));
    }
    if raw.status == PlanStatus::Completed {
        return Err(order::forbidden("the plan is completed".to_owned()));
    }
    Ok(())
}

/// What the records of all tasks say.
fn records(dir: &ConfinedDir, state: &State) -> Result<Result<Records, Refusal>, Error> {
    let numbers: Vec<u64> = state.tasks().iter().map(|task| task.id).collect();
    let mut records = Records::new();
    for task in state.tasks() {
        let page = match Page::read(dir, page_of(&task.locator), None)? {
            Ok(page) => page,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let document = page.document();
        let record: Option<TaskRecord> = record_in(&document, task.id, &task.locator);
        if let Some(record) = record {
            records.insert(
                task.id,
                RecordFacts::of(page.name(), task.id, &record, &numbers),
            );
        }
    }
    Ok(Ok(records))
}

/// The plan as it would be has no fault that it does not have today.
fn judged(lock: &Lock, files: &Files, environment: &Environment) -> Result<Option<Refusal>, Error> {
    let today = PlanFiles::load(lock.dir())?;
    let kept = |name: &str| !matches!(files.get(name), Some(None));
    let still = today.iter().filter(|(name, _)| kept(name));
    let mut then = PlanFiles::new(
        today.name(),
        still.map(|(name, content)| (name, content.bytes().to_vec())),
    );
    for directory in today.directories() {
        then.insert_directory(directory);
    }
    for (name, text) in files {
        if let Some(text) = text {
            then.insert(name.as_str(), text.as_str());
        }
    }
    let report =
        |files: &PlanFiles| check_view(&PlanView::new(files, &environment.facts, Stage::Standing));
    Ok(worse(&report(&today), &report(&then)))
}
