//! Text as tokens: folded words, numbers, names and signs, each with the bytes it came from.
//!
//! Quotation marks and Markdown emphasis are transparent: they yield no token. Contractions are
//! taken apart (`didn't` is `did` and `not`), so that a table of phrases needs no entry for them.

mod fold;
mod split;

pub(crate) use fold::{fold, is_mark};
pub(crate) use split::{BARE_CONTRACTIONS, contraction, tokenize};

use std::borrow::Cow;
use std::ops::Range;

/// One token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    /// The bytes of the source that it came from.
    pub(crate) span: Range<usize>,
    /// What it is.
    pub(crate) kind: Kind<'t>,
    /// Whether it stands in a code span that is not the whole text.
    pub(crate) code: bool,
    /// Whether it stands in quotation marks.
    pub(crate) quoted: bool,
    /// Whether a hyphen joins it to the token before it.
    pub(crate) glued: bool,
}

/// The kinds of token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind<'t> {
    /// A word, folded: lower case, without accents.
    Word(Cow<'t, str>),
    /// A whole number without a unit, as far as it fits.
    Count(u64),
    /// A number with a unit, a fraction, a percentage or a version.
    Measure,
    /// A name of something: a path, an identifier, a flag, an address.
    Name,
    /// A sign of punctuation; a line break is `'\n'`, a dash of any length `'-'`.
    Sign(char),
}

impl Token<'_> {
    /// The folded word, or the empty text where this is no word.
    pub(crate) fn word(&self) -> &str {
        match &self.kind {
            Kind::Word(word) => word,
            _ => "",
        }
    }

    /// Whether it is the sign `c`.
    pub(crate) fn is(&self, c: char) -> bool {
        self.kind == Kind::Sign(c)
    }

    /// The count, where it is one.
    pub(crate) fn count(&self) -> Option<u64> {
        match self.kind {
            Kind::Count(n) => Some(n),
            _ => None,
        }
    }

    /// Whether it ends a clause for good.
    pub(crate) fn is_hard_break(&self) -> bool {
        matches!(self.kind, Kind::Sign(';' | '.' | '!' | '?' | '\n' | '|'))
    }

    /// Whether a phrase cannot go on beyond it.
    pub(crate) fn is_soft_break(&self) -> bool {
        self.is_hard_break()
            || matches!(
                self.kind,
                Kind::Sign(',' | ':' | '-' | '(' | ')' | '[' | ']')
            )
    }
}
