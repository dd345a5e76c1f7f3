//! The life of a plan, drawn at random and held against a model: whatever is done in whatever order,
//! and wherever it is stopped, the plan is what the model says, and so are refusals and findings.
//!
//! `PLANWRIGHT_SEQUENCES` says how many sequences are drawn (2,000 where it is not set), and
//! `PLANWRIGHT_SEED` which: a failure names the one to use, and the shortest sequence that fails.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

mod compare;
mod model;
mod ops;
mod recovery;
mod rules;
mod texts;
mod world;

use std::collections::BTreeMap;
use std::sync::Mutex;

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use ops::{Change, Op, Pick, Sequence};
use plan_update::RefusalCode;
use rules::Told;
use world::World;

const SEQUENCES: u32 = 2_000;
const WORKERS: u32 = 2;
const CORNERS: &[&str] = &[
    "amend: Refused(AmendmentUnfit)",
    "approve: Done",
    "complete: Refused(LogUnfit)",
    "complete: Unpublished",
    "migrate: Done",
    "promote: Done",
    "promote: Refused(PlanNotReady)",
    "published in the end",
    "reconcile: Done",
    "reconcile: Unpublished",
    "reconcile: Unsettled",
    "recovered: a finalization",
    "recovered: a promotion, back: false",
    "recovered: a promotion, back: true",
    "recovered: a refining",
    "refine, add: Done",
    "refine, remove: Done",
    "refine, remove: Refused(AmendmentMissing)",
    "refine, split: Done",
    "update: Refused(BlockUnreachable)",
    "update: Refused(DependencyOpen)",
    "update: Refused(MissingEvidence)",
];

#[test]
fn a_plan_is_what_the_model_says_whatever_is_done_with_it() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let sequences = number("PLANWRIGHT_SEQUENCES").unwrap_or(SEQUENCES);
    let seed = number("PLANWRIGHT_SEED").unwrap_or(1);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| scope.spawn(move || draw(seed + worker, sequences.div_ceil(WORKERS))))
            .collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let tally = TALLY.lock().unwrap();
    for (what, count) in &*tally {
        println!("{count:7} {what}");
    }
    // What was drawn reaches every corner that the model knows, or it shows little.
    if sequences >= SEQUENCES {
        for corner in CORNERS {
            assert!(tally.contains_key(*corner), "never drawn: {corner}");
        }
    }
}

/// How often each operation came to what.
static TALLY: Mutex<BTreeMap<String, u32>> = Mutex::new(BTreeMap::new());

fn count(what: String) {
    *TALLY.lock().unwrap().entry(what).or_default() += 1;
}

/// Draws sequences, and tells of the shortest one that fails.
fn draw(seed: u32, cases: u32) -> Option<String> {
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 4_000,
        max_shrink_time: 30_000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let run = TestRunner::new_with_rng(config, rng).run(&ops::sequence(), |sequence| {
        live(&sequence).map_err(TestCaseError::fail)
    });
    match run {
        Ok(()) => None,
        Err(TestError::Fail(_, sequence)) => {
            let (sequence, why) = shortest(sequence);
            let turns = sequence.turns.iter().map(|turn| format!("\n  {turn:?}"));
            let turns: String = turns.collect();
            let (start, stop) = (sequence.start, sequence.stop);
            Some(format!(
                "PLANWRIGHT_SEED={seed}: {why}\n  {start:?}, {stop:?}{turns}"
            ))
        }
        Err(other) => Some(format!("PLANWRIGHT_SEED={seed}: {other}")),
    }
}

/// The sequence without the turns that are not needed for it to fail, and why it fails.
fn shortest(mut sequence: Sequence) -> (Sequence, String) {
    let mut why = live(&sequence).err().unwrap_or_default();
    let mut at = sequence.turns.len();
    while at > 0 {
        at -= 1;
        let mut shorter = sequence.clone();
        shorter.turns.remove(at);
        if let Err(still) = live(&shorter) {
            (sequence, why) = (shorter, still);
        }
    }
    (sequence, why)
}

/// Lives one life, and compares after every turn.
fn live(sequence: &Sequence) -> Result<(), String> {
    let (mut world, mut model) = World::begin(sequence.start, sequence.stop)?;
    compare::compare(&world, &model).map_err(|why| format!("at the beginning: {why}"))?;
    for (turn, number) in sequence.turns.iter().zip(1..) {
        let before = model.clone();
        let wanted = model.apply(&turn.op, number);
        let lived = match world.call(&turn.op, number, &before, turn.stop) {
            Ok(told) => agree(told, wanted),
            Err(_) => recovery::recover(&mut world, turn, number, (&before, &mut model), wanted),
        };
        let kind = turn.op.kind();
        count(format!("{kind}: {wanted:?}"));
        let at = |why| format!("turn {number}, {:?}: {why}", turn.op);
        lived.map_err(at)?;
        compare::compare(&world, &model).map_err(at)?;
    }
    let nothing = Op::Amend(Pick::None, Change::Remove);
    if model.sealed.is_some() {
        count("published in the end".to_owned());
    }
    let told = world
        .call(&nothing, 0, &model, None)
        .map_err(|error| error.to_string())?;
    agree(told, Told::Refused(RefusalCode::TaskUnknown))?;
    compare::swept(&world)
}

/// What a call came to is what the model says.
fn agree(told: Told, wanted: Told) -> Result<(), String> {
    let either = wanted == Told::DoneOrSame && matches!(told, Told::Done | Told::Same);
    if told == wanted || either {
        return Ok(());
    }
    Err(format!("it came to {told:?}; the model has {wanted:?}"))
}
