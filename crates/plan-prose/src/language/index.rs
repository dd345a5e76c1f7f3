//! Which phrases to try at a token: those that can start with it.

use super::Role;
use super::pattern::{Opening, Pattern};
use super::vocabulary::WordMap;
use crate::token::Token;

/// Phrases, and which of them can start with what, by their place in the list.
#[derive(Default)]
pub(super) struct Index {
    pub(super) phrases: Vec<(Role, Pattern)>,
    /// The classes that open a phrase.
    classes: u64,
    by_class: Vec<(u64, Vec<usize>)>,
    by_word: WordMap<Vec<usize>>,
    by_zero: Vec<usize>,
    by_positive: Vec<usize>,
    others: Vec<usize>,
}

impl Index {
    pub(super) fn new(phrases: impl Iterator<Item = (Role, Pattern)>) -> Index {
        let mut index = Index {
            phrases: phrases.collect(),
            ..Index::default()
        };
        for at in 0..index.phrases.len() {
            for opening in index.phrases[at].1.openings() {
                index.add(&opening, at);
            }
        }
        index
    }

    fn add(&mut self, opening: &Opening, at: usize) {
        match opening {
            Opening::Class(bit) => {
                self.classes |= bit;
                match self.by_class.iter_mut().find(|(known, _)| known == bit) {
                    Some((_, phrases)) => phrases.push(at),
                    None => self.by_class.push((*bit, vec![at])),
                }
            }
            Opening::Word(word) => self.by_word.entry(word).or_default().push(at),
            Opening::Zero => self.by_zero.push(at),
            Opening::Positive => self.by_positive.push(at),
            Opening::Any => self.others.push(at),
        }
    }

    /// Puts the phrases that may start at a token into `found`, each once, in their order.
    pub(super) fn candidates(&self, token: &Token, classes: u64, found: &mut Vec<usize>) {
        found.clear();
        found.extend(&self.others);
        match token.count() {
            Some(0) => found.extend(&self.by_zero),
            Some(_) => found.extend(&self.by_positive),
            None => {}
        }
        if let Some(phrases) = self.by_word.get(token.word()) {
            found.extend(phrases);
        }
        if classes & self.classes != 0 {
            let of_class = self.by_class.iter().filter(|(bit, _)| classes & bit != 0);
            found.extend(of_class.flat_map(|(_, phrases)| phrases));
        }
        found.sort_unstable();
        found.dedup();
    }
}
