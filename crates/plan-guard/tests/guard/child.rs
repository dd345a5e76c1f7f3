//! This test binary as its own child process: told by the environment what to do, and where.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use plan_guard::{
    By, ConfinedDir, Expect, Lease, Lock, LockRequest, Probe, Removed, Replaced, Step, Taken,
};

use super::support::{NEW, held, here, rel, state};

const TASK: &str = "PLAN_GUARD_TEST_CHILD";

/// Starts a child that does `task` in `dir`, to be killed before `step` where one is given.
pub(crate) fn spawn(task: &str, dir: &ConfinedDir, step: Option<Step>) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["child::runs", "--exact", "--nocapture", "--test-threads=1"])
        .env(
            TASK,
            format!(
                "{task}|{}|{}",
                step.map_or("", Step::name),
                dir.root().display()
            ),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the child says `ready`.
pub(crate) fn wait_ready(child: &mut Child) {
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(
        lines.any(|line| line.unwrap().contains("ready")),
        "the child never was ready"
    );
}

/// The entry of the child; without a task it is a test that passes.
#[test]
fn runs() {
    let Ok(task) = std::env::var(TASK) else {
        return;
    };
    let mut parts = task.splitn(3, '|');
    let (task, step) = (parts.next().unwrap(), parts.next().unwrap());
    let dir = ConfinedDir::open(parts.next().unwrap().as_ref()).unwrap();
    let probe = killing(step);
    match task {
        "write" => write(&dir, probe),
        "files" => files(&dir, probe),
        "break" => {
            let owner = Lock::inspect(&dir, &state(), &here())
                .unwrap()
                .unwrap()
                .owner
                .unwrap();
            let by = By::Nonce(&owner.nonce);
            let _ = Lock::break_lock_probed(&dir, &state(), by, &here(), &probe).unwrap();
        }
        "hold" => {
            let lock = held(acquire(&dir, Duration::ZERO, probe));
            say_ready_and_wait();
            lock.release().unwrap();
        }
        "lease" => {
            let Taken::Held(_lease) = Lease::take(&dir, &rel("turn.lease"), &here()).unwrap()
            else {
                panic!("the lease is busy");
            };
            say_ready_and_wait();
        }
        "count" => count(&dir),
        other => panic!("no task {other}"),
    }
}

fn killing(step: &str) -> Probe {
    let step = step.to_owned();
    if step.is_empty() {
        return Probe::none();
    }
    Probe::new(move |at| {
        if at.name() == step {
            use rustix::process::{Signal, getpid, kill_process};
            kill_process(getpid(), Signal::KILL)?;
        }
        Ok(())
    })
}

fn acquire(dir: &ConfinedDir, wait: Duration, probe: Probe) -> plan_guard::Acquired {
    let process = here();
    Lock::acquire(
        dir,
        &state(),
        &LockRequest {
            process: &process,
            wait,
            probe,
        },
    )
    .unwrap()
}

fn write(dir: &ConfinedDir, probe: Probe) {
    let lock = held(acquire(dir, Duration::ZERO, probe));
    let read = dir.read(&state()).unwrap().unwrap();
    let written = lock
        .replace(&state(), NEW, &Expect::Digest(read.digest()))
        .unwrap();
    assert!(matches!(written, Replaced::Written { .. }));
    lock.release().unwrap();
}

fn files(dir: &ConfinedDir, probe: Probe) {
    let lock = held(acquire(dir, Duration::ZERO, probe));
    let _ = lock.create_dir(&rel("made")).unwrap();
    let _ = lock
        .rename(&rel("state.json"), &rel("made/moved.json"))
        .unwrap();
    assert_eq!(
        lock.remove_file(&rel("made/moved.json"), &Expect::Any)
            .unwrap(),
        Removed::Gone
    );
    lock.release().unwrap();
}

fn say_ready_and_wait() {
    println!("ready");
    let _ = std::io::stdin().read(&mut [0]);
}

/// Adds one to a counter, fifty times, each under the lock.
fn count(dir: &ConfinedDir) {
    for _ in 0..50 {
        let lock = held(acquire(dir, Duration::from_secs(120), Probe::none()));
        let before = dir.read(&state()).unwrap().unwrap();
        let number: u64 = std::str::from_utf8(before.bytes())
            .unwrap()
            .trim()
            .parse()
            .unwrap();
        let next = format!("{}\n", number + 1);
        let written = lock.replace_read(&state(), next.as_bytes(), Some(&before));
        assert!(matches!(written.unwrap(), Replaced::Written { .. }));
        lock.release().unwrap();
    }
}
