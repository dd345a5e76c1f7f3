//! A process killed before every step: old content or new, a lock that shows as dead, and nothing
//! left once the next holder has been there (A4, D8, F4).

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::time::Duration;

use plan_guard::{
    Broken, By, ConfinedDir, Expect, Lease, Liveness, Lock, LockInfo, Replaced, Step, Taken,
};

use super::child::{spawn, wait_ready};
use super::support::{Fixture, NEW, OLD, busy, here, names, rel, state};

const WRITE_STEPS: &[Step] = &[
    Step::LockDir,
    Step::LockHeld,
    Step::LockOs,
    Step::LockOwner,
    Step::LockOwnerName,
    Step::Sweep,
    Step::TempCreate,
    Step::TempWrite,
    Step::TempHalf,
    Step::TempSync,
    Step::Compare,
    Step::Rename,
    Step::DirSync,
    Step::ReadBack,
    Step::ReleaseCheck,
    Step::ReleaseAside,
    Step::ReleaseDelete,
];
const FILE_STEPS: &[Step] = &[Step::MakeDir, Step::Move, Step::Remove];
const BREAK_STEPS: &[Step] = &[Step::BreakLock, Step::BreakAside, Step::BreakDelete];

fn kill(task: &str, dir: &ConfinedDir, step: Step) {
    let status = spawn(task, dir, Some(step)).wait().unwrap();
    assert_eq!(
        status.signal(),
        Some(9),
        "{task} was not killed at {}",
        step.name()
    );
}

/// Every step belongs to one of the kill tests.
#[test]
fn no_step_is_forgotten() {
    let mut tested = [WRITE_STEPS, FILE_STEPS, BREAK_STEPS].concat();
    let mut all = Step::ALL.to_vec();
    tested.sort_unstable_by_key(|step| step.name());
    all.sort_unstable_by_key(|step| step.name());
    assert_eq!(tested, all);
}

#[test]
fn a4_d8_killed_at_any_step_of_a_locked_write() {
    let before = |step, other| position(step) < position(other);
    for &step in WRITE_STEPS {
        let fixture = Fixture::new();
        kill("write", &fixture.dir, step);
        let expected = if before(step, Step::DirSync) {
            OLD
        } else {
            NEW
        };
        assert_eq!(fixture.state(), expected, "{}", step.name());
        match fixture.inspect() {
            None => assert!(
                matches!(step, Step::LockDir | Step::ReleaseDelete),
                "{}",
                step.name()
            ),
            Some(info) => {
                assert_eq!(
                    info.owner.is_some(),
                    !before(step, Step::Sweep),
                    "{}",
                    step.name()
                );
                break_dead(&fixture, &info);
            }
        }
        write_after(&fixture, step);
    }
}

fn position(step: Step) -> usize {
    Step::ALL.iter().position(|&other| other == step).unwrap()
}

/// The lock of a dead holder is not taken over, and is broken by its own name only.
fn break_dead(fixture: &Fixture, info: &LockInfo) {
    let break_by = |by| Lock::break_lock(&fixture.dir, &state(), by, &here()).unwrap();
    let found = busy(fixture.acquire(&here(), Duration::from_millis(5)));
    assert_eq!(&found.owner, &info.owner);
    let wrong = break_by(By::Nonce("0000000000000000"));
    assert!(matches!(wrong, Broken::Refused { .. }), "{wrong:?}");
    if let Some(owner) = &info.owner {
        assert_eq!(info.liveness, Liveness::Dead, "{info}");
        let unowned = break_by(By::Unowned);
        assert!(matches!(unowned, Broken::Refused { .. }), "{unowned:?}");
        let right = break_by(By::Nonce(&owner.nonce));
        assert!(matches!(right, Broken::Removed(_)), "{right:?}");
    } else {
        assert_eq!(info.liveness, Liveness::Unknown, "{info}");
        let right = break_by(By::Unowned);
        assert!(matches!(right, Broken::Removed(_)), "{right:?}");
    }
    assert!(matches!(break_by(By::Unowned), Broken::Absent));
}

/// The next holder writes, and leaves nothing of its own or of others.
fn write_after(fixture: &Fixture, step: Step) {
    let lock = fixture.held();
    let read = fixture.dir.read(&state()).unwrap().unwrap();
    let written = lock
        .replace(&state(), b"next", &Expect::Digest(read.digest()))
        .unwrap();
    assert!(matches!(written, Replaced::Written { .. }));
    lock.release().unwrap();
    fixture.assert_clean(step.name());
}

#[test]
fn d8_killed_while_breaking_leaves_a_lock_or_none() {
    for &step in BREAK_STEPS {
        let fixture = Fixture::new();
        kill("write", &fixture.dir, Step::Compare);
        kill("break", &fixture.dir, step);
        match fixture.inspect() {
            None => assert_eq!(step, Step::BreakDelete),
            Some(info) => break_dead(&fixture, &info),
        }
        write_after(&fixture, step);
    }
}

#[test]
fn a4_killed_between_file_operations_leaves_each_done_or_not() {
    for (step, expected) in [
        (
            Step::MakeDir,
            &["analysis_results", "state.json", "state.json.lock"][..],
        ),
        (
            Step::Move,
            &["analysis_results", "made", "state.json", "state.json.lock"],
        ),
        (
            Step::Remove,
            &["analysis_results", "made", "state.json.lock"],
        ),
    ] {
        let fixture = Fixture::new();
        kill("files", &fixture.dir, step);
        assert_eq!(names(fixture.dir.root()), expected, "{}", step.name());
        let moved = fixture.path("made/moved.json");
        assert_eq!(
            fs::read(moved).ok().as_deref(),
            (step == Step::Remove).then_some(OLD)
        );
    }
}

/// D8: a living owner is never broken, not even one that has been stopped.
#[test]
fn d8_a_stopped_owner_lives() {
    use rustix::process::{Pid, Signal, kill_process};
    let fixture = Fixture::new();
    let mut child = spawn("hold", &fixture.dir, None);
    wait_ready(&mut child);
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::STOP).unwrap();
    let info = fixture.inspect().unwrap();
    assert_eq!(info.liveness, Liveness::Alive, "{info}");
    let nonce = info.owner.unwrap().nonce;
    for by in [By::Nonce(&nonce), By::Unowned] {
        let broken = Lock::break_lock(&fixture.dir, &state(), by, &here()).unwrap();
        assert!(matches!(broken, Broken::Refused { .. }), "{broken:?}");
    }
    kill_process(pid, Signal::KILL).unwrap();
    child.wait().unwrap();
    assert_eq!(fixture.inspect().unwrap().liveness, Liveness::Dead);
    let broken = Lock::break_lock(&fixture.dir, &state(), By::Nonce(&nonce), &here()).unwrap();
    assert!(matches!(broken, Broken::Removed(_)), "{broken:?}");
    fixture.assert_clean("after the break");
}

/// P12: a lease is a living holder's, and free once that is killed.
#[test]
fn p12_a_lease_ends_with_its_holder() {
    let fixture = Fixture::new();
    let take = || Lease::take(&fixture.dir, &rel("turn.lease"), &here()).unwrap();
    let mut child = spawn("lease", &fixture.dir, None);
    wait_ready(&mut child);
    match take() {
        Taken::Busy(owner) => assert_eq!(owner.unwrap().pid, child.id()),
        Taken::Held(_) => panic!("held by two"),
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let Taken::Held(lease) = take() else {
        panic!("a dead holder's lease is free")
    };
    assert!(matches!(take(), Taken::Busy(Some(owner)) if owner.pid == std::process::id()));
    drop(lease);
    // Another test may be starting a child, which has a copy of the lease until it has started.
    assert!((0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(2));
        matches!(take(), Taken::Held(_))
    }));
}

/// Q24: who waits for a lease gets it once it is free, and is told who has it where it is not.
#[test]
fn q24_a_lease_is_waited_for_as_long_as_is_said() {
    let fixture = Fixture::new();
    let take = |wait| {
        Lease::take_within(
            &fixture.dir,
            &rel("turn.lease"),
            &here(),
            Duration::from_millis(wait),
        )
        .unwrap()
    };
    let Taken::Held(lease) = take(0) else {
        panic!("nobody has it")
    };
    assert!(matches!(take(0), Taken::Busy(Some(_))));
    assert!(matches!(take(20), Taken::Busy(Some(_))));
    let freed = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        drop(lease);
    });
    assert!(matches!(take(30_000), Taken::Held(_)));
    freed.join().unwrap();
}

/// Q26: the holder of a lease sweeps what killed writers left, and nothing else.
#[test]
fn q26_a_lease_sweeps_the_files_of_dead_writers() {
    let fixture = Fixture::new();
    let root = fixture.dir.root();
    let litter = ".a.md.9f86d081884c7d65.tmp";
    for name in [litter, "a.md", ".a.md.tmp", ".hidden"] {
        std::fs::write(root.join(name), "x").unwrap();
    }
    let Taken::Held(lease) = Lease::take(&fixture.dir, &rel("turn.lease"), &here()).unwrap() else {
        panic!("nobody has it")
    };
    lease.sweep(&fixture.dir);
    assert!(!root.join(litter).exists());
    assert!(
        ["a.md", ".a.md.tmp", ".hidden"]
            .iter()
            .all(|name| root.join(name).exists())
    );
}
