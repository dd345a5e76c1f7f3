//! Patterns over tokens, written as text.
//!
//! A pattern is a sequence of elements separated by blanks. An element is one or more alternatives
//! joined by `/`; an alternative is
//!
//! - a class in capitals (`RUN`), or one of the built-in ones: `ZERO` (the number 0), `POS` (a
//!   greater one), `NUM` (either), `SAME` (the number matched before, again), `MEASURE`, `NAME`,
//!   `ANY` (a word, number or name), `MOD` (a word that can modify a noun: of no class that ends or
//!   negates);
//! - a word, folded, or its ending after a `+` (`+ed`);
//! - a sign of punctuation, `/` being written `slash`.
//!
//! `?` after an element makes it optional, `*` lets it occur up to six times. `END` takes no
//! token: it is a place where a noun phrase ends; a `!` before an element demands that what follows
//! does not match it. Since repetition is bounded, so is the work at each token.

use super::class::Class;
use super::scan::Reader;
use crate::token::{Kind, Token};

/// What a match can start with: what phrases are indexed by.
pub(super) enum Opening {
    /// A word of the class with this bit.
    Class(u64),
    /// This word.
    Word(&'static str),
    /// The count of nothing.
    Zero,
    /// A greater count.
    Positive,
    /// A token of any kind.
    Any,
}

/// How often a starred element may occur.
const MOST: usize = 6;

/// A compiled pattern.
pub(super) struct Pattern(Vec<Element>);

struct Element {
    alternatives: Vec<Alternative>,
    least: usize,
    most: usize,
    refuses: bool,
    /// Whether the place before a token where a noun phrase ends will do too.
    may_end: bool,
}

enum Alternative {
    Class(u64),
    Word(&'static str),
    Ending(&'static str),
    Sign(char),
    Zero,
    Positive,
    Number,
    Same,
    Measure,
    Name,
    Any,
    Modifier,
}

/// The classes of which a modifier of a noun is none.
const NO_MODIFIER: [Class; 16] = [
    Class::Neg,
    Class::Nil,
    Class::Fault,
    Class::Prep,
    Class::Join,
    Class::Contrast,
    Class::If,
    Class::Det,
    Class::Modal,
    Class::Present,
    Class::Suppose,
    Class::Pass,
    Class::Ok,
    Class::Report,
    Class::Pronoun,
    Class::Agent,
];

impl Pattern {
    /// Compiles `text`. Whatever is no class is a literal word.
    pub(super) fn compile(text: &'static str) -> Pattern {
        Pattern(text.split(' ').map(Element::compile).collect())
    }

    /// What a match can start with.
    pub(super) fn openings(&self) -> Vec<Opening> {
        let leading = self
            .0
            .iter()
            .take_while(|element| element.least == 0)
            .count();
        let first = self
            .0
            .iter()
            .take(leading + 1)
            .flat_map(|element| &element.alternatives);
        first.flat_map(Alternative::openings).collect()
    }

    /// Where a match that starts at token `at` ends, if there is one.
    pub(super) fn match_at(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        match_elements(&self.0, reader, at, None)
    }
}

/// What a text must hold somewhere for a match of the pattern written as `text`.
pub(super) fn needs(text: &'static str) -> impl Iterator<Item = Need> {
    let needed = text
        .split(' ')
        .filter(|element| !element.ends_with(['?', '*']));
    needed.filter_map(|element| Element::compile(element).need())
}

/// What an element asks for that must match: a word of one of the classes, one of the words, a word
/// with one of the endings, or a zero.
pub(super) struct Need {
    pub(super) classes: u64,
    pub(super) words: Vec<&'static str>,
    pub(super) endings: Vec<&'static str>,
    pub(super) zero: bool,
}

impl Element {
    /// What the element needs; `None` where it may be left out, or where signs, names or numbers
    /// will do.
    fn need(&self) -> Option<Need> {
        if self.least == 0 || self.refuses || self.may_end {
            return None;
        }
        let mut need = Need {
            classes: 0,
            words: Vec::new(),
            endings: Vec::new(),
            zero: false,
        };
        for alternative in &self.alternatives {
            match alternative {
                Alternative::Class(bit) => need.classes |= bit,
                Alternative::Word(word) => need.words.push(word),
                Alternative::Ending(ending) => need.endings.push(ending),
                Alternative::Zero => need.zero = true,
                _ => return None,
            }
        }
        Some(need)
    }

    fn compile(text: &'static str) -> Element {
        let (refuses, text) = match text.strip_prefix('!') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, text),
        };
        let (text, least, most) = if let Some(base) = text.strip_suffix('*') {
            (base, 0, MOST)
        } else if let Some(base) = text.strip_suffix('?') {
            (base, 0, 1)
        } else {
            (text, 1, 1)
        };
        let mut element = Element {
            alternatives: Vec::new(),
            least,
            most,
            refuses,
            may_end: false,
        };
        for part in text.split('/') {
            if part == "END" {
                element.may_end = true;
            } else {
                element.alternatives.push(Alternative::compile(part));
            }
        }
        element
    }
}

impl Alternative {
    fn compile(text: &'static str) -> Alternative {
        match text {
            "ZERO" => Alternative::Zero,
            "POS" => Alternative::Positive,
            "NUM" => Alternative::Number,
            "SAME" => Alternative::Same,
            "MEASURE" => Alternative::Measure,
            "NAME" => Alternative::Name,
            "ANY" => Alternative::Any,
            "MOD" => Alternative::Modifier,
            "slash" => Alternative::Sign('/'),
            _ => {
                if let Some(ending) = text.strip_prefix('+') {
                    return Alternative::Ending(ending);
                }
                let mut chars = text.chars();
                match (Class::named(text), chars.next(), chars.next()) {
                    (Some(class), ..) => Alternative::Class(class.bit()),
                    (None, Some(c), None) if !c.is_alphanumeric() => Alternative::Sign(c),
                    _ => Alternative::Word(text),
                }
            }
        }
    }

    fn openings(&self) -> impl Iterator<Item = Opening> + use<> {
        let (first, second) = match self {
            Alternative::Class(bit) => (Opening::Class(*bit), None),
            Alternative::Word(word) => (Opening::Word(word), None),
            Alternative::Zero => (Opening::Zero, None),
            Alternative::Positive => (Opening::Positive, None),
            Alternative::Number => (Opening::Zero, Some(Opening::Positive)),
            _ => (Opening::Any, None),
        };
        std::iter::once(first).chain(second)
    }

    fn holds(&self, reader: &Reader<'_>, at: usize, number: Option<u64>) -> bool {
        let Some(token) = reader.token(at) else {
            return false;
        };
        match self {
            Alternative::Class(bit) => reader.classes(at) & bit != 0,
            Alternative::Word(word) => token.word() == *word,
            Alternative::Ending(ending) => {
                token.word().len() > ending.len() + 1 && token.word().ends_with(ending)
            }
            Alternative::Sign(c) => token.is(*c),
            Alternative::Zero => token.count() == Some(0),
            Alternative::Positive => token.count().is_some_and(|n| n > 0),
            Alternative::Number => token.count().is_some(),
            Alternative::Same => token.count().is_some() && token.count() == number,
            Alternative::Measure => token.kind == Kind::Measure,
            Alternative::Name => token.kind == Kind::Name,
            Alternative::Any => !matches!(token.kind, Kind::Sign(_)),
            Alternative::Modifier => is_modifier(token, reader.classes(at)),
        }
    }
}

fn is_modifier(token: &Token, classes: u64) -> bool {
    let barred = NO_MODIFIER.iter().fold(0, |bits, class| bits | class.bit());
    // *tests* is a verb of showing, and here a noun.
    let names_check = classes & Class::Test.bit() != 0;
    let barred = if names_check {
        barred & !Class::Report.bit()
    } else {
        barred
    };
    match token.kind {
        Kind::Word(_) => classes & barred == 0,
        Kind::Name => true,
        _ => false,
    }
}

fn match_elements(
    elements: &[Element],
    reader: &mut Reader<'_>,
    at: usize,
    number: Option<u64>,
) -> Option<usize> {
    let Some((element, rest)) = elements.split_first() else {
        return Some(at);
    };
    reader.steps += 1;
    let holds = |reader: &Reader<'_>, at: usize| {
        element
            .alternatives
            .iter()
            .any(|a| a.holds(reader, at, number))
    };
    if element.refuses {
        return if holds(reader, at) {
            None
        } else {
            match_elements(rest, reader, at, number)
        };
    }
    let mut taken = 0;
    while taken < element.most && holds(reader, at + taken) {
        taken += 1;
        reader.steps += 1;
    }
    // The longest run first, then shorter ones.
    loop {
        if taken >= element.least {
            let last = taken
                .checked_sub(1)
                .and_then(|back| reader.token(at + back));
            let seen = last.and_then(Token::count).or(number);
            if let Some(end) = match_elements(rest, reader, at + taken, seen) {
                return Some(end);
            }
        }
        let Some(fewer) = taken.checked_sub(1) else {
            break;
        };
        taken = fewer;
    }
    let is_place = element.may_end && is_end(reader, at);
    if is_place {
        match_elements(rest, reader, at, number)
    } else {
        None
    }
}

/// Whether a noun phrase ends before the token at `at`.
fn is_end(reader: &Reader<'_>, at: usize) -> bool {
    let opens_other = Class::Prep.bit() | Class::Join.bit();
    reader.token(at).is_none_or(Token::is_soft_break) || reader.classes(at) & opens_other != 0
}
