//! What the verb of a phrase of non-execution says: a habit, a refusal, an omission of one's own.

use super::clause;
use super::topic::{describes, subject};
use crate::language::{Class, Mark, Scan};
use crate::token::Token;

/// What those who write say in Spanish of what they did.
const OWN_VERBS: [&str; 20] = [
    "ejecute",
    "corri",
    "probe",
    "lance",
    "levante",
    "medi",
    "verifique",
    "comprobe",
    "arranque",
    "abri",
    "mire",
    "compile",
    "corrimos",
    "probamos",
    "ejecutamos",
    "lanzamos",
    "medimos",
    "levantamos",
    "abrimos",
    "miramos",
];

/// Whether those who write, or nobody, are the ones who did not do it: *I never exercised the
/// checkout*, *nobody launched it*.
pub(super) fn is_own_omission(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let is_writer = |at: usize| matches!(word(at), "i" | "we" | "yo" | "nosotros");
    let is_nobody = matches!(word(mark.start), "nobody" | "noone" | "nadie")
        || (word(mark.start) == "no" && matches!(word(mark.start + 1), "one" | "body"));
    let is_written = subject(scan, mark).any(is_writer);
    let verb = scan.tokens.get(mark.end.saturating_sub(1)).map(Token::word);
    let is_mine = verb.is_some_and(|verb| OWN_VERBS.contains(&verb));
    (is_nobody || is_written || is_mine) && !describes(scan, mark)
}

/// `X never runs`, `X is never executed`: what a program does, rather than what was done.
pub(super) fn is_habit(scan: &Scan<'_>, mark: &Mark) -> bool {
    let negator = scan
        .tokens
        .get(mark.start)
        .map(Token::word)
        .unwrap_or_default();
    matches!(negator, "never" | "nunca" | "jamas") && describes(scan, mark)
}

/// `cannot be executed`: what a program lets nobody do, or what nobody could do.
pub(super) fn is_behaviour(scan: &Scan<'_>, mark: &Mark) -> bool {
    let verbs = mark.start.saturating_sub(1)..mark.end;
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    verbs
        .into_iter()
        .any(|at| matches!(word(at), "can" | "puede" | "pueden"))
}

/// `no deja entrar`: what a program refuses whoever asks for it.
pub(super) fn is_refusal(scan: &Scan<'_>, mark: &Mark) -> bool {
    let mut verbs = mark.start..mark.end;
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    is_weak(scan, mark)
        && verbs.any(|at| matches!(word(at), "deja" | "dejan" | "permite" | "permiten"))
}

/// Whether it is said to be due: *has not been launched yet*.
pub(super) fn is_due(scan: &Scan<'_>, mark: &Mark) -> bool {
    let around = mark.start.saturating_sub(2)..mark.end + 2;
    let is_awaited = |at: usize| {
        let word = scan.tokens.get(at).map(Token::word);
        matches!(word, Some("yet" | "aun" | "todavia"))
    };
    let verb = scan.tokens.get(mark.end.saturating_sub(1)).map(Token::word);
    let is_light = matches!(
        verb,
        Some("hice" | "hicimos" | "hecho" | "hizo" | "done" | "taken")
    );
    around.into_iter().any(is_awaited) && !is_light && !describes(scan, mark)
}

/// Whether the verb is one said of much else than checks.
pub(super) fn is_weak(scan: &Scan<'_>, mark: &Mark) -> bool {
    scan.is(mark.end.saturating_sub(1), Class::Weak)
}

/// Whether it was not found out how something is, in the past: *the behaviour was never verified*.
pub(super) fn is_judgement(scan: &Scan<'_>, mark: &Mark) -> bool {
    scan.is(mark.end.saturating_sub(1), Class::Judge) && !describes(scan, mark)
}

/// Whether the verb is said of what is tried out, and told of the past: *the checkout was not
/// exercised*.
pub(super) fn is_trial(scan: &Scan<'_>, mark: &Mark) -> bool {
    scan.is(mark.end.saturating_sub(1), Class::Trial) && !describes(scan, mark)
}

/// Whether the text says near by when it did: *not triggered at 70, triggered at 71*.
pub(super) fn is_told_apart(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let verb = word(mark.end.saturating_sub(1));
    let is_said = |at: usize| {
        let before = at.saturating_sub(4)..at;
        word(at) == verb && !clause::has(scan, before, Class::Neg)
    };
    !verb.is_empty() && (mark.end..mark.end + 20).any(is_said)
}

/// `did not run out of memory`, `does not start with`: another verb.
pub(super) fn is_another_verb(scan: &Scan<'_>, mark: &Mark) -> bool {
    let particle = scan.is(mark.end, Class::Particle);
    let with = is_weak(scan, mark)
        && scan
            .tokens
            .get(mark.end)
            .is_some_and(|token| matches!(token.word(), "with" | "con"));
    particle || with
}

/// Whether the verb is a progressive: `not running as root`.
pub(super) fn is_progressive(scan: &Scan<'_>, mark: &Mark) -> bool {
    let last = mark.end.saturating_sub(1);
    let first = scan
        .tokens
        .get(mark.start)
        .map(Token::word)
        .unwrap_or_default();
    first == "not" && mark.end == mark.start + 2 && scan.is(last, Class::Running)
}

/// Whether it is said that something has not run so far, or cannot.
pub(super) fn is_belated(scan: &Scan<'_>, mark: &Mark) -> bool {
    let around = mark.start.saturating_sub(2)..mark.end + 2;
    clause::has(scan, around.clone(), Class::Yet)
        || clause::has(scan, mark.start.saturating_sub(2)..mark.end, Class::Modal)
}
