//! Several processes, and the moments at which two meet.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plan_guard::{Acquired, Broken, By, Liveness, Lock, Process, Step};

use super::child::{spawn, wait_ready};
use super::support::{Fixture, another, busy, dead_pid, held, here, once, state};

/// D8: no update is lost and nothing is left behind, whoever meets whom.
#[test]
fn d8_eight_processes_count_to_four_hundred() {
    let fixture = Fixture::new();
    fs::write(fixture.path("state.json"), "0\n").unwrap();
    let children: Vec<_> = (0..8).map(|_| spawn("count", &fixture.dir, None)).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(fixture.state(), b"400\n");
    fixture.assert_clean("after the race");
}

/// D8: a lock that is released while it is looked at never shows as left behind, though its process
/// is gone by then.
#[test]
fn d8_a_lock_released_under_a_look_is_not_that_of_a_dead_owner() {
    let fixture = Fixture::in_memory();
    let owner = Process {
        pid: dead_pid(),
        ..another()
    };
    let done = AtomicBool::new(false);
    let looks = std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..3_000 {
                if let Acquired::Held(lock) = fixture.acquire(&owner, Duration::ZERO) {
                    lock.release().unwrap();
                }
            }
            done.store(true, Ordering::SeqCst);
        });
        let mut looks = 0;
        while !done.load(Ordering::SeqCst) {
            let info = fixture.inspect();
            let dead = info.filter(|info| info.liveness == Liveness::Dead);
            assert!(dead.is_none(), "after {looks} looks: {dead:?}");
            looks += 1;
        }
        looks
    });
    assert!(looks > 100, "{looks} looks only");
    fixture.assert_clean("after the looks");
}

/// D8: a contender who comes between mkdir and owner record leaves the lock alone.
#[test]
fn d8_a_contender_at_any_step_of_acquiring_is_busy() {
    for step in [
        Step::LockHeld,
        Step::LockOs,
        Step::LockOwner,
        Step::LockOwnerName,
    ] {
        let fixture = Fixture::new();
        let dir = fixture.dir.clone();
        let probe = once(step, move || {
            let process = another();
            let request = plan_guard::LockRequest {
                process: &process,
                wait: Duration::ZERO,
                probe: plan_guard::Probe::none(),
            };
            let info = busy(Lock::acquire(&dir, &state(), &request).unwrap());
            assert_eq!((info.owner, info.liveness), (None, Liveness::Unknown));
            Ok(())
        });
        let lock = held(
            fixture
                .acquire_probed(&here(), Duration::ZERO, probe)
                .unwrap(),
        );
        lock.check().unwrap();
        lock.release().unwrap();
        fixture.assert_clean(step.name());
    }
}

/// D8: one who breaks the lock as unowned before its OS lock is taken makes the acquirer try
/// again; after that, it is refused.
#[test]
fn d8_a_breaker_at_any_step_of_acquiring_takes_no_held_lock() {
    for (step, removes) in [
        (Step::LockHeld, true),
        (Step::LockOs, true),
        (Step::LockOwner, false),
        (Step::LockOwnerName, false),
    ] {
        let fixture = Fixture::new();
        let dir = fixture.dir.clone();
        let probe = once(step, move || {
            let broken = Lock::break_lock(&dir, &state(), By::Unowned, &another()).unwrap();
            assert_eq!(matches!(broken, Broken::Removed(_)), removes, "{broken:?}");
            Ok(())
        });
        let lock = held(
            fixture
                .acquire_probed(&here(), Duration::ZERO, probe)
                .unwrap(),
        );
        lock.check().unwrap();
        lock.release().unwrap();
        fixture.assert_clean(step.name());
    }
}

/// D8: one who finds its new file locked by a breaker leaves the directory to that.
#[test]
fn d8_an_acquirer_whose_file_a_breaker_has_locked_yields() {
    let fixture = Fixture::new();
    let path = fixture.path("state.json.lock/held");
    let breaker = std::sync::Arc::new(std::sync::Mutex::new(None));
    let note = std::sync::Arc::clone(&breaker);
    let probe = once(Step::LockOs, move || {
        let file = fs::File::open(&path)?;
        file.try_lock().unwrap();
        *note.lock().unwrap() = Some(file);
        Ok(())
    });
    let info = busy(
        fixture
            .acquire_probed(&here(), Duration::ZERO, probe)
            .unwrap(),
    );
    assert_eq!(info.owner, None);
    assert_eq!(
        super::support::names(&fixture.path("state.json.lock")),
        ["held"]
    );
    drop(breaker.lock().unwrap().take());
    let broken = Lock::break_lock(&fixture.dir, &state(), By::Unowned, &here()).unwrap();
    assert!(matches!(broken, Broken::Removed(_)), "{broken:?}");
    fixture.assert_clean("after the break");
}

/// D8: a breaker who is about to move the directory aside keeps a newcomer from its inside.
#[test]
fn d8_an_acquirer_during_a_break_gets_a_lock_of_its_own() {
    for step in [Step::BreakLock, Step::BreakAside, Step::BreakDelete] {
        let fixture = Fixture::new();
        fixture.plant(None);
        let dir = fixture.dir.clone();
        let probe = once(step, move || {
            let process = another();
            let request = plan_guard::LockRequest {
                process: &process,
                wait: Duration::ZERO,
                probe: plan_guard::Probe::none(),
            };
            match Lock::acquire(&dir, &state(), &request).unwrap() {
                plan_guard::Acquired::Held(lock) => {
                    assert_eq!(step, Step::BreakDelete);
                    lock.release().unwrap();
                }
                plan_guard::Acquired::Busy(_) => assert_ne!(step, Step::BreakDelete),
            }
            Ok(())
        });
        let broken =
            Lock::break_lock_probed(&fixture.dir, &state(), By::Unowned, &here(), &probe).unwrap();
        assert!(matches!(broken, Broken::Removed(_)));
        fixture.assert_clean(step.name());
    }
}

/// D8: until the directory is moved aside the lock is whole and alive; from then on it is free,
/// and deleting the old one does not touch the next holder's.
#[test]
fn d8_a_release_that_meets_a_contender_is_all_or_nothing() {
    for step in [Step::ReleaseCheck, Step::ReleaseAside, Step::ReleaseDelete] {
        let fixture = Fixture::new();
        let dir = fixture.dir.clone();
        let next = std::sync::Arc::new(std::sync::Mutex::new(None));
        let taken = std::sync::Arc::clone(&next);
        let probe = once(step, move || {
            let process = another();
            let request = plan_guard::LockRequest {
                process: &process,
                wait: Duration::ZERO,
                probe: plan_guard::Probe::none(),
            };
            *taken.lock().unwrap() = Some(Lock::acquire(&dir, &state(), &request).unwrap());
            Ok(())
        });
        let lock = held(
            fixture
                .acquire_probed(&here(), Duration::ZERO, probe)
                .unwrap(),
        );
        lock.release().unwrap();
        let acquired = next.lock().unwrap().take().unwrap();
        if step == Step::ReleaseDelete {
            let lock = held(acquired);
            lock.check().unwrap();
            lock.release().unwrap();
        } else {
            let info = busy(acquired);
            assert!(info.owner.is_some());
            assert_eq!(info.liveness, Liveness::Alive);
        }
        fixture.assert_clean(step.name());
    }
}

/// D8: waiting ends when the holder releases, and not later than asked where it does not.
#[test]
fn d8_waiting_is_bounded_and_ends_with_the_release() {
    let fixture = Fixture::new();
    let mut child = spawn("hold", &fixture.dir, None);
    wait_ready(&mut child);
    let start = Instant::now();
    let info = busy(fixture.acquire(&here(), Duration::from_millis(150)));
    assert!(
        (150..5_000).contains(&start.elapsed().as_millis()),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(info.liveness, Liveness::Alive);
    assert_eq!(info.owner.unwrap().pid, child.id());

    let releaser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        drop(child.stdin.take());
        child.wait().unwrap()
    });
    held(fixture.acquire(&here(), Duration::from_secs(60)))
        .release()
        .unwrap();
    assert!(releaser.join().unwrap().success());
    fixture.assert_clean("after both");
}

/// A4: of many that publish one name at once, one wins.
#[test]
fn a4_publishing_has_exactly_one_winner() {
    let fixture = Fixture::new();
    let name = super::support::rel("claim");
    let barrier = std::sync::Barrier::new(8);
    let won = std::sync::atomic::AtomicU32::new(0);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (fixture, name, barrier, won) = (&fixture, &name, &barrier, &won);
            scope.spawn(move || {
                barrier.wait();
                let content = format!("runner {number}");
                let options = plan_guard::WriteOptions::default();
                match fixture
                    .dir
                    .publish_new(name, content.as_bytes(), &options)
                    .unwrap()
                {
                    plan_guard::Replaced::Written { digest } => {
                        won.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                        assert_eq!(fixture.dir.read(name).unwrap().unwrap().digest(), digest);
                    }
                    plan_guard::Replaced::Conflict { actual, .. } => assert!(actual.is_some()),
                    plan_guard::Replaced::Unchanged => panic!("claimed twice"),
                }
            });
        }
    });
    assert_eq!(won.into_inner(), 1);
}
