//! Sixteen processes with twenty-five updates each on one state: nothing acknowledged is lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use plan_testkit::PlanBuilder;

use crate::run::{Plan, run};

const WRITERS: usize = 16;
const UPDATES: usize = 25;

#[test]
fn d2_no_acknowledged_record_is_lost() {
    let plan = Plan::of(&PlanBuilder::full(3).tick(1).start(2));
    let before = plan.names();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let readers = scope.spawn(|| {
            let mut reads = 0;
            while !done.load(Ordering::Relaxed) {
                // Whatever the moment, the file is one whole state (A4).
                assert_eq!(
                    plan.state()["plan"],
                    plan.dir.file_name().unwrap().to_str().unwrap()
                );
                reads += 1;
                thread::yield_now();
            }
            reads
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let state = plan.state_path();
                scope.spawn(move || (0..UPDATES).for_each(|update| record(&state, writer, update)))
            })
            .collect();
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        assert!(readers.join().unwrap() > 0);
    });
    let state = plan.state();
    let gates = state["tasks"][1]["gates"].as_array().unwrap();
    for writer in 0..WRITERS {
        for update in 0..UPDATES {
            let command = format!("writer {writer} update {update}");
            let kept = gates
                .iter()
                .filter(|gate| gate["command"] == command.as_str())
                .count();
            assert_eq!(kept, 1, "{command}");
        }
    }
    assert_eq!(plan.names(), before, "no litter");
}

/// One update, again as long as it is told to retry (exit 3).
fn record(state: &str, writer: usize, update: usize) {
    let gate = format!("writer {writer} update {update}|1|no result yet");
    loop {
        let ran = run(&[
            "update",
            state,
            "--task",
            "2",
            "--status",
            "in_progress",
            "--gate",
            &gate,
            "--wait",
            "2",
        ]);
        match ran.code {
            0 => return,
            3 => {}
            code => panic!("exit {code}: {}{}", ran.out, ran.err),
        }
    }
}
