//! Every order in which few actors can take their steps, up to a number of preemptions (D8, D9).

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plan_guard::{
    Acquired, Broken, By, ConfinedDir, Expect, Lock, LockRequest, Probe, Process, Replaced, Step,
};

use super::interleave::{Actor, Scene, explore};
use super::support::{Fixture, another, dead_pid, here, state};

/// Preemptions in the orders tried: as many as usual, or as many as the variable asks for.
fn bound(usual: usize) -> usize {
    let asked = std::env::var("PLANWRIGHT_PREEMPTIONS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What the actors of a scene did, for its verdict.
#[derive(Default)]
struct Record {
    /// The lines that writers were told to be on disk.
    written: Mutex<Vec<String>>,
    holders: AtomicUsize,
    crowded: AtomicUsize,
    broken: AtomicUsize,
}

impl Record {
    fn enter(&self) {
        if self.holders.fetch_add(1, Ordering::SeqCst) > 0 {
            self.crowded.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn leave(&self) {
        self.holders.fetch_sub(1, Ordering::SeqCst);
    }

    /// Nobody shared the lock; the file holds just the lines that were said to be written.
    fn verdict(&self, fixture: &Fixture) -> Result<(), String> {
        if self.crowded.load(Ordering::SeqCst) > 0 {
            return Err("two held the lock at once".into());
        }
        let text = fs::read_to_string(fixture.path("state.json")).unwrap();
        let mut there: Vec<&str> = text.lines().collect();
        let mut told = self.written.lock().unwrap().clone();
        there.sort_unstable();
        told.sort_unstable();
        if there != told {
            return Err(format!("on disk {there:?}, told {told:?}"));
        }
        let names = super::support::names(fixture.dir.root());
        if names != ["analysis_results", "state.json"] {
            return Err(format!("left behind: {names:?}"));
        }
        Ok(())
    }
}

/// One who takes the lock, adds a line to what it reads, and releases; who finds the lock taken, goes.
fn writer(dir: &ConfinedDir, record: &Arc<Record>, process: Process, line: &str) -> Actor {
    let (dir, record, line) = (dir.clone(), Arc::clone(record), line.to_owned());
    Box::new(move |probe| {
        let wait = Duration::ZERO;
        let request = LockRequest {
            process: &process,
            wait,
            probe,
        };
        let Acquired::Held(lock) = Lock::acquire(&dir, &state(), &request).unwrap() else {
            return;
        };
        record.enter();
        let read = lock.dir().read(&state()).unwrap();
        let mut text = read
            .as_ref()
            .map_or(Vec::new(), |read| read.bytes().to_vec());
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
        let replaced = lock.replace_read(&state(), &text, read.as_ref()).unwrap();
        assert!(matches!(replaced, Replaced::Written { .. }), "{replaced:?}");
        record.written.lock().unwrap().push(line);
        // Before the release: once it is under way, another may rightly be in.
        record.leave();
        lock.release().unwrap();
    })
}

/// One who breaks whatever lock is there that way.
fn breaker(dir: &ConfinedDir, record: &Arc<Record>, by: By<'static>) -> Actor {
    let (dir, record) = (dir.clone(), Arc::clone(record));
    Box::new(move |probe| {
        match Lock::break_lock_probed(&dir, &state(), by, &another(), &probe).unwrap() {
            Broken::Removed(_) => {
                record.broken.fetch_add(1, Ordering::SeqCst);
            }
            Broken::Refused { .. } | Broken::Absent => {}
        }
    })
}

fn empty() -> Fixture {
    let fixture = Fixture::in_memory();
    fs::write(fixture.path("state.json"), "").unwrap();
    fixture
}

#[test]
fn d8_two_writers_in_every_order_lose_nothing() {
    let orders = explore(bound(2), || {
        let (fixture, record) = (empty(), Arc::new(Record::default()));
        let actors = vec![
            writer(&fixture.dir, &record, here(), "one"),
            writer(&fixture.dir, &record, another(), "two"),
        ];
        let verdict = Box::new(move || {
            record.verdict(&fixture)?;
            let told = record.written.lock().unwrap().len();
            (told > 0)
                .then_some(())
                .ok_or_else(|| "nobody wrote".into())
        });
        Scene { actors, verdict }
    });
    assert!(orders > 100, "{orders} orders only");
}

#[test]
fn d8_three_writers_in_every_order_lose_nothing() {
    let orders = explore(bound(1), || {
        let (fixture, record) = (empty(), Arc::new(Record::default()));
        let third = Process {
            start_ticks: Some(2),
            command: "third".into(),
            ..here()
        };
        let actors = vec![
            writer(&fixture.dir, &record, here(), "one"),
            writer(&fixture.dir, &record, another(), "two"),
            writer(&fixture.dir, &record, third, "three"),
        ];
        let verdict = Box::new(move || record.verdict(&fixture));
        Scene { actors, verdict }
    });
    assert!(orders > 100, "{orders} orders only");
}

const NONCE: &str = "0123456789abcdef";

/// Two who break the lock of a dead owner, and a writer who comes in between: the dead lock goes
/// once, and the writer's never.
#[test]
fn d8_two_breakers_and_a_writer_in_every_order() {
    let dead = dead_pid();
    let orders = explore(bound(2), || {
        let (fixture, record) = (empty(), Arc::new(Record::default()));
        let owner = Process {
            pid: dead,
            start_ticks: Some(1),
            ..here()
        };
        let boot = serde_json::to_string(&owner.boot_id).unwrap();
        fixture.plant(Some(&format!(
            r#"{{"pid": {dead}, "host": "{}", "boot_id": {boot}, "started_at": "2026-03-02T10:00:00Z", "command": "dwp", "nonce": "{NONCE}", "start_ticks": 1}}"#,
            owner.host
        )));
        let actors = vec![
            breaker(&fixture.dir, &record, By::Nonce(NONCE)),
            breaker(&fixture.dir, &record, By::Nonce(NONCE)),
            writer(&fixture.dir, &record, here(), "one"),
        ];
        let verdict = Box::new(move || {
            record.verdict(&fixture)?;
            let broken = record.broken.load(Ordering::SeqCst);
            (broken == 1)
                .then_some(())
                .ok_or_else(|| format!("broken {broken} times"))
        });
        Scene { actors, verdict }
    });
    assert!(orders > 100, "{orders} orders only");
}

/// Two writers, and one who takes a lock without an owner for abandoned while it is being taken: the
/// lock that was broken is not held, and the one that is held is not broken.
#[test]
fn d8_one_who_breaks_unowned_locks_among_writers() {
    let orders = explore(bound(1), || {
        let (fixture, record) = (empty(), Arc::new(Record::default()));
        let actors = vec![
            writer(&fixture.dir, &record, here(), "one"),
            breaker(&fixture.dir, &record, By::Unowned),
            writer(&fixture.dir, &record, another(), "two"),
        ];
        let verdict = Box::new(move || record.verdict(&fixture));
        Scene { actors, verdict }
    });
    assert!(orders > 30, "{orders} orders only");
}

/// An editor who ignores the lock: a change up to the writer's last look is a conflict, and stays.
#[test]
fn d9_an_editor_at_any_step_is_lost_in_the_documented_gap_alone() {
    let orders = explore(bound(9), || {
        let fixture = empty();
        let at = Arc::new(Mutex::new(None));
        let (last, outcome) = (Arc::new(Mutex::new(None)), Arc::new(Mutex::new(None)));
        let (dir, told, seen) = (fixture.dir.clone(), Arc::clone(&outcome), Arc::clone(&last));
        let write: Actor = Box::new(move |probe| {
            let watched = Probe::new(move |step| {
                *seen.lock().unwrap() = Some(step);
                probe.at(step)
            });
            let options = plan_guard::WriteOptions {
                nonce: None,
                probe: watched,
            };
            let expect = Expect::Digest(plan_guard::Digest::of(b""));
            let replaced = dir.replace(&state(), b"writer\n", &expect, &options);
            *told.lock().unwrap() = Some(replaced);
        });
        let (path, when) = (fixture.path("state.json"), Arc::clone(&at));
        let edit: Actor = Box::new(move |_| {
            *when.lock().unwrap() = *last.lock().unwrap();
            fs::write(path, "editor\n").unwrap();
        });
        let verdict = Box::new(move || {
            let text = fs::read_to_string(fixture.path("state.json")).unwrap();
            let (outcome, at) = (outcome.lock().unwrap().take(), *at.lock().unwrap());
            let fine = match (&outcome, text.as_str()) {
                (Some(Ok(Replaced::Conflict { .. })), "editor\n") => true,
                // After the rename: seen when it is read back, or too late to be seen.
                (Some(Err(error)), "editor\n") => error.code() == "read-back-differs",
                (Some(Ok(Replaced::Written { .. })), "editor\n") => true,
                (Some(Ok(Replaced::Written { .. })), "writer\n") => at == Some(Step::Rename),
                _ => false,
            };
            fine.then_some(())
                .ok_or_else(|| format!("{text:?}, {outcome:?}, {at:?}"))
        });
        Scene {
            actors: vec![write, edit],
            verdict,
        }
    });
    assert!(orders >= 8, "{orders} orders only");
}
