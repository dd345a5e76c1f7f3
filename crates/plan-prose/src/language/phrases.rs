//! The phrases of all languages, and which of them a text can hold at all.
//!
//! Most texts hold no phrase that matters, and most phrases do not stand in a given text. Both are told
//! by a look at its words, one by one, without taking it to tokens: a phrase can only stand where, for
//! each of its elements that must match, some word of the text is of a class, or is the word or the
//! sign, that the element asks for. Words are found more generously here than by the tokeniser, so that
//! a phrase that is left out is certain not to stand.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use super::class::Class;
use super::pattern::{Need, Pattern, needs};
use super::present::{Lexicon, Literals, MOST_LITERALS, Present, ones};
use super::vocabulary::{Classes, Fnv};
use super::{LANGUAGES, Role, words_with_classes};

/// One phrase of a language.
pub(super) struct Phrase {
    pub(super) role: Role,
    /// The place of its language.
    pub(super) language: usize,
    text: &'static str,
    pattern: OnceLock<Pattern>,
    /// What it asks for, rarest first.
    asks: Vec<Asked>,
}

impl Phrase {
    /// Its pattern, compiled when it is first looked for.
    pub(super) fn pattern(&self) -> &Pattern {
        self.pattern.get_or_init(|| Pattern::compile(self.text))
    }

    /// Whether a text has all that it asks for.
    fn may_stand(&self, present: &Present) -> bool {
        let classes = present.classes[self.language];
        self.asks.iter().all(|asked| asked.is_met(present, classes))
    }
}

/// The phrases that play some role.
pub(super) struct Phrases {
    phrases: Vec<Phrase>,
    /// Those that are tried where their rarest element is met, by what meets it.
    by_literal: Vec<Vec<usize>>,
    by_class: [Vec<Vec<usize>>; LANGUAGES.len()],
    by_zero: Vec<usize>,
    by_sign: BTreeMap<char, Vec<usize>>,
    /// Those that ask for nothing that can be looked for.
    always: Vec<usize>,
    lexicon: Lexicon,
}

impl Phrases {
    /// The phrases of the roles that are `wanted`.
    pub(super) fn new(wanted: impl Fn(Role) -> bool) -> Self {
        let words = Words::count();
        let mut literals = Literals::default();
        let mut classes = Classes::default();
        let mut phrases = Vec::with_capacity(MOST_PHRASES);
        for (language, tables) in LANGUAGES.iter().enumerate() {
            for (role, patterns) in tables.phrases().filter(|(role, _)| wanted(*role)) {
                for text in *patterns {
                    let mut needs: Vec<Need> = needs(text).collect();
                    needs.sort_by_cached_key(|need| words.frequency(need, language));
                    let asks = needs.into_iter();
                    let asks = asks.filter_map(|need| Asked::of(need, &mut literals));
                    let asks: Vec<Asked> = asks.collect();
                    let all = asks.iter().fold(0, |all, asked| all | asked.classes);
                    classes[language] |= all;
                    phrases.push(Phrase {
                        role: *role,
                        language,
                        text,
                        pattern: OnceLock::new(),
                        asks,
                    });
                }
            }
        }
        let mut all = Self {
            phrases,
            by_literal: vec![Vec::new(); MOST_LITERALS],
            by_class: std::array::from_fn(|_| vec![Vec::new(); MOST_CLASSES]),
            by_zero: Vec::new(),
            by_sign: BTreeMap::new(),
            always: Vec::new(),
            lexicon: Lexicon::new(classes, &literals),
        };
        all.index();
        all
    }

    /// Notes for each phrase what meets its rarest element.
    fn index(&mut self) {
        for (at, phrase) in self.phrases.iter().enumerate() {
            let Some(rarest) = phrase.asks.first() else {
                self.always.push(at);
                continue;
            };
            for literal in &rarest.literals {
                self.by_literal[*literal].push(at);
            }
            for class in ones(rarest.classes) {
                self.by_class[phrase.language][class].push(at);
            }
            for sign in &rarest.signs {
                self.by_sign.entry(*sign).or_default().push(at);
            }
            if rarest.zero {
                self.by_zero.push(at);
            }
        }
    }

    /// The phrases that may stand in a text, in the order of the tables.
    pub(super) fn standing(&self, text: &str) -> Vec<&Phrase> {
        let present = self.lexicon.present(text);
        let of_literals = present.literals().flat_map(|at| &self.by_literal[at]);
        let languages = self.by_class.iter().zip(present.classes);
        let of_classes = languages
            .flat_map(|(by_class, classes)| ones(classes).flat_map(|class| &by_class[class]));
        let of_signs = self.by_sign.iter();
        let of_signs = of_signs
            .filter(|(sign, _)| present.has_sign(**sign))
            .flat_map(|(_, phrases)| phrases);
        let of_zero = self.by_zero.iter().filter(|_| present.zero);
        let tried = of_literals.chain(of_classes).chain(of_signs).chain(of_zero);
        let stands = |at: &&usize| self.phrases[**at].may_stand(&present);
        let mut standing: Vec<usize> = tried.filter(stands).chain(&self.always).copied().collect();
        standing.sort_unstable();
        standing.dedup();
        standing.into_iter().map(|at| &self.phrases[at]).collect()
    }

    /// All of them, whatever stands in the text.
    #[cfg(test)]
    pub(super) fn all(&self) -> Vec<&Phrase> {
        self.phrases.iter().collect()
    }
}

/// What an element of a phrase asks for: any of these. Endings are numbered among the words.
struct Asked {
    classes: u64,
    literals: Vec<usize>,
    signs: Vec<char>,
    zero: bool,
}

impl Asked {
    /// What a need asks for, unless that is more words than there is room for.
    fn of(need: Need, literals: &mut Literals) -> Option<Self> {
        let words = need.words.into_iter().map(|word| literals.word(word));
        let mut asked: Vec<usize> = words.collect();
        let endings = need.endings.into_iter();
        asked.extend(endings.map(|ending| literals.ending(ending)));
        asked.sort_unstable();
        let fits = asked.last().is_none_or(|last| *last < MOST_LITERALS);
        fits.then_some(Self {
            classes: need.classes,
            literals: asked,
            signs: need.signs,
            zero: need.zero,
        })
    }

    /// Whether a text has it; `classes` are those of the language.
    fn is_met(&self, present: &Present, classes: u64) -> bool {
        self.classes & classes != 0
            || (self.zero && present.zero)
            || self.literals.iter().any(|literal| present.holds(*literal))
            || self.signs.iter().any(|sign| present.has_sign(*sign))
    }
}

/// How common words are, as far as the tables tell.
struct Words {
    /// The number of words in each class of each language.
    of_class: [[u32; MOST_CLASSES]; LANGUAGES.len()],
    /// Those that are in every other sentence, whatever class they are of besides.
    common: HashSet<&'static str, BuildHasherDefault<Fnv>>,
}

impl Words {
    fn count() -> Self {
        let mut words = Self {
            of_class: [[0; MOST_CLASSES]; LANGUAGES.len()],
            common: HashSet::default(),
        };
        for (language, class, word) in words_with_classes() {
            words.of_class[language][class as usize] += 1;
            if COMMON & class.bit() != 0 {
                words.common.insert(word);
            }
        }
        words
    }

    /// How often a text may have what is needed: in how many ways, and most often by words of every
    /// other sentence.
    fn frequency(&self, need: &Need, language: usize) -> u32 {
        let is_common = need.zero
            || !need.signs.is_empty()
            || need.classes & COMMON != 0
            || need.words.iter().any(|word| self.common.contains(word));
        let of_classes = ones(need.classes).map(|bit| self.of_class[language][bit]);
        let of_words = u32::try_from(need.words.len() + need.endings.len()).unwrap_or(u32::MAX);
        let ways = of_classes.sum::<u32>().saturating_add(of_words);
        ways.saturating_add(if is_common { EVERY_SENTENCE } else { 0 })
    }
}

/// As many classes as there are bits for them.
const MOST_CLASSES: usize = u64::BITS as usize;

/// Room for the phrases of one kind, so that they need not be moved.
const MOST_PHRASES: usize = 1_024;

/// The classes of which some word is in every other sentence, however few they have.
const COMMON: u64 = Class::bits(&[
    Class::Neg,
    Class::Nil,
    Class::Gap,
    Class::Det,
    Class::Prep,
    Class::Join,
]);

/// What such a word is taken for, in ways of meeting it.
const EVERY_SENTENCE: u32 = 1 << 16;

#[cfg(test)]
mod tests {
    use super::super::scan::{ADMISSIONS, APPROVALS, SURROUNDINGS, Scan};
    use super::super::{LANGUAGES, Mark};
    use super::Phrase;

    /// How many phrases stand in a text, having seen that those alone are tried that stand there.
    fn spoken(text: &str) -> usize {
        let groups = [&ADMISSIONS, &SURROUNDINGS, &APPROVALS];
        let groups = groups.iter().map(|group| {
            let marks = |phrases: &[&Phrase]| -> Vec<Mark> { Scan::new(text, phrases).marks };
            let all = marks(&group.all());
            assert_eq!(marks(&group.standing(text)), all, "{text}");
            all.len()
        });
        groups.sum()
    }

    #[test]
    fn what_holds_a_phrase_is_never_passed_over() {
        let corpora = include!("../../corpus/parts.in");
        let mut spoke = 0;
        for line in corpora.iter().flat_map(|(_, rows)| rows.lines()) {
            for text in [
                line.to_owned(),
                line.to_uppercase(),
                line.replace(' ', "\n"),
            ] {
                spoke += usize::from(spoken(&text) > 0);
            }
        }
        assert!(spoke > 1_000, "only {spoke} lines hold a phrase");
    }

    /// Words of the tables, signs and numbers, thrown together.
    #[test]
    fn words_thrown_together_are_never_passed_over() {
        let mut words: Vec<String> = [
            "0", "0/64", "0…", "no''run", "0'no", "0—no", "'not", "’no", "3", "✓", "didn't",
            "can’t", ",", ".", "`x`", "0.5s", "0.5—no", "0.0", "1.0", "0.000", "a.0", "a_b",
            "NOT-RUN", "0,", "é",
        ]
        .map(str::to_owned)
        .to_vec();
        for (_, list) in LANGUAGES.iter().flat_map(|language| language.words) {
            words.extend(
                list.split_whitespace()
                    .take(4)
                    .map(|word| word.replace('*', "s")),
            );
        }
        let patterns = LANGUAGES.iter().flat_map(|language| language.phrases());
        for pattern in patterns.flat_map(|(_, list)| *list) {
            let literals = pattern
                .split([' ', '/'])
                .filter(|part| part.starts_with(char::is_lowercase));
            words.extend(literals.map(|part| part.trim_end_matches(['?', '*']).to_owned()));
        }
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % below
        };
        let mut spoke = 0;
        for _ in 0..6_000 {
            let count = 1 + next(7);
            let text: Vec<&str> = (0..count)
                .map(|_| words[next(words.len())].as_str())
                .collect();
            let text = text.join(" ");
            spoke += usize::from(spoken(&text) > 0);
        }
        assert!(spoke > 500, "only {spoke} texts hold a phrase");
    }

    #[test]
    fn plain_results_are_told_apart() {
        for text in [
            "",
            "64 passed in 3.1s",
            "64 passed in 0.05s",
            "se consultó la tabla y responde",
            "exit 1, ver el log",
        ] {
            assert!(ADMISSIONS.standing(text).is_empty(), "{text}");
        }
        for text in [
            "not run",
            "0 tests",
            "aún no se ha corrido",
            "it didn't run",
            "sin correr",
        ] {
            assert!(!ADMISSIONS.standing(text).is_empty(), "{text}");
        }
    }
}
