//! The branch of a line on the remote: a log of changes, each on top of all before it.

use super::Micros;

/// A change of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Claim(usize),
    Close(usize),
}

/// The branch, and what its queue holds.
pub(super) struct Line {
    pub(super) log: Vec<Change>,
    /// For each task the one that it waits for.
    pub(super) waits_for: Vec<Option<usize>>,
    /// Until when the remote is busy with a push.
    pub(super) busy_until: Micros,
    /// When the last change landed.
    pub(super) ended: Micros,
}

impl Line {
    /// Tasks in the order of the queue. Each waits for one that stands so far ahead of it that four
    /// times as many tasks as agents can be worked on at once, most of the time.
    pub(super) fn new(tasks: usize, agents: usize) -> Self {
        let far = agents * 4;
        Self {
            log: Vec::new(),
            waits_for: (0..tasks).map(|task| task.checked_sub(far)).collect(),
            busy_until: 0,
            ended: 0,
        }
    }

    pub(super) fn version(&self) -> usize {
        self.log.len()
    }
}

/// The queue as one agent knows it: the log up to some version.
#[derive(Default)]
pub(super) struct View {
    pub(super) version: usize,
    taken: Vec<bool>,
    closed: Vec<bool>,
    /// All tasks before this one are taken.
    first: usize,
    closed_count: usize,
}

impl View {
    /// Learns all changes up to a version.
    pub(super) fn learn(&mut self, line: &Line, version: usize) {
        let tasks = line.waits_for.len();
        self.taken.resize(tasks, false);
        self.closed.resize(tasks, false);
        for change in &line.log[self.version..version] {
            match *change {
                Change::Claim(task) => self.taken[task] = true,
                Change::Close(task) => {
                    self.closed[task] = true;
                    self.closed_count += 1;
                }
            }
        }
        self.version = version;
        while self.taken.get(self.first) == Some(&true) {
            self.first += 1;
        }
    }

    /// The first task that can be taken.
    pub(super) fn next(&self, line: &Line) -> Option<usize> {
        (self.first..self.taken.len()).find(|task| {
            !self.taken[*task] && line.waits_for[*task].is_none_or(|other| self.closed[other])
        })
    }

    pub(super) fn is_finished(&self, line: &Line) -> bool {
        self.first == line.waits_for.len()
    }
}
