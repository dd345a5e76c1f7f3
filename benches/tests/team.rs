//! The simulated team: the same every time, and nothing of its work is lost.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

use std::path::Path;

use planwright_workloads::team::{Team, simulate, table};

const TEAM: Team = Team {
    agents: 8,
    lines: 1,
    tasks_each: 20,
    work: 60_000_000,
    latency: 500_000,
    local: 30_000,
    serving: 10_000,
    attempts: 32,
    seed: 1,
};

#[test]
fn a_team_closes_every_task_once_and_the_same_way_each_time() {
    for agents in [1, 3, 8, 64] {
        for lines in [1, 2].into_iter().filter(|lines| *lines <= agents) {
            let team = Team {
                agents,
                lines,
                ..TEAM
            };
            let run = simulate(team);
            assert_eq!(run.tasks, agents as u64 * 20, "{team:?}: {run:?}");
            assert_eq!(run.landed, 2 * run.tasks);
            assert_eq!(run, simulate(team));
        }
    }
}

#[test]
fn one_agent_is_never_overtaken_and_many_on_a_slow_remote_are() {
    let one = simulate(Team { agents: 1, ..TEAM });
    assert_eq!((one.overtaken, one.lost, one.exhausted), (0, 0, 0));
    let many = simulate(Team {
        agents: 64,
        latency: 2_000_000,
        ..TEAM
    });
    assert!(many.overtaken > many.landed, "{many:?}");
    let spread = simulate(Team {
        agents: 64,
        lines: 8,
        latency: 2_000_000,
        ..TEAM
    });
    assert!(spread.per_hour() > many.per_hour() && spread.overtaken < many.overtaken);
}

/// The figures that are written down are those of the simulation.
#[test]
fn the_documentation_has_the_figures_of_the_simulation() {
    const PLACE: (&str, &str) = ("<!-- simulation -->\n", "<!-- end of simulation -->");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/team-of-agents.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(PLACE.0).unwrap();
    let (written, after) = rest.split_once(PLACE.1).unwrap();
    let figures = format!("\n{}", table::markdown());
    if std::env::var_os("PLANWRIGHT_REGENERATE").is_some() {
        std::fs::write(
            &path,
            format!("{before}{}{figures}{}{after}", PLACE.0, PLACE.1),
        )
        .unwrap();
        return;
    }
    assert_eq!(written, figures, "PLANWRIGHT_REGENERATE=1 writes it anew");
}
