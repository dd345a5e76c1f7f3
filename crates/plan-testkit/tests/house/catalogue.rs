//! The catalogue of rules, `docs/rules.md`, made from the tables of the crates.

use std::fmt::Write as _;

use plan_diagnostics::{Rule, Severity};

use crate::files::{in_step, root};
use crate::rules::TABLES;

const OPENING: &str = "\
# Rules

Every finding carries the code of one of these rules. MUST is a failure, SHOULD an advisory. The
number in brackets is the requirement, in [requirements.md](requirements.md).

This page is made from the tables of the crates. To make it anew, run
`PLANWRIGHT_REGENERATE=1 cargo test -p plan-testkit --test house`.
";

/// The page: one section a crate, one heading a rule, by code.
fn catalogue(tables: &[(&str, &[&'static Rule])]) -> String {
    let mut page = OPENING.to_owned();
    for (name, rules) in tables.iter().filter(|(_, rules)| !rules.is_empty()) {
        let _ = write!(page, "\n## {name}\n");
        let mut rules = rules.to_vec();
        rules.sort_by_key(|rule| rule.code);
        for rule in rules {
            page.push_str(&entry(rule));
        }
    }
    page
}

fn entry(rule: &Rule) -> String {
    let Rule {
        code,
        title,
        reason,
        requirement,
        ..
    } = rule;
    let weight = match rule.severity {
        Severity::Must => "MUST",
        Severity::Should => "SHOULD",
    };
    format!("\n### {code}\n\n**{weight}** ({requirement}). {title}.\n\n{reason}\n")
}

#[test]
fn the_catalogue_is_in_step_with_the_tables() {
    in_step(&root().join("docs/rules.md"), &catalogue(TABLES));
}
