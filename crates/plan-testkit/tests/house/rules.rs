//! Every rule has a code of its own, a requirement, a reason in whole sentences, and a test.

use std::collections::BTreeMap;

use plan_diagnostics::Rule;

use crate::files::{below, crates, read, root};

/// The tables of all crates that judge.
pub(crate) const TABLES: &[(&str, &[&Rule])] = &[
    ("plan-markdown", plan_markdown::RULES),
    ("plan-state", plan_state::RULES),
    ("plan-verify", plan_verify::RULES),
    ("plan-update", plan_update::RULES),
    ("plan-agent", plan_agent::RULES),
    ("plan-queue", plan_queue::RULES),
];

fn rules() -> impl Iterator<Item = &'static Rule> {
    TABLES.iter().flat_map(|(_, rules)| rules.iter().copied())
}

pub(crate) fn is_kebab_case(code: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    code.split('-').all(word)
}

#[test]
fn codes_are_kebab_case_and_nobody_elses() {
    let mut seen = BTreeMap::new();
    for (name, rules) in TABLES {
        for rule in *rules {
            assert!(is_kebab_case(rule.code), "{} is not kebab-case", rule.code);
            if let Some(other) = seen.insert(rule.code, name) {
                panic!("{} is a rule of {name} and of {other}", rule.code);
            }
        }
    }
}

#[test]
fn every_rule_names_a_requirement_that_is_written_down() {
    let requirements = read(&root().join("docs/requirements.md"));
    for rule in rules() {
        assert!(
            !rule.requirement.is_empty(),
            "{} names no requirement",
            rule.code
        );
        for number in rule.requirement.split(", ") {
            assert!(
                requirements.contains(&format!("**{number}**"))
                    || requirements.contains(&format!("## {number}. ")),
                "{} cites {number}, which docs/requirements.md does not have",
                rule.code
            );
        }
    }
}

#[test]
fn titles_are_lines_and_reasons_are_sentences() {
    for rule in rules() {
        let Rule {
            code,
            title,
            reason,
            ..
        } = rule;
        assert!(!title.is_empty() && !title.contains('\n'), "{code}: title");
        assert!(!title.ends_with('.'), "{code}: its title ends with a stop");
        assert!(
            reason.starts_with(|c: char| c.is_uppercase() || c == '`'),
            "{code}: its reason opens so"
        );
        assert!(reason.ends_with('.'), "{code}: its reason has no end");
        assert!(
            reason.split_whitespace().count() > 3,
            "{code}: its reason is not a sentence"
        );
    }
}

#[test]
fn every_rule_stands_in_a_test() {
    let tests = test_code();
    let names = names_by_code();
    let untested: Vec<_> = rules()
        .map(|rule| rule.code)
        .filter(|code| {
            let cited = has_word(&tests, code);
            let named = names.get(*code).is_some_and(|name| has_word(&tests, name));
            !cited && !named
        })
        .collect();
    assert_eq!(untested, Vec::<&str>::new(), "no test names these rules");
}

/// The text of all tests: files under `tests`, and modules from `#[cfg(test)]` on.
pub(crate) fn test_code() -> String {
    let dirs = crates().into_iter().chain([root().join("examples")]);
    let mut text = String::new();
    for path in dirs.flat_map(|dir| below(&dir, ".rs")) {
        let code = read(&path);
        let is_test = path.components().any(|part| {
            ["tests", "tests.rs"]
                .iter()
                .any(|name| part.as_os_str() == *name)
        });
        // The tests of the house list all rules: they are no evidence of any.
        if path.starts_with(root().join("crates/plan-testkit/tests")) {
            continue;
        }
        let from = if is_test {
            Some(0)
        } else {
            code.find("#[cfg(test)]")
        };
        text.push_str(from.map_or("", |at| &code[at..]));
    }
    text
}

/// The names of the statics that define rules, by the code of the rule.
fn names_by_code() -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for path in crates()
        .iter()
        .flat_map(|dir| below(&dir.join("src"), ".rs"))
    {
        let text = read(&path);
        for definition in text.split("static ").skip(1) {
            let Some((name, rest)) = definition.split_once(": Rule") else {
                continue;
            };
            let Some((_, rest)) = rest.split_once("code: \"") else {
                continue;
            };
            let Some((code, _)) = rest.split_once('"') else {
                continue;
            };
            names.insert(code.to_owned(), name.to_owned());
        }
    }
    names
}

pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(joins) && !text[at + word.len()..].starts_with(joins))
}
