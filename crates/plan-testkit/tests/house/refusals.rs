//! The catalogue of refusals, `docs/refusals.md`, made from the codes of `plan-update`; and each code
//! is met by a test.

use std::fmt::Write as _;

use plan_update::RefusalCode;

use crate::files::{in_step, read, root};
use crate::rules::{has_word, is_kebab_case, test_code};

const OPENING: &str = "\
# Refusals

A call that changes a plan is made or refused as a whole. A refusal carries one of these codes, in the
JSON of every command and behind `refused` in its text; its message names what it is about, and its help
the remedy for the case. Exit code 1. The numbers in brackets are requirements, in
[requirements.md](requirements.md). Conflicts, which are worth a retry (exit code 3), are `lock-held` and
`stale-snapshot`.

This page is made from `plan_update::RefusalCode`. To make it anew, run
`PLANWRIGHT_REGENERATE=1 cargo test -p plan-testkit --test house`.
";

fn catalogue() -> String {
    let mut page = OPENING.to_owned();
    let mut codes = RefusalCode::ALL.to_vec();
    codes.sort_by_key(|code| code.as_str());
    for code in codes {
        let (requirement, meaning) = (code.requirement(), code.meaning());
        let _ = write!(
            page,
            "\n## {code}\n\n({requirement}) {meaning}\n\nRemedy: {}.\n",
            code.remedy()
        );
    }
    page
}

#[test]
fn the_catalogue_of_refusals_is_in_step_with_the_codes() {
    in_step(&root().join("docs/refusals.md"), &catalogue());
}

#[test]
fn refusals_are_well_formed_and_name_requirements_that_are_written_down() {
    let requirements = read(&root().join("docs/requirements.md"));
    for code in RefusalCode::ALL {
        assert!(is_kebab_case(code.as_str()), "{code} is not kebab-case");
        assert!(
            code.meaning().ends_with('.'),
            "{code}: its meaning has no end"
        );
        assert!(
            !code.remedy().ends_with('.'),
            "{code}: its remedy ends with a stop"
        );
        for number in code.requirement().split(", ") {
            assert!(
                requirements.contains(&format!("**{number}**"))
                    || requirements.contains(&format!("## {number}. ")),
                "{code} cites {number}, which docs/requirements.md does not have"
            );
        }
    }
}

#[test]
fn every_refusal_stands_in_a_test() {
    let tests = test_code();
    let met = |code: &RefusalCode| {
        let name = format!("{code:?}");
        ["RefusalCode::", "Code::"]
            .iter()
            .any(|path| has_word(&tests, &format!("{path}{name}")))
            || has_word(&tests, code.as_str())
    };
    let untested: Vec<_> = RefusalCode::ALL.iter().filter(|code| !met(code)).collect();
    assert_eq!(
        untested,
        Vec::<&RefusalCode>::new(),
        "no test meets these codes"
    );
}
