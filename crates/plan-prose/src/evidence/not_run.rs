//! Whether a phrase of non-execution stands (E2).

use super::clause;
use super::results::Results;
use super::topic::{Topic, attributed, describes, is_active, is_namesake, noun, subject, topic};
use super::verb::{
    is_another_verb, is_behaviour, is_belated, is_due, is_habit, is_judgement, is_own_omission,
    is_progressive, is_refusal, is_told_apart, is_trial, is_weak,
};
use crate::language::{Class, Mark, Role, Scan};
use crate::token::Token;

/// Whether `mark` says that the check, or a part of it, did not run.
pub(super) fn stands(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    if is_mention(scan, results, mark)
        || is_another_verb(scan, mark)
        || is_accounted(scan, results, mark)
        || clause::is_occasion(scan, mark)
    {
        return false;
    }
    if clause::is_conditional(scan, mark) || is_denied(scan, mark) {
        return false;
    }
    if results.is_well(scan, mark) && clause::is_out_of_scope(scan, mark) {
        return false;
    }
    if mark.role != Role::Supposed && results.ends_well(mark) && is_overcome(scan, mark) {
        return false;
    }
    match mark.role {
        Role::Supposed => true,
        Role::Doubt => {
            let is_field = scan.tokens.get(mark.end).is_some_and(|token| token.is('='));
            results.is_silent(scan, mark) && !is_attribute(scan, mark) && !is_field
        }
        Role::Act if !results.is_silent(scan, mark) => {
            let topic = topic(scan, mark);
            let is_meant = topic == Topic::Check
                || (topic == Topic::Either && is_due(scan, mark))
                || is_trial(scan, mark)
                || is_own_omission(scan, mark);
            is_admitted(scan, results, mark) && is_meant
        }
        Role::Undone => is_undone(scan, results, mark),
        Role::Unable => {
            is_own(scan, mark)
                && results.is_silent(scan, mark)
                && !clause::is_restricted(scan, mark, Role::Manner)
        }
        Role::CalledOff => {
            needs_check(scan, mark) || (results.is_silent(scan, mark) && !describes(scan, mark))
        }
        Role::Pending if noun(scan, subject(scan, mark)) == Topic::Code => false,
        Role::Pending => {
            !results.is_assured(mark) || needs_check(scan, mark) || is_trial(scan, mark)
        }
        _ => is_admitted(scan, results, mark),
    }
}

/// Judges a negated verb by what it is said of.
fn is_admitted(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    let topic = topic(scan, mark);
    let is_counted = results.has_count(mark) || (topic != Topic::Check && results.has_tally(mark));
    // *The test that never ran is renamed, 75 pass*: it tells which one is meant.
    if (results.is_assured(mark) || results.has_tally(mark)) && is_attributive(scan, mark) {
        return false;
    }
    let is_matter = !matches!(topic, Topic::Check | Topic::Bare);
    if is_matter && !results.is_silent(scan, mark) && is_attributive(scan, mark) {
        return false;
    }
    if results.has_count(mark) && is_of_another_place(scan, mark) {
        return false;
    }
    if is_counted && attributed(scan, mark).is_some() {
        return false;
    }
    if is_shown(scan, mark) && (is_counted || topic != Topic::Check) {
        return false;
    }
    if clause::is_restricted(scan, mark, Role::Manner) {
        return false;
    }
    if is_counted && clause::is_restricted(scan, mark, Role::Circumstance) {
        return false;
    }
    let lacks = clause::is_restricted(scan, mark, Role::Lack);
    if is_counted && lacks && !matches!(topic, Topic::Check | Topic::Either) {
        return false;
    }
    if topic != Topic::Check && is_prohibition(scan, mark) {
        return false;
    }
    if !results.is_silent(scan, mark) && is_by_code(scan, mark) {
        return false;
    }
    if is_search(scan, mark) {
        return false;
    }
    if topic == Topic::Check && !results.is_silent(scan, mark) && is_namesake(scan, mark) {
        return false;
    }
    if !matches!(topic, Topic::Check | Topic::Bare) && is_told_apart(scan, mark) {
        return false;
    }
    if topic != Topic::Check && !results.is_silent(scan, mark) && is_turned_away(scan, mark, topic)
    {
        return false;
    }
    let is_past = !describes(scan, mark) && attributed(scan, mark).is_none();
    let is_for_check = is_past && clause::is_restricted(scan, mark, Role::Purpose);
    match topic {
        Topic::Bare if lacks && is_behaviour(scan, mark) => !results.is_assured(mark),
        Topic::Bare if is_refusal(scan, mark) => !results.is_assured(mark),
        Topic::Bare if is_active(scan, mark) => {
            !(describes(scan, mark) && results.is_assured(mark))
        }
        Topic::Bare => !(is_counted && is_progressive(scan, mark)),
        Topic::Check => true,
        Topic::Either if is_trial(scan, mark) => true,
        Topic::Either if describes(scan, mark) && !results.is_silent(scan, mark) => false,
        Topic::Either => !is_counted || clause::is_exception(scan, mark),
        Topic::Code | Topic::Other if is_for_check && !is_counted => true,
        Topic::Other if is_fault(scan, mark) => false,
        Topic::Code if is_behaviour(scan, mark) => results.is_silent(scan, mark),
        Topic::Code if is_past && results.is_silent(scan, mark) => true,
        Topic::Code => is_belated(scan, mark) && !is_counted,
        Topic::Other if is_own_omission(scan, mark) || is_trial(scan, mark) => true,
        Topic::Other if clause::is_exception(scan, mark) => !describes(scan, mark),
        Topic::Other if is_behaviour(scan, mark) => {
            results.is_silent(scan, mark) && !clause::is_restricted(scan, mark, Role::Circumstance)
        }
        Topic::Other if is_due(scan, mark) => true,
        Topic::Other if describes(scan, mark) && !results.is_silent(scan, mark) => false,
        Topic::Other if is_habit(scan, mark) => false,
        Topic::Other if mark.role == Role::Forgone && is_weak(scan, mark) => false,
        Topic::Other if mark.role == Role::Weak && results.has_approval(scan, mark) => false,
        Topic::Other if mark.role == Role::Weak => {
            results.is_silent(scan, mark) && !describes(scan, mark)
        }
        Topic::Other if is_judgement(scan, mark) => !is_counted,
        Topic::Other => !results.is_assured(mark),
    }
}

/// Whether a part of a program is what did not do it: *cannot be verified by the gateway*.
fn is_by_code(scan: &Scan<'_>, mark: &Mark) -> bool {
    let by = scan.tokens.get(mark.end).map(Token::word);
    let agent = mark.end + 1..clause::after(scan, mark.end + 1).end;
    matches!(by, Some("by" | "por")) && noun(scan, agent) == Topic::Code
}

/// Whether what is spoken of is meant to be turned away: *unsigned firmware cannot be executed*, *con
/// el permiso revocado no se puede entrar*. What an expired licence keeps from running is not.
fn is_turned_away(scan: &Scan<'_>, mark: &Mark, topic: Topic) -> bool {
    let clause = clause::before(scan, mark.start);
    let is_barred = if topic == Topic::Bare {
        is_weak(scan, mark) && clause::has(scan, clause, Class::Barred)
    } else {
        let subject = subject(scan, mark);
        let head = subject.end.saturating_sub(2).max(subject.start)..subject.end;
        !scan.is(subject.start, Class::Prep) && clause::has(scan, head, Class::Barred)
    };
    is_barred && is_behaviour(scan, mark)
}

/// Whether it is a fault that did not come about: *the crash could not be triggered again*.
fn is_fault(scan: &Scan<'_>, mark: &Mark) -> bool {
    let mut nouns = subject(scan, mark).rev();
    let last = nouns.find(|&at| !scan.is(at, Class::Gap));
    is_weak(scan, mark)
        && !scan.is(mark.end.saturating_sub(1), Class::Judge)
        && last.is_some_and(|at| scan.is(at, Class::Fault))
}

/// Whether the object is a fault of some sort, none of which was met: *did not measure any drop*.
fn is_search(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let is_open = matches!(word(mark.end), "any" | "a" | "an" | "ningun" | "ninguna");
    let object = mark.end + 1..clause::after(scan, mark.end + 1).end.min(mark.end + 4);
    is_open && clause::has(scan, object, Class::Fault)
}

/// `el usuario sin permiso`: the lack is one of a part of the program.
fn is_attribute(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = scan.tokens.get(mark.start).map(Token::word);
    let before = mark.start.checked_sub(1);
    let is_code = before.is_some_and(|at| scan.is(at, Class::Code) && !scan.is(at, Class::Check));
    // *With the feature switched off*.
    let mut opening = clause::before(scan, mark.start);
    let with = |at: usize| {
        let word = scan.tokens.get(at).map(Token::word);
        matches!(word, Some("with" | "con"))
    };
    (matches!(word, Some("sin" | "without")) && is_code) || opening.any(with)
}

/// Whether the subject is a platform and the text names another: *Windows was not tested; 64 passed
/// on Linux*.
fn is_of_another_place(scan: &Scan<'_>, mark: &Mark) -> bool {
    let subject = subject(scan, mark);
    let is_place = |at: usize| scan.is(at, Class::Place);
    let end = clause::statement_after(scan, mark.end);
    subject.clone().any(is_place) && (end..scan.tokens.len()).any(is_place)
}

/// Whether the phrase is the verb of a relative clause: *a suite that is not run*.
fn is_attributive(scan: &Scan<'_>, mark: &Mark) -> bool {
    let back = mark.start.saturating_sub(4)..mark.start;
    let is_auxiliary = |at: &usize| scan.is(*at, Class::Gap) && !scan.is(*at, Class::Pronoun);
    let Some(at) = back.rev().find(|at| !is_auxiliary(at)) else {
        return false;
    };
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let noun = at.checked_sub(1).map(word).unwrap_or_default();
    matches!(word(at), "that" | "which" | "que")
        && !noun.is_empty()
        && !scan.is(at - 1, Class::Report)
}

/// Judges the negation of an act of any sort, which is one of the check where nothing else is said.
fn is_undone(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    let is_other = clause::is_restricted(scan, mark, Role::Manner)
        || is_prohibition(scan, mark)
        || is_search(scan, mark)
        || is_shown(scan, mark)
        || describes(scan, mark);
    let is_able = is_behaviour(scan, mark);
    results.is_silent(scan, mark) && !is_other && !is_able && topic(scan, mark) != Topic::Code
}

/// Whether what could not be done is a matter of who writes, or of a check: *guests could not log
/// in* is neither.
fn is_own(scan: &Scan<'_>, mark: &Mark) -> bool {
    let subject = subject(scan, mark);
    let is_agent = clause::has(scan, subject.clone(), Class::Agent);
    is_agent
        || matches!(
            noun(scan, subject),
            Topic::Bare | Topic::Check | Topic::Either
        )
}

/// A phrase inside a code span is mentioned, not said; so is one that something else says.
fn is_mention(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    let is_code = |at: usize| scan.tokens.get(at).is_some_and(|token| token.code);
    (is_code(mark.start) && is_code(mark.end.saturating_sub(1)))
        || clause::is_quoted(scan, mark, results)
}

/// `not run: 0`, `0 unexecuted`, and beside a count of passes `3 not run`: a line of an account.
fn is_accounted(scan: &Scan<'_>, results: &Results, mark: &Mark) -> bool {
    let count = |at: usize| scan.tokens.get(at).and_then(Token::count);
    let sign = |at: usize| scan.tokens.get(at).is_some_and(|t| t.is(':') || t.is('='));
    let mut ahead = clause::after(scan, mark.end);
    let closes = |at: usize| scan.tokens.get(at).is_none_or(Token::is_soft_break);
    let is_key = scan.tokens.get(mark.end).is_some_and(|token| token.is('='));
    let is_named = ahead.len() <= 3 && sign(ahead.end) && closes(ahead.end + 2);
    let field = (is_key || (is_named && !is_value(scan, mark)))
        .then(|| count(ahead.end + 1))
        .flatten();
    let field = field.or_else(|| ahead.next().and_then(count));
    let floor = clause::before(scan, mark.start)
        .start
        .max(mark.start.saturating_sub(3));
    let stops = |at: usize| scan.is(at, Class::Gap) || scan.is(at, Class::Pass);
    let behind = (floor..mark.start)
        .rev()
        .take_while(|&at| !stops(at))
        .find_map(count);
    match field.or(behind) {
        Some(0) => true,
        Some(_) => results.has_count(mark),
        None => false,
    }
}

/// Whether the phrase is the value of a field: `state=not_run`.
fn is_value(scan: &Scan<'_>, mark: &Mark) -> bool {
    let before = mark.start.checked_sub(1).and_then(|at| scan.tokens.get(at));
    before.is_some_and(|token| token.is('='))
}

/// `nothing was left unexecuted`, `no check was not run`: two negations.
fn is_denied(scan: &Scan<'_>, mark: &Mark) -> bool {
    let clause = clause::before(scan, mark.start).start;
    let start = mark.start.saturating_sub(4).max(clause);
    let is_participle = scan.is(mark.start, Class::Unrun);
    let is_none = |at: usize| scan.is(at, Class::Nil) || scan.is(at, Class::Neg);
    if is_participle && (clause..mark.start).any(is_none) {
        return true;
    }
    let first = scan.tokens.get(mark.start).map(Token::word);
    (start..mark.start).any(|at| {
        // *Mientras no haya datos no se puede medir*: each negates its own verb.
        if first == Some("no") && scan.tokens.get(at).map(Token::word) == first {
            return false;
        }
        let word = scan.tokens.get(at).map(Token::word).unwrap_or_default();
        let is_double = scan.is(at, Class::Neg) || scan.is(at, Class::Nil);
        is_double || matches!(word, "nothing" | "none" | "nada" | "without" | "sin")
    })
}

/// Whether the phrase is what a check shows: `verified that X never runs`.
fn is_shown(scan: &Scan<'_>, mark: &Mark) -> bool {
    let sentence = clause::sentence_before(scan, mark.start);
    let is_forecast = |at: usize| scan.marks_in(Role::Forecast, at..at + 1).next().is_some();
    let report = sentence
        .clone()
        .rev()
        .find(|&at| scan.is(at, Class::Report) && !is_forecast(at));
    let Some(report) = report else {
        return false;
    };
    let denied = report
        .checked_sub(1)
        .is_some_and(|at| scan.is(at, Class::Neg));
    let is_passive = report.checked_sub(1).is_some_and(|at| {
        scan.is(at, Class::Gap)
            || scan.tokens.get(at).is_some_and(|t| t.word() == "only")
            || scan.tokens.get(report).is_some_and(|t| t.glued)
    });
    let that = (report + 1..mark.start).take(2).any(|at| {
        scan.tokens
            .get(at)
            .is_some_and(|token| matches!(token.word(), "that" | "que" | "how"))
    });
    let could_be_noun = scan.is(report, Class::Test) || scan.is(report, Class::Check);
    !denied && (that || !(could_be_noun || is_passive))
}

/// Whether an earlier hindrance is told of, before the result: the statement lies in the past, or
/// it is said afterwards that the hindrance was dealt with.
fn is_overcome(scan: &Scan<'_>, mark: &Mark) -> bool {
    let start = clause::sentence_before(scan, mark.start).start;
    let statement = start..clause::statement_after(scan, mark.end);
    let afterwards = mark.end..mark.end + 20;
    // *The replay of last week's traffic* is no statement of the past.
    let is_of = |mark: &&Mark| {
        let before = mark.start.checked_sub(1).and_then(|at| scan.tokens.get(at));
        before.is_some_and(|token| matches!(token.word(), "of" | "from" | "de" | "del"))
    };
    scan.marks_in(Role::Past, statement)
        .any(|mark| !is_of(&mark))
        || scan.marks_in(Role::Redone, afterwards).next().is_some()
}

/// `must not be run`: what a program refuses.
fn is_prohibition(scan: &Scan<'_>, mark: &Mark) -> bool {
    let back = mark.start.saturating_sub(1)..mark.start;
    scan.marks_in(Role::Rule, back).next().is_some()
}

/// Whether something still to be done is a check: `64 passed; e2e yet to run`.
fn needs_check(scan: &Scan<'_>, mark: &Mark) -> bool {
    scan.is(mark.start, Class::Check) || noun(scan, subject(scan, mark)) == Topic::Check
}
