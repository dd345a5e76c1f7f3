//! SIGKILL at every step of a publication and of a recovery, and at any moment: never a torn file,
//! no clean check before the recovery, and a plan that can always be recovered (F4, D8).

use std::time::{Duration, Instant};

use plan_guard::{Acquired, Broken, By, Liveness, Lock, Probe};
use plan_verify::finalize::{Marker, Outcome, Recovery};
use plan_verify::receipt::{MARKER_FILE, RECEIPT_FILE, Receipt};

use super::child::Running;
use super::support::{
    Fixture, acquire, candidate, codes, here, other_candidate, published, recovered, refused, rel,
    tracing,
};

/// How many moments are tried; PLANWRIGHT_KILLS says otherwise.
const MOMENTS: usize = 24;

#[test]
fn f4_killed_at_every_step_of_a_publication() {
    let fixture = Fixture::new();
    let steps = steps_of(&fixture, "publish");
    assert!(steps.len() > 40, "{steps:?}");
    in_two(1..=steps.len(), |stop| {
        let fixture = Fixture::new();
        kill_at(&fixture, "publish", stop);
        survive(
            &fixture,
            &format!("publish, step {stop} ({})", steps[stop - 1]),
        );
    });
}

#[test]
fn f4_killed_at_every_step_of_a_recovery() {
    // From the old state, and from the new one with an artefact that changed.
    for (from, more) in [("finalize-publish", ""), ("finalize-verify", "\n")] {
        let begin = || {
            let fixture = Fixture::new();
            fixture.interrupt_at(from);
            fixture.append("README.md", more);
            fixture
        };
        let steps = steps_of(&begin(), "recover");
        in_two(1..=steps.len(), |stop| {
            let fixture = begin();
            kill_at(&fixture, "recover", stop);
            survive(
                &fixture,
                &format!("recover from {from}, step {stop} ({})", steps[stop - 1]),
            );
        });
    }
}

#[test]
fn f4_killed_at_any_moment_of_a_publication() {
    let moments = std::env::var("PLANWRIGHT_KILLS").ok();
    let moments = moments.map_or(MOMENTS, |number| number.parse().unwrap());
    let whole = undisturbed();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for number in 0..moments {
        let fixture = Fixture::new();
        let mut child = Running::start("publish", &fixture.dir, 0);
        child.wait_for("ready");
        // One draw in each of as many parts of the time as there are moments, so that none is missed.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let within = f64::from(u32::try_from(random >> 40).unwrap()) / f64::from(1 << 24);
        let at = whole.mul_f64(1.1 * (number as f64 + within) / moments as f64);
        std::thread::sleep(at);
        child.kill();
        survive(
            &fixture,
            &format!("moment {number} of {moments}, after {at:?} of {whole:?}"),
        );
    }
}

/// How long a publication takes in a child that nobody kills.
fn undisturbed() -> Duration {
    let fixture = Fixture::new();
    let mut child = Running::start("publish", &fixture.dir, 0);
    child.wait_for("ready");
    let start = Instant::now();
    child.wait_for("done");
    let whole = start.elapsed();
    child.kill();
    fixture.assert_published("undisturbed");
    whole
}

/// The steps that a task meets, from taking the lock to its release.
fn steps_of(fixture: &Fixture, task: &str) -> Vec<&'static str> {
    let (probe, steps) = tracing();
    match task {
        "publish" => {
            published(
                fixture
                    .publish_with(&candidate(), fixture.expected(), probe)
                    .unwrap(),
            );
        }
        _ => drop(recovered(
            fixture.recover_with(Some(&candidate()), probe).unwrap(),
        )),
    }
    let steps = steps.lock().unwrap().clone();
    assert_eq!(steps.last(), Some(&"release-delete"));
    steps
}

fn kill_at(fixture: &Fixture, task: &str, stop: usize) {
    let mut child = Running::start(task, &fixture.dir, stop);
    child.wait_for("stopped");
    child.kill();
}

/// Runs `act` for each number, on two threads.
fn in_two(numbers: std::ops::RangeInclusive<usize>, act: impl Fn(usize) + Sync) {
    let act = &act;
    std::thread::scope(|scope| {
        for first in 0..2 {
            let numbers = numbers.clone().skip(first).step_by(2);
            scope.spawn(move || numbers.for_each(act));
        }
    });
}

/// What must hold after a kill, and that everything can be brought to its end.
fn survive(fixture: &Fixture, when: &str) {
    nothing_is_torn(fixture, when);
    let marked = fixture.path(MARKER_FILE).exists();
    let interrupted = codes(&fixture.check()).contains(&"finalization-interrupted");
    assert_eq!(interrupted, marked, "{when}");
    break_the_lock(fixture, when);
    if marked {
        assert_eq!(
            refused(fixture.publish()),
            ["finalization-interrupted"],
            "{when}"
        );
        let other = fixture
            .recover_with(Some(&other_candidate()), Probe::none())
            .unwrap();
        assert!(
            matches!(other, Recovery::OtherCandidate { .. }),
            "{when}: {other:?}"
        );
        recovered(
            fixture
                .recover_with(Some(&candidate()), Probe::none())
                .unwrap(),
        );
    } else {
        assert_eq!(fixture.recover(), Recovery::NoMarker, "{when}");
        let done = fixture.read("state.json").unwrap() != fixture.old;
        match fixture.publish() {
            Outcome::Published(_) if !done => {}
            Outcome::AlreadyPublished(_) if done => {}
            outcome => panic!("{when}: {outcome:?}"),
        }
    }
    fixture.assert_published(when);
    assert_eq!(litter(fixture), [""; 0], "{when}");
}

/// Every file is whole: the old one, the new one, or not there.
fn nothing_is_torn(fixture: &Fixture, when: &str) {
    let state = fixture.read("state.json").unwrap();
    assert!(
        state == fixture.old || state == candidate().to_json(),
        "{when}: {state}"
    );
    let marker = fixture.read(MARKER_FILE);
    if let Some(marker) = &marker {
        assert_eq!(
            Marker::read(marker.as_bytes()).unwrap().candidate,
            candidate(),
            "{when}"
        );
    }
    let receipt = fixture
        .read(RECEIPT_FILE)
        .map(|text| Receipt::from_json(&text).unwrap());
    if state == fixture.old {
        assert_eq!(receipt, None, "{when}");
    } else {
        assert!(
            marker.is_some() || receipt.is_some(),
            "{when}: published and unverified"
        );
    }
}

/// A lock that the crash left holds others off until it is broken by its name.
fn break_the_lock(fixture: &Fixture, when: &str) {
    let target = rel("state.json");
    let Some(info) = Lock::inspect(&fixture.dir, &target, &here()).unwrap() else {
        return;
    };
    assert!(
        matches!(acquire(&fixture.dir, Probe::none()), Acquired::Busy(_)),
        "{when}"
    );
    let nonce = info.owner.as_ref().map(|owner| owner.nonce.clone());
    let by = match &nonce {
        Some(nonce) => {
            assert_eq!(info.liveness, Liveness::Dead, "{when}: {info}");
            By::Nonce(nonce)
        }
        None => By::Unowned,
    };
    let broken = Lock::break_lock(&fixture.dir, &target, by, &here()).unwrap();
    assert!(matches!(broken, Broken::Removed(_)), "{when}: {broken:?}");
}

/// Temporary files and locks that are left.
fn litter(fixture: &Fixture) -> Vec<String> {
    let names = ["", "analysis_results"].into_iter().flat_map(|directory| {
        let entries = std::fs::read_dir(fixture.path(directory)).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect::<Vec<_>>()
    });
    names
        .filter(|name| name.ends_with(".tmp") || name.contains(".lock"))
        .collect()
}
