//! Whole processes, timed in pairs: floor and command in turn, so that a machine that slows down
//! slows both.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::CHILD;

/// A command to run as a child, with its arguments.
pub(crate) type Call = Vec<String>;

/// The medians of some pairs of runs.
pub(crate) struct Pair {
    /// How often the command takes the time of the floor.
    pub(crate) ratio: f64,
    /// What the command takes.
    pub(crate) command: Duration,
    /// What the floor takes.
    pub(crate) floor: Duration,
    /// The most memory that the command had, in bytes, where the system tells.
    pub(crate) memory: Option<u64>,
}

/// Runs both in turn, `rounds` times after one that does not count. `command` and `floor` are told
/// the round.
pub(crate) fn pair(
    rounds: usize,
    command: impl Fn(usize) -> Call,
    floor: impl Fn(usize) -> Call,
) -> Pair {
    let mut pairs: Vec<(Duration, Duration)> = Vec::new();
    let mut memory = None;
    for round in 0..=rounds {
        let (of_floor, _) = run(&floor(round));
        let (of_command, peak) = run(&command(round));
        memory = peak.or(memory);
        if round > 0 {
            pairs.push((of_command, of_floor));
        }
    }
    let ratios = pairs
        .iter()
        .map(|(command, floor)| command.as_secs_f64() / floor.as_secs_f64());
    Pair {
        ratio: median(ratios.collect(), f64::total_cmp),
        command: median(pairs.iter().map(|pair| pair.0).collect(), Ord::cmp),
        floor: median(pairs.iter().map(|pair| pair.1).collect(), Ord::cmp),
        memory,
    }
}

fn median<T: Copy>(mut values: Vec<T>, order: impl Fn(&T, &T) -> std::cmp::Ordering) -> T {
    values.sort_by(order);
    values[values.len() / 2]
}

/// Runs a child; the time that it took from start to end, and the most memory that it had.
fn run(call: &Call) -> (Duration, Option<u64>) {
    let program = std::env::current_exe().expect("its own path");
    let mut command = Command::new(program);
    command.arg(CHILD).args(call).stdout(Stdio::null());
    let before = Instant::now();
    let output = command.output().expect("it runs");
    let took = before.elapsed();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    assert!(
        matches!(code, Some(0 | 1)),
        "{call:?} ends with {code:?}: {told}"
    );
    let memory = told.lines().find_map(|line| line.strip_prefix(MEMORY));
    (took, memory.and_then(|bytes| bytes.parse().ok()))
}

/// What a child opens the line with that tells its memory.
const MEMORY: &str = "most memory: ";

/// Tells the parent the most memory that this process had, where Linux tells it.
pub(crate) fn tell_memory() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        peak.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    if let Some(kilobytes) = kilobytes {
        eprintln!("{MEMORY}{}", kilobytes * 1024);
    }
}
