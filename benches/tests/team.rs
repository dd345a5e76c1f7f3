//! The simulated team: the same every time, and nothing of its work is lost.

use planwright_workloads::team::{Team, simulate};

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
