//! English.

mod admissions;
mod remarks;
mod surroundings;
mod words;

use super::Language;

/// The tables of English.
pub(super) static LANGUAGE: Language = Language {
    words: words::WORDS,
    phrases: [
        admissions::ADMISSIONS,
        remarks::REMARKS,
        surroundings::SURROUNDINGS,
    ],
};
