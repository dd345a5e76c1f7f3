//! The fuzz targets without a fuzzer: every seed, every input that once failed, and mutations of them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[path = "../../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, dead_code, reason = "a library where it is fuzzed")]
mod targets;

use targets::mutate::{Numbers, dictionary, input};
use targets::{TARGETS, Target};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The seeds of a target, by name.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz().join("seeds").join(target);
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut seeds: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.display().to_string(), std::fs::read(&path).unwrap())
        })
        .collect();
    seeds.sort();
    seeds
}

/// The words of the dictionary that goes with a target.
fn words(target: &str) -> Vec<Vec<u8>> {
    let name = match target {
        "evidence" => "evidence",
        "plan_check" => "plan",
        "queue_check" | "queue_claims" | "queue_plans" => "queue",
        "state_json" => "json",
        _ => "markdown",
    };
    let path = fuzz().join("dictionaries").join(format!("{name}.dict"));
    dictionary(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn every_seed_holds() {
    for (target, body) in TARGETS {
        let seeds = seeds(target);
        assert!(seeds.len() > 1, "{target} has no seeds");
        for (name, data) in seeds {
            let failed = std::panic::catch_unwind(|| body(&data)).is_err();
            assert!(!failed, "{name}");
        }
    }
}

#[test]
fn targets_have_what_libfuzzer_runs() {
    let manifest = std::fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for (target, _) in TARGETS {
        assert!(
            manifest.contains(&format!("name = \"{target}\"\n")),
            "{target}"
        );
        let file = fuzz().join("fuzz_targets").join(format!("{target}.rs"));
        let text = std::fs::read_to_string(file).unwrap();
        assert!(
            text.contains(&format!("planwright_fuzz::run(\"{target}\"")),
            "{text}"
        );
        assert!(words(target).len() > 10, "{target}");
    }
}

/// Mutations for a moment; `PLANWRIGHT_FUZZ_SECONDS` says for how long each target runs, and
/// `PLANWRIGHT_FUZZ_TARGET` which alone. `PLANWRIGHT_FUZZ_SEED` gives other mutations.
#[test]
fn mutations_of_the_seeds_hold() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    let alone = std::env::var("PLANWRIGHT_FUZZ_TARGET").ok();
    let seconds = number("PLANWRIGHT_FUZZ_SECONDS");
    let seed = number("PLANWRIGHT_FUZZ_SEED").unwrap_or(1);
    for target in TARGETS
        .iter()
        .filter(|(name, _)| alone.as_deref().is_none_or(|alone| alone == *name))
    {
        let ran = mutations(target, seconds.map(Duration::from_secs), seed);
        eprintln!("{}: {ran} inputs", target.0);
    }
}

fn mutations((target, body): &Target, time: Option<Duration>, seed: u64) -> u64 {
    let seeds: Vec<Vec<u8>> = seeds(target).into_iter().map(|(_, data)| data).collect();
    let words = words(target);
    let mut numbers = Numbers::new(seed);
    let start = Instant::now();
    let goes_on = |ran: u64| time.map_or(ran < 40, |time| start.elapsed() < time);
    let mut ran = 0;
    while goes_on(ran) {
        let data = input(&seeds, &words, &mut numbers);
        let failed = std::panic::catch_unwind(|| body(&data)).is_err();
        assert!(!failed, "{target}: {}", kept(target, &data));
        ran += 1;
    }
    ran
}

/// Puts an input aside that fails, where the next run of the seeds does not yet see it.
fn kept(target: &str, data: &[u8]) -> String {
    let folder = fuzz().join("artifacts").join(target);
    std::fs::create_dir_all(&folder).unwrap();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in data {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let path = folder.join(format!("{hash:016x}"));
    std::fs::write(&path, data).unwrap();
    path.display().to_string()
}
