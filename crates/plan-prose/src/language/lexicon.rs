//! What stands in a text, as far as phrases can ask for it: one pass, without taking it to tokens.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::LANGUAGES;
use super::present::{FIRST_WORD, NO_THING, Present, THINGS, Thing, ZERO};
use super::vocabulary::Classes;
use crate::token::{BARE_CONTRACTIONS, contraction, fold, is_mark};

/// What a word adds.
#[derive(Clone, Copy, Default)]
struct Meaning {
    classes: Classes,
    /// The word itself, where it is asked for.
    literal: Thing,
    /// Whether it is a contraction that is written without an apostrophe: *cannot*.
    is_contraction: bool,
}

/// The words that mean something to phrases.
///
/// They are told apart by their hashes alone. A word that happens to share one with a known word is
/// taken for it; what was present then only seems to be more.
pub(super) struct Lexicon {
    /// Which hashes may be known, by some of their bits: most words of a text are not.
    near: Box<[u64; PLACES / 64]>,
    meanings: HashMap<u64, Meaning, BuildHasherDefault<Hashed>>,
    /// The stems, which any ending can follow, by the hash of how they start, in order of that.
    stems: Vec<(u64, &'static str, Classes)>,
    /// Where those of one start begin.
    starts: HashMap<u64, usize, BuildHasherDefault<Hashed>>,
    /// The endings of one letter, by the letter.
    letters: [Thing; LETTERS],
    /// The longer endings with their numbers, by their last two letters.
    endings: Vec<(usize, &'static str, Thing)>,
    /// Which pairs of letters some of those have.
    ended: [u64; LETTERS * LETTERS / 64],
    /// How many words and endings have numbers.
    numbered: usize,
}

impl Default for Lexicon {
    fn default() -> Self {
        let mut lexicon = Self {
            near: Box::new([0; PLACES / 64]),
            meanings: HashMap::default(),
            stems: Vec::new(),
            starts: HashMap::default(),
            letters: [NO_THING; LETTERS],
            endings: Vec::new(),
            ended: [0; LETTERS * LETTERS / 64],
            numbered: 0,
        };
        for (word, _) in BARE_CONTRACTIONS {
            lexicon.meaning(word).is_contraction = true;
        }
        lexicon
    }
}

impl Lexicon {
    /// Adds the words of some classes of each language.
    pub(super) fn learn(&mut self, asked: Classes) {
        for (language, tables) in LANGUAGES.iter().enumerate() {
            let lists = tables.words.iter();
            for (class, words) in lists.filter(|(class, _)| asked[language] & class.bit() != 0) {
                self.meanings.reserve(words.len() / LETTERS_A_WORD);
                for word in words.split_ascii_whitespace() {
                    self.learn_word(word, language, class.bit());
                }
            }
        }
        self.stems.sort_unstable_by_key(|(start, ..)| *start);
        self.starts.clear();
        for (at, (start, ..)) in self.stems.iter().enumerate() {
            self.starts.entry(*start).or_insert(at);
        }
    }

    fn learn_word(&mut self, word: &'static str, language: usize, class: u64) {
        match word.strip_suffix('*') {
            None => self.meaning(word).classes[language] |= class,
            Some(stem) => {
                let start = hash(&stem.as_bytes()[..START]);
                self.see(start);
                let mut classes = Classes::default();
                classes[language] = class;
                self.stems.push((start, stem, classes));
            }
        }
    }

    /// The number of a literal word, a new one where it has none yet, and its classes so far; `None`
    /// where there are too many.
    pub(super) fn word(&mut self, word: &'static str) -> Option<(Thing, Classes)> {
        let next = self.next();
        let meaning = self.meaning(word);
        let classes = meaning.classes;
        if meaning.literal == NO_THING {
            meaning.literal = next?;
            self.numbered += 1;
            return next.map(|literal| (literal, classes));
        }
        Some((meaning.literal, classes))
    }

    /// The number of an ending, likewise.
    pub(super) fn ending(&mut self, ending: &'static str) -> Option<Thing> {
        let next = self.next();
        if let [letter] = ending.as_bytes() {
            let known = &mut self.letters[usize::from(letter & 31)];
            if *known == NO_THING {
                *known = next?;
                self.numbered += 1;
            }
            return Some(*known);
        }
        let place = last(ending.as_bytes());
        let known = self.endings.iter().find(|(_, known, _)| *known == ending);
        if let Some((_, _, thing)) = known {
            return Some(*thing);
        }
        let thing = next?;
        self.numbered += 1;
        self.endings.push((place, ending, thing));
        self.ended[place / 64] |= 1 << (place % 64);
        Some(thing)
    }

    /// The number that the next word or ending gets.
    fn next(&self) -> Option<Thing> {
        let next = FIRST_WORD + self.numbered;
        Thing::try_from(next).ok().filter(|_| next < THINGS)
    }

    fn meaning(&mut self, word: &str) -> &mut Meaning {
        let hash = hash(word.as_bytes());
        self.see(hash);
        self.meanings.entry(hash).or_default()
    }

    fn see(&mut self, hash: u64) {
        self.near[place(hash) / 64] |= 1 << (place(hash) % 64);
    }

    fn is_near(&self, hash: u64) -> bool {
        self.near[place(hash) / 64] & 1 << (place(hash) % 64) != 0
    }

    /// What stands in a text: its runs of letters, digits, marks and apostrophes, looked up.
    pub(super) fn present(&self, text: &str) -> Present {
        let mut present = Present::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (mut whole, mut all, mut length) = (SEED, 0, 0);
            for byte in &bytes[at..] {
                let letter = LETTERS_OF[usize::from(*byte)];
                if letter == BREAK {
                    break;
                }
                all |= letter;
                whole = step(whole, letter);
                length += 1;
            }
            let word = &bytes[at..at + length];
            at += length;
            if word.is_empty() {
                present.note(Thing::from(bytes[at]));
                at += 1;
            } else if all & OTHER != 0 {
                self.take_other(word, &mut present);
            } else if !word[0].is_ascii_digit() {
                self.take(word, whole, &mut present);
            } else if matches!(bytes[at..], [b'.', b'0'..=b'9', ..]) {
                // The decimals of a number belong to it; a fraction of one is no count of nothing.
                at += decimals(&bytes[at..]);
                present.note_if(word[0] == b'0' && word.len() > 1, ZERO);
            } else {
                present.note_if(word[0] == b'0', ZERO);
                self.take(word, whole, &mut present);
            }
        }
        present
    }

    /// A run with apostrophes, or other letters than those of ASCII: what it may be taken apart to.
    fn take_other(&self, run: &[u8], present: &mut Present) {
        let run = std::str::from_utf8(run).unwrap_or_default();
        let joins = |c: char| c.is_alphanumeric() || is_mark(c) || is_apostrophe(c);
        for part in run.split(|c: char| !joins(c)) {
            if part.len() < run.len() {
                present.note_signs(); // dashes and the like are read as signs of ASCII
            }
            let part = fold(part);
            let part = part.trim_matches('\'');
            present.note_if(part.starts_with('0'), ZERO);
            self.take_alone(part, present);
            if let Some((first, second)) = contraction(part) {
                self.take_alone(first, present);
                second
                    .iter()
                    .for_each(|word| self.take_alone(word, present));
            }
            for piece in part.split('\'').filter(|piece| piece.len() < part.len()) {
                present.note_if(piece.starts_with('0'), ZERO);
                self.take_alone(piece, present);
            }
        }
        // A tick stands for the word.
        if run.contains(['✓', '✔']) {
            self.take_alone("ok", present);
        }
    }

    fn take_alone(&self, word: &str, present: &mut Present) {
        self.take(word.as_bytes(), hash(word.as_bytes()), present);
    }

    /// A word, folded save for the case of its letters, and its hash.
    #[inline]
    fn take(&self, word: &[u8], whole: u64, present: &mut Present) {
        if self.is_near(whole)
            && let Some(meaning) = self.meanings.get(&whole)
        {
            present.note_classes(&meaning.classes);
            present.note(meaning.literal);
            if meaning.is_contraction {
                self.take_verb(word, present);
            }
        }
        let Some((last_letter, [_, ..])) = word.split_last() else {
            return;
        };
        present.note(self.letters[usize::from(last_letter & 31)]);
        let place = last(word);
        if self.ended[place / 64] & 1 << (place % 64) != 0 {
            let endings = self.endings.iter();
            for (_, ending, thing) in endings.filter(|(other, ..)| *other == place) {
                let end = word.len().checked_sub(ending.len()).map(|at| &word[at..]);
                if end.is_some_and(|end| end.eq_ignore_ascii_case(ending.as_bytes())) {
                    present.note(*thing);
                }
            }
        }
        if let Some(start) = word.first_chunk::<START>().map(|start| hash(start))
            && self.is_near(start)
            && let Some(first) = self.starts.get(&start)
        {
            let near = self.stems[*first..].iter();
            for (_, stem, classes) in near.take_while(|(other, ..)| *other == start) {
                let begin = word.get(..stem.len());
                if begin.is_some_and(|begin| begin.eq_ignore_ascii_case(stem.as_bytes())) {
                    present.note_classes(classes);
                }
            }
        }
    }

    /// The words of a contraction that is written without an apostrophe.
    fn take_verb(&self, word: &[u8], present: &mut Present) {
        let is_bare = |(bare, _): &&(&str, &str)| bare.as_bytes().eq_ignore_ascii_case(word);
        if let Some((_, verb)) = BARE_CONTRACTIONS.iter().find(is_bare) {
            self.take_alone(verb, present);
            self.take_alone("not", present);
        }
    }
}

/// The length of the decimals that a text opens with.
fn decimals(text: &[u8]) -> usize {
    let mut length = 0;
    while matches!(text[length..], [b'.', b'0'..=b'9', ..]) {
        let rest = text[length + 1..].iter();
        length += 1 + rest.take_while(|byte| byte.is_ascii_alphanumeric()).count();
    }
    length
}

/// Ends a run.
const BREAK: u8 = 0;
/// The mark of an apostrophe, or of a byte of another alphabet: the run is looked at more closely.
const OTHER: u8 = 0x80;

/// What a byte is to a run: nothing, or a letter or a digit whatever its case, or another.
static LETTERS_OF: [u8; 256] = {
    let mut letters = [BREAK; 256];
    let mut byte = 0;
    while byte < letters.len() {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
        let of = byte as u8;
        if of.is_ascii_alphanumeric() {
            letters[byte] = of | CASE;
        } else if of == b'\'' || !of.is_ascii() {
            letters[byte] = of | OTHER;
        }
        byte += 1;
    }
    letters
};

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// The hash of Fowler, Noll and Vo over the bytes without the bit that tells the case of letters.
fn hash(word: &[u8]) -> u64 {
    word.iter().fold(SEED, |hash, byte| step(hash, byte | CASE))
}

/// The hash of no bytes.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The bit that tells the case of a letter, and that digits have.
const CASE: u8 = 0x20;

const fn step(hash: u64, letter: u8) -> u64 {
    (hash ^ letter as u64).wrapping_mul(0x0100_0000_01b3)
}

/// How many letters of a stem find it. Each has as many.
pub(super) const START: usize = 3;

/// About how many letters a word has, with the blank before it.
const LETTERS_A_WORD: usize = 8;

/// How many places a hash may have in the map of those that may be known.
const PLACES: usize = 1 << 15;

/// The place of a hash.
const fn place(hash: u64) -> usize {
    (hash >> 20) as usize % PLACES
}

/// How many places there are for a letter, whatever its case.
const LETTERS: usize = 1 << 5;

/// The place for the last two letters of a word; that of no letters for shorter ones.
fn last(word: &[u8]) -> usize {
    match word {
        [.., before, last] => usize::from(before & 31) * LETTERS + usize::from(last & 31),
        _ => 0,
    }
}

/// Takes what is a hash already for its own.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        // Never asked for: the keys are numbers.
        self.0 = hash(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::present::{ZERO, sign};
    use super::Lexicon;

    /// The tokeniser reads dashes, bullets and ellipses as signs of ASCII.
    #[test]
    fn signs_of_other_alphabets_are_taken_for_any() {
        let lexicon = Lexicon::default();
        for text in ["run—no", "run…", "• run", "run → run"] {
            let present = lexicon.present(text);
            for c in ['-', '.', ',', ':'] {
                assert!(sign(c).is_some_and(|sign| present.has(sign)), "{text}: {c}");
            }
            assert!(!present.has(ZERO), "{text}");
        }
        let present = lexicon.present("run: corrió, 0…");
        assert!(present.has(ZERO));
        let present = lexicon.present("run: corrió");
        assert!(sign(',').is_some_and(|comma| !present.has(comma)));
    }
}
