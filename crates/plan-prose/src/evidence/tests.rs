//! E1–E4 by example; the breadth is in the corpus.

use super::{Admission, admits, invalidate, is_invalidated, is_withdrawn, log_pointers};

fn kind(text: &str) -> &'static str {
    admits(text).map_or("honest", |admission| admission.code())
}

const ZERO: &str = "evidence-zero-selection";
const NOT_RUN: &str = "evidence-not-run";
const HISTORY: &str = "evidence-invalidated";

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(kind(text), *expected, "{text}");
    }
}

#[test]
fn e1_a_count_of_zero_is_rebutted_by_a_sibling_only() {
    check(&[
        ("running 0 tests; ok", ZERO),
        ("running 0 tests; running 12 tests: 12 passed", "honest"),
        ("collected 0 items; 64 passed yesterday", ZERO),
        ("ran=0; 64 passed", ZERO),
        ("ran=0 (docs); ran=64/64 (unit)", "honest"),
        ("0 passed; 0 failed", ZERO),
        ("0 passed; 3 failed", "honest"),
        ("64 passed but no integration tests were run", ZERO),
        ("? pkg/a [no test files]; ok pkg/b 0.2s", "honest"),
    ]);
}

#[test]
fn e1_numbers_that_count_something_else_are_not_selections() {
    check(&[
        ("exit code 0 tests ok", "honest"),
        ("0 tests failed", "honest"),
        ("skipped 0 tests", "honest"),
        ("overran=0", "honest"),
        ("seed=0 tests pass", "honest"),
        ("10 tests, 1,000 tests", "honest"),
        ("at 10:00 tests passed", "honest"),
        ("tests=0 failures=0", ZERO),
    ]);
}

#[test]
fn e2_what_did_not_run_decides() {
    check(&[
        ("the suite was not run", NOT_RUN),
        ("64 passed but integration suite was not run", NOT_RUN),
        ("64 passed, the worker is not run", "honest"),
        ("the test worker was not run", NOT_RUN),
        ("the hook is gone and never runs, 3 passed", "honest"),
        ("64 passed, 3 not run", "honest"),
        ("3 not run", NOT_RUN),
        ("not run: 0; 64 passed", "honest"),
        ("nothing was left unexecuted", "honest"),
        ("if the suite is not run, exit is 2", "honest"),
        ("`not run` is refused: 3 passed", "honest"),
        ("`not run`", NOT_RUN),
    ]);
}

#[test]
fn e2_what_a_program_does_is_told_from_what_was_done() {
    check(&[
        (
            "a stale lease cannot be checked by the broker; exit 0, 4 passed",
            "honest",
        ),
        (
            "the load balancer never starts a second node, 6 passed",
            "honest",
        ),
        ("the load test was never started, 6 passed", NOT_RUN),
        (
            "no se entra en la rama vieja, 6 pruebas lo demuestran",
            "honest",
        ),
        ("did not trigger any alarm, 6 passed", "honest"),
        ("6 passed; I never launched the emulator", NOT_RUN),
        ("6 passed; the basket was not exercised", NOT_RUN),
        ("6 pasan; las de carga no se lanzaron", NOT_RUN),
    ]);
}

#[test]
fn e1_a_share_of_tests_is_no_number_of_what_stands_before_it() {
    check(&[
        ("no node matched: 0 of 45 tests executed", ZERO),
        (
            "el selector no dio con nodo: 0 de 45 pruebas ejecutadas",
            ZERO,
        ),
        ("exit code: 0 tests ok", "honest"),
        (
            "no hubo que repetir ninguna prueba, todo en verde",
            "honest",
        ),
        ("no se eligió ninguna prueba, todo en verde", ZERO),
        ("not one of the 12 scenarios ran", ZERO),
        ("ni una de las 12 pruebas se ejecutó", ZERO),
    ]);
}

#[test]
fn e2_an_act_that_was_to_check_something_is_one_of_the_check() {
    check(&[
        (
            "it compiles, yet the tool was never launched to verify the output",
            NOT_RUN,
        ),
        (
            "compila bien; el servidor no llegó a iniciarse para comprobar la redirección",
            NOT_RUN,
        ),
        ("it compiles; the tool was never launched twice", "honest"),
        (
            "the tool was never launched to verify a stale lock, 9 passed",
            "honest",
        ),
    ]);
}

#[test]
fn e2_what_is_turned_away_and_faults_that_do_not_come_are_results() {
    check(&[
        (
            "unsigned firmware cannot be executed: all 3 refused",
            "honest",
        ),
        ("the suite cannot be executed: all 3 refused", NOT_RUN),
        ("the crash could not be triggered any more", "honest"),
        ("the crash was never tested after 40 repetitions", NOT_RUN),
    ]);
}

#[test]
fn e2_what_should_have_run_and_did_not() {
    check(&[
        (
            "the gate ought to have been run on Friday but wasn't",
            NOT_RUN,
        ),
        ("la prueba tenía que ejecutarse antes pero no", NOT_RUN),
        (
            "the hook ought to have been run once and was: 9 passed",
            "honest",
        ),
    ]);
}

#[test]
fn e1_e2_fields_of_a_record_are_read_as_words() {
    check(&[
        ("state=not_started rows=4", NOT_RUN),
        ("{\"state\": \"not_started\"}", NOT_RUN),
        ("did_run=false", NOT_RUN),
        ("cases_selected=0 rows=4", ZERO),
        ("jobs_running=0 rows=4", "honest"),
        ("not_run=0 passed=6", "honest"),
        ("suite::not_started: ok", "honest"),
        ("selected_tests: [] -> all passed", ZERO),
        ("selected_tests: [3] -> all passed", "honest"),
    ]);
}

#[test]
fn e2_contractions_case_accents_and_composition_do_not_matter() {
    check(&[
        ("DIDN'T RUN", NOT_RUN),
        ("didn’t run", NOT_RUN),
        ("didnt run", NOT_RUN),
        ("NUNCA SE EJECUTÓ", NOT_RUN),
        ("nunca se ejecuto", NOT_RUN),
        ("nunca se ejecuto\u{301}", NOT_RUN),
        ("**not run**", NOT_RUN),
        ("not-run", NOT_RUN),
        ("test_not_run ... ok", "honest"),
        ("never/not_run.log written", "honest"),
        ("knot running", "honest"),
    ]);
}

#[test]
fn e1_e2_the_span_is_the_phrase() {
    let text = "ok: aún no se ha corrido aquí";
    let span = admits(text).map(|admission| admission.span().clone());
    assert_eq!(
        span.and_then(|span| text.get(span)),
        Some("no se ha corrido")
    );
}

#[test]
fn e3_the_stamp_is_read_in_any_case_and_behind_quotes() {
    check(&[
        ("invalidated by refine", HISTORY),
        ("Invalidated by refine: A1; 64 passed", HISTORY),
        ("  \"INVALIDADA POR REFINE: A2", HISTORY),
        ("invalidated  by\trefine", HISTORY),
        ("it was invalidated by refine", "honest"),
        ("invalidated byrefine", "honest"),
        ("64 passed; invalidated by refine", "honest"),
    ]);
    assert!(
        matches!(admits("invalidated by refine"), Some(Admission::Invalidated { span }) if span == (0..21))
    );
}

#[test]
fn c5_withdrawn_is_a_reason_of_its_own() {
    assert!(is_withdrawn("invalidated by refine: withdrawn"));
    assert!(is_withdrawn("Invalidated by refine : Withdrawn; 64 passed"));
    assert!(!is_withdrawn("invalidated by refine: A1; withdrawn later"));
    assert!(!is_withdrawn("invalidated by refine: withdrawnish"));
    assert!(!is_withdrawn("withdrawn"));
}

#[test]
fn g4_stamping_keeps_what_fits_and_repeats_nothing() {
    let once = invalidate("64 passed", "A1");
    assert_eq!(once, "invalidated by refine: A1; 64 passed");
    assert_eq!(invalidate(&once, "A1"), once);
    assert_eq!(
        invalidate(&once, "withdrawn"),
        "invalidated by refine: withdrawn; invalidated by refine: A1; 64 passed"
    );
    assert_eq!(invalidate("a\nb", "A1"), "invalidated by refine: A1; a b");
    let long = invalidate(&"ñ".repeat(600), "A1");
    assert_eq!(long.chars().count(), 500);
    assert!(is_invalidated(&long));
}

#[test]
fn e4_pointers_end_where_the_path_does() {
    for (text, expected) in [
        ("log=a/b.log", vec!["a/b.log"]),
        ("ran=1; log=a.log; ok", vec!["a.log"]),
        ("(log=a.log).", vec!["a.log"]),
        ("LOG='a b.log', log=`c.log`", vec!["a b.log", "c.log"]),
        ("log=../elsewhere.log 64 passed", vec!["../elsewhere.log"]),
        ("log=\"open.log", vec!["open.log"]),
        ("log=", vec![""]),
        ("catalog=0 --log=debug x_log=1", vec![]),
        ("log: a.log", vec![]),
    ] {
        assert_eq!(log_pointers(text).collect::<Vec<_>>(), expected, "{text}");
    }
}
