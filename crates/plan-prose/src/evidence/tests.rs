//! E1–E4 by example.

use super::{Admission, admits, invalidate, is_invalidated, is_withdrawn, log_pointers};

fn kind(text: &str) -> &'static str {
    match admits(text) {
        None => "honest",
        Some(Admission::ZeroSelection { .. }) => "E1",
        Some(Admission::NotRun { .. }) => "E2",
        Some(Admission::Invalidated { .. }) => "E3",
    }
}

#[test]
fn e1_e2_e3_the_examples_of_the_method() {
    for (text, expected) in [
        ("64 passed in 3.1s", "honest"),
        (
            "ran=64/64; fp=1f2e3d4+clean; log=analysis_results/gates/t3.log",
            "honest",
        ),
        ("the worker is not run twice: 3 tests pass", "honest"),
        ("unexecuted branches: 0; 64 passed", "honest"),
        ("running 0 tests; ok", "E1"),
        ("selected=0/64", "E1"),
        ("collected nothing to run", "E1"),
        ("se encontraron 0 casos", "E1"),
        ("the suite wasn't started, no display", "E2"),
        ("had no chance to run this, shipped anyway", "E2"),
        ("imposible de correr en este entorno", "E2"),
        ("aún no se ha corrido", "E2"),
        ("Invalidated by refine: A1; 64 passed", "E3"),
    ] {
        assert_eq!(kind(text), expected, "{text}");
    }
}
