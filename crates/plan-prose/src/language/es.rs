//! Spanish, as it is written with or without accents.

mod phrases;
mod words;

use super::Language;

/// The tables of Spanish.
pub(super) static LANGUAGE: Language = Language {
    words: words::WORDS,
    phrases: phrases::PHRASES,
};
