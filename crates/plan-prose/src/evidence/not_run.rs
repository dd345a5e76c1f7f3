//! Whether a phrase of non-execution stands (E2).

use std::ops::Range;

use super::clause;
use super::results::Results;
use crate::language::{Class, Mark, Role, Scan};
use crate::token::{Kind, Token};

/// What did not run, by the noun phrase that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Topic {
    /// Nothing is named: the evidence speaks of its own check.
    Bare,
    /// A check, or a word that stands for one.
    Check,
    /// A thing that can be a check, or the matter of one: a command, a script.
    Either,
    /// A thing that programs consist of.
    Code,
    /// Anything else.
    Other,
}

/// Whether `mark` says that the check, or a part of it, did not run.
pub(super) fn stands(scan: &Scan, results: &Results, mark: &Mark) -> bool {
    if is_mention(scan, mark) || is_another_verb(scan, mark) || is_accounted(scan, results, mark) {
        return false;
    }
    if clause::is_conditional(scan, mark) || is_denied(scan, mark) {
        return false;
    }
    if results.is_well(scan, mark) && clause::is_out_of_scope(scan, mark) {
        return false;
    }
    match mark.role {
        Role::Supposed => true,
        Role::Pending if noun(scan, subject(scan, mark)) == Topic::Code => false,
        Role::Pending => !results.is_assured(mark) || needs_check(scan, mark),
        _ => is_admitted(scan, results, mark),
    }
}

/// Judges a negated verb by what it is said of.
fn is_admitted(scan: &Scan, results: &Results, mark: &Mark) -> bool {
    let topic = topic(scan, mark);
    let is_counted = results.has_count(mark);
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
    if results.has_count_after(mark) && is_overcome(scan, mark) {
        return false;
    }
    if topic != Topic::Check && is_prohibition(scan, mark) {
        return false;
    }
    match topic {
        Topic::Bare if is_active(scan, mark) => {
            !(describes(scan, mark) && results.is_assured(mark))
        }
        Topic::Bare => !(is_counted && is_progressive(scan, mark)),
        Topic::Check => true,
        Topic::Either if describes(scan, mark) && results.is_assured(mark) => false,
        Topic::Either => !is_counted || clause::is_exception(scan, mark),
        Topic::Code => is_belated(scan, mark) && !is_counted,
        Topic::Other if clause::is_exception(scan, mark) => !describes(scan, mark),
        Topic::Other if is_habit(scan, mark) => false,
        Topic::Other if mark.role == Role::Forgone && is_weak(scan, mark) => false,
        Topic::Other if mark.role == Role::Weak && results.has_approval(scan, mark) => false,
        Topic::Other if mark.role == Role::Weak => {
            !results.is_assured(mark) && !describes(scan, mark)
        }
        Topic::Other => !results.is_assured(mark),
    }
}

/// `X never runs`, `X is never executed`: what a program does, rather than what was done.
fn is_habit(scan: &Scan, mark: &Mark) -> bool {
    let negator = scan
        .tokens
        .get(mark.start)
        .map(Token::word)
        .unwrap_or_default();
    matches!(negator, "never" | "nunca" | "jamas") && describes(scan, mark)
}

/// Whether the verb is one said of much else than checks.
fn is_weak(scan: &Scan, mark: &Mark) -> bool {
    scan.is(mark.end.saturating_sub(1), Class::Weak)
}

/// A phrase inside a code span is mentioned, not said.
fn is_mention(scan: &Scan, mark: &Mark) -> bool {
    (mark.start..mark.end).any(|at| scan.tokens.get(at).is_some_and(|token| token.code))
}

/// `did not run out of memory`, `does not start with`: another verb.
fn is_another_verb(scan: &Scan, mark: &Mark) -> bool {
    let particle = scan.is(mark.end, Class::Particle);
    let with = is_weak(scan, mark)
        && scan
            .tokens
            .get(mark.end)
            .is_some_and(|token| matches!(token.word(), "with" | "con"));
    particle || with
}

/// `not run: 0`, `0 unexecuted`, and beside a count of passes `3 not run`: a line of an account.
fn is_accounted(scan: &Scan, results: &Results, mark: &Mark) -> bool {
    let count = |at: usize| scan.tokens.get(at).and_then(Token::count);
    let sign = |at: usize| scan.tokens.get(at).is_some_and(|t| t.is(':') || t.is('='));
    let mut ahead = clause::after(scan, mark.end);
    let closes = |at: usize| scan.tokens.get(at).is_none_or(Token::is_soft_break);
    let field = (ahead.len() <= 3 && sign(ahead.end) && closes(ahead.end + 2))
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

/// `nothing was left unexecuted`, `no check was not run`: two negations.
fn is_denied(scan: &Scan, mark: &Mark) -> bool {
    let clause = clause::before(scan, mark.start).start;
    let start = mark.start.saturating_sub(4).max(clause);
    let is_participle = scan.is(mark.start, Class::Unrun);
    let is_none = |at: usize| scan.is(at, Class::Nil) || scan.is(at, Class::Neg);
    if is_participle && (clause..mark.start).any(is_none) {
        return true;
    }
    (start..mark.start).any(|at| {
        let word = scan.tokens.get(at).map(Token::word).unwrap_or_default();
        let is_double = scan.is(at, Class::Neg) || scan.is(at, Class::Nil);
        is_double || matches!(word, "nothing" | "none" | "nada" | "without" | "sin")
    })
}

/// Whether the phrase is what a check shows: `verified that X never runs`.
fn is_shown(scan: &Scan, mark: &Mark) -> bool {
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
    let that = (report + 1..mark.start).take(2).any(|at| {
        scan.tokens
            .get(at)
            .is_some_and(|token| matches!(token.word(), "that" | "que" | "how"))
    });
    let could_be_noun = scan.is(report, Class::Test) || scan.is(report, Class::Check);
    !denied && (that || !could_be_noun)
}

/// Whether an earlier hindrance is told of, before the result: the statement lies in the past, or
/// it is said afterwards that the hindrance was dealt with.
fn is_overcome(scan: &Scan, mark: &Mark) -> bool {
    let start = clause::sentence_before(scan, mark.start).start;
    let statement = start..clause::statement_after(scan, mark.end);
    let afterwards = mark.end..mark.end + 20;
    scan.marks_in(Role::Past, statement).next().is_some()
        || scan.marks_in(Role::Redone, afterwards).next().is_some()
}

/// `must not be run`: what a program refuses.
fn is_prohibition(scan: &Scan, mark: &Mark) -> bool {
    let back = mark.start.saturating_sub(1)..mark.start;
    scan.marks_in(Role::Rule, back).next().is_some()
}

/// Whether the verb is a progressive: `not running as root`.
fn is_progressive(scan: &Scan, mark: &Mark) -> bool {
    let last = mark.end.saturating_sub(1);
    let first = scan
        .tokens
        .get(mark.start)
        .map(Token::word)
        .unwrap_or_default();
    first == "not" && mark.end == mark.start + 2 && scan.is(last, Class::Running)
}

/// Whether it is said that something has not run so far, or cannot.
fn is_belated(scan: &Scan, mark: &Mark) -> bool {
    let around = mark.start.saturating_sub(2)..mark.end + 2;
    clause::has(scan, around.clone(), Class::Yet)
        || clause::has(scan, mark.start.saturating_sub(2)..mark.end, Class::Modal)
}

/// Whether the verb is in the present, which describes a behaviour and reports no event.
fn describes(scan: &Scan, mark: &Mark) -> bool {
    let verbs = mark.start.saturating_sub(1)..mark.end;
    clause::has(scan, verbs.clone(), Class::Present) && !clause::has(scan, verbs, Class::Yet)
}

/// Whether something still to be done is a check: `64 passed; e2e yet to run`.
fn needs_check(scan: &Scan, mark: &Mark) -> bool {
    noun(scan, subject(scan, mark)) == Topic::Check
}

/// What `mark` is about: its subject, or failing that its object.
fn topic(scan: &Scan, mark: &Mark) -> Topic {
    if mark.role == Role::NoneRun {
        return noun(scan, mark.start + 1..mark.end.saturating_sub(1));
    }
    if let Some(attributed) = attributed(scan, mark) {
        return noun(scan, attributed);
    }
    let subject = subject(scan, mark);
    let first = noun(scan, subject.clone());
    if mark.role == Role::Forgone {
        return forgone(scan, mark, subject);
    }
    let is_agent = clause::has(scan, subject.clone(), Class::Agent);
    let second = noun(scan, object(scan, mark));
    if matches!(first, Topic::Check | Topic::Either | Topic::Code) && !is_agent {
        let acts = describes(scan, mark) && matches!(second, Topic::Other | Topic::Code);
        return if acts && is_active(scan, mark) {
            second
        } else {
            first
        };
    }
    match (first, second) {
        (Topic::Other, Topic::Bare) if is_agent => Topic::Bare,
        (Topic::Other, Topic::Bare) => Topic::Other,
        (Topic::Other, Topic::Check | Topic::Either) if !is_agent && describes(scan, mark) => {
            Topic::Other
        }
        _ => second,
    }
}

/// The noun that a participle stands before as its adjective: *unexecuted lines*.
fn attributed(scan: &Scan, mark: &Mark) -> Option<Range<usize>> {
    let is_participle = mark.end == mark.start + 1 && scan.is(mark.start, Class::Unrun);
    let nouns = (mark.end..mark.end + 2).take_while(|&at| {
        is_noun(scan, at) && !scan.is(at, Class::Join) && !scan.is(at, Class::Pronoun)
    });
    let end = nouns.last()? + 1;
    // The noun is the first of them that is known, since a verb may follow it.
    let known = (mark.end..end).find(|&at| scan.is(at, Class::Code) || scan.is(at, Class::Check));
    is_participle.then(|| known.map_or(mark.end..end, |at| at..at + 1))
}

/// Whether the verb is active, by its auxiliary: *does not run*.
fn is_active(scan: &Scan, mark: &Mark) -> bool {
    let auxiliary = mark.start.checked_sub(1).and_then(|at| scan.tokens.get(at));
    auxiliary.is_some_and(|token| matches!(token.word(), "do" | "does"))
}

/// What was forgone: the object, or else a thing right before (*ramas sin ejecutar*).
fn forgone(scan: &Scan, mark: &Mark, before: Range<usize>) -> Topic {
    let object = noun(scan, object(scan, mark));
    let is_adjacent = before.end == mark.start;
    if object == Topic::Bare && is_adjacent && noun(scan, before) == Topic::Code {
        return Topic::Code;
    }
    object
}

/// The noun phrase before the phrase and its auxiliaries.
fn subject(scan: &Scan, mark: &Mark) -> Range<usize> {
    let clause = shared_clause(scan, mark.start);
    let is_auxiliary = |at: usize| scan.is(at, Class::Gap) && !scan.is(at, Class::Pronoun);
    let end = clause
        .clone()
        .rev()
        .find(|&at| !is_auxiliary(at))
        .map_or(clause.start, |at| at + 1);
    let is_verb = |at: usize| {
        [Class::Pass, Class::Ok, Class::Contrast]
            .iter()
            .any(|&class| scan.is(at, class))
    };
    let start = (clause.start..end)
        .rev()
        .take_while(|&at| !is_verb(at))
        .last()
        .unwrap_or(end);
    start..end
}

/// The clause before `at`, or where nothing but auxiliaries stands in it and an *and* or a
/// *, which* joins it to another, that one: in *the hook is gone and never runs* the hook never
/// runs.
fn shared_clause(scan: &Scan, at: usize) -> Range<usize> {
    let clause = clause::before(scan, at);
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let is_relative = matches!(word(clause.start), "which" | "que" | "cual");
    let mut rest = clause.clone().skip(usize::from(is_relative));
    let is_empty = rest.all(|at| scan.is(at, Class::Gap));
    let joint = clause.start.checked_sub(1).filter(|&at| {
        let is_comma = scan.tokens.get(at).is_some_and(|token| token.is(','));
        matches!(word(at), "and" | "y") || (is_comma && is_relative)
    });
    match joint {
        Some(joint) if is_empty => clause::before(scan, joint),
        _ => clause,
    }
}

/// The noun phrase after the phrase.
fn object(scan: &Scan, mark: &Mark) -> Range<usize> {
    let clause = clause::after(scan, mark.end);
    let stops = [Class::Prep, Class::If, Class::Neg];
    let goes_on = |at: &usize| {
        let begins_another = *at > clause.start && scan.is(*at, Class::Det);
        !begins_another && !stops.iter().any(|&class| scan.is(*at, class))
    };
    let end = clause.clone().take(6).take_while(goes_on).last();
    clause.start..end.map_or(clause.start, |at| at + 1)
}

/// What a noun phrase names, by its head: the last noun before the first preposition.
fn noun(scan: &Scan, phrase: Range<usize>) -> Topic {
    let is_prep = |at: &usize| scan.is(*at, Class::Prep);
    let core = phrase.clone().take_while(|at| !is_prep(at)).last();
    let whole = match core {
        Some(last) => phrase.start..last + 1,
        None => phrase,
    };
    let is_relative = |at: usize| {
        at > whole.start
            && scan
                .tokens
                .get(at)
                .is_some_and(|t| matches!(t.word(), "that" | "which"))
    };
    let nouns: Vec<usize> = whole
        .clone()
        .rev()
        .filter(|&at| is_noun(scan, at) && !is_relative(at))
        .collect();
    let of = |at: usize, class| scan.is(at, class) && !scan.tokens.get(at).is_some_and(|t| t.code);
    let named = |class| nouns.iter().any(|&at| scan.is(at, class));
    let Some(&head) = nouns.first() else {
        return Topic::Bare;
    };
    match (
        of(head, Class::Code),
        named(Class::Check) || scan.is(head, Class::Pronoun),
    ) {
        (true, true) => Topic::Either,
        (true, false) => Topic::Code,
        (false, true) => {
            let check = nouns
                .iter()
                .find(|&&at| scan.is(at, Class::Check) || scan.is(at, Class::Pronoun));
            let both = check.is_some_and(|&at| of(at, Class::Code));
            if both { Topic::Either } else { Topic::Check }
        }
        (false, false) => Topic::Other,
    }
}

/// Whether the token can be a noun.
fn is_noun(scan: &Scan, at: usize) -> bool {
    let is_content = scan.tokens.get(at).is_some_and(|token| match token.kind {
        Kind::Word(_) | Kind::Name => true,
        Kind::Count(_) | Kind::Measure | Kind::Sign(_) => false,
    });
    let is_function = [Class::Det, Class::Gap, Class::Neg, Class::Prep]
        .iter()
        .any(|&class| scan.is(at, class));
    is_content && (!is_function || scan.is(at, Class::Pronoun) || scan.is(at, Class::Check))
}
