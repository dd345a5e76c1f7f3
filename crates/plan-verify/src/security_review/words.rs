//! What a stretch of text says with the words of security reviews.
//!
//! Words are data, in `vocabulary`: one table a question, English and Spanish together, compared
//! after folding case and accents.

use super::vocabulary::{
    ADJECTIVES, BETWEEN, COUNT_NAMES, CRITICAL, GENERIC, LINKS, NEGATORS, NOT_STATUS, NOUNS, OPEN,
    OPEN_PHRASES, OTHER_SEVERITIES, RESOLVED, RESOLVED_PHRASES, SEVERITY_NAMES, STATUS_NAMES, ZERO,
};

/// What text says about the state of one finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// A word for "dealt with", and none for "still there".
    Resolved,
    /// A word for "still there".
    Open,
    /// Neither.
    Silent,
}

/// What text says about critical findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Critical {
    /// The word is there to say that there are none.
    None,
    /// So many of them.
    Count(u64),
    /// At least one.
    Some,
    /// The word is there, and not about findings.
    Unrelated,
}

/// The words of `text`, case and accents folded, apostrophes dropped.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase().map(fold));
        } else if !matches!(c, '\'' | '\u{2019}') && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

fn fold(c: char) -> char {
    match c {
        'á' | 'à' => 'a',
        'é' | 'è' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        other => other,
    }
}

fn is(table: &[&str], word: &str) -> bool {
    table.contains(&word)
}

/// Whether a word names the highest severity.
pub(super) fn is_critical(word: &str) -> bool {
    is(CRITICAL, word)
}

/// Whether a word names any severity.
pub(super) fn is_severity(word: &str) -> bool {
    is_critical(word) || is(OTHER_SEVERITIES, word)
}

/// Whether the words name a column or label for severities, and nothing longer.
pub(super) fn names_severity(words: &[String]) -> bool {
    words.len() <= 3 && words.iter().any(|w| is(SEVERITY_NAMES, w))
}

/// Whether the words name a column or label for the state of a finding.
pub(super) fn names_status(words: &[String]) -> bool {
    words.len() <= 3 && words.iter().any(|w| is(STATUS_NAMES, w))
}

/// Whether the words name a column that counts findings; `Some(true)` where it counts open ones.
pub(super) fn names_count(words: &[String]) -> Option<bool> {
    let counts = words.len() <= 3 && words.iter().any(|w| is(COUNT_NAMES, w));
    counts.then(|| words.iter().any(|w| is(OPEN, w)))
}

/// Whether the words are a severity and nothing besides, save words such as "findings".
pub(super) fn is_severity_alone(words: &[String]) -> bool {
    words.iter().any(|w| is_critical(w))
        && words.iter().all(|w| {
            is_critical(w)
                || is(NOUNS, w)
                || is(BETWEEN, w)
                || w.bytes().all(|b| b.is_ascii_digit())
        })
}

/// Whether the words say that there is nothing: `None`, `n/a`, `ninguno`, `No findings`, `—`.
pub(super) fn is_nothing(words: &[String]) -> bool {
    match words {
        [] => true,
        [n, a] if n == "n" && a == "a" => true,
        [first, rest @ ..] => {
            is(ZERO, first)
                && rest
                    .iter()
                    .all(|w| is(NOUNS, w) || is(BETWEEN, w) || is_severity(w))
        }
    }
}

/// What `text` says about the state of the finding that it describes.
///
/// What stands behind the last "status" decides; else a clause that says nothing but "open", else
/// the last clause that says anything: findings are described first and settled last.
pub(super) fn status_of(text: &str) -> Status {
    let clauses: Vec<Vec<String>> = clauses(text);
    let named = clauses.iter().rposition(|clause| {
        clause.first().is_some_and(|w| is(STATUS_NAMES, w))
            || clause.last().is_some_and(|w| is(&["status", "estado"], w))
    });
    let clauses = named.map_or(&clauses[..], |at| &clauses[at..]);
    let only_open = |clause: &Vec<String>| {
        clause.iter().any(|w| is(OPEN, w))
            && clause
                .iter()
                .all(|w| is(OPEN, w) || is(&["is", "it", "yet", "status"], w))
    };
    if clauses.iter().any(only_open) {
        return Status::Open;
    }
    let said = clauses.iter().rev().map(|clause| status(clause));
    said.into_iter()
        .find(|status| *status != Status::Silent)
        .unwrap_or(Status::Silent)
}

/// The words of `text` by clause: parts between brackets, bars, dashes, and stops.
fn clauses(text: &str) -> Vec<Vec<String>> {
    let breaks = |c: char| {
        matches!(
            c,
            '(' | ')' | '[' | ']' | ';' | ':' | ',' | '|' | '—' | '–' | '\n'
        )
    };
    let parts = text
        .split(breaks)
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| part.split(". "));
    parts
        .map(words)
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// What `words` say about the state of the finding that they are about.
pub(super) fn status(words: &[String]) -> Status {
    let mut resolved = false;
    for (at, word) in words.iter().enumerate() {
        let negated = words[at.saturating_sub(3)..at]
            .iter()
            .any(|w| is(NEGATORS, w) || w == "0");
        if starts_phrase(NOT_STATUS, &words[at..]) {
            continue;
        }
        if is(OPEN, word) || starts_phrase(OPEN_PHRASES, &words[at..]) {
            if !negated {
                return Status::Open;
            }
            resolved = true;
        } else if is(RESOLVED, word) {
            if negated || future(&words[..at]) {
                return Status::Open;
            }
            resolved = true;
        } else if starts_phrase(RESOLVED_PHRASES, &words[at..]) {
            if negated {
                return Status::Open;
            }
            resolved = true;
        }
    }
    if resolved {
        Status::Resolved
    } else {
        Status::Silent
    }
}

/// "to be (fixed)": announced, not done.
fn future(before: &[String]) -> bool {
    matches!(before, [.., to, be] if to == "to" && be == "be")
}

fn starts_phrase(phrases: &[&str], words: &[String]) -> bool {
    phrases.iter().any(|phrase| {
        let mut at = 0;
        phrase.split(' ').all(|part| {
            at += 1;
            words.get(at - 1).is_some_and(|word| word == part)
        })
    })
}

/// What the severity word at `at` says, judged by its neighbours.
pub(super) fn critical_at(words: &[String], at: usize) -> Critical {
    if negated_before(&words[..at]) || zero_after(&words[at + 1..]) {
        return Critical::None;
    }
    if let Some(count) = count_around(words, at) {
        return if count == 0 {
            Critical::None
        } else {
            Critical::Count(count)
        };
    }
    if !names_finding(words, at) {
        return Critical::Unrelated;
    }
    if is_generic(words, at) {
        Critical::Unrelated
    } else {
        Critical::Some
    }
}

/// Whether a sentence is about findings in general: `any critical finding`, `looked for critical
/// findings`, `critical findings must be fixed`; not `the critical finding must be fixed`.
fn is_generic(words: &[String], at: usize) -> bool {
    let (before, after) = words.split_at(at);
    let definite = before
        .last()
        .is_some_and(|w| is(&["the", "this", "a", "el", "la", "un", "una"], w));
    let modal = after
        .iter()
        .take(6)
        .any(|w| is(&["must", "should", "would", "block", "deben"], w));
    before.iter().any(|w| is(GENERIC, w)) || modal && !definite
}

fn negated_before(before: &[String]) -> bool {
    for word in before.iter().rev().take(8) {
        if is(ZERO, word) {
            return true;
        }
        if !(is(BETWEEN, word) || is(NOUNS, word) || is_severity(word)) {
            return false;
        }
    }
    false
}

fn zero_after(after: &[String]) -> bool {
    let mut rest = after;
    while let [first, tail @ ..] = rest {
        if is(
            &[
                "none", "0", "zero", "nil", "ninguno", "ninguna", "cero", "nothing", "no",
            ],
            first,
        ) {
            return !matches!(tail, [next, ..] if is(RESOLVED, next) || next == "longer");
        }
        if first == "n" && tail.first().is_some_and(|w| w == "a") {
            return true;
        }
        if first == "not" {
            return tail
                .first()
                .is_some_and(|w| is(&["found", "detected", "identified"], w));
        }
        if !(is(NOUNS, first) || is(&["are", "is", "were", "was", "count", "total"], first)) {
            return false;
        }
        rest = tail;
    }
    false
}

fn count_around(words: &[String], at: usize) -> Option<u64> {
    let before = at.checked_sub(1).and_then(|i| words.get(i));
    let spelt = |word: &String| match word.as_str() {
        "one" | "un" | "una" | "uno" => Some(1),
        "two" | "dos" => Some(2),
        "three" | "tres" => Some(3),
        digits => digits.parse().ok(),
    };
    let after = words[at + 1..].iter().find(|w| !is(NOUNS, w));
    before
        .and_then(spelt)
        .or_else(|| after.and_then(|w| w.parse().ok()))
}

/// Whether the severity is said of a finding: `critical security finding`, `hallazgo crítico`, `the
/// issue was rated critical`; not `a security-critical module`.
fn names_finding(words: &[String], at: usize) -> bool {
    let noun = |word: &&String| is(NOUNS, word) && !is(ADJECTIVES, word);
    let mut before = words[..at]
        .iter()
        .rev()
        .take(4)
        .skip_while(|word| is(LINKS, word));
    let behind = words[at + 1..].iter().take(2);
    before.next().is_some_and(|word| noun(&word)) || behind.filter(noun).count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_words_and_their_negations() {
        for text in [
            "fixed in 1f2e3d4",
            "accepted by the user",
            "corregida en 1f2e3d4",
            "false positive",
            "no longer open",
            "mitigated by a proxy",
            "open redirect in the login, fixed in 1f2e3d4",
            "the port was open — status: fixed",
        ] {
            assert_eq!(status_of(text), Status::Resolved, "{text}");
        }
        for text in [
            "open",
            "not fixed",
            "not yet fixed",
            "to be fixed",
            "will be fixed later",
            "sin resolver",
            "hasn't been resolved",
            "partially fixed",
            "pendiente",
            "open (was fixed, then reverted)",
            "status: open; found by the fixed scanner",
        ] {
            assert_eq!(status_of(text), Status::Open, "{text}");
        }
        for text in ["token in fixture", "accepted", ""] {
            assert_eq!(status_of(text), Status::Silent, "{text}");
        }
    }

    fn critical_of(text: &str) -> Critical {
        let words = words(text);
        let at = words.iter().position(|w| is_critical(w)).unwrap();
        critical_at(&words, at)
    }

    #[test]
    fn severity_words_in_context() {
        for text in [
            "No critical findings",
            "Critical: 0, high: 1",
            "critical findings: none",
            "no high or critical issues were found",
            "sin hallazgos críticos",
            "no se encontraron hallazgos críticos",
            "non-critical issue",
            "0 critical",
            "No unresolved critical findings remain",
        ] {
            assert_eq!(critical_of(text), Critical::None, "{text}");
        }
        assert_eq!(critical_of("Critical: 2 (1 fixed)"), Critical::Count(2));
        for text in [
            "One unresolved critical finding remains",
            "The critical finding must be fixed",
        ] {
            assert_eq!(critical_of(text), Critical::Some, "{text}");
        }
        for text in [
            "A critical path was reviewed",
            "checked for critical vulnerabilities",
            "critical findings must be fixed before closing",
            "a security-critical module",
            "The critical section has no issues",
            "Any open critical finding blocks",
        ] {
            assert_eq!(critical_of(text), Critical::Unrelated, "{text}");
        }
    }
}
