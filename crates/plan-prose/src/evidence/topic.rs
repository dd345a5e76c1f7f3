//! What a phrase of non-execution is about: the noun phrase that names what did not run.

use std::ops::Range;

use super::clause;
use crate::language::{Class, Mark, Role, Scan};
use crate::token::{Kind, Token};

/// What did not run, by the noun phrase that names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
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

/// Whether the verb is in the present, which describes a behaviour and reports no event. The
/// auxiliary may stand in the clause before: *the upload is stored but not executed*.
pub(super) fn describes(scan: &Scan<'_>, mark: &Mark) -> bool {
    let verbs = mark.start.saturating_sub(1)..mark.end;
    if clause::has(scan, verbs.clone(), Class::Yet) {
        return false;
    }
    let joint = mark.start.checked_sub(1).filter(|&at| {
        let word = scan.tokens.get(at).map(Token::word).unwrap_or_default();
        matches!(word, "but" | "and" | "pero" | "y")
    });
    let shares = joint.is_some_and(|joint| {
        clause::has(scan, clause::before(scan, joint), Class::Present)
            && !scan.is(mark.end.saturating_sub(1), Class::Judge)
    });
    shares || clause::has(scan, verbs, Class::Present)
}

/// What `mark` is about: its subject, or failing that its object.
pub(super) fn topic(scan: &Scan<'_>, mark: &Mark) -> Topic {
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
        let acts = (describes(scan, mark) || is_able(scan, mark))
            && matches!(second, Topic::Other | Topic::Code);
        let is_active = is_active(scan, mark) || is_able(scan, mark);
        return if acts && is_active { second } else { first };
    }
    match (first, second) {
        (Topic::Bare, Topic::Bare) if is_into_code(scan, mark) => Topic::Code,
        (Topic::Other, Topic::Bare) if is_agent => Topic::Bare,
        (Topic::Other, Topic::Bare) => Topic::Other,
        (Topic::Other, Topic::Check | Topic::Either) if !is_agent && describes(scan, mark) => {
            Topic::Other
        }
        _ => second,
    }
}

/// Whether a part of a program is where nothing went: *no se entra en la rama*.
fn is_into_code(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = scan.tokens.get(mark.end).map(Token::word);
    let place = mark.end + 1..clause::after(scan, mark.end + 1).end;
    let is_weak = scan.is(mark.end.saturating_sub(1), Class::Weak);
    is_weak && matches!(word, Some("en" | "in" | "into" | "at")) && noun(scan, place) == Topic::Code
}

/// Whether a thing that only is named after a check is said to do something: *the load balancer
/// never starts*.
pub(super) fn is_namesake(scan: &Scan<'_>, mark: &Mark) -> bool {
    is_doing(scan, mark) && !is_headed_by_check(scan, subject(scan, mark))
}

/// Whether the verb is an active one in the present.
fn is_doing(scan: &Scan<'_>, mark: &Mark) -> bool {
    let verb = mark.end.saturating_sub(1);
    is_active(scan, mark)
        || (scan.is(verb, Class::Present) && scan.is(verb, Class::Run))
        || (scan.is(verb, Class::Present) && scan.is(verb, Class::Weak))
}

/// Whether the last noun of a phrase before a preposition names a check itself.
fn is_headed_by_check(scan: &Scan<'_>, phrase: Range<usize>) -> bool {
    let mut nouns = phrase.take_while(|&at| !scan.is(at, Class::Prep));
    let head = nouns.by_ref().filter(|&at| is_noun(scan, at)).last();
    head.is_none_or(|at| scan.is(at, Class::Check) || scan.is(at, Class::Pronoun))
}

/// The noun that a participle stands before as its adjective: *unexecuted lines*.
pub(super) fn attributed(scan: &Scan<'_>, mark: &Mark) -> Option<Range<usize>> {
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
pub(super) fn is_active(scan: &Scan<'_>, mark: &Mark) -> bool {
    let auxiliary = mark.start.checked_sub(1).and_then(|at| scan.tokens.get(at));
    auxiliary.is_some_and(|token| matches!(token.word(), "do" | "does"))
}

/// Whether the verb is active, and about what a thing can do: *they can't execute it*.
fn is_able(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let before = mark.start.checked_sub(1).map(word).unwrap_or_default();
    before == "can" && mark.end == mark.start + 2
}

/// What was forgone: the object, or else a thing right before (*ramas sin ejecutar*).
fn forgone(scan: &Scan<'_>, mark: &Mark, before: Range<usize>) -> Topic {
    let object = noun(scan, object(scan, mark));
    let is_adjacent = before.end == mark.start;
    if object == Topic::Bare && is_adjacent && noun(scan, before) == Topic::Code {
        return Topic::Code;
    }
    object
}

/// The noun phrase before the phrase and its auxiliaries.
pub(super) fn subject(scan: &Scan<'_>, mark: &Mark) -> Range<usize> {
    let clause = shared_clause(scan, mark);
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
fn shared_clause(scan: &Scan<'_>, mark: &Mark) -> Range<usize> {
    let clause = clause::before(scan, mark.start);
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let is_relative = matches!(word(clause.start), "which" | "que" | "cual");
    let mut rest = clause.clone().skip(usize::from(is_relative));
    let is_empty = rest.all(|at| scan.is(at, Class::Gap));
    let joint = clause.start.checked_sub(1).filter(|&at| {
        let is_comma = scan.tokens.get(at).is_some_and(|token| token.is(','));
        let is_contrast = matches!(word(at), "but" | "pero") && describes(scan, mark);
        matches!(word(at), "and" | "y") || is_contrast || (is_comma && is_relative)
    });
    match joint {
        Some(joint) if is_empty => clause::before(scan, joint),
        _ => clause,
    }
}

/// The noun phrase after the phrase.
fn object(scan: &Scan<'_>, mark: &Mark) -> Range<usize> {
    let clause = clause::after(scan, mark.end);
    // What follows is the next field: *ran=no reason=quota*.
    let is_field = scan
        .tokens
        .get(clause.end)
        .is_some_and(|token| token.is('='));
    if is_field && clause.len() <= 1 {
        return clause.start..clause.start;
    }
    let stops = [Class::Prep, Class::If, Class::Neg];
    let goes_on = |at: &usize| {
        let begins_another = *at > clause.start && scan.is(*at, Class::Det);
        !begins_another && !stops.iter().any(|&class| scan.is(*at, class))
    };
    let end = clause.clone().take(6).take_while(goes_on).last();
    // *Not even one time* names no thing.
    let is_time = |at: usize| {
        let word = scan.tokens.get(at).map(Token::word);
        matches!(
            word,
            Some("vez" | "veces" | "time" | "times" | "hoy" | "today" | "tonight")
        )
    };
    if end.is_some_and(is_time) {
        return clause.start..clause.start;
    }
    clause.start..end.map_or(clause.start, |at| at + 1)
}

/// What a noun phrase names, by its head: the last noun before the first preposition.
pub(super) fn noun(scan: &Scan<'_>, phrase: Range<usize>) -> Topic {
    let is_prep = |at: &usize| scan.is(*at, Class::Prep);
    // *Without a network the upload*: the noun phrase begins after the adverbial.
    let begins = |at: &usize| scan.is(*at, Class::Det) && !scan.is(at - 1, Class::Prep);
    let after = (phrase.start + 2..phrase.end).rev().find(begins);
    let phrase = match after {
        Some(at) if scan.is(phrase.start, Class::Prep) => at..phrase.end,
        _ => phrase,
    };
    // The noun may be left out, as in *la de carga*: then what follows names it.
    let core = phrase.start..phrase.clone().find(is_prep).unwrap_or(phrase.end);
    let is_named = core.clone().any(|at| is_noun(scan, at));
    if phrase.clone().any(|at| is_under_test(scan, at)) {
        return Topic::Check;
    }
    // The neuter of *lo de ayer* stands for no check, nor does a *TODO for the docs*.
    let is_neuter = scan
        .tokens
        .get(core.start)
        .is_some_and(|token| matches!(token.word(), "lo" | "todo"));
    let is_elided = !is_named && !core.is_empty() && core.end < phrase.end && !is_neuter;
    let whole = if is_named { core } else { phrase.clone() };
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
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let of = |at: usize, class| scan.is(at, class) && !scan.tokens.get(at).is_some_and(|t| t.code);
    // *In practice* is no noun phrase of its own; a check that is named in it is.
    let is_adverbial = scan.is(whole.start, Class::Prep);
    let named = |class| nouns.iter().any(|&at| scan.is(at, class));
    let Some(&last) = nouns.first() else {
        return Topic::Bare;
    };
    let is_described = |at: usize| is_participle(scan.tokens.get(at).map(Token::word));
    let head = nouns.iter().copied().find(|&at| !is_described(at));
    // Spanish has its adjectives on either side: *la rama nueva*.
    let is_spanish = whole.clone().any(|at| is_spanish_article(word(at)));
    let code = nouns
        .iter()
        .copied()
        .find(|&at| is_spanish && of(at, Class::Code));
    let head = code.or(head).unwrap_or(last);
    let complement = whole.end + 1..phrase.end.min(whole.end + 3);
    let is_of_check = clause::has(scan, complement, Class::Check)
        && matches!(word(whole.end), "of" | "de" | "del");
    match (
        of(head, Class::Code),
        named(Class::Check) || scan.is(head, Class::Pronoun),
    ) {
        (true, true) => Topic::Either,
        // *The routine of the self-test*.
        (true, false) if is_of_check => Topic::Either,
        (true, false) => Topic::Code,
        (false, true) => {
            let check = nouns
                .iter()
                .find(|&&at| scan.is(at, Class::Check) || scan.is(at, Class::Pronoun));
            let both = check.is_some_and(|&at| of(at, Class::Code));
            if both { Topic::Either } else { Topic::Check }
        }
        (false, false) if is_adverbial => Topic::Bare,
        (false, false) if is_of_check => Topic::Check,
        (false, false) if is_elided => Topic::Check,
        (false, false) => Topic::Other,
    }
}

/// Whether the word ends *under test*, which tells what the check is about.
fn is_under_test(scan: &Scan<'_>, at: usize) -> bool {
    let word = |at: usize| scan.tokens.get(at).map(Token::word).unwrap_or_default();
    let before = at.checked_sub(1).map(word).unwrap_or_default();
    matches!(
        (before, word(at)),
        ("under", "test" | "review") | ("bajo" | "a", "prueba")
    )
}

fn is_spanish_article(word: &str) -> bool {
    matches!(
        word,
        "el" | "la" | "los" | "las" | "un" | "una" | "unos" | "unas"
    )
}

/// Whether the word describes the noun before it, in Spanish: *código firmado*.
fn is_participle(word: Option<&str>) -> bool {
    let endings = ["ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"];
    word.is_some_and(|word| word.len() > 5 && endings.iter().any(|end| word.ends_with(end)))
}

/// Whether the token can be a noun.
fn is_noun(scan: &Scan<'_>, at: usize) -> bool {
    let is_content = scan.tokens.get(at).is_some_and(|token| match token.kind {
        Kind::Word(_) | Kind::Name => true,
        Kind::Count(_) | Kind::Measure | Kind::Sign(_) => false,
    });
    let is_function = [Class::Det, Class::Gap, Class::Neg, Class::Prep]
        .iter()
        .any(|&class| scan.is(at, class));
    is_content && (!is_function || scan.is(at, Class::Pronoun) || scan.is(at, Class::Check))
}
