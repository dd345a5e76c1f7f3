//! A team of agents on one queue: the simulation's table, and a few of its points with real clones, real
//! pushes and a remote that is made slow.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a bench sets its stage, and prints"
)]

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use plan_queue::remote::{Reading, Request, Shared, share};
use plan_queue::select::{Caller, Choice, ClaimVersions, Situation};
use plan_queue::write::{Draft, Planned, Refusal, Step};
use plan_queue::{QueueFiles, read};
use planwright_workloads::clones::Origin;
use planwright_workloads::team::{Team, simulate, table};

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    println!("{}", table::markdown());
    let points: &[(usize, u32)] = if whole {
        &[(1, 8), (2, 8), (4, 8), (8, 6)]
    } else {
        &[(2, 1)]
    };
    println!(
        "Real processes beside the simulation; tasks of 2 s, a remote that takes 400 ms more:"
    );
    for (agents, tasks_each) in points {
        compare(*agents, *tasks_each);
    }
}

fn compare(agents: usize, tasks_each: u32) {
    let (work, latency) = (Duration::from_secs(2), Duration::from_millis(400));
    let real = work_together(agents, tasks_each, work, latency);
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or_default();
    let team = Team {
        tasks_each: tasks_each as usize,
        work: micros(work),
        // The hook waits; a fetch has no hook, which the simulation does not tell apart.
        latency: micros(latency),
        local: micros(real.bare),
        ..table::team(agents, 0, 0, 1)
    };
    let run = simulate(team);
    let tasks = f64::from(tasks_each) * agents as f64;
    println!(
        "{agents:3} agents: real {:6.0} tasks/h, {:.2} pushes a change; simulated {:6} tasks/h, {:.2} pushes a change",
        tasks * 3600.0 / real.took.as_secs_f64(),
        f64::from(real.pushes) / (2.0 * tasks),
        run.per_hour(),
        run.pushes_each() as f64 / 100.0,
    );
}

struct Real {
    took: Duration,
    pushes: u32,
    /// A claim without the latency.
    bare: Duration,
}

fn work_together(agents: usize, tasks_each: u32, work: Duration, latency: Duration) -> Real {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let root = scratch.path().canonicalize().expect("a real path");
    let origin = Origin::new(&root, &files(agents * tasks_each as usize + 1));
    let clones: Vec<_> = (0..agents)
        .map(|agent| origin.clone_to(&format!("clone-{agent}")))
        .collect();
    let begun = Instant::now();
    let mut pushes = 0;
    let first = claim_next(&origin, &clones[0], "first", &mut pushes);
    let bare = begun.elapsed();
    assert!(first.is_some());

    origin.set_latency(latency);
    let pushes = AtomicU32::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for (agent, clone) in clones.iter().enumerate() {
            let (origin, pushes) = (&origin, &pushes);
            scope.spawn(move || {
                let runner = format!("runner-{agent}");
                let mut mine = 0;
                // Between half and one and a half, as in the simulation.
                for task in 0..tasks_each {
                    let slug =
                        claim_next(origin, clone, &runner, &mut mine).expect("a task is free");
                    let part = f64::from((task * 7 + 3 * agent as u32) % 10) / 10.0;
                    std::thread::sleep(work.mul_f64(0.5 + part));
                    close(origin, clone, &slug, &mut mine);
                }
                pushes.fetch_add(mine, Ordering::Relaxed);
            });
        }
    });
    Real {
        took: begun.elapsed(),
        pushes: pushes.into_inner(),
        bare,
    }
}

fn files(tasks: usize) -> Vec<(String, String)> {
    let mut text = "## Hito libre — Libre\n\n".to_owned();
    for task in 0..tasks {
        text +=
            &format!("- [ ] **libre-{task}** [lite] — Algo. _Aceptación: anda._ (service: api)\n");
    }
    vec![("BACKLOG.md".to_owned(), text)]
}

fn claim_next(origin: &Origin, clone: &Path, runner: &str, pushes: &mut u32) -> Option<String> {
    push(origin, clone, pushes, |files| {
        let queue = read(files);
        let caller = Caller {
            runner,
            ..Caller::default()
        };
        let situation = Situation::new(&queue, caller, ClaimVersions::default());
        let Choice::Task { task, .. } = situation.choose() else {
            return Err(Refusal::new("nothing-queued", "nothing"));
        };
        let slug = task.slug().to_owned();
        let mut draft = Draft::new(files);
        draft.write(
            &format!("claims/{slug}.md"),
            format!("---\ntask: {slug}\nrunner: {runner}\n---\n"),
        )?;
        Ok(Step::Change {
            change: draft.into_change(format!("Claim {slug}")),
            outcome: slug,
        })
    })
}

fn close(origin: &Origin, clone: &Path, slug: &str, pushes: &mut u32) {
    let closed = push(origin, clone, pushes, |files| {
        let mut draft = Draft::new(files);
        draft.remove(&format!("claims/{slug}.md"))?;
        draft.write(&format!("done/{slug}.md"), format!("- [x] **{slug}**\n"))?;
        Ok(Step::Change {
            change: draft.into_change(format!("Close {slug}")),
            outcome: slug.to_owned(),
        })
    });
    assert!(closed.is_some());
}

fn push(
    origin: &Origin,
    clone: &Path,
    pushes: &mut u32,
    plan: impl FnMut(&QueueFiles) -> Planned<String>,
) -> Option<String> {
    let local = QueueFiles::new::<String, Vec<u8>>("planning", []);
    let request = Request {
        local: &local,
        reading: Reading::Choosing,
        attempts: 100,
        dry_run: false,
    };
    match share(&origin.repository(clone), request, plan) {
        Ok(Shared::Landed(landed)) => {
            *pushes += landed.pushes;
            Some(landed.outcome)
        }
        Ok(Shared::Refused(_)) => None,
        other => panic!("{other:?}"),
    }
}
