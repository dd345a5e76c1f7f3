//! English.

mod phrases;
mod words;

use super::Language;

/// The tables of English.
pub(super) static LANGUAGE: Language = Language {
    words: words::WORDS,
    phrases: phrases::PHRASES,
};
