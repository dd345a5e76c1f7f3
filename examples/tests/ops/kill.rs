//! A closing that is killed, or fails, at any step: the same call finishes it, and doubles nothing (Q26).

use std::collections::BTreeMap;

use crate::close::{built, close};
use crate::run::{Place, Ran, ops};

/// The steps of plan-guard and of the queue's own protocol that a closing meets.
const STEPS: [&str; 14] = [
    "queue-journal",
    "temp-create",
    "temp-write",
    "temp-half",
    "temp-sync",
    "compare",
    "rename",
    "dir-sync",
    "read-back",
    "queue-file",
    "queue-remove",
    "queue-journal-remove",
    "make-dir",
    "remove",
];

/// The times at which a step is tried: each time for the steps of the queue's own protocol, which are met
/// once a file; for those below them the journal and the first file, or with `PLANWRIGHT_EVERY_STEP` all.
fn times(action: &str, step: &str) -> std::ops::RangeInclusive<usize> {
    let every = std::env::var("PLANWRIGHT_EVERY_STEP").is_ok();
    match action {
        _ if every => 1..=5,
        "kill" if step.starts_with("queue-") => 1..=5,
        "kill" => 1..=2,
        _ => 1..=1,
    }
}

fn files(place: &Place) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![place.root().join("planning")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != ".lock" {
                let name = path
                    .strip_prefix(place.root())
                    .unwrap()
                    .display()
                    .to_string();
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

/// Closes with a probe, and tells whether the step was met.
fn cut_short(place: &Place, probe: &str) -> bool {
    let entry = place.root().join("entry.md");
    let mut command = ops();
    command.args([
        "close",
        &place.planning(),
        "sumar",
        "--runner",
        "one",
        "--entry",
    ]);
    command
        .arg(entry)
        .args(["--today", "2026-10-15"])
        .env("PLANWRIGHT_PROBE", probe);
    Ran::of(command.output().unwrap()).code != 0
}

#[test]
fn q26_a_closing_that_is_cut_short_at_any_step_is_finished_by_the_same_call() {
    let whole = built();
    assert_eq!(close(&whole, &[]).code, 0);
    let whole = files(&whole);
    let mut met = 0;
    for action in ["kill", "fail"] {
        for step in STEPS {
            for nth in times(action, step) {
                let probe = format!("{action}:{step}:{nth}");
                let place = built();
                if !cut_short(&place, &probe) {
                    break;
                }
                met += 1;
                let journal = place.text("wip/.journal.json").is_some();
                let check = place.ops("check", &["--no-git"]);
                assert_eq!(
                    journal,
                    check.out.contains("queue-change-interrupted"),
                    "{probe}"
                );
                let again = close(&place, &[]);
                assert_eq!(again.code, 0, "{probe}: {}{}", again.out, again.err);
                assert_eq!(files(&place), whole, "{probe}");
                assert_eq!(close(&place, &[]).code, 0, "{probe}");
                assert_eq!(files(&place), whole, "{probe}");
            }
        }
    }
    assert!(met > 30, "{met} steps were met");
}

/// Without the journal, as where a person deleted it, the files alone tell what is missing.
#[test]
fn q19_a_closing_without_its_journal_is_finished_too() {
    let whole = built();
    assert_eq!(close(&whole, &[]).code, 0);
    let whole = files(&whole);
    for nth in 1..=4 {
        let place = built();
        assert!(cut_short(&place, &format!("kill:queue-file:{nth}")));
        std::fs::remove_file(place.root().join("planning/wip/.journal.json")).unwrap();
        assert_eq!(close(&place, &[]).code, 0, "{nth}");
        assert_eq!(files(&place), whole, "{nth}");
    }
}
