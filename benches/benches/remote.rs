//! A claim that others can see, beside the least that git needs to push a commit: `git commit-tree` and
//! `git push`. Both are run in turn against one bare repository on this disk.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a bench sets its stage, and prints"
)]

use std::path::Path;
use std::time::{Duration, Instant};

use plan_queue::remote::{Reading, Request, Shared, share};
use plan_queue::select::{Caller, ClaimVersions};
use plan_queue::write::{ClaimRequest, Which, claim};
use plan_queue::{Date, QueueFiles, read};
use planwright_workloads::clones::Origin;
use planwright_workloads::queue::{Size, queue};

fn main() {
    // `cargo test --benches` runs this too: then once is enough, unless a number is given.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let rounds = asked.unwrap_or(if is_bench { 30 } else { 1 });
    println!(
        "{:>24} {:>14} {:>14} {:>8}",
        "queue", "bare push", "claim", "ratio"
    );
    for (name, tasks, done) in [
        ("50 tasks, 50 done", 50, 50),
        ("500 tasks, 5,000 done", 500, 5_000),
    ] {
        let (bare, claim) = measure(tasks, done, rounds);
        let ratio = claim.as_secs_f64() / bare.as_secs_f64();
        println!("{name:>24} {bare:>14.1?} {claim:>14.1?} {ratio:>8.2}");
    }
}

/// The median of each.
fn measure(tasks: usize, done: usize, rounds: usize) -> (Duration, Duration) {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let root = scratch.path().canonicalize().expect("a real path");
    let mut files = queue(Size {
        tasks: 0,
        done,
        human: 0,
    });
    files.push(("backlog/free.md".to_owned(), free(tasks)));
    let origin = Origin::new(&root, &files);
    let clone = origin.clone_to("clone");
    let (mut bare, mut claims) = (Vec::new(), Vec::new());
    for round in 0..=rounds {
        let begun = Instant::now();
        bare_push(&origin, &clone);
        bare.push(begun.elapsed());
        let begun = Instant::now();
        pushed_claim(&origin, &clone, round);
        claims.push(begun.elapsed());
    }
    (median(bare), median(claims))
}

fn bare_push(origin: &Origin, clone: &Path) {
    let commit = [
        "commit-tree",
        "-p",
        "origin/main",
        "-m",
        "bare",
        "origin/main^{tree}",
    ];
    let commit = origin.git(clone, &commit);
    origin.git(
        clone,
        &["push", "-q", "origin", &format!("{commit}:refs/heads/main")],
    );
}

fn pushed_claim(origin: &Origin, clone: &Path, round: usize) {
    let repository = origin.repository(clone);
    let local = QueueFiles::new::<String, Vec<u8>>("planning", []);
    let request = Request {
        local: &local,
        reading: Reading::Choosing,
        attempts: 1,
        dry_run: false,
    };
    let runner = format!("runner-{round}");
    let claimed = share(&repository, request, |files| {
        let request = ClaimRequest {
            caller: Caller {
                runner: &runner,
                ..Caller::default()
            },
            owner: "bench@example.com",
            today: Date::new(2026, 10, 15).expect("a day"),
            versions: ClaimVersions::default(),
            which: Which::Next,
        };
        claim(files, &read(files), &request)
    });
    match claimed {
        Ok(Shared::Landed(_)) => {}
        other => panic!("{other:?}"),
    }
}

/// Tasks that can all be taken.
fn free(tasks: usize) -> String {
    let mut text =
        "---\norder: 10\n---\n\n## Hito libre — Libre (sin partir: banco)\n\n".to_owned();
    for task in 0..tasks {
        text +=
            &format!("- [ ] **libre-{task}** [lite] — Algo. _Aceptación: anda._ (service: api)\n");
    }
    text
}

fn median(mut times: Vec<Duration>) -> Duration {
    // The first round warms up.
    times.remove(0);
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
