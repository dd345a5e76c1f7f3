//! What is measured, against what, and how it is shown.

use std::fmt::Write as _;
use std::path::Path;

use planwright_workloads::Progress;
use planwright_workloads::queue::Size;

use crate::linear;
use crate::measure::{Call, Pair, pair};
use crate::stage::Stage;

/// Pairs of runs where one takes milliseconds, and where one takes longer.
const MANY: usize = 41;
const SOME: usize = 11;
const FEW: usize = 3;

/// Measures everything; the tables as Markdown.
pub(crate) fn measure() -> String {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let parent = scratch.path();
    let mut text = String::from(
        "| command | on | floor | ratio | command | floor | memory |\n|---|---|---|---|---|---|---|\n",
    );
    starts(&mut text);
    plans(&mut text, parent);
    queues(&mut text, parent);
    text + "\n" + &linear::measure(parent)
}

fn starts(text: &mut String) {
    for program in ["dwp", "ops"] {
        let pair = pair(
            MANY,
            |_| call(&[program, "--version"]),
            |_| call(&["nothing"]),
        );
        row(
            text,
            &format!("{program} --version"),
            "nothing",
            "an empty process",
            &pair,
        );
    }
}

fn plans(text: &mut String, parent: &Path) {
    for (tasks, rounds) in [(10, MANY), (100, MANY), (1_000, FEW)] {
        let stage = Stage::plan(parent, tasks, Progress::Completed);
        let root = stage.shown();
        let pair = pair(
            rounds,
            |_| call(&["dwp", "check", root]),
            |_| call(&["comrak", root]),
        );
        row(
            text,
            "dwp check",
            &stage.name,
            "the files read and parsed by comrak",
            &pair,
        );
    }
    let stage = Stage::plan(parent, 36, Progress::Half);
    let state = format!("{}/state.json", stage.shown());
    let update = |round: usize| {
        let step = format!("round {round}");
        let begin = [
            "dwp",
            "update",
            &state,
            "--task",
            "19",
            "--status",
            "in_progress",
        ];
        call(&[&begin[..], &["--checkpoint-step", &step]].concat())
    };
    let pair = pair(MANY, update, |_| call(&["replace", &state]));
    let on = format!("a state of {} KB", size_of(&state) / 1_000);
    row(
        text,
        "dwp update",
        &on,
        "the state read, hashed, parsed and written durably",
        &pair,
    );
}

fn queues(text: &mut String, parent: &Path) {
    for (tasks, done, rounds) in [(10, 10, MANY), (2_000, 5_000, SOME), (9, 100_000, FEW)] {
        let stage = Stage::queue(
            parent,
            Size {
                tasks,
                done,
                human: 0,
            },
        );
        let root = stage.shown();
        for command in [&["check", "--no-git"][..], &["context"]] {
            let ops = |_| call(&[&["ops"], command, &[root]].concat());
            let pair = pair(rounds, ops, |_| call(&["read", root]));
            let shown = format!("ops {}", command.join(" "));
            row(text, &shown, &stage.name, "the files read", &pair);
        }
    }
}

fn row(text: &mut String, command: &str, on: &str, floor: &str, pair: &Pair) {
    let milliseconds = |time: std::time::Duration| format!("{:.1} ms", time.as_secs_f64() * 1e3);
    let memory = pair.memory.map_or("?".to_owned(), |bytes| {
        format!("{} MB", bytes.div_ceil(1_000_000))
    });
    let _ = writeln!(
        text,
        "| `{command}` | {on} | {floor} | **{:.2}** | {} | {} | {memory} |",
        pair.ratio,
        milliseconds(pair.command),
        milliseconds(pair.floor),
    );
}

fn size_of(file: &str) -> u64 {
    std::fs::metadata(file).map_or(0, |data| data.len())
}

/// The arguments of a child.
pub(crate) fn call(arguments: &[&str]) -> Call {
    arguments.iter().map(|one| (*one).to_owned()).collect()
}
