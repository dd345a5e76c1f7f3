//! The phrases of all languages, and which of them a text can hold at all.
//!
//! Most texts hold no phrase that matters, and most phrases do not stand in a given text. Both are told
//! by a look at its words, one by one, without taking it to tokens: a phrase can only stand where, for
//! each of its elements that must match, some word of the text is of a class, or is the word or the
//! sign, that the element asks for. Words are found more generously here than by the tokeniser, so that
//! a phrase that is left out is certain not to stand.

use std::ops::Range;
use std::sync::OnceLock;

use super::class::Class;
use super::lexicon::Lexicon;
use super::pattern::{Alternative, Pattern, alternatives, needed};
use super::present::{Present, THINGS, Thing, ZERO, class_things, sign};
use super::vocabulary::Classes;
use super::{LANGUAGES, Language, Role};

/// One phrase of a language.
pub(super) struct Phrase {
    pub(super) role: Role,
    /// The place of its language.
    pub(super) language: usize,
    text: &'static str,
    pattern: OnceLock<Box<Pattern>>,
    /// The places of what it asks for, rarest first.
    asks: Range<usize>,
}

impl Phrase {
    /// Its pattern, compiled when it is first looked for.
    pub(super) fn pattern(&self) -> &Pattern {
        self.pattern
            .get_or_init(|| Box::new(Pattern::compile(self.text)))
    }
}

/// The phrases that play some role.
pub(super) struct Phrases {
    phrases: Vec<Phrase>,
    asks: Asks,
    /// Those that are tried where their rarest element is met, by what meets it.
    tried: ByThing,
    /// Those that ask for nothing that can be looked for.
    always: Vec<usize>,
    lexicon: Lexicon,
}

impl Phrases {
    /// The phrases of the roles that are `wanted`.
    pub(super) fn new(wanted: impl Fn(Role) -> bool) -> Self {
        let wanted = |tables: &'static Language| tables.phrases().filter(|(role, _)| wanted(*role));
        let all = LANGUAGES.iter().flat_map(|tables| wanted(tables));
        let count = all.map(|(_, patterns)| patterns.len()).sum();
        let mut lexicon = Lexicon::default();
        lexicon.learn([COMMON; LANGUAGES.len()]);
        let mut asks = Asks::of_phrases(count);
        let mut phrases = Vec::with_capacity(count);
        for (language, tables) in LANGUAGES.iter().enumerate() {
            for (role, patterns) in wanted(tables) {
                phrases.extend(patterns.iter().map(|text| Phrase {
                    role: *role,
                    language,
                    text,
                    pattern: OnceLock::new(),
                    asks: asks.of(text, language, &mut lexicon),
                }));
            }
        }
        lexicon.learn(asks.classes.map(|asked| asked & !COMMON));
        let mut tried = Vec::with_capacity(2 * count);
        let mut always = Vec::new();
        for (at, phrase) in phrases.iter().enumerate() {
            let Some(rarest) = asks.of_phrase(phrase).first() else {
                always.push(at);
                continue;
            };
            let of_classes = class_things(phrase.language, rarest.classes);
            let things = of_classes.chain(asks.things_of(rarest).iter().copied());
            tried.extend(things.map(|thing| (thing, at)));
        }
        Self {
            phrases,
            asks,
            tried: ByThing::of(&tried),
            always,
            lexicon,
        }
    }

    /// The phrases that may stand in a text, in the order of the tables.
    pub(super) fn standing(&self, text: &str) -> Vec<&Phrase> {
        let present = self.lexicon.present(text);
        let mut standing = self.always.clone();
        for thing in present.things_among(&self.tried.things) {
            let tried = self.tried.of_thing(thing).iter();
            let stand = tried.filter(|at| self.asks.are_met(&self.phrases[**at], &present));
            standing.extend(stand);
        }
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

/// What the elements of phrases ask for.
struct Asks {
    all: Vec<Asked>,
    /// The things that some of them ask for besides classes, one after the other.
    things: Vec<Thing>,
    /// The classes that any of them asks for, by language.
    classes: Classes,
    /// How many ways there are to meet a class, by language: the letters of its words.
    ways: [[usize; MOST_CLASSES]; LANGUAGES.len()],
}

/// What an element of a phrase asks for: any of these.
struct Asked {
    classes: u64,
    /// The places of the things.
    things: Range<usize>,
    /// In how many ways it is met, and most often by words of every other sentence.
    ways: usize,
}

impl Asks {
    /// Room for what so many phrases ask for: three elements each, and twice as many things.
    fn of_phrases(count: usize) -> Self {
        let mut ways = [[0; MOST_CLASSES]; LANGUAGES.len()];
        for (language, tables) in LANGUAGES.iter().enumerate() {
            for (class, words) in tables.words {
                ways[language][*class as usize] += words.len();
            }
        }
        Self {
            all: Vec::with_capacity(3 * count),
            things: Vec::with_capacity(6 * count),
            classes: Classes::default(),
            ways,
        }
    }

    /// Takes down what a pattern asks for, rarest first; the places of that.
    fn of(
        &mut self,
        pattern: &'static str,
        language: usize,
        lexicon: &mut Lexicon,
    ) -> Range<usize> {
        let start = self.all.len();
        for element in needed(pattern) {
            if let Some(asked) = self.of_element(element, language, lexicon) {
                self.classes[language] |= asked.classes;
                self.all.push(asked);
            }
        }
        self.all[start..].sort_by_key(|asked| asked.ways);
        start..self.all.len()
    }

    /// What an element asks for; `None` where that cannot be looked for, and anything may meet it.
    fn of_element(
        &mut self,
        element: &'static str,
        language: usize,
        lexicon: &mut Lexicon,
    ) -> Option<Asked> {
        let start = self.things.len();
        let (mut classes, mut ways) = (0_u64, 0);
        for alternative in alternatives(element) {
            let (thing, of) = match alternative {
                Alternative::Class(class) => {
                    classes |= class.bit();
                    ways += self.ways[language][class as usize];
                    continue;
                }
                Alternative::Word(word) => match lexicon.word(word) {
                    Some((thing, of)) if of.iter().any(|of| of & COMMON != 0) => {
                        (Some(thing), EVERY_SENTENCE)
                    }
                    Some((thing, _)) => (Some(thing), word.len()),
                    None => (None, 0),
                },
                Alternative::Ending(ending) => (lexicon.ending(ending), ending.len()),
                Alternative::Sign(c) => (sign(c), EVERY_SENTENCE),
                Alternative::Zero => (Some(ZERO), EVERY_SENTENCE),
                _ => (None, 0),
            };
            let Some(thing) = thing else {
                self.things.truncate(start);
                return None;
            };
            ways += of;
            self.things.push(thing);
        }
        if classes & COMMON != 0 {
            ways += EVERY_SENTENCE;
        }
        Some(Asked {
            classes,
            things: start..self.things.len(),
            ways,
        })
    }

    /// Whether a text has all that a phrase asks for.
    fn are_met(&self, phrase: &Phrase, present: &Present) -> bool {
        let classes = present.classes(phrase.language);
        self.of_phrase(phrase).iter().all(|asked| {
            let mut things = self.things_of(asked).iter();
            asked.classes & classes != 0 || things.any(|thing| present.has(*thing))
        })
    }

    fn of_phrase(&self, phrase: &Phrase) -> &[Asked] {
        &self.all[phrase.asks.clone()]
    }

    fn things_of(&self, asked: &Asked) -> &[Thing] {
        &self.things[asked.things.clone()]
    }
}

/// Phrases by something that they are tried for.
struct ByThing {
    /// The things that some are tried for.
    things: Present,
    /// Where the phrases of each thing begin.
    starts: Vec<usize>,
    /// Their places, those of one thing after those of another.
    phrases: Vec<usize>,
}

impl ByThing {
    fn of(pairs: &[(Thing, usize)]) -> Self {
        let mut things = Present::default();
        let mut starts = vec![0; THINGS + 1];
        for (thing, _) in pairs {
            things.note(*thing);
            starts[usize::from(*thing) + 1] += 1;
        }
        for thing in 0..THINGS {
            starts[thing + 1] += starts[thing];
        }
        let mut ends = starts.clone();
        let mut phrases = vec![0; pairs.len()];
        for (thing, phrase) in pairs {
            let end = &mut ends[usize::from(*thing)];
            phrases[*end] = *phrase;
            *end += 1;
        }
        Self {
            things,
            starts,
            phrases,
        }
    }

    fn of_thing(&self, thing: Thing) -> &[usize] {
        let thing = usize::from(thing);
        &self.phrases[self.starts[thing]..self.starts[thing + 1]]
    }
}

/// As many classes as there are bits for them.
const MOST_CLASSES: usize = u64::BITS as usize;

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
const EVERY_SENTENCE: usize = 1 << 16;

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
