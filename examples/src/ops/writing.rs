//! What every command has in common that writes to the queue: the facts, the lease, the answer.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use plan_guard::{ConfinedDir, Probe, Process};
use plan_queue::write::{Change, Error, Options, Outcome, Planned, apply, run};
use plan_queue::{Queue, QueueFiles};
use serde::Serialize;

use super::answer::Answer;
use super::{Planning, unusable};
use crate::{Output, facts};

/// How to write.
#[derive(Debug, clap::Args)]
pub(super) struct Writing {
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// How long to wait for another writer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    wait: u64,
}

impl Writing {
    /// Plans on a planning directory and writes what comes out, under its lease.
    pub(super) fn run<T: Serialize + Display>(
        &self,
        planning: &Planning,
        command: &str,
        answer: Answer,
        planner: impl FnMut(&QueueFiles, &Queue) -> Planned<T>,
    ) -> Result<Output, Output> {
        let mut planner = planner;
        if self.dry_run {
            let planned = planner(&planning.files, &planning.queue);
            return Ok(answer.planned(planned, &planning.files));
        }
        let dir = open(&planning.root)?;
        let process = this_process(command)?;
        let outcome =
            run(&dir, &self.options(&process), planner).map_err(|error| failed(&error))?;
        Ok(answer.outcome(outcome, &planning.files))
    }

    /// Writes a change that was planned elsewhere, under the lease.
    pub(super) fn apply(
        &self,
        planning: &Planning,
        command: &str,
        change: &Change,
    ) -> Result<Outcome<()>, Output> {
        let dir = open(&planning.root)?;
        let process = this_process(command)?;
        apply(&dir, &self.options(&process), change).map_err(|error| failed(&error))
    }

    /// Whether nothing is to be written.
    pub(super) const fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    fn options<'a>(&self, process: &'a Process) -> Options<'a> {
        Options {
            process,
            wait: Duration::from_secs(self.wait),
            probe: Probe::from_env(),
        }
    }
}

fn open(root: &Path) -> Result<ConfinedDir, Output> {
    ConfinedDir::open(root).map_err(|error| unusable(&error.to_string(), ""))
}

/// The text of a file that an option names.
pub(super) fn text_of(path: &Path) -> Result<String, Output> {
    std::fs::read_to_string(path)
        .map_err(|error| unusable(&format!("{}: {error}", path.display()), ""))
}

/// The facts of this process.
pub(super) fn this_process(command: &str) -> Result<Process, Output> {
    let now = facts::clock::now().map_err(|why| unusable(&why, ""))?;
    Ok(Process::current(command, now.as_str()))
}

/// The directory could not be written; messages of errors end with their remedy.
pub(super) fn failed(error: &Error) -> Output {
    unusable(&format!("({}) {error}", error.code()), "")
}
