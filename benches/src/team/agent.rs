//! What one agent does: claim, work, close, again and again.

use super::random::Random;
use super::remote::{Change, Line, View};
use super::{Micros, Run, Team};

/// An agent, and what it is about to do.
pub(super) struct Agent {
    pub(super) line: usize,
    view: View,
    doing: Doing,
    /// When it began to make the change that it is making.
    began: Micros,
    attempt: u32,
    /// How many pushes of fresh states were overtaken.
    races: u32,
    fresh: bool,
    /// The task that it tried to claim last, to tell when another took it.
    wanted: Option<usize>,
    holds: Option<usize>,
}

#[derive(Clone, Copy)]
enum Doing {
    /// Judges what it knows; `fresh` where that was fetched in this call.
    Judge { fresh: bool },
    /// Its push is at the remote.
    Push { change: Change, began: Micros },
    /// The answer to its push is here: whether it was taken.
    Answer {
        change: Change,
        taken: bool,
        began: Micros,
    },
    /// Its fetch is at the remote.
    Fetch,
    /// What it fetched is here.
    Fetched { version: usize },
    /// The work on its task is done.
    Worked,
}

/// When an agent does something next.
pub(super) enum Next {
    At(Micros),
    /// A change landed, which took that long.
    Landed {
        when: Micros,
        took: Micros,
    },
    Never,
}

impl Agent {
    pub(super) fn new(line: usize) -> Self {
        Self {
            line,
            view: View::default(),
            doing: Doing::Judge { fresh: false },
            began: 0,
            attempt: 0,
            races: 0,
            fresh: false,
            wanted: None,
            holds: None,
        }
    }

    pub(super) fn step(
        &mut self,
        now: Micros,
        line: &mut Line,
        team: &Team,
        random: &mut Random,
        run: &mut Run,
    ) -> Next {
        match self.doing {
            Doing::Judge { fresh } => self.judge(now, line, team, run, fresh),
            Doing::Push { change, began } => self.arrive(now, line, team, change, began),
            Doing::Answer {
                change,
                taken: true,
                ..
            } => self.landed(now, team, random, run, change),
            Doing::Answer { began, .. } => self.overtaken(now, team, random, run, began),
            Doing::Fetch => {
                self.doing = Doing::Fetched {
                    version: line.version(),
                };
                Next::At(now + team.latency / 2)
            }
            Doing::Fetched { version } => {
                self.view.learn(line, version.max(self.view.version));
                self.judge(now, line, team, run, true)
            }
            Doing::Worked => {
                self.begin(now);
                self.judge(now, line, team, run, false)
            }
        }
    }

    fn begin(&mut self, now: Micros) {
        self.began = now;
        self.attempt = 0;
        self.races = 0;
        self.wanted = None;
    }

    /// What it holds is to be closed; without a task, the first that can be taken is to be claimed.
    fn judge(&mut self, now: Micros, line: &Line, team: &Team, run: &mut Run, fresh: bool) -> Next {
        if self.attempt == 0 {
            self.began = now;
        }
        self.view.learn(line, self.view.version);
        let change = match self.holds {
            Some(task) => Change::Close(task),
            None => match self.view.next(line) {
                Some(task) => Change::Claim(task),
                None if !fresh => return self.fetch(now, team),
                None if self.view.is_finished(line) => return Next::Never,
                // All that is free waits for somebody: it looks again later.
                None => {
                    self.begin(now);
                    self.doing = Doing::Judge { fresh: false };
                    return Next::At(now + team.work / 4);
                }
            },
        };
        if let Change::Claim(task) = change {
            run.lost += u64::from(self.wanted.is_some_and(|wanted| wanted != task));
            self.wanted = Some(task);
        }
        self.attempt += 1;
        self.fresh = fresh;
        self.doing = Doing::Push { change, began: now };
        Next::At(now + team.local + team.latency / 2)
    }

    /// The push is at the remote, which takes it where the branch stands where the agent thought.
    fn arrive(
        &mut self,
        now: Micros,
        line: &mut Line,
        team: &Team,
        change: Change,
        began: Micros,
    ) -> Next {
        let served = now.max(line.busy_until) + team.serving;
        let taken = line.version() == self.view.version;
        if taken {
            line.busy_until = served;
            line.log.push(change);
            line.ended = served;
            self.view.learn(line, line.version());
        }
        self.doing = Doing::Answer {
            change,
            taken,
            began,
        };
        Next::At(if taken { served } else { now } + team.latency / 2)
    }

    fn landed(
        &mut self,
        now: Micros,
        team: &Team,
        random: &mut Random,
        run: &mut Run,
        change: Change,
    ) -> Next {
        run.landed += 1;
        let took = now - self.began;
        let when = match change {
            Change::Claim(task) => {
                self.holds = Some(task);
                self.doing = Doing::Worked;
                let work = team.work / 2 + random.below(team.work);
                run.worked += work;
                now + work
            }
            Change::Close(_) => {
                run.tasks += 1;
                self.holds = None;
                self.doing = Doing::Judge { fresh: false };
                now
            }
        };
        self.begin(now);
        Next::Landed { when, took }
    }

    /// As `plan_queue::remote` waits: a random part of what the attempt took, longer each time.
    fn overtaken(
        &mut self,
        now: Micros,
        team: &Team,
        random: &mut Random,
        run: &mut Run,
        began: Micros,
    ) -> Next {
        run.overtaken += 1;
        if self.attempt >= team.attempts {
            run.exhausted += 1;
            self.attempt = 1;
            self.races = 0;
        }
        if !self.fresh {
            return self.fetch(now, team);
        }
        self.races += 1;
        let longest = (now - began) * u64::from(self.races.min(8)) / 2;
        let wait = random.below(longest.max(1));
        self.fetch(now + wait, team)
    }

    fn fetch(&mut self, now: Micros, team: &Team) -> Next {
        self.doing = Doing::Fetch;
        Next::At(now + team.local + team.latency / 2)
    }
}
