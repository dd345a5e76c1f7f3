//! Properties that hold for every text: no panic, spans on boundaries, invariance (E1–E9, B12).
#![allow(clippy::unwrap_used, reason = "tests")]

use plan_prose::{approval, credential, evidence, placeholder, single_line};
use proptest::prelude::*;

/// Fragments that meet many entries of the tables, in an order that no table foresees.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(vec![
        "not",
        "run",
        "never",
        "0",
        "tests",
        "no",
        "passed",
        "64",
        ";",
        ",",
        ":",
        "=",
        "but",
        "the",
        "suite",
        "se",
        "ejecutó",
        "nunca",
        "sin",
        "`",
        "'",
        "didn’t",
        "if",
        "twice",
        "(",
        ")",
        "—",
        "\n",
        "{{",
        "}}",
        "TODO",
        "log=",
        "a@b.co",
        "://",
        "u:p4ss@h",
        "Bearer ",
        "eyJ",
        ".",
        "ghp_",
        "invalidated by refine",
        "aprobación",
        "humana",
        "é",
        "𝒳",
        "\u{301}",
        "/",
        "-",
        "TBD",
        "\"",
    ]);
    prop::collection::vec((fragment, prop::bool::ANY), 0..40).prop_map(|parts| {
        let spaced = parts
            .iter()
            .map(|(part, gap)| format!("{part}{}", if *gap { " " } else { "" }));
        spaced.collect()
    })
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), fragments()]
}

proptest! {
    #[test]
    fn spans_are_slices_and_nothing_panics(text in text()) {
        if let Some(admission) = evidence::admits(&text) {
            prop_assert!(text.get(admission.span().clone()).is_some_and(|slice| !slice.is_empty()));
        }
        if let Some(span) = placeholder::find(&text) {
            prop_assert!(text.get(span).is_some());
        }
        if let Some(leak) = credential::find(&text) {
            prop_assert!(text.get(leak.span).is_some());
        }
        if let Some(span) = credential::email(&text) {
            prop_assert!(text.get(span).is_some_and(|slice| slice.contains('@')));
        }
        let _ = approval::names_human_approval(&text);
        for path in evidence::log_pointers(&text) {
            prop_assert!(text.contains(path));
        }
    }

    #[test]
    fn e2_letter_case_and_outer_blanks_mean_nothing(text in "[a-z0-9 ,;:=]{0,60}") {
        let found = evidence::admits(&text).map(|admission| admission.code());
        let upper = evidence::admits(&text.to_uppercase()).map(|admission| admission.code());
        prop_assert_eq!(found, upper);
        let padded = evidence::admits(&format!("  {text} ")).map(|admission| admission.code());
        prop_assert_eq!(found, padded);
    }

    #[test]
    fn e3_stamped_is_invalidated_single_and_short(text in text(), reason in text()) {
        let stamped = evidence::invalidate(&text, &reason);
        prop_assert!(evidence::is_invalidated(&stamped));
        prop_assert!(single_line(&stamped));
        prop_assert!(stamped.chars().count() <= 500);
    }

    #[test]
    fn e3_stamping_twice_is_stamping_once(text in "[ -~]{0,600}", reason in "A[1-9]|withdrawn|") {
        let once = evidence::invalidate(&text, &reason);
        prop_assert_eq!(evidence::invalidate(&once, &reason), once);
    }
}
