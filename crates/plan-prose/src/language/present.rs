//! What stands in a text, as far as phrases can ask for it: one pass, without taking it to tokens.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::LANGUAGES;
use super::vocabulary::{Classes, Vocabulary, WordMap};
use crate::token::{BARE_CONTRACTIONS, fold, is_mark};

/// The numbers of a set of literal words are kept in as many integers.
pub(super) const WORDS: usize = 16;
/// As many literal words as there is room for.
pub(super) const MOST_WORDS: usize = 64 * WORDS;

/// A set of literal words, by their number.
pub(super) type Words = [u64; WORDS];

/// The literal words and endings that phrases ask for, each with a number of its own.
#[derive(Default)]
pub(super) struct Literals {
    words: WordMap<usize>,
    endings: WordMap<usize>,
}

impl Literals {
    /// The number of a word.
    pub(super) fn word(&mut self, word: &'static str) -> usize {
        let next = self.next();
        *self.words.entry(word).or_insert(next)
    }

    /// The number of an ending.
    pub(super) fn ending(&mut self, ending: &'static str) -> usize {
        let next = self.next();
        *self.endings.entry(ending).or_insert(next)
    }

    fn next(&self) -> usize {
        self.words.len() + self.endings.len()
    }
}

/// What stands in a text.
#[derive(Default)]
pub(super) struct Present {
    pub(super) classes: [u64; LANGUAGES.len()],
    pub(super) words: Words,
    pub(super) zero: bool,
    /// Whether a word stands for two, as `didn't` does: then anything may stand there.
    pub(super) contracted: bool,
}

impl Present {
    fn note(&mut self, literal: usize) {
        self.words[literal / 64] |= 1 << (literal % 64);
    }
}

/// What a word adds.
#[derive(Clone, Copy, Default)]
struct Meaning {
    classes: Classes,
    literal: Option<usize>,
    contracted: bool,
}

/// The words that mean something to phrases.
///
/// They are told apart by their hashes alone. A word that happens to share one with a known word is
/// taken for it; what was present then only seems to be more.
pub(super) struct Lexicon {
    meanings: HashMap<u64, Meaning, BuildHasherDefault<Hashed>>,
    /// The stems, which any ending can follow, by the first two letters.
    stems: Vec<Vec<(&'static str, Classes)>>,
    /// The endings with their numbers, by the last letter.
    endings: [Vec<(&'static str, usize)>; LETTERS],
}

impl Lexicon {
    /// The words of the vocabulary, and the literals by their numbers.
    pub(super) fn new(vocabulary: &Vocabulary, literals: &Literals) -> Lexicon {
        let mut meanings: HashMap<u64, Meaning, _> = HashMap::default();
        meanings.reserve(2_500);
        for (word, classes) in vocabulary.whole() {
            let meaning: &mut Meaning = meanings.entry(hash(word.as_bytes())).or_default();
            merge(&mut meaning.classes, classes);
        }
        let fits = |(_, literal): &(_, &usize)| **literal < MOST_WORDS;
        for (word, literal) in literals.words.iter().filter(fits) {
            meanings.entry(hash(word.as_bytes())).or_default().literal = Some(*literal);
        }
        for (word, _) in BARE_CONTRACTIONS {
            meanings
                .entry(hash(word.as_bytes()))
                .or_default()
                .contracted = true;
        }
        let mut stems = vec![Vec::new(); PAIRS];
        for (stem, classes) in vocabulary.stems() {
            stems[pair(stem.as_bytes())].push((*stem, *classes));
        }
        let mut endings = std::array::from_fn(|_| Vec::new());
        for (ending, literal) in literals.endings.iter().filter(fits) {
            let of_letter: &mut Vec<_> = &mut endings[last(ending.as_bytes())];
            of_letter.push((*ending, *literal));
        }
        Lexicon {
            meanings,
            stems,
            endings,
        }
    }

    /// What stands in a text: its runs of letters, digits, marks and apostrophes, looked up.
    pub(super) fn present(&self, text: &str) -> Present {
        let mut present = Present::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let word = &bytes[at..at + run(&bytes[at..])];
            at += word.len().max(1);
            match word {
                [] => {}
                _ if word.contains(&b'\'') => {
                    // Quotes and contractions are taken apart: anything may come of them.
                    present.contracted |= word.iter().any(|byte| *byte != b'\'');
                }
                // A fraction of one is no count of nothing.
                [b'0', b'.', ..] if word.is_ascii() => {}
                _ if word.is_ascii() => self.take(word, &mut present),
                _ => self.take_foreign(word, &mut present),
            }
        }
        present
    }

    /// A run with other letters than those of ASCII.
    fn take_foreign(&self, word: &[u8], present: &mut Present) {
        let word = std::str::from_utf8(word).unwrap_or_default();
        let joins = |c: char| c.is_alphanumeric() || is_mark(c) || is_apostrophe(c);
        for part in word.split(|c: char| !joins(c)) {
            present.contracted |= part.contains(is_apostrophe);
            self.take(fold(part).as_bytes(), present);
        }
        // A tick stands for the word.
        if word.contains(['✓', '✔']) {
            self.take(b"ok", present);
        }
    }

    /// A word, folded save for the case of its letters.
    fn take(&self, word: &[u8], present: &mut Present) {
        present.zero |= word.first() == Some(&b'0');
        if let Some(meaning) = self.meanings.get(&hash(word)) {
            merge(&mut present.classes, &meaning.classes);
            present.contracted |= meaning.contracted;
            if let Some(literal) = meaning.literal {
                present.note(literal);
            }
        }
        for (ending, literal) in &self.endings[last(word)] {
            let end = word.len().checked_sub(ending.len()).map(|at| &word[at..]);
            if end.is_some_and(|end| end.eq_ignore_ascii_case(ending.as_bytes())) {
                present.note(*literal);
            }
        }
        for (stem, classes) in &self.stems[pair(word)] {
            let start = word.get(..stem.len());
            if start.is_some_and(|start| start.eq_ignore_ascii_case(stem.as_bytes())) {
                merge(&mut present.classes, classes);
            }
        }
    }
}

fn merge(all: &mut Classes, more: &Classes) {
    for (all, own) in all.iter_mut().zip(more) {
        *all |= own;
    }
}

/// The length of the run that a text opens with; the decimals of a number are part of its run.
fn run(text: &[u8]) -> usize {
    let end = |from: usize| {
        let rest = text[from..].iter();
        from + rest.take_while(|byte| is_inner(**byte)).count()
    };
    let mut length = end(0);
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    while is_number && matches!(text[length..], [b'.', b'0'..=b'9', ..]) {
        length = end(length + 1);
    }
    length
}

/// Bytes of words: all of other alphabets are looked at more closely.
const fn is_inner(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'\'' || byte >= 0x80
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// The hash of Fowler, Noll and Vo over the bytes without the bit that tells the case of letters.
fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte | CASE)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The bit of a letter in ASCII that tells its case.
const CASE: u8 = 0x20;

/// How many places there are for the first two letters of a word.
const PAIRS: usize = 1 << 10;

/// The place for the first two letters, whatever their case; that of no letters for shorter words.
fn pair(word: &[u8]) -> usize {
    match word {
        [first, second, ..] => usize::from(first & 31) << 5 | usize::from(second & 31),
        _ => 0,
    }
}

/// How many places there are for the last letter of a word.
const LETTERS: usize = 1 << 5;

/// The place for the last letter, whatever its case.
fn last(word: &[u8]) -> usize {
    word.last().map_or(0, |letter| usize::from(letter & 31))
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
