//! Breaking a lock: by its nonce, or as unowned; and what is refused (D8).

use std::fs;

use plan_guard::{Broken, By, Liveness, Lock};

use super::support::{Fixture, dead_pid, here, names, owner_json, state};

const NONCE: &str = "9f86d081884c7d65";

fn break_by(fixture: &Fixture, by: By<'_>) -> Broken {
    Lock::break_lock(&fixture.dir, &state(), by, &here()).unwrap()
}

fn reason(broken: Broken) -> String {
    match broken {
        Broken::Refused { reason, .. } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn d8_no_lock_is_absent() {
    let fixture = Fixture::new();
    assert!(matches!(break_by(&fixture, By::Unowned), Broken::Absent));
    assert!(matches!(
        break_by(&fixture, By::Nonce(NONCE)),
        Broken::Absent
    ));
}

#[test]
fn d8_a_living_owner_is_refused_however_it_is_named() {
    let fixture = Fixture::new();
    let lock = fixture.held();
    let nonce = lock.nonce().to_string();
    for by in [By::Nonce(&nonce), By::Nonce(NONCE), By::Unowned] {
        assert!(reason(break_by(&fixture, by)).contains("lives"));
    }
    lock.check().unwrap();
    lock.release().unwrap();
}

/// No OS lock to be seen, but the recorded process runs: it lives.
#[cfg(target_os = "linux")]
#[test]
fn d8_a_running_process_without_an_os_lock_is_refused() {
    let fixture = Fixture::new();
    fixture.plant(Some(&owner_json(
        std::process::id(),
        here().start_ticks,
        NONCE,
    )));
    assert!(reason(break_by(&fixture, By::Nonce(NONCE))).contains("lives"));
}

#[test]
fn d8_the_nonce_has_to_be_the_locks() {
    let fixture = Fixture::new();
    fixture.plant(Some(&owner_json(dead_pid(), Some(7), NONCE)));
    assert!(reason(break_by(&fixture, By::Nonce("0123456789abcdef"))).contains(NONCE));
    assert!(reason(break_by(&fixture, By::Nonce(""))).contains(NONCE));
    assert!(reason(break_by(&fixture, By::Unowned)).contains("has an owner"));
    let Broken::Removed(info) = break_by(&fixture, By::Nonce(NONCE)) else {
        panic!("refused")
    };
    assert_eq!(info.owner.unwrap().nonce, NONCE);
    fixture.assert_clean("after the break");
}

/// Of another host nothing is known: who names the nonce vouches for it.
#[test]
fn d8_an_unknown_owner_is_broken_by_its_nonce() {
    let fixture = Fixture::new();
    let owner = owner_json(1, None, NONCE).replace(&format!("{:?}", here().host), "\"elsewhere\"");
    fixture.plant(Some(&owner));
    let Broken::Removed(info) = break_by(&fixture, By::Nonce(NONCE)) else {
        panic!("refused")
    };
    assert_eq!(info.liveness, Liveness::Unknown);
    fixture.assert_clean("after the break");
}

#[test]
fn d8_an_unowned_lock_is_broken_as_such_whatever_is_in_it() {
    for content in [None, Some(""), Some("not json"), Some("{\"pid\": 1}")] {
        let fixture = Fixture::new();
        fixture.plant(content);
        fs::create_dir(fixture.path("state.json.lock/theirs")).unwrap();
        fs::write(fixture.path("state.json.lock/theirs/pid"), "1").unwrap();
        assert!(reason(break_by(&fixture, By::Nonce(NONCE))).contains("no owner record"));
        assert!(
            matches!(break_by(&fixture, By::Unowned), Broken::Removed(_)),
            "{content:?}"
        );
        fixture.assert_clean("after the break");
    }
}

/// An unowned lock whose OS lock somebody has is being taken right now.
#[test]
fn d8_an_unowned_lock_with_an_os_lock_is_refused() {
    let fixture = Fixture::new();
    fixture.plant(None);
    let file = fs::File::create(fixture.path("state.json.lock/held")).unwrap();
    file.try_lock().unwrap();
    assert!(reason(break_by(&fixture, By::Unowned)).contains("OS lock"));
    drop(file);
    assert!(matches!(
        break_by(&fixture, By::Unowned),
        Broken::Removed(_)
    ));
}

/// D8: the nonce is checked again once the OS lock is had.
#[test]
fn d8_a_record_that_changed_meanwhile_is_judged_anew() {
    let fixture = Fixture::new();
    fixture.plant(Some(&owner_json(dead_pid(), Some(7), NONCE)));
    let path = fixture.path("state.json.lock/owner.json");
    let other = owner_json(dead_pid(), Some(7), "0123456789abcdef");
    let probe = super::support::once(plan_guard::Step::BreakLock, move || {
        fs::write(&path, &other)
    });
    let broken =
        Lock::break_lock_probed(&fixture.dir, &state(), By::Nonce(NONCE), &here(), &probe).unwrap();
    assert!(reason(broken).contains("0123456789abcdef"));
    assert_eq!(
        names(&fixture.path("state.json.lock")),
        ["held", "owner.json"]
    );
}

/// D8: the lock named is gone, deleted or moved by another breaker, and a new one is in its place:
/// that one is left alone.
#[test]
fn d8_a_lock_that_took_its_place_is_left_alone() {
    for moved in [true, false] {
        let fixture = Fixture::new();
        fixture.plant(Some(&owner_json(dead_pid(), Some(7), NONCE)));
        fs::write(fixture.path("state.json.lock/held"), "").unwrap();
        let (dir, path) = (fixture.dir.clone(), fixture.path("state.json.lock"));
        let taken = std::sync::Arc::new(std::sync::Mutex::new(None));
        let note = std::sync::Arc::clone(&taken);
        let probe = super::support::once(plan_guard::Step::BreakLock, move || {
            if moved {
                fs::rename(&path, path.with_file_name("analysis_results/moved"))?;
            } else {
                fs::remove_dir_all(&path)?;
            }
            let process = super::support::another();
            let request = plan_guard::LockRequest {
                process: &process,
                wait: std::time::Duration::ZERO,
                probe: plan_guard::Probe::none(),
            };
            *note.lock().unwrap() = Some(Lock::acquire(&dir, &state(), &request).unwrap());
            Ok(())
        });
        let by = By::Nonce(NONCE);
        let broken = Lock::break_lock_probed(&fixture.dir, &state(), by, &here(), &probe).unwrap();
        assert!(matches!(broken, Broken::Absent), "{broken:?}");
        let lock = super::support::held(taken.lock().unwrap().take().unwrap());
        lock.check().unwrap();
        lock.release().unwrap();
        assert_eq!(
            names(fixture.dir.root()),
            ["analysis_results", "state.json"]
        );
    }
}

#[test]
fn d8_what_is_no_directory_is_not_broken() {
    let fixture = Fixture::new();
    fs::write(fixture.path("state.json.lock"), "mine").unwrap();
    assert!(reason(break_by(&fixture, By::Unowned)).contains("by hand"));
    assert_eq!(fs::read(fixture.path("state.json.lock")).unwrap(), b"mine");
}
