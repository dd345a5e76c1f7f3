//! The surroundings of a phrase: what stands before and after it in its clause.
//!
//! Every look around is bounded, so that judging a text takes time linear in its length.

use std::ops::Range;

use super::results::Results;
use crate::language::{Class, Mark, Role, Scan};

/// How far a clause is looked at on either side of a phrase, in tokens.
const REACH: usize = 14;

/// The tokens of the clause before `at`, back to the nearest break or conjunction.
pub(super) fn before(scan: &Scan<'_>, at: usize) -> Range<usize> {
    let floor = at.saturating_sub(REACH);
    let start = (floor..at)
        .rev()
        .take_while(|&at| !ends(scan, at))
        .last()
        .unwrap_or(at);
    start..at
}

/// The tokens of the clause from `at` on, up to the nearest break or conjunction.
pub(super) fn after(scan: &Scan<'_>, at: usize) -> Range<usize> {
    let end = (at..at + REACH)
        .take_while(|&at| !ends(scan, at))
        .last()
        .map_or(at, |last| last + 1);
    at..end
}

/// The tokens before `at` back to the last break that ends a statement for good.
pub(super) fn sentence_before(scan: &Scan<'_>, at: usize) -> Range<usize> {
    let goes_on = |at: &usize| {
        scan.tokens
            .get(*at)
            .is_some_and(|token| !token.is_hard_break())
    };
    (at.saturating_sub(REACH)..at)
        .rev()
        .take_while(goes_on)
        .last()
        .unwrap_or(at)..at
}

/// Whether a word of `class` stands in `range`.
pub(super) fn has(scan: &Scan<'_>, mut range: Range<usize>, class: Class) -> bool {
    range.any(|at| scan.is(at, class))
}

/// Whether the clause of `mark` is a condition: an `if` or `when` before it, or a case that is
/// spoken of (*the scenario in which*).
pub(super) fn is_conditional(scan: &Scan<'_>, mark: &Mark) -> bool {
    let clause = before(scan, mark.start);
    let word = |at: usize| scan.tokens.get(at).map(crate::token::Token::word);
    // *When I look at the trace* tells where it was seen.
    let is_look = |at: usize| {
        matches!(word(at + 1), Some("i" | "we"))
            && matches!(
                word(at + 2),
                Some("look" | "looked" | "check" | "checked" | "open" | "opened")
            )
    };
    clause
        .clone()
        .any(|at| scan.is(at, Class::If) && !is_look(at))
        || scan.marks_in(Role::Condition, clause).next().is_some()
}

/// Whether the statement of `mark` puts what it speaks of out of the reach of the check: *not
/// tested on Windows (out of scope)*. What stands in brackets belongs to the statement.
pub(super) fn is_out_of_scope(scan: &Scan<'_>, mark: &Mark) -> bool {
    let start = sentence_before(scan, mark.start).start;
    let end = statement_after(scan, mark.end);
    scan.marks_in(Role::Scope, start..end).next().is_some()
}

/// Whether `mark` stands in quotation marks, as what something else says (*the message says "no
/// tests"*) or beside a count of its own.
pub(super) fn is_quoted(scan: &Scan<'_>, mark: &Mark, results: &Results) -> bool {
    let is_quote = scan
        .tokens
        .get(mark.start)
        .is_some_and(|token| token.quoted);
    let before = sentence_before(scan, mark.start);
    // The runner's own words, as in *vitest says "no test files found"*.
    let is_runner = |at: usize| {
        let word = scan.tokens.get(at).map(crate::token::Token::word);
        matches!(
            word,
            Some("tool" | "runner" | "cargo" | "make" | "herramienta" | "consola")
        ) || (scan.is(at, Class::Check) && !scan.is(at, Class::Code))
    };
    let subject = before.clone().find(|&at| !scan.is(at, Class::Det));
    let is_shown = before.clone().any(|at| scan.is(at, Class::Report));
    let is_own = |speech: &Mark| {
        speech.start.checked_sub(1).is_some_and(is_runner)
            || (!is_shown && subject.is_some_and(is_runner))
    };
    let speeches = || scan.marks_in(Role::Speech, before.clone());
    if speeches().any(is_own) && !results.has_count(mark) {
        return false;
    }
    let is_said = speeches().next().is_some()
        || before.clone().into_iter().any(|at| {
            scan.is(at, Class::Report) && scan.tokens.get(at).is_some_and(|token| !token.quoted)
        });
    is_quote && (is_said || results.has_count(mark) || results.has_tally(mark))
}

/// `resets during the 12-hour run: none`: the run is when something else was counted.
pub(super) fn is_occasion(scan: &Scan<'_>, mark: &Mark) -> bool {
    let is_run = scan.tokens.get(mark.start).is_some_and(|token| {
        matches!(
            token.word(),
            "run" | "execution" | "corrida" | "ejecucion" | "medida"
        )
    });
    let floor = mark
        .start
        .saturating_sub(5)
        .max(before(scan, mark.start).start);
    let opens = |at: &usize| scan.is(*at, Class::Det);
    let opening = (floor..mark.start).rev().find(opens);
    let is_field = scan
        .tokens
        .get(mark.start + 1)
        .is_some_and(|token| token.is(':'));
    is_run && is_field && opening.is_some_and(|at| !has(scan, at..mark.start, Class::Test))
}

/// Where the statement that goes on at `at` ends: at a break for good.
pub(super) fn statement_after(scan: &Scan<'_>, at: usize) -> usize {
    let goes_on = |at: &usize| {
        scan.tokens
            .get(*at)
            .is_some_and(|token| !token.is_hard_break())
    };
    (at..at + REACH)
        .take_while(goes_on)
        .last()
        .map_or(at, |last| last + 1)
}

/// Whether an exception introduces the clause of `mark`: `but`, `pero`.
pub(super) fn is_exception(scan: &Scan<'_>, mark: &Mark) -> bool {
    let clause = before(scan, mark.start);
    let word = clause.start.checked_sub(1);
    word.is_some_and(|at| scan.is(at, Class::Contrast)) || scan.is(clause.start, Class::Contrast)
}

/// Whether `role` restricts what `mark` says, in the rest of its clause.
pub(super) fn is_restricted(scan: &Scan<'_>, mark: &Mark, role: Role) -> bool {
    // The restriction may open with the word that ends the clause: *while paused*.
    let rest = after(scan, mark.end);
    scan.marks_in(role, rest.start..rest.end + 1)
        .next()
        .is_some()
}

/// *Ya no*, which goes on with what it is said of.
fn is_no_longer(scan: &Scan<'_>, at: usize) -> bool {
    let word = scan.tokens.get(at).map(crate::token::Token::word);
    word == Some("ya") && scan.is(at + 1, Class::Neg)
}

fn ends(scan: &Scan<'_>, at: usize) -> bool {
    scan.tokens
        .get(at)
        .is_none_or(|token| token.is_soft_break() || token.is('='))
        || (scan.is(at, Class::Join) && !is_no_longer(scan, at))
        || scan.is(at, Class::Contrast)
}
