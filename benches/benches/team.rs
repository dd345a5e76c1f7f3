//! prints
use planwright_workloads::team::{Team, simulate};
fn main() {
    for (work, latency, lines) in [
        (600, 500, 1),
        (60, 500, 1),
        (60, 2000, 1),
        (60, 2000, 4),
        (60, 500, 4),
        (10, 500, 1),
    ] {
        println!("work {work} s, latency {latency} ms, lines {lines}");
        for agents in [1, 2, 4, 8, 16, 32, 64, 128] {
            if lines > agents {
                continue;
            }
            let team = Team {
                agents,
                lines,
                tasks_each: 40,
                work: work * 1_000_000,
                latency: latency * 1000,
                local: 30_000,
                serving: 20_000,
                attempts: 32,
                seed: 7,
            };
            let run = simulate(team);
            println!(
                "{agents:4} tasks/h {:6} busy {:3}% pushes each {:4} lost {:4}/{} exhausted {} slow {} ms",
                run.per_hour(),
                run.busy(team),
                run.pushes_each(),
                run.lost,
                run.tasks,
                run.exhausted,
                run.slow / 1000
            );
        }
    }
}
