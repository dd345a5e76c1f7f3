//! The tour ends well, says what it says, and leaves nothing behind.

use std::process::Command;

use crate::run::{Ran, names};

#[test]
fn the_tour_ends_well_and_leaves_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    let ran = Ran::of(
        Command::new(env!("CARGO_BIN_EXE_tour"))
            .env("TMPDIR", scratch.path())
            .output()
            .unwrap(),
    );
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    for said in [
        "clean",
        "missing-evidence",
        "evidence-not-run",
        "2/4 completed",
        "stale-snapshot",
        "state ahead",
        "taken      lend-tool by /trees/bench-1",
        "conflict (taken): `lend-tool`: it is taken by /trees/bench-1",
        "fix-lending-typo is claimed by /trees/bench-2",
        "phase-out-of-order",
        "**inventory-2026-10**",
    ] {
        assert!(ran.out.contains(said), "{said}");
    }
    assert!(names(scratch.path()).is_empty());
}
