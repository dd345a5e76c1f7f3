//! Whether a text can hold a phrase of some role at all: a look at its words, one by one.
//!
//! Most evidence says what ran, and nothing that admits otherwise. It is told apart without taking
//! the text to tokens: a phrase can only stand where, for each of its elements that must match,
//! some word of the text is of a class, or is the word, that the element asks for. Words are found
//! more generously here than by the tokeniser, so that the answer `false` is certain.

use std::collections::HashMap;

use super::class::Class;
use super::pattern::{Need, needs};
use super::present::{Lexicon, Literals, MOST_LITERALS, Present, ones};
use super::vocabulary::Classes;
use super::{LANGUAGES, Role, words_with_classes};

/// What an element of a phrase asks for: any of these. Endings are numbered among the words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Asked {
    classes: u64,
    literals: Vec<usize>,
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
            zero: need.zero,
        })
    }

    /// Whether a text has it; `classes` are those of the language.
    fn is_met(&self, present: &Present, classes: u64) -> bool {
        self.classes & classes != 0
            || (self.zero && present.zero)
            || self.literals.iter().any(|literal| present.holds(*literal))
    }

    /// How often a text may have it: in how many ways, and most often by words of every sentence.
    fn frequency(&self, sizes: &[u32; 64]) -> u32 {
        let of_classes: u32 = ones(self.classes).map(|bit| sizes[bit]).sum();
        let of_literals = u32::try_from(self.literals.len()).unwrap_or(u32::MAX);
        let is_common = self.zero || self.classes & common() != 0;
        (of_classes + of_literals).saturating_add(if is_common { COMMON } else { 0 })
    }
}

/// What is added for a word of every sentence.
const COMMON: u32 = 1 << 16;

/// The classes of which some word is in every other sentence, however few they have.
fn common() -> u64 {
    let classes = [
        Class::Neg,
        Class::Nil,
        Class::Gap,
        Class::Det,
        Class::Prep,
        Class::Join,
    ];
    classes.iter().fold(0, |bits, class| bits | class.bit())
}

/// The phrases of one language, by what their rarest element asks for.
#[derive(Default)]
struct Reach {
    asked: Vec<Asked>,
    /// The places in `asked` of what each phrase asks for, rarest first.
    phrases: Vec<Vec<usize>>,
    by_literal: Vec<Vec<usize>>,
    by_class: Vec<(u64, Vec<usize>)>,
    by_zero: Vec<usize>,
    /// Whether a phrase asks for nothing that can be looked for: then any text may hold it.
    always: bool,
}

impl Reach {
    fn new(
        patterns: impl Iterator<Item = &'static str>,
        literals: &mut Literals,
        sizes: &[u32; 64],
    ) -> Self {
        let mut numbers: HashMap<Asked, usize> = HashMap::new();
        let mut phrases: Vec<Vec<usize>> = patterns
            .map(|pattern| {
                let asked = needs(pattern).filter_map(|need| Asked::of(need, literals));
                let mut asked: Vec<usize> = asked
                    .map(|asked| {
                        let next = numbers.len();
                        *numbers.entry(asked).or_insert(next)
                    })
                    .collect();
                asked.sort_unstable();
                asked.dedup();
                asked
            })
            .collect();
        phrases.sort_unstable();
        phrases.dedup();
        let mut reach = Self {
            always: phrases.iter().any(Vec::is_empty),
            by_literal: vec![Vec::new(); MOST_LITERALS],
            ..Self::default()
        };
        let mut asked: Vec<(Asked, usize)> = numbers.into_iter().collect();
        asked.sort_unstable_by_key(|(_, number)| *number);
        reach.asked = asked.into_iter().map(|(asked, _)| asked).collect();
        let frequencies = reach.asked.iter().map(|asked| asked.frequency(sizes));
        let frequencies: Vec<u32> = frequencies.collect();
        for (at, phrase) in phrases.iter_mut().enumerate() {
            phrase.sort_by_key(|asked| frequencies[*asked]);
            if let Some(rarest) = phrase.first() {
                reach.add(at, *rarest);
            }
        }
        reach.phrases = phrases;
        reach
    }

    /// Takes a phrase to those that are tried where its rarest element is met.
    fn add(&mut self, phrase: usize, rarest: usize) {
        let rarest = &self.asked[rarest];
        for literal in &rarest.literals {
            self.by_literal[*literal].push(phrase);
        }
        for bit in ones(rarest.classes).map(|place| 1 << place) {
            match self.by_class.iter_mut().find(|(known, _)| *known == bit) {
                Some((_, phrases)) => phrases.push(phrase),
                None => self.by_class.push((bit, vec![phrase])),
            }
        }
        if rarest.zero {
            self.by_zero.push(phrase);
        }
    }

    /// Whether a phrase may stand where `present` does; `classes` are those of this language.
    fn may_hold(&self, present: &Present, classes: u64) -> bool {
        let met = |asked: &usize| self.asked[*asked].is_met(present, classes);
        let stands = |phrase: &usize| self.phrases[*phrase].iter().all(met);
        let mut of_literals = present.literals().flat_map(|at| &self.by_literal[at]);
        let of_classes = self.by_class.iter().filter(|(bit, _)| classes & bit != 0);
        let mut of_classes = of_classes.flat_map(|(_, phrases)| phrases);
        self.always
            || (present.zero && self.by_zero.iter().any(stands))
            || of_literals.any(stands)
            || of_classes.any(stands)
    }

    /// The classes that phrases ask for.
    fn classes(&self) -> u64 {
        self.asked.iter().fold(0, |all, asked| all | asked.classes)
    }
}

/// The phrases of all languages that play a wanted role, ready for the question.
pub(super) struct Index {
    languages: [Reach; LANGUAGES.len()],
    lexicon: Lexicon,
}

impl Index {
    /// An index of the phrases that play a wanted role.
    pub(super) fn new(wanted: impl Fn(Role) -> bool) -> Self {
        let mut sizes = [[0; 64]; LANGUAGES.len()];
        for (language, class, _) in words_with_classes() {
            sizes[language][class as usize] += 1;
        }
        let mut literals = Literals::default();
        let mut of_language = sizes.iter();
        let languages = LANGUAGES.map(|language| {
            let phrases = language.phrases().filter(|(role, _)| wanted(*role));
            let patterns = phrases.flat_map(|(_, patterns)| patterns.iter().copied());
            let sizes = of_language.next().unwrap_or(&[0; 64]);
            Reach::new(patterns, &mut literals, sizes)
        });
        let asked: Classes = languages.each_ref().map(Reach::classes);
        Self {
            lexicon: Lexicon::new(asked, &literals),
            languages,
        }
    }

    /// Whether one of the phrases may stand in a text.
    pub(super) fn may_hold(&self, text: &str) -> bool {
        let present = self.lexicon.present(text);
        let mut languages = self.languages.iter().zip(present.classes);
        present.contracted || languages.any(|(reach, classes)| reach.may_hold(&present, classes))
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Purpose, may_admit, scan};
    use super::super::{LANGUAGES, Role};

    /// The roles that decide whether evidence admits something.
    fn speaks(text: &str) -> bool {
        scan(text, Purpose::Evidence)
            .marks
            .iter()
            .any(|mark| mark.role.admits())
    }

    #[test]
    fn what_holds_a_phrase_is_never_passed_over() {
        let corpora = include!("../../corpus/parts.rs");
        let mut spoke = 0;
        for line in corpora.iter().flat_map(|(_, rows)| rows.lines()) {
            for text in [
                line.to_owned(),
                line.to_uppercase(),
                line.replace(' ', "\n"),
            ] {
                if speaks(&text) {
                    spoke += 1;
                    assert!(may_admit(&text), "{text}");
                }
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
        for pattern in patterns
            .filter(|(role, _)| *role != Role::Approval)
            .flat_map(|(_, list)| *list)
        {
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
        for _ in 0..20_000 {
            let count = 1 + next(7);
            let text: Vec<&str> = (0..count)
                .map(|_| words[next(words.len())].as_str())
                .collect();
            let text = text.join(" ");
            if speaks(&text) {
                spoke += 1;
                assert!(may_admit(&text), "{text}");
            }
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
            assert!(!may_admit(text), "{text}");
        }
        for text in [
            "not run",
            "0 tests",
            "aún no se ha corrido",
            "it didn't run",
            "sin correr",
        ] {
            assert!(may_admit(text), "{text}");
        }
    }
}
