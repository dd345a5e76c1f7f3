//! The things that phrases can ask for, by number, and a set of them.

use super::LANGUAGES;
use super::vocabulary::Classes;

/// The number of something that a phrase can ask for and a text can have.
///
/// The signs of ASCII have the numbers of their codes, and a count of nothing that of its digit. Each
/// class of each language has one, and each literal word and ending.
pub(super) type Thing = u16;

/// A count of nothing.
pub(super) const ZERO: Thing = b'0' as Thing;

/// The number of nothing that is asked for: no phrase asks for the sign of that code.
pub(super) const NO_THING: Thing = 0;

/// As many things as a text is told to have or not to have.
pub(super) const THINGS: usize = 64 * ROWS;

/// They are kept as bits, in rows: two of signs, one of the classes of each language, the rest of words
/// and endings.
const ROWS: usize = 32;
const SIGNS: usize = 2;

/// The number of the first literal word or ending.
pub(super) const FIRST_WORD: usize = 64 * (SIGNS + LANGUAGES.len());

/// The number of a sign. Those of other alphabets have none: any text may have them.
pub(super) fn sign(c: char) -> Option<Thing> {
    u8::try_from(c).ok().filter(u8::is_ascii).map(Thing::from)
}

/// The numbers of classes of a language.
pub(super) fn class_things(language: usize, classes: u64) -> impl Iterator<Item = Thing> {
    row(SIGNS + language, classes)
}

/// The numbers of what is set in a row.
fn row(at: usize, mut bits: u64) -> impl Iterator<Item = Thing> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then_some(64 * at + bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place.and_then(|place| Thing::try_from(place).ok())
    })
}

/// What stands in a text, or may stand in one.
#[derive(Default)]
pub(super) struct Present {
    rows: [u64; ROWS],
}

impl Present {
    /// Notes that something stands there.
    pub(super) fn note(&mut self, thing: Thing) {
        self.rows[usize::from(thing / 64)] |= 1 << (thing % 64);
    }

    pub(super) fn note_if(&mut self, stands: bool, thing: Thing) {
        self.rows[usize::from(thing / 64)] |= u64::from(stands) << (thing % 64);
    }

    pub(super) fn note_classes(&mut self, classes: &Classes) {
        for (all, own) in self.rows[SIGNS..].iter_mut().zip(classes) {
            *all |= own;
        }
    }

    /// Takes any sign for present.
    pub(super) fn note_signs(&mut self) {
        let zero = self.has(ZERO);
        self.rows[..SIGNS].fill(u64::MAX);
        self.rows[usize::from(ZERO / 64)] ^= u64::from(!zero) << (ZERO % 64);
    }

    /// Whether something stands there.
    pub(super) fn has(&self, thing: Thing) -> bool {
        self.rows[usize::from(thing / 64)] & 1 << (thing % 64) != 0
    }

    /// The classes of a language that stand there.
    pub(super) fn classes(&self, language: usize) -> u64 {
        self.rows[SIGNS + language]
    }

    /// What stands there of some things.
    pub(super) fn things_among(&self, some: &Self) -> impl Iterator<Item = Thing> {
        let rows = self.rows.iter().zip(&some.rows).enumerate();
        let rows = rows.map(|(at, (present, some))| (at, present & some));
        let rows = rows.filter(|(_, bits)| *bits != 0);
        rows.flat_map(|(at, bits)| row(at, bits))
    }
}
