//! Where a credential may open: one pass over a text for all the literals at once.
//!
//! Each literal is known by its first bytes, five bits of each, which letter case is no part of. Every
//! second place of a text is looked at: at one of two neighbours, a literal shows its first three bytes
//! or the three behind its first. Four such places, which a block of eight bytes has, are looked at
//! together. Few show one; what stands there is then judged by shape.

use super::prefixed::{OBJECT, PREFIXES};
use super::{context, named};

/// The next place from `from` on where a literal may stand. Every one where one does is found, and a
/// few others are.
pub(super) fn next(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.get(from..)?.as_chunks();
    let (mut before, mut at) = (0, from);
    for block in blocks {
        let block = u64::from_le_bytes(*block);
        let shown = shown(before, block);
        if shown != NOTHING
            && let Some(place) = opening(bytes, from, at, shown)
        {
            return Some(place);
        }
        before = block >> 48;
        at += BLOCK;
    }
    let mut last = [0; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    opening(bytes, from, at, shown(before, u64::from_le_bytes(last)))
}

/// How many bytes are looked at together.
const BLOCK: usize = 8;

/// What a block shows of literals at each of its places, the first of which is two bytes before it;
/// `before` are those bytes.
fn shown(before: u64, block: u64) -> [u8; PLACES] {
    [before | block << 16, block, block >> 16, block >> 32].map(|bytes| SHOWN[key(bytes)])
}

const PLACES: usize = 4;
const NOTHING: [u8; PLACES] = [0; PLACES];

/// The first place from `from` on where a literal may stand by what the block at `block` shows.
fn opening(bytes: &[u8], from: usize, block: usize, shown: [u8; PLACES]) -> Option<usize> {
    let shows = |(_, what): &(usize, u8)| *what != 0;
    for (place, what) in shown.into_iter().enumerate().filter(shows) {
        for (part, ahead) in [(BEHIND, 3), (START, 2)] {
            if what & part != 0
                && let Some(at) = (block + 2 * place).checked_sub(ahead)
                && at >= from
                && starts(bytes, at)
            {
                return Some(at);
            }
        }
    }
    None
}

/// Whether the three bytes at a place may be the first of a literal.
fn starts(bytes: &[u8], at: usize) -> bool {
    let three = bytes.get(at..at + 3);
    three.is_some_and(|three| SHOWN[key_of(three[0], three[1], three[2])] & START != 0)
}

/// The first three bytes of a literal.
const START: u8 = 1;
/// The three behind its first.
const BEHIND: u8 = 2;

/// What three bytes may be of a literal, by their key. Others may have the same key.
static SHOWN: [u8; KEYS] = {
    let mut shown = [0; KEYS];
    mark(&mut shown, &PREFIXES);
    mark(&mut shown, &context::LITERALS);
    mark(&mut shown, &named::LITERALS);
    mark(&mut shown, &[OBJECT]);
    shown
};

const fn mark(shown: &mut [u8; KEYS], literals: &[&str]) {
    let mut at = 0;
    while at < literals.len() {
        let bytes = literals[at].as_bytes();
        shown[key_of(bytes[0], bytes[1], bytes[2])] |= START;
        // Anything may stand behind the shortest.
        let mut any = 0;
        while any < 32 {
            let fourth = if bytes.len() > 3 { bytes[3] } else { any };
            shown[key_of(bytes[1], bytes[2], fourth)] |= BEHIND;
            any += 1;
        }
        at += 1;
    }
}

const KEYS: usize = 1 << KEY_BITS;
const KEY_BITS: u32 = 14;

/// The key of the first three of some bytes: fifteen bits, thrown together.
const fn key(bytes: u64) -> usize {
    const FIVE_OF_EACH: u32 = 0x1f_1f1f;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the first three bytes are left"
    )]
    let bytes = bytes as u32 & FIVE_OF_EACH;
    (bytes.wrapping_mul(0x9e37_79b1) >> (u32::BITS - KEY_BITS)) as usize
}

const fn key_of(first: u8, second: u8, third: u8) -> usize {
    key(u64::from_le_bytes([first, second, third, 0, 0, 0, 0, 0]))
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
                let blanks = (0..2 * super::BLOCK).map(|count| " ".repeat(count));
                for before in blanks.chain(["x", "ab", "é", "x \n"].map(str::to_owned)) {
                    for behind in ["", " y", " and what follows it"] {
                        let found = places(&format!("{before}{text}{behind}"));
                        assert!(found.contains(&before.len()), "{before}{text}{behind}");
                    }
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
