//! The results that a text states: positive counts of checks that ran, and other assurances.

use crate::language::{Class, Mark, Role, Scan};

/// How far around a count a word that makes it history may stand, in tokens.
const NEAR: usize = 3;

/// What else than an admission a text states.
pub(super) struct Results {
    /// Counts of checks that ran, as marks, by start.
    claims: Vec<Mark>,
    /// Statements that the outcome was the wanted one, as marks, by start.
    wanted: Vec<Mark>,
    /// Counts of checks without a verdict, as marks, by start.
    tallies: Vec<Mark>,
    /// Statements that nothing went wrong, as marks, by start.
    clean: Vec<Mark>,
    /// Whether something failed.
    pub(super) has_failures: bool,
}

impl Results {
    pub(super) fn of(scan: &Scan<'_>) -> Results {
        let of = |role| scan.marks.iter().filter(move |mark| mark.role == role);
        Results {
            claims: of(Role::Claim)
                .filter(|mark| !is_share(scan, mark))
                .filter(|mark| !is_history(scan, mark) && !is_forecast(scan, mark))
                .copied()
                .collect(),
            wanted: of(Role::Wanted)
                .filter(|mark| !is_supposed(scan, mark) && !is_told_of_before(scan, mark))
                .filter(|mark| !is_past_time(scan, mark))
                .filter(|mark| !is_forecast(scan, mark))
                .copied()
                .collect(),
            tallies: of(Role::Tally).copied().collect(),
            clean: of(Role::Clean)
                .filter(|mark| !is_negated(scan, mark))
                .copied()
                .collect(),
            has_failures: of(Role::Failure).next().is_some(),
        }
    }

    /// Whether there is a count that `mark` is no part of.
    pub(super) fn has_count(&self, mark: &Mark) -> bool {
        beside(&self.claims, mark)
    }

    /// Whether there is a count of checks, whatever became of them, that `mark` is no part of.
    pub(super) fn has_tally(&self, mark: &Mark) -> bool {
        beside(&self.tallies, mark)
    }

    /// Whether there is a count, or a statement that all went as wanted, beside `mark`.
    pub(super) fn is_assured(&self, mark: &Mark) -> bool {
        self.has_count(mark) || beside(&self.wanted, mark)
    }

    /// Whether there is any word of success beside `mark`: a count, an assurance, an *ok*.
    pub(super) fn is_well(&self, scan: &Scan<'_>, mark: &Mark) -> bool {
        let mut others = (0..mark.start).chain(mark.end..scan.tokens.len());
        let is_said = |at: usize| {
            let back = at.saturating_sub(2)..at + 1;
            let mut doubts = scan.marks_in(Role::Doubt, back.clone());
            doubts.next().is_none() && !back.into_iter().any(|at| scan.is(at, Class::Modal))
        };
        self.is_assured(mark) || others.any(|at| scan.is(at, Class::Ok) && is_said(at))
    }

    /// Whether the text states no result of any sort beside `mark`.
    pub(super) fn is_silent(&self, scan: &Scan<'_>, mark: &Mark) -> bool {
        !(self.is_well(scan, mark) || self.has_tally(mark) || beside(&self.clean, mark))
    }

    /// Whether a word such as *ok* stands right after `mark` or ends the text.
    pub(super) fn has_approval(&self, scan: &Scan<'_>, mark: &Mark) -> bool {
        let last = scan.tokens.len().saturating_sub(1);
        last >= mark.end && scan.is(last, Class::Ok) && !self.has_failures
    }

    /// Whether a count, or a statement that all went as wanted, stands after `mark`.
    pub(super) fn ends_well(&self, mark: &Mark) -> bool {
        let last = [self.claims.last(), self.wanted.last(), self.tallies.last()];
        last.into_iter()
            .flatten()
            .any(|result| result.start >= mark.end)
    }

    /// Whether a count begins with the word at `at` of the text, as a total of the same field.
    pub(super) fn has_field(&self, scan: &Scan<'_>, at: usize) -> bool {
        let word = scan
            .tokens
            .get(at)
            .map(crate::token::Token::word)
            .unwrap_or_default();
        self.claims.iter().any(|claim| {
            let first = scan.tokens.get(claim.start);
            claim.start != at && first.is_some_and(|token| token.word() == word)
        })
    }
}

/// Whether one of `marks` does not overlap `mark`. They are in order, so that the first and the
/// last decide unless all of them overlap it.
fn beside(marks: &[Mark], mark: &Mark) -> bool {
    let apart = |other: &Mark| other.end <= mark.start || other.start >= mark.end;
    marks.first().is_some_and(apart) || marks.last().is_some_and(apart)
}

/// `shard 3/3`: which part it is, rather than how many passed.
fn is_share(scan: &Scan<'_>, mark: &Mark) -> bool {
    let label = mark.start.checked_sub(1);
    mark.end == mark.start + 3 && label.is_some_and(|at| scan.is(at, Class::Label))
}

/// Whether the count belongs to an earlier run.
fn is_history(scan: &Scan<'_>, mark: &Mark) -> bool {
    let here = mark.start.saturating_sub(NEAR)..mark.end;
    if scan.marks_in(Role::Redone, here).next().is_some() {
        return false; // *last week it could not, today 53 passed*
    }
    let ahead = (mark.end..mark.end + NEAR).take_while(|&at| !breaks(scan, at));
    let back = (mark.start.saturating_sub(NEAR)..mark.start)
        .rev()
        .take_while(|&at| !breaks(scan, at));
    ahead.chain(back).any(|at| scan.is(at, Class::History))
}

/// Whether a word of the past follows: *passed in an earlier session*.
fn is_told_of_before(scan: &Scan<'_>, mark: &Mark) -> bool {
    (mark.end..mark.end + NEAR)
        .take_while(|&at| !breaks(scan, at))
        .any(|at| scan.is(at, Class::History))
}

/// `el año pasado`: a time, and no success.
fn is_past_time(scan: &Scan<'_>, mark: &Mark) -> bool {
    let word = |at: usize| {
        scan.tokens
            .get(at)
            .map(crate::token::Token::word)
            .unwrap_or_default()
    };
    let time = mark.start.checked_sub(1).map(word).unwrap_or_default();
    let is_time = matches!(
        time,
        "ano" | "mes" | "semana" | "noche" | "vez" | "trimestre" | "sprint"
    );
    is_time && matches!(word(mark.start), "pasado" | "pasada")
}

/// Whether the count is one that is to be expected: *expected output: 64 passed*.
fn is_forecast(scan: &Scan<'_>, mark: &Mark) -> bool {
    let back = mark.start.saturating_sub(2 * NEAR)..mark.start;
    scan.marks_in(Role::Forecast, back).next().is_some()
}

/// Whether auxiliaries and a negator stand before it: *not yet tested on*.
fn is_negated(scan: &Scan<'_>, mark: &Mark) -> bool {
    let is_auxiliary = |at: &usize| scan.is(*at, Class::Gap);
    let verb = (mark.start.saturating_sub(2 * NEAR)..mark.start)
        .rev()
        .find(|at| !is_auxiliary(at) || scan.is(*at, Class::Neg));
    verb.is_some_and(|at| {
        let word = scan.tokens.get(at).map(crate::token::Token::word);
        scan.is(at, Class::Neg)
            || matches!(
                word,
                Some("nothing" | "nobody" | "none" | "nada" | "nadie" | "sin")
            )
    })
}

/// Whether success is expected or denied rather than stated.
fn is_supposed(scan: &Scan<'_>, mark: &Mark) -> bool {
    let back = (mark.start.saturating_sub(NEAR)..mark.start)
        .rev()
        .take_while(|&at| !breaks(scan, at));
    let ahead = (mark.end..mark.end + NEAR).take_while(|&at| !breaks(scan, at));
    back.chain(ahead.filter(|&at| scan.is(at, Class::Suppose)))
        .any(|at| {
            [
                Class::Neg,
                Class::Modal,
                Class::Suppose,
                Class::Declare,
                Class::If,
            ]
            .iter()
            .any(|&class| scan.is(at, class))
        })
}

fn breaks(scan: &Scan<'_>, at: usize) -> bool {
    scan.tokens
        .get(at)
        .is_none_or(crate::token::Token::is_soft_break)
}
