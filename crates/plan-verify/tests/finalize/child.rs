//! This test binary as its own child process, which its parent kills at a step or at any moment.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use plan_guard::{Acquired, ConfinedDir, Probe};
use plan_verify::finalize::{publish, recover};

use super::support::{acquire, candidate, with_setting};

const TASK: &str = "PLAN_VERIFY_TEST_CHILD";

/// A running child.
pub(crate) struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    /// Starts a child that does `task` in `dir`; it waits to be killed at the `stop`th step that it
    /// meets, counted from 1, and where that is 0 goes through.
    pub(crate) fn start(task: &str, dir: &ConfinedDir, stop: usize) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["child::runs", "--exact", "--nocapture", "--test-threads=1"])
            .env(TASK, format!("{task}|{stop}|{}", dir.root().display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Waits until the child says `word`.
    pub(crate) fn wait_for(&mut self, word: &str) {
        let mut line = String::new();
        while !line.contains(word) {
            line.clear();
            let read = self.lines.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the child never said {word}");
        }
    }

    /// Kills the child (SIGKILL) and waits until it is gone.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The entry of the child; without a task it is a test that passes.
#[test]
fn runs() {
    let Ok(task) = std::env::var(TASK) else {
        return;
    };
    let mut parts = task.splitn(3, '|');
    let task = parts.next().unwrap();
    let stop: usize = parts.next().unwrap().parse().unwrap();
    let dir = ConfinedDir::open(parts.next().unwrap().as_ref()).unwrap();
    let candidate = candidate();
    let expected = dir
        .read(&super::support::rel("state.json"))
        .unwrap()
        .unwrap()
        .digest();
    say("ready");
    let Acquired::Held(lock) = acquire(&dir, stopping(stop)) else {
        panic!("busy");
    };
    with_setting(|setting| match task {
        "publish" => drop(publish(&lock, &candidate, expected, setting).unwrap()),
        "recover" => drop(recover(&lock, Some(&candidate), None, setting).unwrap()),
        other => panic!("no task {other}"),
    });
    lock.release().unwrap();
    say("done");
}

#[allow(clippy::print_stdout, reason = "how a child talks to its parent")]
fn say(word: &str) {
    println!("{word}");
    std::io::stdout().flush().unwrap();
}

/// Stops for good at the `stop`th step, which the parent is told.
fn stopping(stop: usize) -> Probe {
    let met = AtomicUsize::new(0);
    Probe::new(move |_| {
        if met.fetch_add(1, Ordering::SeqCst) + 1 == stop {
            say("stopped");
            loop {
                std::thread::park();
            }
        }
        Ok(())
    })
}
