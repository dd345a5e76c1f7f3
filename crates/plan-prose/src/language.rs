//! What the engine knows of a language: a table of word classes and a table of phrases.
//!
//! A language is data. [`Language::words`] gives each class its words (a trailing `*` stands for
//! any ending); [`Language::phrases`] gives patterns over classes and literal words, each with the
//! role that it plays. The notation of patterns is described in [`pattern`]. Adding a language is
//! adding such a table to [`LANGUAGES`]; nothing else knows which languages there are.

mod class;
mod en;
mod es;
mod lexicon;
mod pattern;
mod phrases;
mod present;
mod scan;
mod vocabulary;

pub(crate) use class::Class;
pub(crate) use scan::{Mark, Purpose, Scan, scan};

/// One language's tables.
pub(crate) struct Language {
    /// Each class with its words, folded, separated by blanks.
    pub(crate) words: &'static [(Class, &'static str)],
    /// Each role with its patterns: those that admit something, those that do where little else is
    /// said, and those that these are judged by.
    pub(crate) phrases: [&'static [(Role, &'static [&'static str])]; 3],
}

impl Language {
    /// All phrases, each role with its patterns.
    fn phrases(&self) -> impl Iterator<Item = &'static (Role, &'static [&'static str])> {
        self.phrases.into_iter().flatten()
    }
}

/// The languages, in no particular order: every text is read in all of them at once.
static LANGUAGES: [&Language; 2] = [&en::LANGUAGE, &es::LANGUAGE];

/// Every word of every language, by the place of the language, with a class that it is of.
fn words_with_classes() -> impl Iterator<Item = (usize, Class, &'static str)> {
    let languages = LANGUAGES.iter().enumerate();
    let lists =
        languages.flat_map(|(at, language)| language.words.iter().map(move |list| (at, list)));
    lists.flat_map(|(at, (class, words))| {
        let words = words.split_ascii_whitespace();
        words.map(move |word| (at, *class, word))
    })
}

/// What a phrase does in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Says that nothing was selected, and is no total that a sibling could make up for (E1).
    ZeroField,
    /// Says that nothing was selected or ran (E1).
    Zero,
    /// Says that no check of some sort ran, whatever others did (E1).
    ZeroOfKind,
    /// Says that all of the checks were left out (E1).
    LeftOut,
    /// Says that none of something ran or was found, unless a result stands beside it (E1).
    ZeroDoubt,
    /// Says of its subject or object that it did not run (E2).
    NotRun,
    /// Says of what it names itself that none of it ran: no manual check was performed (E2).
    NoneRun,
    /// Says of its object, and of nothing before it, that it was not run: without running (E2).
    Forgone,
    /// As `NotRun`, with a verb that is said of other things than checks at least as often (E2).
    Weak,
    /// Says that the result is a supposition, whatever else stands there (E2).
    Supposed,
    /// Says that something is still to be done, or needed, unless a result stands beside it (E2).
    Pending,
    /// As `Weak`, with a verb of doing a step at all, unless a result stands beside it (E2).
    Act,
    /// Says of an act of any sort that it was not done, unless a result stands beside it (E2).
    Undone,
    /// Says that something could not be done, unless a result stands beside it (E2).
    Unable,
    /// Says of a check that it was called off, or of anything else where there is no result (E2).
    CalledOff,
    /// Speaks against a run without saying so, and counts where the text holds no result (E2).
    Doubt,
    /// States a result: a positive count of checks that ran.
    Claim,
    /// Counts checks without saying how they went, and rebuts only what is said of other things.
    Tally,
    /// States that something ran and failed.
    Failure,
    /// States that nothing went wrong: no errors, zero findings.
    Clean,
    /// Introduces words that are quoted: the message says.
    Speech,
    /// States that what is described is what was wanted.
    Wanted,
    /// Restricts a negation to a manner: not twice, not in parallel.
    Manner,
    /// Restricts a negation to a circumstance, where there is a result besides: not as root.
    Circumstance,
    /// Restricts a negation to the lack of something, which a check can be about: not without a key.
    Lack,
    /// Says of an act that it was to check something: to confirm the fix.
    Purpose,
    /// Places a statement in the past, before the result.
    Past,
    /// Says that a hindrance was dealt with: fixed it, the second time, now passes.
    Redone,
    /// Puts something out of the reach of the check: out of scope, by design, not required.
    Scope,
    /// Makes what follows a case that is spoken of: the scenario in which.
    Condition,
    /// Makes what follows a prohibition: must not.
    Rule,
    /// Makes the count that follows one that is expected: expected output.
    Forecast,
    /// Names a human approval (E9).
    Approval,
}

impl Role {
    /// Whether a phrase of this role may be an admission by itself (E1, E2).
    pub(crate) const fn admits(self) -> bool {
        self.is_zero() || self.is_not_run()
    }

    /// Whether it says that nothing was selected or ran (E1).
    pub(crate) const fn is_zero(self) -> bool {
        matches!(
            self,
            Self::ZeroField | Self::Zero | Self::ZeroOfKind | Self::LeftOut | Self::ZeroDoubt
        )
    }

    /// Whether it says that a check did not run (E2).
    pub(crate) const fn is_not_run(self) -> bool {
        matches!(
            self,
            Self::NotRun
                | Self::NoneRun
                | Self::Forgone
                | Self::Weak
                | Self::Supposed
                | Self::Pending
                | Self::Act
                | Self::Undone
                | Self::CalledOff
                | Self::Unable
                | Self::Doubt
        )
    }
}

#[cfg(test)]
mod tests {
    use super::lexicon::START;
    use super::{Class, LANGUAGES, words_with_classes};
    use crate::token::tokenize;

    /// Whether `word` is one token that reads as itself, so that a text can match it.
    fn is_readable(word: &str) -> bool {
        matches!(tokenize(word).as_slice(), [token] if token.word() == word)
    }

    #[test]
    fn every_word_of_a_table_can_be_met_in_a_text() {
        for (class, words) in LANGUAGES.iter().flat_map(|language| language.words) {
            for word in words.split_whitespace() {
                assert!(is_readable(word.trim_end_matches('*')), "{class:?}: {word}");
            }
        }
    }

    #[test]
    fn every_element_of_a_pattern_is_a_known_class_or_a_readable_word() {
        const BUILT_IN: [&str; 9] = [
            "ZERO", "POS", "NUM", "SAME", "MEASURE", "NAME", "ANY", "MOD", "END",
        ];
        let phrases = LANGUAGES.iter().flat_map(|language| language.phrases());
        for pattern in phrases.flat_map(|(_, patterns)| *patterns) {
            for part in pattern.split([' ', '/']) {
                let part = part
                    .trim_start_matches(['!', '+'])
                    .trim_end_matches(['?', '*']);
                let is_class = Class::NAMES.iter().any(|(name, _)| *name == part);
                let is_sign = part.chars().count() == 1 && !part.starts_with(char::is_alphabetic);
                assert!(
                    is_class || is_sign || BUILT_IN.contains(&part) || is_readable(part),
                    "{pattern}: {part:?}"
                );
            }
        }
    }

    #[test]
    fn every_class_has_its_name_and_its_own_bit() {
        let bits = Class::NAMES
            .iter()
            .fold(0, |bits, (_, class)| bits | class.bit());
        assert_eq!(bits.count_ones() as usize, Class::NAMES.len());
        assert!(
            Class::NAMES.is_sorted_by_key(|(name, _)| *name),
            "they are looked up by halves"
        );
    }

    #[test]
    fn every_stem_is_long_enough_to_be_found_by_its_start() {
        for (_, class, word) in words_with_classes() {
            let stem = word.strip_suffix('*');
            assert!(
                stem.is_none_or(|stem| stem.len() >= START),
                "{class:?}: {word}"
            );
        }
    }
}
