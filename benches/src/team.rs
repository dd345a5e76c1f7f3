//! A team of agents on one queue, simulated: claims and closings that are pushed to one branch, each of
//! which the remote takes only on top of its current state (Q25).
//!
//! Time is simulated, so that an hour of sixty-four agents takes milliseconds, and the same team gives
//! the same figures anywhere. What an agent does is what `plan_queue::remote` does: judge the last known
//! state, push, and where another push was faster wait a random part of what the attempt took, fetch, and
//! judge anew.

mod agent;
mod random;
mod remote;
pub mod table;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use agent::{Agent, Next};
use random::Random;
use remote::Line;

/// Microseconds of simulated time.
pub type Micros = u64;

/// A team, its work and its remote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Team {
    /// How many agents work at once.
    pub agents: usize,
    /// On how many planning branches, which share nothing; agents and tasks are spread evenly.
    pub lines: usize,
    /// How many tasks an agent does, on average.
    pub tasks_each: usize,
    /// What a task takes: between half of it and one and a half.
    pub work: Micros,
    /// The way to the remote and back.
    pub latency: Micros,
    /// What the agent's own side of a push or a fetch takes: processes, judging, building.
    pub local: Micros,
    /// For how long the remote keeps everybody else from the branch while it takes a push.
    pub serving: Micros,
    /// After how many attempts a call gives up, to be made again by the agent.
    pub attempts: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// What became of a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Run {
    /// Tasks that were closed.
    pub tasks: u64,
    /// Changes that landed: two a task.
    pub landed: u64,
    /// Pushes that another had overtaken.
    pub overtaken: u64,
    /// Claims whose task another had taken meanwhile, so that the next one was taken instead.
    pub lost: u64,
    /// Calls that gave up.
    pub exhausted: u64,
    /// Until the last task was closed.
    pub took: Micros,
    /// Time that agents worked on tasks, all together.
    pub worked: Micros,
    /// What the slowest of twenty changes took from the first attempt to the answer (95th percentile).
    pub slow: Micros,
}

impl Run {
    /// Tasks an hour.
    #[must_use]
    pub fn per_hour(&self) -> u64 {
        self.tasks * 3_600_000_000 / self.took.max(1)
    }

    /// Pushes for each change that landed, in hundredths.
    #[must_use]
    pub fn pushes_each(&self) -> u64 {
        (self.landed + self.overtaken) * 100 / self.landed.max(1)
    }

    /// The part of their time that agents work on tasks, in percent.
    #[must_use]
    pub fn busy(&self, team: Team) -> u64 {
        self.worked * 100 / (self.took.max(1) * team.agents as u64)
    }
}

/// Lets a team work until all tasks are closed.
#[must_use]
pub fn simulate(team: Team) -> Run {
    let mut world = World::new(team);
    while let Some(Reverse((now, _, agent))) = world.due.pop() {
        world.step(now, agent);
    }
    world.finish()
}

struct World {
    team: Team,
    random: Random,
    lines: Vec<Line>,
    agents: Vec<Agent>,
    /// Who does something next: the time, a number that keeps the order, the agent.
    due: BinaryHeap<Reverse<(Micros, u64, usize)>>,
    number: u64,
    run: Run,
    changes: Vec<Micros>,
}

impl World {
    fn new(team: Team) -> Self {
        let share =
            |line: usize| team.agents / team.lines + usize::from(line < team.agents % team.lines);
        let lines = (0..team.lines)
            .map(|line| Line::new(share(line) * team.tasks_each, share(line)))
            .collect();
        let mut world = Self {
            team,
            random: Random::new(team.seed),
            lines,
            agents: (0..team.agents)
                .map(|agent| Agent::new(agent % team.lines))
                .collect(),
            due: BinaryHeap::new(),
            number: 0,
            run: Run::default(),
            changes: Vec::new(),
        };
        for agent in 0..team.agents {
            // They do not all begin in the same instant.
            let begin = world.random.below(team.work.max(1));
            world.at(begin, agent);
        }
        world
    }

    fn at(&mut self, when: Micros, agent: usize) {
        self.number += 1;
        self.due.push(Reverse((when, self.number, agent)));
    }

    fn step(&mut self, now: Micros, index: usize) {
        let agent = &mut self.agents[index];
        let line = &mut self.lines[agent.line];
        let next = agent.step(now, line, &self.team, &mut self.random, &mut self.run);
        match next {
            Next::At(when) => self.at(when, index),
            Next::Landed { when, took } => {
                self.changes.push(took);
                self.at(when, index);
            }
            Next::Never => {}
        }
    }

    fn finish(mut self) -> Run {
        self.changes.sort_unstable();
        let at = self.changes.len() * 95 / 100;
        self.run.slow = self.changes.get(at).copied().unwrap_or_default();
        self.run.took = self
            .lines
            .iter()
            .map(|line| line.ended)
            .max()
            .unwrap_or_default();
        self.run
    }
}
