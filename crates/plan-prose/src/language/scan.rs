//! One pass over a text in every language: tokens, their classes, and the phrases found.

use std::sync::LazyLock;

use super::class::Class;
use super::phrases::{Phrase, Phrases};
use super::vocabulary::Vocabulary;
use super::{LANGUAGES, Role};
use crate::token::{Token, tokenize};

/// A phrase found in a text: the tokens `start..end`, and what it does there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) role: Role,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A text read: its tokens, the union of their classes over the languages, and its marks by start.
pub(crate) struct Scan<'t> {
    pub(crate) tokens: Vec<Token<'t>>,
    /// The classes of each token, by language.
    of_languages: [Vec<u64>; LANGUAGES.len()],
    /// And in any of them.
    classes: Vec<u64>,
    pub(crate) marks: Vec<Mark>,
    /// Elements tried: the measure of the work done.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test holds it to a bound"))]
    pub(crate) steps: usize,
}

impl<'t> Scan<'t> {
    /// The tokens of a text, and where some phrases stand in it.
    pub(super) fn new(text: &'t str, phrases: &[&Phrase]) -> Self {
        let tokens = tokenize(text);
        let mut of_languages = [const { Vec::new() }; LANGUAGES.len()];
        for known in tokens.iter().map(|token| WORDS.classes(token.word())) {
            for (all, bits) in of_languages.iter_mut().zip(known) {
                all.push(bits);
            }
        }
        let mut classes = vec![0; tokens.len()];
        for own in &mut of_languages {
            settle_hyphens(&tokens, own);
            for (all, own) in classes.iter_mut().zip(own) {
                *all |= *own;
            }
        }
        let mut scan = Self {
            tokens,
            of_languages,
            classes,
            marks: Vec::new(),
            steps: 0,
        };
        scan.look_for(phrases);
        scan
    }

    /// Marks where some phrases stand.
    fn look_for(&mut self, phrases: &[&Phrase]) {
        for phrase in phrases {
            let mut reader = Reader {
                tokens: &self.tokens,
                classes: &self.of_languages[phrase.language],
                steps: 0,
            };
            let pattern = phrase.pattern();
            for start in 0..self.tokens.len() {
                if let Some(end) = pattern.match_at(&mut reader, start) {
                    self.marks.push(Mark {
                        role: phrase.role,
                        start,
                        end,
                    });
                }
            }
            self.steps += reader.steps;
        }
    }

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
    tokens: &'s [Token<'s>],
    classes: &'s [u64],
    pub(super) steps: usize,
}

impl Reader<'_> {
    pub(super) fn token(&self, at: usize) -> Option<&Token<'_>> {
        self.tokens.get(at)
    }

    pub(super) fn classes(&self, at: usize) -> u64 {
        self.classes.get(at).copied().unwrap_or(0)
    }
}

/// What a text is read for: which phrases are looked for in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// What it says of a check that ran or did not.
    Evidence,
    /// Whether it names a human approval.
    Approval,
}

static WORDS: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::new);
pub(super) static ADMISSIONS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(Role::admits));
pub(super) static APPROVALS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(|role| role == Role::Approval));
/// What admissions are judged by.
pub(super) static SURROUNDINGS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(|role| !role.admits() && role != Role::Approval));

impl Purpose {
    /// The phrases without which nothing is to be judged.
    fn decisive(self) -> &'static Phrases {
        match self {
            Purpose::Evidence => &ADMISSIONS,
            Purpose::Approval => &APPROVALS,
        }
    }

    /// The phrases that those are judged by.
    fn others(self) -> Option<&'static Phrases> {
        (self == Purpose::Evidence).then(|| &*SURROUNDINGS)
    }
}

/// Reads `text` in every language. `None` where no phrase that decides stands in it.
pub(crate) fn scan(text: &str, purpose: Purpose) -> Option<Scan<'_>> {
    let decisive = purpose.decisive().standing(text);
    if decisive.is_empty() {
        return None;
    }
    let mut scan = Scan::new(text, &decisive);
    if scan.marks.is_empty() {
        return None;
    }
    if let Some(others) = purpose.others() {
        scan.look_for(&others.standing(text));
    }
    scan.marks
        .sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    Some(scan)
}

/// What a hyphen joins is one name: `run-time` and `dry-run` are no verbs, the `no` of `no-op` and
/// the `zero` of `zero-copy` count nothing. Only a negated verb (`not-run`) and a repeated one
/// (`re-run`) are read as if the hyphen were a blank.
fn settle_hyphens(tokens: &[Token<'_>], classes: &mut [u64]) {
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
    for at in (1..tokens.len()).filter(|&at| tokens[at].glued) {
        let is_verb = classes[at] & verbs != 0;
        let before = tokens[at - 1].word();
        let is_negated = classes[at - 1] & negators != 0 || before == "sin";
        let is_counted = classes[at - 1] & bits(&[Class::Tests]) != 0;
        let is_asked = matches!(before, "re" | "did" | "was" | "were" | "has" | "se" | "fue");
        if !(is_verb && (is_negated || is_counted || is_asked)) {
            classes[at] &= !verbs;
            classes[at - 1] &= !(verbs | negators);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ADMISSIONS, SURROUNDINGS, Scan};

    fn scan(text: &str) -> Scan<'_> {
        let mut scan = Scan::new(text, &ADMISSIONS.standing(text));
        scan.look_for(&SURROUNDINGS.standing(text));
        scan
    }

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
        let text = unit.repeat(1_000_000 / unit.len());
        let scan = scan(&text);
        assert!(scan.steps <= MOST_A_TOKEN * scan.tokens.len());
    }
}
