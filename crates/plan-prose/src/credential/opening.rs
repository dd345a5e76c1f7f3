//! Where a credential may open: one pass over a text for all the literals at once.
//!
//! Each literal is known by its first three bytes, five bits of each, which letter case is no part
//! of. Few other places in a text have the bits of one; what stands there is then judged by shape.

use super::prefixed::{OBJECT, PREFIXES};
use super::{context, named};

/// The next place from `from` on where a literal may stand. Every one where one does is found, and a
/// few others are.
pub(super) fn next(text: &str, from: usize) -> Option<usize> {
    let mut key = 0;
    for (at, byte) in text.as_bytes().get(from..)?.iter().enumerate() {
        key = push(key, *byte);
        if OPENS[key] && at >= 2 {
            return Some(from + at - 2);
        }
    }
    None
}

const KEYS: usize = 1 << 15;

/// Whether a literal begins with three bytes of this key.
static OPENS: [bool; KEYS] = {
    let mut opens = [false; KEYS];
    mark(&mut opens, &PREFIXES);
    mark(&mut opens, &context::LITERALS);
    mark(&mut opens, &named::LITERALS);
    mark(&mut opens, &[OBJECT]);
    opens
};

const fn mark(opens: &mut [bool; KEYS], literals: &[&str]) {
    let mut at = 0;
    while at < literals.len() {
        let bytes = literals[at].as_bytes();
        opens[push(push(push(0, bytes[0]), bytes[1]), bytes[2])] = true;
        at += 1;
    }
}

/// The key of the last three bytes, one further on.
const fn push(key: usize, byte: u8) -> usize {
    (key << 5 | (byte & 31) as usize) % KEYS
}

#[cfg(test)]
mod tests {
    use super::{PREFIXES, context, named};

    fn places(text: &str) -> Vec<usize> {
        let next = |from: &usize| super::next(text, from + 1);
        std::iter::successors(super::next(text, 0), next).collect()
    }

    #[test]
    fn every_literal_is_met_wherever_it_stands_in_any_letter_case() {
        let literals = context::LITERALS.iter().chain(&named::LITERALS);
        for literal in PREFIXES.iter().chain(literals) {
            for text in [literal.to_string(), literal.to_uppercase()] {
                for before in ["", "x", "ab", "é", "x \n"] {
                    let found = places(&format!("{before}{text} y"));
                    assert!(found.contains(&before.len()), "{before}{text}");
                }
            }
        }
    }

    #[test]
    fn prose_has_few_places() {
        let text = "the export writes one row an invoice and keeps amounts as whole cents until \
                    the border where they become text so that no rounding can creep in between";
        assert!(places(text).len() < text.len() / 20);
    }
}
