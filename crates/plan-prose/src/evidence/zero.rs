//! Whether a phrase of zero selection stands (E1).

use super::clause;
use super::results::Results;
use crate::language::{Class, Mark, Role, Scan};
use crate::token::{Kind, Token};

/// Whether `mark` says of the whole of the evidence that nothing ran.
pub(super) fn stands(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    let is_left_out = mark.role == Role::LeftOut;
    let is_other_count = is_label(scan, mark)
        || clause::is_occasion(scan, mark)
        || (!is_left_out && is_fault(scan, mark));
    let is_other_statement = clause::is_conditional(scan, mark)
        || clause::is_quoted(scan, mark, results)
        || is_negated(scan, mark)
        || clause::is_restricted(scan, mark, Role::Manner)
        || runs_into(scan, mark);
    if is_other_count || is_other_statement || is_failure_total(scan, results, mark) {
        return false;
    }
    match mark.role {
        Role::ZeroField => !results.has_field(scan, mark.start),
        Role::ZeroDoubt => results.is_silent(scan, mark),
        _ if results.has_tally(mark) && clause::is_restricted(scan, mark, Role::Circumstance) => {
            false
        }
        Role::ZeroOfKind => !clause::is_restricted(scan, mark, Role::Circumstance),
        Role::Zero if is_habit(scan, mark) && !results.is_silent(scan, mark) => false,
        _ => !results.has_count(mark) || (clause::is_exception(scan, mark) && has_verb(scan, mark)),
    }
}

/// `exit code 0`, `step 0`, `seed=0`: the number belongs to the word before it.
fn is_label(scan: &Scan<'_>, mark: &Mark) -> bool {
    let starts_with_number = scan
        .tokens
        .get(mark.start)
        .is_some_and(|t| t.count() == Some(0));
    let back = |by: usize| mark.start.checked_sub(by);
    let by_sign = back(1).is_some_and(|at| {
        scan.tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, Kind::Sign('=' | ':' | '/' | '+')))
    });
    let label = |at: Option<usize>| {
        at.is_some_and(|at| scan.is(at, Class::Label) && !scan.is(at, Class::Test))
    };
    let is_value = back(1).is_some_and(|at| scan.tokens.get(at).is_some_and(|t| t.is('=')));
    // *It matched no node: 0 of 89 tests ran*: a share of the tests is no number of a node.
    let of_tests = mark.start + 2..mark.end;
    let is_share = scan
        .tokens
        .get(mark.start + 1)
        .is_some_and(|token| matches!(token.word(), "of" | "de"))
        && clause::has(scan, of_tests, Class::Tests);
    let names_it = label(back(1)) || (by_sign && label(back(2)));
    starts_with_number && (is_value || (names_it && !is_share))
}

/// `0 tests failed`, `skipped 0 tests`, `failures: 0`: a count of what went wrong.
fn is_fault(scan: &Scan<'_>, mark: &Mark) -> bool {
    let stops = |at: usize| {
        scan.tokens.get(at).is_none_or(Token::is_soft_break) || scan.is(at, Class::Join)
    };
    let after = (mark.end..mark.end + 3).take_while(|&at| !stops(at));
    let mut skipped = after
        .filter(|&at| !scan.is(at, Class::Gap) && !scan.is(at, Class::Det))
        .take(2);
    let follows = match skipped.next() {
        Some(first) if scan.is(first, Class::Fault) => !opens_field(scan, first),
        Some(first)
            if scan
                .tokens
                .get(first)
                .is_some_and(|t| matches!(t.word(), "with" | "con")) =>
        {
            skipped.next().is_some_and(|at| scan.is(at, Class::Fault))
        }
        _ => false,
    };
    // In Spanish, *todo* is all.
    let is_all = |at: usize| {
        scan.tokens
            .get(at)
            .is_some_and(|token| token.word() == "todo")
    };
    let inside = (mark.start..mark.end).any(|at| {
        scan.is(at, Class::Fault)
            && !is_all(at)
            && !scan.is(at, Class::Find)
            && !scan.is(at, Class::Run)
    });
    let back = |by: usize| mark.start.checked_sub(by);
    let precedes = match back(1).and_then(|at| scan.tokens.get(at)) {
        Some(token) if token.is(':') || token.is('=') => {
            back(2).is_some_and(|at| scan.is(at, Class::Fault))
                && scan
                    .tokens
                    .get(mark.start)
                    .is_some_and(|t| t.count() == Some(0))
        }
        Some(_) => back(1).is_some_and(|at| scan.is(at, Class::Fault)),
        None => false,
    };
    follows || inside || precedes
}

/// `failures=`: the word names the next field.
fn opens_field(scan: &Scan<'_>, at: usize) -> bool {
    scan.tokens
        .get(at + 1)
        .is_some_and(|token| token.is('=') || token.is(':'))
}

/// `0 passed, 3 failed`: something did run.
fn is_failure_total(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    results.has_failures && (mark.start..mark.end).any(|at| scan.is(at, Class::Pass))
}

/// `not 0 tests`, and in Spanish, with another verb, *no se modificó ninguna prueba*.
fn is_negated(scan: &Scan<'_>, mark: &Mark) -> bool {
    let verb = mark.start.checked_sub(1).filter(|&at| {
        let is_other = scan.is(at, Class::Outcome)
            || scan.is(at, Class::Fault)
            || is_spanish_infinitive(scan.tokens.get(at).map(Token::word));
        let is_of_runs = [
            Class::Find,
            Class::Pick,
            Class::Run,
            Class::Running,
            Class::Weak,
            Class::Gap,
        ];
        is_other && !is_of_runs.iter().any(|&class| scan.is(at, class))
    });
    if verb.is_some_and(|at| clause::has(scan, at.saturating_sub(3)..at, Class::Neg)) {
        return true;
    }
    mark.start
        .checked_sub(1)
        .is_some_and(|at| scan.is(at, Class::Neg))
}

/// `repetir`: what was not to be done, where a negator stands before it.
fn is_spanish_infinitive(word: Option<&str>) -> bool {
    word.is_some_and(|word| {
        word.len() > 4 && ["ar", "er", "ir"].iter().any(|end| word.ends_with(end))
    })
}

/// `no tests ran out of memory`: the particle makes another verb.
fn runs_into(scan: &Scan<'_>, mark: &Mark) -> bool {
    let last = mark.end.saturating_sub(1);
    scan.is(last, Class::Run) && scan.is(mark.end, Class::Particle)
}

/// `nothing runs at import time`: what a program does.
fn is_habit(scan: &Scan<'_>, mark: &Mark) -> bool {
    let last = mark.end.saturating_sub(1);
    let is_present = scan.is(last, Class::Present) && scan.is(last, Class::Run);
    is_present && mark.end < clause::after(scan, mark.end).end
}

fn has_verb(scan: &Scan<'_>, mark: &Mark) -> bool {
    (mark.start..mark.end).any(|at| scan.is(at, Class::Run))
}
