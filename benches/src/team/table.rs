//! The figures of the simulation as the documentation prints them.

use std::fmt::Write as _;

use super::{Micros, Run, Team, simulate};

const SECOND: Micros = 1_000_000;

/// Seconds of work a task, milliseconds to the remote and back, planning branches.
const SETTINGS: [(u64, u64, usize); 4] = [
    (600, 2_000, 1),
    (60, 500, 1),
    (60, 2_000, 1),
    (60, 2_000, 4),
];

const AGENTS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A team as the documentation describes it; a push takes 30 ms of its agent and 20 ms of the remote
/// besides the way, as measured on a small machine.
#[must_use]
pub const fn team(agents: usize, work: Micros, latency: Micros, lines: usize) -> Team {
    Team {
        agents,
        lines,
        tasks_each: 40,
        work,
        latency,
        local: 30_000,
        serving: 20_000,
        attempts: 32,
        seed: 7,
    }
}

/// The tables, as Markdown. The same text anywhere.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::new();
    for (work, latency, lines) in SETTINGS {
        let _ = write!(
            text,
            "Tasks of {}, {} to the remote and back, {}:\n\n",
            if work % 60 == 0 {
                format!("{} min", work / 60)
            } else {
                format!("{work} s")
            },
            seconds(latency * 1_000),
            if lines == 1 {
                "one planning branch".to_owned()
            } else {
                format!("{lines} planning branches")
            },
        );
        text += "| agents | tasks an hour | at work | pushes a change | claims lost to another | calls given up | 95 of 100 changes within |\n";
        text += "|---:|---:|---:|---:|---:|---:|---:|\n";
        for agents in AGENTS.into_iter().filter(|agents| *agents >= lines) {
            let team = team(agents, work * SECOND, latency * 1_000, lines);
            text += &row(team, simulate(team));
        }
        text.push('\n');
    }
    text
}

fn row(team: Team, run: Run) -> String {
    format!(
        "| {} | {} | {} % | {}.{:02} | {} of {} | {} | {} |\n",
        team.agents,
        run.per_hour(),
        run.busy(team),
        run.pushes_each() / 100,
        run.pushes_each() % 100,
        run.lost,
        run.tasks,
        run.exhausted,
        seconds(run.slow),
    )
}

fn seconds(time: Micros) -> String {
    format!("{}.{} s", time / SECOND, time % SECOND / 100_000)
}
