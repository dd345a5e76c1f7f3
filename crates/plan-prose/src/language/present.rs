//! What stands in a text, as far as phrases can ask for it: one pass, without taking it to tokens.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::vocabulary::{Classes, WordMap};
use super::words_with_classes;
use crate::token::{BARE_CONTRACTIONS, contraction, fold, is_mark};

/// Literal words are numbered up to here; the numbers of a text are kept in as many bits.
pub(super) const MOST_LITERALS: usize = 2_048;

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
    pub(super) classes: Classes,
    literals: [u64; MOST_LITERALS / 64],
    /// The signs of ASCII, as bits.
    signs: u128,
    pub(super) zero: bool,
}

impl Present {
    fn note(&mut self, literal: usize) {
        self.literals[literal / 64] |= 1 << (literal % 64);
    }

    /// Whether a literal word or an ending stands there, by its number.
    pub(super) fn holds(&self, literal: usize) -> bool {
        self.literals[literal / 64] & 1 << (literal % 64) != 0
    }

    /// Whether a sign stands there.
    pub(super) fn has_sign(&self, sign: char) -> bool {
        1_u128
            .checked_shl(sign.into())
            .is_none_or(|bit| self.signs & bit != 0)
    }

    /// The numbers of the literal words and endings that stand there.
    pub(super) fn literals(&self) -> impl Iterator<Item = usize> {
        let places = self.literals.iter().enumerate();
        places.flat_map(|(place, bits)| ones(*bits).map(move |bit| 64 * place + bit))
    }
}

/// The places of the bits that are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// What a word adds.
#[derive(Clone, Copy, Default)]
struct Meaning {
    classes: Classes,
    literal: Option<usize>,
    /// The verb of a contraction that is written without an apostrophe: *cannot*.
    negated: Option<&'static str>,
}

/// The words that mean something to phrases.
///
/// They are told apart by their hashes alone. A word that happens to share one with a known word is
/// taken for it; what was present then only seems to be more.
pub(super) struct Lexicon {
    /// Which hashes may be known, by some of their bits: most words of a text are not.
    near: Box<[u64; PLACES / 64]>,
    meanings: HashMap<u64, Meaning, BuildHasherDefault<Hashed>>,
    /// The stems, which any ending can follow, by the hash of how they start.
    stems: HashMap<u64, Vec<(&'static str, Classes)>, BuildHasherDefault<Hashed>>,
    /// The endings with their numbers, by the last two letters of a word.
    endings: Vec<Vec<(&'static str, usize)>>,
    /// Which of those are not empty.
    ended: [u64; LETTERS * LETTERS / 64],
}

impl Lexicon {
    /// The words of `asked` classes, and the literals by their numbers.
    pub(super) fn new(asked: Classes, literals: &Literals) -> Self {
        let mut lexicon = Self {
            near: Box::new([0; PLACES / 64]),
            meanings: HashMap::default(),
            stems: HashMap::default(),
            endings: vec![Vec::new(); LETTERS * LETTERS],
            ended: [0; LETTERS * LETTERS / 64],
        };
        lexicon.meanings.reserve(3_000);
        for (language, class, word) in words_with_classes() {
            if asked[language] & class.bit() == 0 {
                continue;
            }
            let mut classes = Classes::default();
            classes[language] = class.bit();
            match word.strip_suffix('*') {
                None => merge(&mut lexicon.meaning(word).classes, &classes),
                Some(stem) => {
                    let start = hash(&stem.as_bytes()[..START]);
                    lexicon.see(start);
                    let stems = lexicon.stems.entry(start).or_default();
                    stems.push((stem, classes));
                }
            }
        }
        let fits = |(_, literal): &(_, &usize)| **literal < MOST_LITERALS;
        for (word, literal) in literals.words.iter().filter(fits) {
            lexicon.meaning(word).literal = Some(*literal);
        }
        for (ending, literal) in literals.endings.iter().filter(fits) {
            lexicon.ending(ending, *literal);
        }
        for (word, verb) in BARE_CONTRACTIONS {
            lexicon.meaning(word).negated = Some(verb);
        }
        lexicon
    }

    /// Takes an ending to the words that may have it: those with its last two letters, or with its one
    /// behind any other.
    fn ending(&mut self, ending: &'static str, literal: usize) {
        let place = last(ending.as_bytes());
        let places = match ending.as_bytes() {
            [letter] => (usize::from(letter & 31)..self.endings.len()).step_by(LETTERS),
            _ => (place..place + 1).step_by(1),
        };
        for place in places {
            self.endings[place].push((ending, literal));
            self.ended[place / 64] |= 1 << (place % 64);
        }
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
            let (mut whole, mut kinds, mut length) = (SEED, 0, 0);
            for byte in &bytes[at..] {
                let kind = kind(*byte);
                if kind == BREAK {
                    break;
                }
                kinds |= kind;
                whole = step(whole, *byte);
                length += 1;
            }
            let word = &bytes[at..at + length];
            at += length;
            if word.is_empty() {
                present.signs |= 1 << bytes[at];
                at += 1;
            } else if kinds & OTHER != 0 {
                self.take_other(word, &mut present);
            } else if !word[0].is_ascii_digit() {
                self.take(word, whole, &mut present);
            } else if matches!(bytes[at..], [b'.', b'0'..=b'9', ..]) {
                // The decimals of a number belong to it; a fraction of one is no count of nothing.
                at += decimals(&bytes[at..]);
                present.zero |= word[0] == b'0' && word.len() > 1;
            } else {
                present.zero |= word[0] == b'0';
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
                present.signs = u128::MAX; // dashes and the like are read as signs of ASCII
            }
            let part = fold(part);
            let part = part.trim_matches('\'');
            present.zero |= part.starts_with('0');
            self.take_alone(part, present);
            if let Some((first, second)) = contraction(part) {
                self.take_alone(first, present);
                second
                    .iter()
                    .for_each(|word| self.take_alone(word, present));
            }
            for piece in part.split('\'').filter(|piece| piece.len() < part.len()) {
                present.zero |= piece.starts_with('0');
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
            merge(&mut present.classes, &meaning.classes);
            if let Some(literal) = meaning.literal {
                present.note(literal);
            }
            if let Some(verb) = meaning.negated {
                self.take_alone(verb, present);
                self.take_alone("not", present);
            }
        }
        let place = last(word);
        if self.ended[place / 64] & 1 << (place % 64) != 0 {
            for (ending, literal) in &self.endings[place] {
                let end = word.len().checked_sub(ending.len()).map(|at| &word[at..]);
                if end.is_some_and(|end| end.eq_ignore_ascii_case(ending.as_bytes())) {
                    present.note(*literal);
                }
            }
        }
        if let Some(start) = word.first_chunk::<START>().map(|start| hash(start))
            && self.is_near(start)
            && let Some(stems) = self.stems.get(&start)
        {
            for (stem, classes) in stems {
                let start = word.get(..stem.len());
                if start.is_some_and(|start| start.eq_ignore_ascii_case(stem.as_bytes())) {
                    merge(&mut present.classes, classes);
                }
            }
        }
    }
}

fn merge(all: &mut Classes, more: &Classes) {
    for (all, own) in all.iter_mut().zip(more) {
        *all |= own;
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
/// A letter or a digit of ASCII.
const PLAIN: u8 = 1;
/// An apostrophe, or a byte of another alphabet: the run is looked at more closely.
const OTHER: u8 = 2;

/// What a byte is to a run.
const fn kind(byte: u8) -> u8 {
    const KINDS: [u8; 256] = {
        let mut kinds = [BREAK; 256];
        let mut byte = 0;
        while byte < kinds.len() {
            #[expect(clippy::cast_possible_truncation, reason = "it is below 256")]
            let of = byte as u8;
            if of.is_ascii_alphanumeric() {
                kinds[byte] = PLAIN;
            } else if of == b'\'' || !of.is_ascii() {
                kinds[byte] = OTHER;
            }
            byte += 1;
        }
        kinds
    };
    KINDS[byte as usize]
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// The hash of Fowler, Noll and Vo over the bytes without the bit that tells the case of letters.
fn hash(word: &[u8]) -> u64 {
    word.iter().fold(SEED, |hash, byte| step(hash, *byte))
}

/// The hash of no bytes.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

const fn step(hash: u64, byte: u8) -> u64 {
    const CASE: u8 = 0x20;
    (hash ^ (byte | CASE) as u64).wrapping_mul(0x0100_0000_01b3)
}

/// How many letters of a stem find it. Each has as many.
pub(super) const START: usize = 3;

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
