//! Holding a lock, finding one, losing one (D8).

use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use plan_guard::{Expect, Liveness, LockRequest, Probe, WriteOptions};

use super::support::{
    Fixture, NEW, OLD, another, busy, dead_pid, held, here, names, once, owner_json, rel, state,
};

#[test]
fn d8_a_held_lock_is_a_directory_with_its_owner() {
    let fixture = Fixture::new();
    assert_eq!(fixture.inspect(), None);
    let lock = fixture.held();
    assert_eq!(
        names(&fixture.path("state.json.lock")),
        ["held", "owner.json"]
    );
    let text = fs::read_to_string(fixture.path("state.json.lock/owner.json")).unwrap();
    for member in ["pid", "host", "boot_id", "started_at", "command", "nonce"] {
        assert!(
            text.contains(&format!("\n  \"{member}\": ")),
            "{member} in {text}"
        );
    }
    let info = fixture.inspect().unwrap();
    assert_eq!(info.liveness, Liveness::Alive);
    assert!(info.since.is_some());
    let owner = info.owner.clone().unwrap();
    assert_eq!(owner.nonce, lock.nonce().to_string());
    assert_eq!(
        (owner.pid, owner.command.as_str()),
        (std::process::id(), "test")
    );
    let shown = info.to_string();
    for part in [
        "state.json.lock",
        "test",
        &owner.pid.to_string(),
        &owner.nonce,
        "wait",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    lock.release().unwrap();
    assert_eq!(fixture.inspect(), None);
    fixture.assert_clean("after the release");
}

#[test]
fn d8_dropping_a_lock_releases_it() {
    let fixture = Fixture::new();
    drop(fixture.held());
    fixture.assert_clean("after the drop");
}

/// A process waited thirty seconds for its own lock: never again.
#[test]
fn d8_the_same_process_is_told_at_once() {
    let fixture = Fixture::new();
    let lock = fixture.held();
    let start = Instant::now();
    let info = busy(fixture.acquire(&here(), Duration::from_secs(30)));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(info.liveness, Liveness::Alive);
    lock.release().unwrap();
}

#[test]
fn d8_a_dead_owner_is_shown_at_once_and_never_taken_over() {
    let fixture = Fixture::new();
    fixture.plant(Some(&owner_json(dead_pid(), Some(7), "9f86d081884c7d65")));
    let start = Instant::now();
    let info = busy(fixture.acquire(&here(), Duration::from_secs(30)));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(info.liveness, Liveness::Dead);
    assert!(
        info.to_string().contains("break nonce 9f86d081884c7d65"),
        "{info}"
    );
    assert!(fixture.path("state.json.lock/owner.json").exists());
}

/// D8: liveness by OS lock, then boot, pid and start of the process, else unknown.
#[cfg(target_os = "linux")]
#[test]
fn d8_liveness_is_told_from_what_this_machine_knows() {
    let own = std::process::id();
    let ticks = here().start_ticks.unwrap();
    let record = |pid, ticks| owner_json(pid, ticks, "9f86d081884c7d65");
    let here_boot = here().boot_id.unwrap();
    let host = format!("{:?}", here().host);
    for (name, owner, expected) in [
        (
            "this very process",
            record(own, Some(ticks)),
            Liveness::Alive,
        ),
        (
            "a pid used again",
            record(own, Some(ticks + 1)),
            Liveness::Dead,
        ),
        (
            "a pid without its start",
            record(own, None),
            Liveness::Unknown,
        ),
        (
            "a process that is gone",
            record(dead_pid(), Some(7)),
            Liveness::Dead,
        ),
        (
            "gone, without its start",
            record(dead_pid(), None),
            Liveness::Dead,
        ),
        (
            "another boot",
            record(own, Some(ticks)).replace(&here_boot, "another-boot"),
            Liveness::Dead,
        ),
        (
            "another host",
            record(own, Some(ticks)).replace(&host, "\"x\""),
            Liveness::Unknown,
        ),
        ("no record", "{}".to_owned(), Liveness::Unknown),
        (
            "half a record",
            record(own, None)[..20].to_owned(),
            Liveness::Unknown,
        ),
        (
            "an unknown member",
            record(own, Some(ticks)).replace('{', "{\"x\": 1, "),
            Liveness::Alive,
        ),
    ] {
        let fixture = Fixture::new();
        fixture.plant(Some(&owner));
        assert_eq!(fixture.inspect().unwrap().liveness, expected, "{name}");
        fs::write(fixture.path("state.json.lock/held"), "").unwrap();
        assert_eq!(
            fixture.inspect().unwrap().liveness,
            expected,
            "{name}, OS lock free"
        );
    }
}

/// The OS lock counts before everything that the record says.
#[test]
fn d8_an_os_lock_that_is_held_means_alive() {
    let fixture = Fixture::new();
    fixture.plant(Some(&owner_json(dead_pid(), Some(7), "9f86d081884c7d65")));
    let file = fs::File::create(fixture.path("state.json.lock/held")).unwrap();
    assert_eq!(
        fixture.inspect().unwrap().liveness,
        Liveness::Dead,
        "control"
    );
    file.try_lock().unwrap();
    assert_eq!(fixture.inspect().unwrap().liveness, Liveness::Alive);
}

/// D8: another implementation's bare directory is respected.
#[test]
fn d8_a_foreign_lock_is_respected_and_waited_for() {
    let fixture = Fixture::new();
    fixture.plant(None);
    let info = busy(fixture.acquire(&here(), Duration::ZERO));
    assert_eq!((info.owner, info.liveness), (None, Liveness::Unknown));
    let path = fixture.path("state.json.lock");
    let remover = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        fs::remove_dir(path).unwrap();
    });
    held(fixture.acquire(&here(), Duration::from_secs(60)))
        .release()
        .unwrap();
    remover.join().unwrap();
    assert_eq!(fixture.state(), OLD);
}

/// A6: a link in the lock's place leads nowhere.
#[test]
fn a6_a_link_in_place_of_the_lock_is_in_the_way_and_not_followed() {
    let fixture = Fixture::new();
    let outside = tempfile::tempdir().unwrap();
    let owner = owner_json(dead_pid(), Some(7), "9f86d081884c7d65");
    fs::write(outside.path().join("owner.json"), owner).unwrap();
    symlink(outside.path(), fixture.path("state.json.lock")).unwrap();
    let info = busy(fixture.acquire(&here(), Duration::from_secs(30)));
    assert_eq!((info.owner, info.liveness), (None, Liveness::Unknown));
    assert!(
        info.detail.contains("not a lock directory"),
        "{}",
        info.detail
    );
    assert_eq!(names(outside.path()), ["owner.json"]);
}

/// A holder whose lock was removed by hand, and taken by another, harms neither.
#[test]
fn d8_a_lost_lock_is_noticed_and_the_next_one_left_alone() {
    let fixture = Fixture::new();
    let lost = fixture.held();
    fs::remove_dir_all(fixture.path("state.json.lock")).unwrap();
    let lock = held(fixture.acquire(&another(), Duration::ZERO));
    assert_eq!(lost.check().unwrap_err().code(), "lock-lost");
    assert_eq!(
        lost.replace(&state(), NEW, &Expect::Any)
            .unwrap_err()
            .code(),
        "lock-lost"
    );
    assert_eq!(lost.create_dir(&rel("x")).unwrap_err().code(), "lock-lost");
    assert_eq!(
        lost.rename(&state(), &rel("x")).unwrap_err().code(),
        "lock-lost"
    );
    assert_eq!(
        lost.remove_file(&state(), &Expect::Any).unwrap_err().code(),
        "lock-lost"
    );
    assert_eq!(lost.release().unwrap_err().code(), "lock-lost");
    lock.check().unwrap();
    lock.release().unwrap();
    assert_eq!(fixture.state(), OLD);
    fixture.assert_clean("after both");
}

/// D8: the next holder sweeps what dead ones left, not its own, not a living writer's, not others'.
#[test]
fn d8_a_new_holder_sweeps_stale_temporary_files() {
    let fixture = Fixture::new();
    let stale = [
        ".state.json.9f86d081884c7d65.tmp",
        ".README.md.0123456789abcdef.tmp",
        "analysis_results/.FINALIZATION.json.9f86d081884c7d65.tmp",
    ];
    let kept = [
        "notes.tmp",
        ".state.json.tmp",
        ".state.json.9f86d081884c7d65.tmp.md",
    ];
    for path in stale.iter().chain(&kept) {
        fs::write(fixture.path(path), "half").unwrap();
    }
    fs::create_dir_all(fixture.path(".state.json.lock.9f86d081884c7d65.gone/deeper")).unwrap();
    fs::write(
        fixture.path(".state.json.lock.9f86d081884c7d65.gone/held"),
        "",
    )
    .unwrap();
    let mut left: Vec<String> = kept.iter().map(|&name| name.to_owned()).collect();
    left.extend([
        "analysis_results".into(),
        "state.json".into(),
        "state.json.lock".into(),
    ]);
    left.sort_unstable();
    let lock = fixture.held();
    assert_eq!(names(fixture.dir.root()), left);
    assert!(names(&fixture.path("analysis_results")).is_empty());
    lock.release().unwrap();
}

/// One who writes without the lock does not have its temporary file swept away under it.
#[test]
fn d8_a_living_writer_keeps_its_temporary_file() {
    let fixture = Fixture::new();
    let dir = fixture.dir.clone();
    let probe = once(plan_guard::Step::TempSync, move || {
        let process = here();
        let request = LockRequest {
            process: &process,
            wait: Duration::ZERO,
            probe: Probe::none(),
        };
        held(plan_guard::Lock::acquire(&dir, &state(), &request).unwrap())
            .release()
            .unwrap();
        Ok(())
    });
    let options = WriteOptions { nonce: None, probe };
    let _ = fixture
        .dir
        .replace(&rel("README.md"), NEW, &Expect::Any, &options)
        .unwrap();
    assert_eq!(fs::read(fixture.path("README.md")).unwrap(), NEW);
}

/// Temporary files under a lock carry its nonce.
#[test]
fn d8_temporary_files_carry_the_nonce_of_the_lock() {
    let fixture = Fixture::new();
    let root = fixture.dir.root().to_owned();
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let note = std::sync::Arc::clone(&seen);
    let probe = once(plan_guard::Step::Compare, move || {
        *note.lock().unwrap() = names(&root);
        Ok(())
    });
    let lock = held(
        fixture
            .acquire_probed(&here(), Duration::ZERO, probe)
            .unwrap(),
    );
    let _ = lock.replace(&state(), NEW, &Expect::Any).unwrap();
    let temp = format!(".state.json.{}.tmp", lock.nonce());
    assert!(seen.lock().unwrap().contains(&temp), "{seen:?}");
    lock.release().unwrap();
}

#[test]
fn d8_locks_of_two_files_do_not_meet() {
    let fixture = Fixture::new();
    let state_lock = fixture.held();
    let process = here();
    let request = LockRequest {
        process: &process,
        wait: Duration::ZERO,
        probe: Probe::none(),
    };
    let target = rel("analysis_results/x.json");
    let other = held(plan_guard::Lock::acquire(&fixture.dir, &target, &request).unwrap());
    assert!(
        fixture
            .path("analysis_results/x.json.lock/owner.json")
            .exists()
    );
    other.release().unwrap();
    state_lock.release().unwrap();
    fixture.assert_clean("after both");
}
