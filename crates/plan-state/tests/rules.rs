//! The table of rules is complete, and every rule of it is tripped by some test of this crate.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use plan_state::RULES;

#[test]
fn codes_are_kebab_case_and_occur_once() {
    let codes: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(codes.len(), RULES.len());
    for rule in RULES {
        assert!(
            rule.code
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        );
        assert!(
            !rule.title.ends_with('.') && rule.reason.ends_with('.'),
            "{}",
            rule.code
        );
        assert!(!rule.requirement.is_empty());
    }
}

#[test]
fn every_rule_is_listed_and_every_listed_rule_is_tripped() {
    let sources = [
        include_str!("../src/rules/amendment.rs"),
        include_str!("../src/rules/contract.rs"),
        include_str!("../src/rules/json.rs"),
        include_str!("../src/rules/shape.rs"),
    ];
    let declared: usize = sources
        .iter()
        .map(|text| text.matches("pub static ").count())
        .sum();
    assert_eq!(declared, RULES.len());
    let tests = [
        include_str!("amendments.rs"),
        include_str!("contract.rs"),
        include_str!("shape_manifest.rs"),
        include_str!("shape_state.rs"),
        include_str!("shape_records.rs"),
        include_str!("text.rs"),
    ];
    for rule in RULES {
        let named = |text: &&str| {
            text.contains(&format!("\"{} ", rule.code))
                || text.contains(&format!("\"{}\"", rule.code))
        };
        assert!(tests.iter().any(named), "no test expects {}", rule.code);
    }
}
