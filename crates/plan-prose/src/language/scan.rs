//! One pass over a text in every language: tokens, their classes, and the phrases found.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::class::Class;
use super::index::Index;
use super::pattern::Pattern;
use super::{LANGUAGES, Language, Role};
use crate::token::{Token, tokenize};

/// A phrase found in a text: the tokens `start..end`, and what it does there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) role: Role,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A text read: its tokens, the union of their classes over the languages, and its marks by start.
pub(crate) struct Scan {
    pub(crate) tokens: Vec<Token>,
    classes: Vec<u64>,
    pub(crate) marks: Vec<Mark>,
    /// Elements tried: the measure of the work done.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test holds it to a bound"))]
    pub(crate) steps: usize,
}

impl Scan {
    /// Whether the token at `at` is of one of `classes` in some language.
    pub(crate) fn is(&self, at: usize, class: Class) -> bool {
        self.classes
            .get(at)
            .is_some_and(|bits| bits & class.bit() != 0)
    }

    /// The marks of a role that start in `range` of the tokens.
    pub(crate) fn marks_in(
        &self,
        role: Role,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = &Mark> {
        let first = self.marks.partition_point(|mark| mark.start < range.start);
        self.marks
            .iter()
            .skip(first)
            .take_while(move |mark| mark.start < range.end)
            .filter(move |mark| mark.role == role)
    }
}

/// What a pattern sees: the tokens, and their classes in the pattern's language.
pub(super) struct Reader<'s> {
    tokens: &'s [Token],
    classes: &'s [u64],
    pub(super) steps: usize,
}

impl Reader<'_> {
    pub(super) fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    pub(super) fn classes(&self, at: usize) -> u64 {
        self.classes.get(at).copied().unwrap_or(0)
    }
}

/// A language made ready for use.
struct Compiled {
    whole: HashMap<&'static str, u64>,
    stems: HashMap<&'static str, u64>,
    phrases: Vec<(Role, Pattern)>,
    index: Index,
}

static COMPILED: LazyLock<Vec<Compiled>> = LazyLock::new(|| {
    LANGUAGES
        .iter()
        .map(|language| Compiled::new(language))
        .collect()
});

impl Compiled {
    fn new(language: &Language) -> Compiled {
        let (mut whole, mut stems) = (HashMap::new(), HashMap::new());
        for (class, words) in language.words {
            for word in words.split_whitespace() {
                let (table, word) = match word.strip_suffix('*') {
                    Some(stem) => (&mut stems, stem),
                    None => (&mut whole, word),
                };
                *table.entry(word).or_insert(0) |= class.bit();
            }
        }
        let phrases = language.phrases.iter().flat_map(|(role, patterns)| {
            patterns
                .iter()
                .map(|pattern| (*role, Pattern::compile(pattern)))
        });
        let phrases: Vec<(Role, Pattern)> = phrases.collect();
        let index = Index::new(&phrases);
        Compiled {
            whole,
            stems,
            phrases,
            index,
        }
    }

    fn classes(&self, word: &str) -> u64 {
        let whole = self.whole.get(word).copied().unwrap_or(0);
        let stems = word.char_indices().skip(3).take(12).map(|(at, _)| at);
        stems
            .chain(std::iter::once(word.len()).filter(|&n| n <= 16))
            .filter_map(|at| self.stems.get(word.get(..at)?))
            .fold(whole, |bits, stem| bits | stem)
    }
}

/// Reads `text` in every language.
pub(crate) fn scan(text: &str) -> Scan {
    let tokens = tokenize(text);
    let mut union = vec![0; tokens.len()];
    let mut marks = Vec::new();
    let mut steps = 0;
    for language in COMPILED.iter() {
        let classes = classify(language, &tokens);
        for (all, own) in union.iter_mut().zip(&classes) {
            *all |= own;
        }
        let mut reader = Reader {
            tokens: &tokens,
            classes: &classes,
            steps: 0,
        };
        let mut candidates = Vec::new();
        for (start, token) in tokens.iter().enumerate() {
            language
                .index
                .candidates(token, reader.classes(start), &mut candidates);
            for (role, pattern) in candidates.iter().filter_map(|&at| language.phrases.get(at)) {
                if let Some(end) = pattern.match_at(&mut reader, start) {
                    marks.push(Mark {
                        role: *role,
                        start,
                        end,
                    });
                }
            }
        }
        steps += reader.steps;
    }
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    Scan {
        tokens,
        classes: union,
        marks,
        steps,
    }
}

/// The classes of each token. What a hyphen joins is one name: `run-time` and `dry-run` are no
/// verbs, the `no` of `no-op` and the `zero` of `zero-copy` count nothing. Only a negated verb
/// (`not-run`) is read as if the hyphen were a blank.
fn classify(language: &Compiled, tokens: &[Token]) -> Vec<u64> {
    let bits = |classes: &[Class]| classes.iter().fold(0, |bits, class| bits | class.bit());
    let verbs = bits(&[
        Class::Run,
        Class::Running,
        Class::Weak,
        Class::Gap,
        Class::Pass,
        Class::Ok,
    ]);
    let negators = bits(&[Class::Neg, Class::Nil]);
    let mut classes: Vec<u64> = tokens
        .iter()
        .map(|token| language.classes(token.word()))
        .collect();
    for at in (1..tokens.len()).filter(|&at| tokens[at].glued) {
        let is_negated = classes[at - 1] & negators != 0 && classes[at] & verbs != 0;
        if !is_negated {
            classes[at] &= !verbs;
            classes[at - 1] &= !(verbs | negators);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::scan;

    /// The most elements that may be tried at a token, whatever stands around it: the number of
    /// phrases with room for the longest matches. A matcher that scans again would exceed it.
    const MOST_A_TOKEN: usize = 2_000;

    #[test]
    fn the_work_is_linear_in_the_length() {
        for unit in [
            "not ",
            "no ",
            "never be ",
            "0 tests ",
            "would need ",
            "without a ",
            "se ",
            "12 passed ",
            "the suite ",
            "neither nor ",
            "a/",
            "` ",
            "not yet been able to ",
        ] {
            let work = |times: usize| {
                let text = unit.repeat(times);
                let scan = scan(&text);
                (scan.steps, scan.tokens.len(), scan.marks.len())
            };
            let (steps, tokens, marks) = work(400);
            let (more_steps, ..) = work(800);
            assert!(
                steps <= MOST_A_TOKEN * tokens.max(1),
                "{unit:?}: {steps} for {tokens}"
            );
            assert!(
                more_steps <= 2 * steps + MOST_A_TOKEN,
                "{unit:?}: {steps} then {more_steps}"
            );
            assert!(marks <= 60 * tokens, "{unit:?}: {marks} marks for {tokens}");
        }
    }

    #[test]
    fn a_megabyte_is_read_in_the_same_proportion() {
        let unit = "not passed ";
        let scan = scan(&unit.repeat(1_000_000 / unit.len()));
        assert!(scan.steps <= MOST_A_TOKEN * scan.tokens.len());
    }
}
