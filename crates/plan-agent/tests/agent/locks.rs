//! Locks that a crash left: broken where the owner is provably dead, left where it may live (P12).

use plan_agent::{Condition, Next, Profile, Turn, Woken};
use plan_guard::Process;
use plan_testkit::PlanBuilder;

use crate::common::{Plan, at, unattended};

const NONCE: &str = "9f86d081884c7d65";

/// A process of this host and boot that is gone.
fn gone() -> Process {
    let mut child = std::process::Command::new("true").spawn().unwrap();
    let pid = child.id();
    child.wait().unwrap();
    Process {
        pid,
        start_ticks: Some(1),
        ..Process::current("dwp update", "2026-03-02T10:00:00Z")
    }
}

fn locked(owner: &Process) -> Plan {
    let plan = Plan::of(&unattended(PlanBuilder::full(3)));
    let lock = plan.dir.root().join("state.json.lock");
    std::fs::create_dir(&lock).unwrap();
    let record = serde_json::json!({
        "pid": owner.pid, "host": owner.host, "boot_id": owner.boot_id,
        "started_at": owner.started_at, "command": owner.command, "nonce": NONCE,
        "start_ticks": owner.start_ticks,
    });
    std::fs::write(lock.join("owner.json"), record.to_string()).unwrap();
    plan
}

fn wake(plan: &Plan, minute: u64) -> Box<Turn> {
    match Turn::wake(&plan.dir, Profile::Unattended, None, &at(minute)).unwrap() {
        Woken::Turn(turn) => turn,
        Woken::Busy(owner) => panic!("{owner:?}"),
    }
}

#[test]
fn p12_a_lock_of_the_dead_is_broken_and_told_once() {
    let plan = locked(&gone());
    let turn = wake(&plan, 0);
    assert!(turn.notes()[0].contains(NONCE), "{:?}", turn.notes());
    assert!(!plan.dir.root().join("state.json.lock").exists());
    let progress = plan.file("PROGRESS.md");
    assert!(
        progress.contains("Lock: broken, as its owner is dead"),
        "{progress}"
    );
    assert_eq!(progress.matches(&format!("Nonce: {NONCE}")).count(), 1);
    assert!(matches!(plan.next(Profile::Unattended), Next::Task(_)));
}

#[test]
fn p12_a_break_that_was_cut_short_after_its_entry_adds_none() {
    let plan = locked(&gone());
    drop(wake(&plan, 0));
    let told = plan.file("PROGRESS.md");
    let again = locked(&gone());
    again.write("PROGRESS.md", &told);
    drop(wake(&again, 5));
    assert_eq!(again.file("PROGRESS.md"), told);
    assert!(!again.dir.root().join("state.json.lock").exists());
}

#[test]
fn p12_a_lock_of_whoever_may_live_is_left_and_named() {
    let elsewhere = Process {
        host: "another".into(),
        ..gone()
    };
    let before_the_boot = Process {
        boot_id: Some("another".into()),
        ..gone()
    };
    let alive = Process::current("dwp update", "2026-03-02T10:00:00Z");
    for owner in [elsewhere, before_the_boot, alive] {
        let plan = locked(&owner);
        let told = plan.file("PROGRESS.md");
        let turn = wake(&plan, 0);
        assert!(turn.notes().is_empty(), "{:?}", turn.notes());
        assert!(
            plan.dir.root().join("state.json.lock").exists(),
            "{owner:?}"
        );
        assert_eq!(plan.file("PROGRESS.md"), told);
        let Next::NotAdmitted(unmet) = plan.next(Profile::Unattended) else {
            panic!()
        };
        assert_eq!(unmet[0].condition, Condition::LockHeld);
    }
}

#[test]
fn p2_p12_a_plan_that_is_not_admitted_is_left_alone() {
    let plan = locked(&gone());
    let readme = plan.file("README.md");
    plan.write(
        "README.md",
        &readme.replace("**Execution:** unattended\n", ""),
    );
    let told = plan.file("PROGRESS.md");
    drop(wake(&plan, 0));
    assert!(plan.dir.root().join("state.json.lock").exists());
    assert_eq!(plan.file("PROGRESS.md"), told);
    let report = plan.resume(Profile::Unattended).report;
    assert_eq!(report.next.unmet, ["not-opted-in", "lock-held"]);
}
