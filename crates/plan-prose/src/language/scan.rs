//! One pass over a text in every language: tokens, their classes, and the phrases found.

use std::sync::LazyLock;

use super::class::Class;
use super::index::Index;
use super::pattern::Pattern;
use super::vocabulary::Vocabulary;
use super::{LANGUAGES, Role, reach};
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

/// What a text is read for: which phrases are looked for in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// What it says of a check that ran or did not.
    Evidence,
    /// Whether it names a human approval.
    Approval,
}

static WORDS: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::new);
static OF_EVIDENCE: LazyLock<Phrases> = LazyLock::new(|| phrases(|role| role != Role::Approval));
static OF_ADMISSION: LazyLock<reach::Index> = LazyLock::new(|| reach::Index::new(Role::admits));
static OF_APPROVAL: LazyLock<Phrases> = LazyLock::new(|| phrases(|role| role == Role::Approval));
static OF_ASSENT: LazyLock<reach::Index> =
    LazyLock::new(|| reach::Index::new(|role| role == Role::Approval));

/// The phrases of each language that play a wanted role.
type Phrases = [Index; LANGUAGES.len()];

fn phrases(wanted: impl Fn(Role) -> bool) -> Phrases {
    LANGUAGES.map(|language| {
        let roles = language.phrases().filter(|(role, _)| wanted(*role));
        Index::new(roles.flat_map(|(role, patterns)| {
            let compiled = patterns.iter().map(|pattern| Pattern::compile(pattern));
            compiled.map(|pattern| (*role, pattern))
        }))
    })
}

impl Purpose {
    fn phrases(self) -> &'static Phrases {
        match self {
            Purpose::Evidence => &OF_EVIDENCE,
            Purpose::Approval => &OF_APPROVAL,
        }
    }
}

/// Whether a phrase that admits something may stand in `text`; where not, it need not be read.
pub(crate) fn may_admit(text: &str) -> bool {
    OF_ADMISSION.may_hold(text)
}

/// Whether a phrase that names an approval may stand in `text`; where not, it need not be read.
pub(crate) fn may_approve(text: &str) -> bool {
    OF_ASSENT.may_hold(text)
}

/// Reads `text` in every language.
pub(crate) fn scan(text: &str, purpose: Purpose) -> Scan {
    let tokens = tokenize(text);
    let known: Vec<_> = tokens
        .iter()
        .map(|token| WORDS.classes(token.word()))
        .collect();
    let mut union = vec![0; tokens.len()];
    let mut marks = Vec::new();
    let mut steps = 0;
    for (language, index) in purpose.phrases().iter().enumerate() {
        let mut classes: Vec<u64> = known.iter().map(|bits| bits[language]).collect();
        settle_hyphens(&tokens, &mut classes);
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
            index.candidates(token, classes[start], &mut candidates);
            for (role, pattern) in candidates.iter().filter_map(|&at| index.phrases.get(at)) {
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

/// What a hyphen joins is one name: `run-time` and `dry-run` are no verbs, the `no` of `no-op` and
/// the `zero` of `zero-copy` count nothing. Only a negated verb (`not-run`) and a repeated one
/// (`re-run`) are read as if the hyphen were a blank.
fn settle_hyphens(tokens: &[Token], classes: &mut [u64]) {
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
        let is_negated = classes[at - 1] & negators != 0 && classes[at] & verbs != 0;
        let is_repeated = tokens[at - 1].word() == "re" && classes[at] & verbs != 0;
        if !is_negated && !is_repeated {
            classes[at] &= !verbs;
            classes[at - 1] &= !(verbs | negators);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Purpose, Scan};

    fn scan(text: &str) -> Scan {
        super::scan(text, Purpose::Evidence)
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
        let scan = scan(&unit.repeat(1_000_000 / unit.len()));
        assert!(scan.steps <= MOST_A_TOKEN * scan.tokens.len());
    }
}
