//! The words of all languages with their classes, made ready to be looked up.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::{LANGUAGES, words_with_classes};

/// The classes of a word, by language.
pub(super) type Classes = [u64; LANGUAGES.len()];

/// A map from words: keys are from our own tables, so that nobody can choose them to collide.
pub(super) type WordMap<T> = HashMap<&'static str, T, BuildHasherDefault<Fnv>>;

/// Every word of every language.
pub(super) struct Vocabulary {
    whole: WordMap<Classes>,
    /// The stems, which any ending can follow, in order.
    stems: Vec<(&'static str, Classes)>,
    /// Where the stems lie that begin with two given letters.
    starts: HashMap<[u8; 2], Range<usize>, BuildHasherDefault<Fnv>>,
}

impl Vocabulary {
    pub(super) fn new() -> Vocabulary {
        let (mut whole, mut stems) = (WordMap::default(), Vec::new());
        whole.reserve(2_000);
        for (at, class, word) in words_with_classes() {
            if let Some(stem) = word.strip_suffix('*') {
                let mut classes = Classes::default();
                classes[at] = class.bit();
                stems.push((stem, classes));
            } else {
                whole.entry(word).or_insert(Classes::default())[at] |= class.bit();
            }
        }
        stems.sort_unstable();
        let mut starts: HashMap<_, Range<usize>, _> = HashMap::default();
        for (at, (stem, _)) in stems.iter().enumerate() {
            if let Some(start) = pair(stem) {
                starts.entry(start).or_insert(at..at).end = at + 1;
            }
        }
        Vocabulary {
            whole,
            stems,
            starts,
        }
    }

    /// The classes of a word: its own, and those of the stems that it begins with.
    pub(super) fn classes(&self, word: &str) -> Classes {
        let mut classes = self.whole.get(word).copied().unwrap_or_default();
        let Some(near) = pair(word).and_then(|start| self.starts.get(&start)) else {
            return classes;
        };
        let near = self.stems[near.clone()].iter();
        for (_, more) in near.filter(|(stem, _)| word.starts_with(stem)) {
            for (all, own) in classes.iter_mut().zip(more) {
                *all |= own;
            }
        }
        classes
    }
}

/// The first two bytes of a word; every stem has as many.
fn pair(word: &str) -> Option<[u8; 2]> {
    word.as_bytes().first_chunk().copied()
}

/// The hash of Fowler, Noll and Vo, which is cheap for short words.
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Classes, Vocabulary};
    use crate::language::{Class, LANGUAGES};

    #[test]
    fn every_word_has_its_classes_and_every_stem_with_any_ending() {
        let vocabulary = Vocabulary::new();
        for (at, language) in LANGUAGES.iter().enumerate() {
            for (class, words) in language.words {
                for word in words.split_whitespace() {
                    let met = match word.strip_suffix('*') {
                        Some(stem) => format!("{stem}zzz"),
                        None => word.to_owned(),
                    };
                    let found = vocabulary.classes(&met)[at];
                    assert!(found & class.bit() != 0, "{class:?}: {word}");
                }
            }
        }
    }

    #[test]
    fn other_words_have_none() {
        let vocabulary = Vocabulary::new();
        for word in ["", "invoice", "ñandu", "zzz"] {
            assert_eq!(vocabulary.classes(word), Classes::default(), "{word}");
        }
        assert!(vocabulary.classes("run")[0] & Class::Run.bit() != 0);
    }
}
