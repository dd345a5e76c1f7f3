//! What a plan is, as simply as it can be said, and what the check should find in it.

use std::collections::BTreeSet;

use plan_state::{Approval, Format, Generation, TaskStatus};

use crate::ops::{Cmd, Pick, Shape, Shown, Start};

/// The record of a command. Each run has a number of its own, which its evidence gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gate {
    pub(crate) cmd: Cmd,
    pub(crate) shown: Shown,
    pub(crate) run: u32,
    /// The amendment that invalidated it, from 1.
    pub(crate) stamped: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Amended {
    Invalidate(Cmd),
    Remove,
    /// To the task of that key.
    Defer(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Log {
    Pending,
    /// Completed, and no more.
    Closed,
    /// With all that a publication asks for.
    Full,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Task {
    /// What it is known by, whatever its number.
    pub(crate) key: u32,
    pub(crate) title: String,
    pub(crate) command: String,
    pub(crate) status: TaskStatus,
    pub(crate) gates: Vec<Gate>,
    pub(crate) amendments: Vec<Amended>,
    /// The tasks that it declares to wait for.
    pub(crate) waits: Option<Vec<u32>>,
    /// Its box in the README.
    pub(crate) ticked: bool,
    pub(crate) log: Log,
    /// Whether its criterion is ticked.
    pub(crate) met: bool,
    /// Whether PROGRESS.md has an entry of it.
    pub(crate) told: bool,
}

/// What the receipt of a publication speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pages {
    tasks: Vec<(bool, Log, bool, Vec<Amended>)>,
    count: (u64, u64),
    prose: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) generation: Generation,
    pub(crate) format: Format,
    pub(crate) approval: Approval,
    pub(crate) tasks: Vec<Task>,
    /// The task that is blocked, by its key.
    pub(crate) blocked: Option<u32>,
    /// The count in the README.
    pub(crate) count: (u64, u64),
    /// How often somebody wrote into the README's prose.
    pub(crate) prose: u32,
    /// The numbers of the notes that somebody left in PROGRESS.md.
    pub(crate) notes: Vec<u32>,
    /// What was published, where a receipt says so.
    pub(crate) sealed: Option<Pages>,
    /// Runs that were taken out with their tasks.
    pub(crate) aside: Vec<u32>,
}

impl Task {
    pub(crate) fn new(key: u32, title: &str, command: &str) -> Self {
        Self {
            key,
            title: title.to_owned(),
            command: command.to_owned(),
            status: TaskStatus::Pending,
            gates: Vec::new(),
            amendments: Vec::new(),
            waits: None,
            ticked: false,
            log: Log::Pending,
            met: false,
            told: false,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.status == TaskStatus::Completed
    }

    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.status, TaskStatus::Completed | TaskStatus::Skipped)
    }

    /// The latest record of each command.
    pub(crate) fn latest(&self) -> impl Iterator<Item = &Gate> {
        [Cmd::Declared, Cmd::Extra]
            .into_iter()
            .filter_map(|cmd| self.gates.iter().rev().find(|gate| gate.cmd == cmd))
    }

    /// Whether the user took it out of scope, or part of it.
    pub(crate) fn may_be_skipped(&self) -> bool {
        self.amendments
            .iter()
            .any(|one| !matches!(one, Amended::Invalidate(_)))
    }

    /// Whether its criterion need not be met: the last amendment quotes it too.
    pub(crate) fn is_excused(&self) -> bool {
        matches!(
            self.amendments.last(),
            Some(Amended::Remove | Amended::Defer(_))
        )
    }

    /// Whether no record carries the stamp of that amendment, from 1.
    pub(crate) fn is_unspent(&self, amendment: usize) -> bool {
        !self
            .gates
            .iter()
            .any(|gate| gate.stamped == Some(amendment))
    }
}

impl Model {
    pub(crate) fn new(start: Start) -> Self {
        let (generation, format) = match start.shape {
            Shape::New { full: true, .. } => (Generation::V5, Format::Full),
            Shape::New { full: false, .. } => (Generation::V5, Format::Lite),
            Shape::V2 => (Generation::V2, Format::Full),
            Shape::V1 => (Generation::V1, Format::Full),
        };
        let approval = if start.approved || !matches!(start.shape, Shape::New { .. }) {
            Approval::Approved
        } else {
            Approval::Pending
        };
        let mut tasks = vec![
            Task::new(1, "Write part 1", "cargo test -p part1"),
            Task::new(2, "Write part 2", "cargo test -p part2"),
            Task::new(3, "Final Review", "cargo test -p part3"),
        ];
        if matches!(start.shape, Shape::New { free: true, .. }) {
            tasks[1].waits = Some(Vec::new());
        }
        Self {
            generation,
            format,
            approval,
            tasks,
            blocked: None,
            count: (0, 3),
            prose: 0,
            notes: Vec::new(),
            sealed: None,
            aside: Vec::new(),
        }
    }

    pub(crate) fn is_current(&self) -> bool {
        self.generation != Generation::V1
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.tasks.iter().all(Task::is_done)
    }

    /// The place of a task, from 0; the number behind the last for one that is not there.
    pub(crate) fn place(&self, pick: Pick) -> usize {
        let last = self.tasks.len() - 1;
        match pick {
            Pick::Open => self
                .tasks
                .iter()
                .position(|task| !task.is_settled())
                .unwrap_or(last),
            Pick::Done => self.tasks.iter().rposition(Task::is_done).unwrap_or(0),
            Pick::At(at) => usize::from(at).min(last),
            Pick::None => self.tasks.len(),
        }
    }

    pub(crate) fn number(&self, pick: Pick) -> u64 {
        self.place(pick) as u64 + 1
    }

    /// The number of the task of a key.
    pub(crate) fn number_of(&self, key: u32) -> Option<u64> {
        let at = self.tasks.iter().position(|task| task.key == key)?;
        Some(at as u64 + 1)
    }

    /// The keys of the tasks that a task waits for.
    pub(crate) fn waited_for(&self, place: usize) -> Vec<u32> {
        match &self.tasks[place].waits {
            Some(waits) => waits.clone(),
            None => self.tasks[..place].iter().map(|task| task.key).collect(),
        }
    }

    /// Whether a chain of dependencies leads from a task to that of a key, by a step or more.
    pub(crate) fn leads_to(&self, place: usize, key: u32) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = self.waited_for(place);
        while let Some(next) = waiting.pop() {
            if next == key {
                return true;
            }
            let at = self.tasks.iter().position(|task| task.key == next);
            if let Some(at) = at.filter(|_| seen.insert(next)) {
                waiting.extend(self.waited_for(at));
            }
        }
        false
    }

    pub(crate) fn boxes(&self) -> (u64, u64) {
        let ticked = self.tasks.iter().filter(|task| task.ticked).count();
        (ticked as u64, self.tasks.len() as u64)
    }

    pub(crate) fn pages(&self) -> Pages {
        let of = |task: &Task| (task.ticked, task.log, task.met, task.amendments.clone());
        Pages {
            tasks: self.tasks.iter().map(of).collect(),
            count: self.count,
            prose: self.prose,
        }
    }

    /// The codes of what must be fixed, as the plan stands.
    pub(crate) fn faults(&self) -> BTreeSet<&'static str> {
        let mut faults = self.common_faults();
        let changed = self
            .sealed
            .as_ref()
            .is_some_and(|sealed| *sealed != self.pages());
        if self.is_current() && self.is_complete() && changed {
            faults.insert("receipt-mismatch");
        }
        faults
    }

    /// Whether the finalizer would publish it.
    pub(crate) fn is_publishable(&self) -> bool {
        let closed = |task: &Task| task.log == Log::Full && (task.met || task.is_excused());
        self.is_complete() && self.common_faults().is_empty() && self.tasks.iter().all(closed)
    }

    fn common_faults(&self) -> BTreeSet<&'static str> {
        let mut faults = BTreeSet::new();
        let mut fault = |is: bool, code| {
            if is {
                faults.insert(code);
            }
        };
        let any = |is: fn(&Task) -> bool| self.tasks.iter().any(is);
        fault(any(|task| task.ticked != task.is_done()), "state-drift");
        fault(self.count != self.boxes(), "readme-status-count");
        fault(
            any(|task| task.is_done() && task.log == Log::Pending),
            "log-status-pending",
        );
        let shows = |shown| {
            let untrue = |gate: &Gate| gate.stamped.is_none() && gate.shown == shown;
            self.tasks.iter().any(|task| task.latest().any(untrue))
        };
        fault(shows(Shown::Zero), "evidence-zero-selection");
        fault(shows(Shown::NotRun), "evidence-not-run");
        let begun = any(|task| task.status != TaskStatus::Pending);
        let awaited = self.is_current() && self.approval == Approval::Pending;
        fault(awaited && begun, "approval-overrun");
        let circle = (0..self.tasks.len()).any(|at| self.leads_to(at, self.tasks[at].key));
        fault(circle, "dependency-cycle");
        fault(self.tasks.len() < 2, "tasks-too-few");
        faults
    }

    /// The codes of the advisories that there may be.
    pub(crate) fn advisories(&self) -> BTreeSet<&'static str> {
        let mut codes = BTreeSet::new();
        if self.is_current() && self.approval == Approval::Pending {
            codes.insert("approval-awaited");
        }
        if !self.is_current() {
            codes.insert("legacy-skills-missing");
        }
        if self.is_complete() && self.sealed.is_none() {
            codes.insert("receipt-missing");
        }
        for task in self.tasks.iter().filter(|task| task.is_done()) {
            codes.insert("outcome-missing");
            if !(task.met || task.is_excused()) {
                codes.insert("criterion-open");
            }
            if !task.told {
                codes.insert("progress-entry-missing");
            }
        }
        codes
    }
}
