//! Migrating a plan to a newer generation: deliberate, declared, and without loss (H5, A5).
//!
//! README and PROGRESS.md declare it first, then manifest and state are written. Stopped between
//! the two, the pair is mixed, and no update works on it; the declaration says whose mixture it is,
//! and repeating the call completes it. The Markdown keeps its shape, save the line of the standard.

mod declaration;

use plan_diagnostics::Severity;
use plan_guard::{Acquired, ConfinedDir, Lock, RelPath, Replaced, Snapshot};
use plan_markdown::view::readme::{Readme, approval_word};
use plan_state::{
    Approval, Format, Generation, Limits, Manifest, Materialization, Members, Nullable, PlanStatus,
    RawState, State, TaskStatus, read_manifest, read_state,
};

use crate::commit::acquire;
use crate::page::{NO_PROGRESS, Page};
use crate::refusal::{RefusalCode as Code, list};
use crate::{Conflict, Environment, Error, Refusal, input, words};

/// What a migration is asked for.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The generation to arrive at: v2 or v5.
    pub to: Generation,
    /// Why, in one line without parentheses, for README and PROGRESS.md.
    pub reason: String,
}

/// What became of a migration.
///
/// Closed: every case asks the caller for an answer of its own.
#[derive(Debug)]
#[must_use]
pub enum MigrationOutcome {
    /// Manifest and state are of the new generation.
    Applied {
        /// The generation before; where a stopped call was completed, of the state.
        from: Generation,
        /// Whether the plan still awaits a person's approval: v1 recorded none (B3).
        awaits_approval: bool,
    },
    /// They were already.
    Unchanged,
    /// Another writer was there first.
    Conflict(Conflict),
    /// It cannot be migrated so.
    Refused(Refusal),
}

/// Migrates the plan in `dir` under its lock (H5).
///
/// # Errors
///
/// Reading or writing failed; every file is whole, and the call can be repeated.
pub fn migrate(
    dir: &ConfinedDir,
    migration: &Migration,
    environment: &Environment,
) -> Result<MigrationOutcome, Error> {
    let lock = match acquire(dir, environment)? {
        Acquired::Held(lock) => lock,
        Acquired::Busy(info) => {
            let conflict = Conflict::LockHeld(Box::new(info));
            return Ok(MigrationOutcome::Conflict(conflict));
        }
    };
    let outcome = migrate_under(&lock, migration, environment);
    lock.release()?;
    outcome
}

fn migrate_under(
    lock: &Lock,
    migration: &Migration,
    environment: &Environment,
) -> Result<MigrationOutcome, Error> {
    if let Err(refusal) = judge_request(migration) {
        return Ok(MigrationOutcome::Refused(refusal));
    }
    let mut plan = match Plan::read(lock.dir())? {
        Ok(plan) => plan,
        Err(refusal) => return Ok(MigrationOutcome::Refused(refusal)),
    };
    let from = plan.state.generation;
    if (plan.manifest.generation, from) == (migration.to, migration.to) {
        return Ok(MigrationOutcome::Unchanged);
    }
    let next = match plan.next(migration, environment) {
        Ok(next) => next,
        Err(refusal) => return Ok(MigrationOutcome::Refused(refusal)),
    };
    if let Err(refusal) = plan.declare(migration, environment)? {
        return Ok(MigrationOutcome::Refused(refusal));
    }
    let awaits_approval = next.1.raw().approval == Some(Approval::Pending);
    Ok(match plan.write(lock, &next)? {
        Ok(()) => MigrationOutcome::Applied {
            from,
            awaits_approval,
        },
        Err(conflict) => MigrationOutcome::Conflict(conflict),
    })
}

/// The reason is one line that README and PROGRESS.md can hold.
fn judge_request(migration: &Migration) -> Result<(), Refusal> {
    words::single_line("reason", &migration.reason)?;
    words::no_credential("reason", &migration.reason)?;
    let reason = migration.reason.as_str();
    if reason.trim().is_empty() || reason.trim() != reason || reason.contains(['(', ')']) {
        return Err(Refusal::new(
            Code::NotSingleLine,
            "the reason is empty, has space around it, or holds parentheses",
            "say in a few plain words why the plan is migrated",
        ));
    }
    if migration.to.is_current() {
        return Ok(());
    }
    Err(Refusal::new(
        Code::SchemaUnknown,
        "there is no way back to v1",
        "migrate to v2 or v5",
    ))
}

/// The plan as it is before its migration, or in the middle of it.
struct Plan {
    name: String,
    manifest: Manifest,
    manifest_snapshot: Snapshot,
    state: RawState,
    state_snapshot: Snapshot,
    readme: Page,
    progress: Page,
}

impl Plan {
    fn read(dir: &ConfinedDir) -> Result<Result<Self, Refusal>, Error> {
        if let Some(refusal) = input::interrupted(dir)? {
            return Ok(Err(refusal));
        }
        let Some(state_snapshot) = dir.read(&input::state_file()?)? else {
            return Ok(Err(input::no_state(dir)));
        };
        let limits = Limits::default();
        let state = read_state("state.json", state_snapshot.bytes(), &limits);
        let Some(manifest_snapshot) = dir.read(&RelPath::new("manifest.json")?)? else {
            return Ok(Err(unreadable("manifest.json", false)));
        };
        let manifest = read_manifest("manifest.json", manifest_snapshot.bytes(), &limits);
        let (state, manifest) = match (state.value, manifest.value) {
            (Some(state), Some(manifest)) => (state, manifest),
            (None, _) => return Ok(Err(unreadable("state.json", state.unsupported))),
            (_, None) => return Ok(Err(unreadable("manifest.json", manifest.unsupported))),
        };
        let readme = match Page::read(dir, "README.md", None)? {
            Ok(readme) => readme,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let progress = match Page::read(dir, "PROGRESS.md", Some(NO_PROGRESS))? {
            Ok(progress) => progress,
            Err(refusal) => return Ok(Err(refusal)),
        };
        Ok(Ok(Self {
            name: dir.name().to_owned(),
            manifest,
            manifest_snapshot,
            state,
            state_snapshot,
            readme,
            progress,
        }))
    }

    /// Manifest and state as they are to be, where that can be without loss or invention.
    fn next(
        &self,
        migration: &Migration,
        environment: &Environment,
    ) -> Result<(Manifest, State), Refusal> {
        self.judge_pair(migration)?;
        self.judge_members(migration)?;
        self.judge_completions()?;
        let document = self.readme.document();
        let readme = Readme::read(&document);
        let mut manifest = self.manifest.clone();
        if manifest.generation != migration.to {
            manifest.generation = migration.to;
            manifest.spec_version = self.target(migration)?.to_string();
            manifest.plan_format = manifest.plan_format.or(Some(Format::Full));
        }
        let mut state = self.state.clone();
        if !state.generation.is_current() {
            let stated = readme.approval.as_ref();
            let stated = stated.and_then(|stated| approval_word(&stated.value.value));
            state.approval = Some(stated.and_then(Approval::of).unwrap_or(Approval::Pending));
            state.format = Some(Format::Full);
            state.materialization = Some(Materialization::Ready);
            state.promotion = Nullable::Null;
            for task in &mut state.tasks {
                task.gates.get_or_insert_default();
            }
        }
        state.generation = migration.to;
        state.updated_at = environment.now.clone();
        let breaches = plan_state::pair(&manifest, &state);
        let broken = breaches
            .iter()
            .find(|breach| breach.severity() == Severity::Must);
        if let Some(breach) = broken {
            return Err(contract(&breach.message));
        }
        let state = State::new(state).map_err(|breaches| {
            let messages: Vec<&str> = breaches.iter().map(|b| b.message.as_str()).collect();
            contract(&messages.join("; "))
        })?;
        Ok((manifest, state))
    }

    /// Of one generation older than the target, or the mixture that a stopped call leaves: the
    /// manifest has arrived, the state has not, and the README declares it.
    fn judge_pair(&self, migration: &Migration) -> Result<(), Refusal> {
        let (manifest, state) = (self.manifest.generation, self.state.generation);
        let to = migration.to;
        if manifest == state {
            return if state < to {
                Ok(())
            } else {
                Err(Refusal::new(
                    Code::SchemaUnknown,
                    format!("{} is {state}, and generations only go up", self.name),
                    "leave it as it is",
                ))
            };
        }
        if manifest == to && state < to && self.declared(migration).is_some() {
            return Ok(());
        }
        Err(Refusal::new(
            Code::SchemaMixed,
            format!(
                "manifest.json is {manifest} and state.json is {state}, and no migration to {to} says so"
            ),
            "restore the file that was changed, or repeat the migration that was stopped",
        ))
    }

    /// No unknown member has a name that the new generation gives a meaning.
    fn judge_members(&self, migration: &Migration) -> Result<(), Refusal> {
        if self.state.generation.is_current() || !migration.to.is_current() {
            return Ok(());
        }
        let names = ["format", "materialization", "approval", "promotion"];
        let tasks = self.state.tasks.iter().map(|task| &task.extra);
        let taken = names
            .into_iter()
            .find(|name| self.state.extra.get(name).is_some())
            .or_else(|| has(&self.manifest.extra, "plan_format"))
            .or_else(|| tasks.into_iter().find_map(|extra| has(extra, "locator")));
        let Some(name) = taken else { return Ok(()) };
        Err(Refusal::new(
            Code::CandidateInvalid,
            format!(
                "there is a member `{name}` that v1 does not know, and {} means something by it",
                migration.to
            ),
            "rename that member first: it would be lost, or be taken for something else",
        ))
    }

    /// v1 let tasks be completed without a record of it; the newer generations do not, and evidence
    /// is not invented (C5).
    fn judge_completions(&self) -> Result<(), Refusal> {
        let bare = self.state.tasks.iter();
        let bare =
            bare.filter(|task| task.status == TaskStatus::Completed && task.gates().is_empty());
        let bare: Vec<u64> = bare.map(|task| task.id).collect();
        if bare.is_empty() {
            return Ok(());
        }
        let noun = if bare.len() == 1 { "task" } else { "tasks" };
        Err(Refusal::new(
            Code::MissingEvidence,
            format!(
                "{noun} {} completed without a gate record, which only v1 allows",
                list(&bare)
            ),
            "run the validation and record it with `dwp update … --status completed --gate`, or leave \
             the plan as it is: old plans stay valid",
        ))
    }

    /// Writes what is due, in the order that lets a stopped call be repeated.
    fn write(&self, lock: &Lock, next: &(Manifest, State)) -> Result<Result<(), Conflict>, Error> {
        if self.state.status == PlanStatus::Completed {
            input::set_receipt_aside(lock)?;
        }
        for page in [&self.readme, &self.progress] {
            if let Err(conflict) = page.write(lock)? {
                return Ok(Err(conflict));
            }
        }
        let manifest = next.0.to_json();
        let state = next.1.to_json();
        let files = [
            ("manifest.json", &manifest, &self.manifest_snapshot),
            ("state.json", &state, &self.state_snapshot),
        ];
        for (file, text, before) in files {
            let unchanged = file == "manifest.json" && next.0 == self.manifest;
            if unchanged {
                continue;
            }
            let path = RelPath::new(file)?;
            let written = lock.replace_read(&path, text.as_bytes(), Some(before))?;
            if let Replaced::Conflict { actual, .. } = written {
                return Ok(Err(Conflict::File {
                    file: file.to_owned(),
                    expected: Some(before.digest()),
                    actual,
                }));
            }
        }
        Ok(Ok(()))
    }
}

fn has(extra: &Members, name: &'static str) -> Option<&'static str> {
    extra.get(name).map(|_| name)
}

fn unreadable(file: &str, unsupported: bool) -> Refusal {
    if unsupported {
        return Refusal::new(
            Code::SchemaUnknown,
            format!("{file} is of a schema that this version does not know"),
            "use a version of this tool that supports it",
        );
    }
    Refusal::new(
        Code::StateMalformed,
        format!("{file} is not there, or is no manifest or state"),
        "see `dwp check` for every fault, and mend it first: nothing is migrated by guessing",
    )
}

fn contract(told: &str) -> Refusal {
    Refusal::new(
        Code::StateBreaksContract,
        format!("the plan would break its contract: {told}"),
        "mend the plan first; `dwp check` shows what is wrong with it",
    )
}
