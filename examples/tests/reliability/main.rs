//! Every writer, stopped at every step: killed, failing, out of space. What is left is whole, the
//! message says where, and the same call finishes what was begun.
//!
//! The table of `docs/reliability.md` is what this run came to.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests set plans up and run the binaries"
)]

mod page;
mod plans;
mod queues;
mod trial;
mod writers;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use trial::{Met, steps_of, try_at};
use writers::{WRITERS, Writer};

/// What all trials of one writer came to.
struct Row {
    writer: &'static Writer,
    met: Vec<Met>,
    /// For each fault: in how many trials the call had to be repeated, and in how many it had
    /// succeeded nevertheless.
    outcomes: [[usize; 2]; 3],
    failures: Vec<String>,
}

fn judge(writer: &'static Writer) -> Row {
    let reference = writer.reference();
    let met = steps_of(writer);
    let mut outcomes = [[0; 2]; 3];
    let mut failures = Vec::new();
    for met in &met {
        for fault in met.faults() {
            match try_at(writer, &reference, *fault, met) {
                Ok(done) => outcomes[*fault as usize][usize::from(done)] += 1,
                Err(failure) => failures.push(failure),
            }
        }
    }
    Row {
        writer,
        met,
        outcomes,
        failures,
    }
}

/// D8, D9, A4, F4, H3–H6, Q24–Q27: nothing torn, nothing lost, nothing doubled, at any step.
#[test]
fn every_writer_survives_every_fault_at_every_step() {
    let only = std::env::var("PLANWRIGHT_WRITER").ok();
    let asked = |writer: &&Writer| only.as_deref().is_none_or(|only| writer.name == only);
    let writers: Vec<&Writer> = WRITERS.iter().filter(asked).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || writers.get(next.fetch_add(1, Ordering::Relaxed)).copied();
        std::iter::from_fn(take).map(judge).collect::<Vec<Row>>()
    };
    let mut rows: Vec<Row> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    let place = |row: &Row| {
        WRITERS
            .iter()
            .position(|writer| writer.name == row.writer.name)
    };
    rows.sort_by_key(place);
    let failures: Vec<&str> = rows
        .iter()
        .flat_map(|row| &row.failures)
        .map(String::as_str)
        .collect();
    assert!(
        failures.is_empty(),
        "{} trials failed:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    for row in &rows {
        assert!(!row.met.is_empty(), "{}: no step", row.writer.name);
    }
    if only.is_none() {
        page::hold_to(&rows);
    }
}
