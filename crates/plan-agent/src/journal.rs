//! The record of turns, `analysis_results/turns.ndjson`: what progress and retries are computed from
//! (P8, P10). One JSON object a line, one line a turn that ended.

use std::collections::BTreeSet;

use plan_guard::{ConfinedDir, RelPath};
use plan_state::{RawState, TaskStatus, gate_passes, latest_records};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Error;

/// The file.
pub const TURNS_FILE: &str = "analysis_results/turns.ndjson";

/// The identifier of a line's schema.
pub(crate) const LINE_SCHEMA: &str = "urn:planwright:schema:turn:v1";

/// One turn, as it is recorded when it ends. A turn that is killed leaves no line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct TurnLine {
    /// `urn:planwright:schema:turn:v1`.
    pub schema: String,
    /// When it ended, RFC 3339.
    pub at: String,
    /// Who watched: `interactive` or `unattended`.
    pub profile: String,
    /// How it ended: `completed`, `paused`, `stopped` or `repaired`.
    pub end: String,
    /// The task.
    pub task: Option<u64>,
    /// The task's status then.
    pub status: Option<String>,
    /// The digest of `state.json` then.
    pub state_sha256: Option<String>,
    /// The commands whose latest record passed then, in order.
    pub passing: Vec<String>,
    /// The gates that were run in it, in order.
    pub attempts: Vec<Attempt>,
}

/// One run of a gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Attempt {
    /// Its command.
    pub command: String,
    /// Whether it passed.
    pub passes: bool,
    /// What it showed.
    pub evidence: String,
    /// Of a retry: what was taken to be the cause.
    pub hypothesis: Option<String>,
}

/// The turns of a plan, as they were recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Journal {
    /// The lines that could be read, in order.
    pub lines: Vec<TurnLine>,
    /// What could not: the end of a line that a crash tore, for one.
    pub notes: Vec<String>,
}

impl Journal {
    /// Reads the text of the file. A line that is none is noted, and the others count.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut journal = Self::default();
        for (index, line) in text.lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(turn) => journal.lines.push(turn),
                Err(_) if line.trim().is_empty() => {}
                Err(error) => journal.notes.push(format!(
                    "{TURNS_FILE}, line {}: not a turn, and passed over ({error})",
                    index + 1
                )),
            }
        }
        journal
    }

    pub(crate) fn load(dir: &ConfinedDir) -> Result<Self, Error> {
        let file = dir.read(&RelPath::new(TURNS_FILE)?)?;
        let text = file.map(|file| String::from_utf8_lossy(file.bytes()).into_owned());
        Ok(Self::read(&text.unwrap_or_default()))
    }

    /// How many turns in a row, up to the last one, spent themselves on `task` without verifiable
    /// progress: no gate passes that did not pass after the turn on it before, and its status is the
    /// same (P8). To begin a task is no progress: a first turn is held against a begun task without
    /// a passing gate.
    #[must_use]
    pub fn fruitless(&self, task: u64) -> usize {
        let mut count = 0;
        for (at, line) in self.lines.iter().enumerate().rev() {
            if line.task != Some(task) || self.advances(at) {
                break;
            }
            count += 1;
        }
        count
    }

    /// Whether the turn of this line advanced its task.
    fn advances(&self, at: usize) -> bool {
        let (before, line) = (&self.lines[..at], &self.lines[at]);
        let earlier = before.iter().rev().find(|other| other.task == line.task);
        let begun = Some(TaskStatus::InProgress.as_str());
        let status = earlier.map_or(begun, |earlier| earlier.status.as_deref());
        let known: BTreeSet<&String> = earlier.iter().flat_map(|line| &line.passing).collect();
        line.status.as_deref() != status || line.passing.iter().any(|gate| !known.contains(gate))
    }

    /// Whether a turn ever stopped at a task.
    pub(crate) fn was_stopped(&self, task: u64) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| line.task == Some(task) && line.end == "stopped")
    }

    /// The attempts at a task since it was stopped last, in order.
    pub(crate) fn attempts(&self, task: u64) -> impl Iterator<Item = &Attempt> {
        let stopped = |line: &TurnLine| line.task == Some(task) && line.end == "stopped";
        let from = self.lines.iter().rposition(stopped).map_or(0, |at| at + 1);
        let lines = self.lines[from..].iter();
        lines
            .filter(move |line| line.task == Some(task))
            .flat_map(|line| &line.attempts)
    }
}

impl TurnLine {
    /// The line of a turn on `task` that ends so, with this state on disk.
    pub(crate) fn of(
        (at, profile, end): (&str, &str, &str),
        task: Option<u64>,
        state: Option<(&RawState, String)>,
        attempts: &[Attempt],
    ) -> Self {
        let record = task.and_then(|task| state.as_ref()?.0.task(task));
        let passing = record.map_or_else(Vec::new, |task| {
            let latest = latest_records(task.gates()).into_iter();
            latest
                .filter(|gate| gate_passes(gate))
                .map(|gate| gate.command.clone())
                .collect()
        });
        Self {
            schema: LINE_SCHEMA.to_owned(),
            at: at.to_owned(),
            profile: profile.to_owned(),
            end: end.to_owned(),
            task,
            status: record.map(|task| task.status.as_str().to_owned()),
            state_sha256: state.map(|(_, digest)| digest),
            passing,
            attempts: attempts.to_vec(),
        }
    }

    /// The text of the file with this line at its end; a torn last line stays a line of its own.
    pub(crate) fn appended_to(&self, text: &str) -> String {
        let mut out = text.to_owned();
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        out.push_str(&serde_json::to_string(self).unwrap_or_default());
        out.push('\n');
        out
    }
}
