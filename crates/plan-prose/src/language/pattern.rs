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

/// How often a starred element may occur.
const MOST: usize = 6;

/// A compiled pattern.
pub(super) struct Pattern {
    elements: Vec<Element>,
    opening: Opening,
}

/// What a match can start with: the alternatives of the first element, and of those before which
/// every other may be left out.
#[derive(Default)]
struct Opening {
    classes: u64,
    words: Vec<&'static str>,
    zero: bool,
    positive: bool,
    /// Whether tokens of other kinds will do, or of any.
    any: bool,
}

impl Opening {
    fn of(elements: &[Element]) -> Opening {
        let optional = elements.iter().take_while(|element| element.least == 0);
        let first = elements.iter().take(optional.count() + 1);
        let mut opening = Opening::default();
        for element in first {
            opening.classes |= element.classes;
            opening.any |= element.refuses || element.may_end;
            for other in &element.others {
                match other {
                    Alternative::Word(word) => opening.words.push(word),
                    Alternative::Zero => opening.zero = true,
                    Alternative::Positive => opening.positive = true,
                    Alternative::Number => (opening.zero, opening.positive) = (true, true),
                    _ => opening.any = true,
                }
            }
        }
        opening
    }

    fn holds(&self, token: &Token<'_>, classes: u64) -> bool {
        self.any
            || self.classes & classes != 0
            || match &token.kind {
                Kind::Word(word) => self.words.iter().any(|known| known == word),
                Kind::Count(0) => self.zero,
                Kind::Count(_) => self.positive,
                _ => false,
            }
    }
}

struct Element {
    /// The classes among the alternatives, which one look tells.
    classes: u64,
    /// The other alternatives.
    others: Vec<Alternative>,
    least: usize,
    most: usize,
    refuses: bool,
    /// Whether the place before a token where a noun phrase ends will do too.
    may_end: bool,
}

/// What will do for an element.
pub(super) enum Alternative {
    Class(Class),
    /// The place where a noun phrase ends.
    End,
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
const NO_MODIFIER: u64 = Class::bits(&[
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
]);

impl Pattern {
    /// Compiles `text`. Whatever is no class is a literal word.
    pub(super) fn compile(text: &'static str) -> Pattern {
        let elements: Vec<Element> = split(text, b' ').map(Element::compile).collect();
        Pattern {
            opening: Opening::of(&elements),
            elements,
        }
    }

    /// Where a match that starts at token `at` ends, if there is one.
    pub(super) fn match_at(&self, reader: &mut Reader<'_>, at: usize) -> Option<usize> {
        let opens = |token| self.opening.holds(token, reader.classes(at));
        if !reader.token(at).is_some_and(opens) {
            return None;
        }
        match_elements(&self.elements, reader, at, None)
    }
}

/// The elements of the pattern written as `text` that must match, as they are written.
pub(super) fn needed(text: &'static str) -> impl Iterator<Item = &'static str> {
    split(text, b' ').filter(|element| !element.ends_with(['?', '*']) && refused(element).is_none())
}

/// The alternatives of an element, written without what stands before and behind them.
pub(super) fn alternatives(element: &'static str) -> impl Iterator<Item = Alternative> {
    split(element, b'/').map(Alternative::compile)
}

/// The parts of a text between signs of ASCII. The parts are short, for which a search pays worse.
fn split(text: &'static str, sign: u8) -> impl Iterator<Item = &'static str> {
    let mut left = Some(text);
    std::iter::from_fn(move || {
        let text = left?;
        let end = text.bytes().position(|byte| byte == sign);
        left = end.and_then(|end| text.get(end + 1..));
        Some(end.map_or(text, |end| &text[..end]))
    })
}

/// What an element refuses that demands that something does not follow.
fn refused(element: &str) -> Option<&str> {
    element.strip_prefix('!').filter(|rest| !rest.is_empty())
}

impl Element {
    fn compile(text: &'static str) -> Element {
        let (refuses, text) = match refused(text) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (text, least, most) = if let Some(base) = text.strip_suffix('*') {
            (base, 0, MOST)
        } else if let Some(base) = text.strip_suffix('?') {
            (base, 0, 1)
        } else {
            (text, 1, 1)
        };
        let mut element = Element {
            classes: 0,
            others: Vec::new(),
            least,
            most,
            refuses,
            may_end: false,
        };
        for alternative in alternatives(text) {
            match alternative {
                Alternative::Class(class) => element.classes |= class.bit(),
                Alternative::End => element.may_end = true,
                other => element.others.push(other),
            }
        }
        element
    }

    /// Whether the token at a place is one of the alternatives; `number` is the last one matched.
    fn holds(&self, reader: &Reader<'_>, at: usize, number: Option<u64>) -> bool {
        self.classes & reader.classes(at) != 0
            || self
                .others
                .iter()
                .any(|other| other.holds(reader, at, number))
    }
}

impl Alternative {
    fn compile(text: &'static str) -> Alternative {
        if let Some(class) = Class::named(text) {
            return Alternative::Class(class);
        }
        match text {
            "END" => Alternative::End,
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
                match (chars.next(), chars.next()) {
                    (Some(c), None) if !c.is_alphanumeric() => Alternative::Sign(c),
                    _ => Alternative::Word(text),
                }
            }
        }
    }

    fn holds(&self, reader: &Reader<'_>, at: usize, number: Option<u64>) -> bool {
        let Some(token) = reader.token(at) else {
            return false;
        };
        match self {
            // Those two are the element's own to tell.
            Alternative::Class(_) | Alternative::End => false,
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

fn is_modifier(token: &Token<'_>, classes: u64) -> bool {
    // *tests* is a verb of showing, and here a noun.
    let names_check = classes & Class::Test.bit() != 0;
    let barred = if names_check {
        NO_MODIFIER & !Class::Report.bit()
    } else {
        NO_MODIFIER
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
    if element.refuses {
        return if element.holds(reader, at, number) {
            None
        } else {
            match_elements(rest, reader, at, number)
        };
    }
    let mut taken = 0;
    while taken < element.most && element.holds(reader, at + taken, number) {
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
