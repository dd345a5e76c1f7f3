//! The developer's literal words against what would be recommended (P15).

use crate::escalation::Class;

/// An option as far as the developer's words are concerned.
///
/// Closed: a new member is one more question to the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Whether it does what they asked for in so many words.
    pub honours_words: bool,
    /// Whether it can be undone.
    pub reversible: bool,
}

/// What follows for the choice.
///
/// Closed: the protocol knows these (P15).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// The recommended option contradicts nothing: take it.
    Recommended,
    /// Take this one, which honours the words and can be undone, and record the recommendation.
    Instead(usize),
    /// None that honours the words can be undone: ask, under this class.
    Escalate(Class),
}

/// Which option the developer's literal words leave, `recommended` being the place of the one that
/// the agent would take (P15). A place that there is not is nobody's recommendation.
///
/// ```
/// use plan_agent::decision::{Candidate, Ruling, rule};
///
/// let rewrite = Candidate { honours_words: false, reversible: true };
/// let patch = Candidate { honours_words: true, reversible: true };
/// assert_eq!(rule(&[rewrite, patch], 0), Ruling::Instead(1));
/// assert_eq!(rule(&[rewrite, patch], 1), Ruling::Recommended);
/// ```
#[must_use]
pub fn rule(options: &[Candidate], recommended: usize) -> Ruling {
    if options
        .get(recommended)
        .is_some_and(|option| option.honours_words)
    {
        return Ruling::Recommended;
    }
    let honours = options
        .iter()
        .position(|option| option.honours_words && option.reversible);
    honours.map_or(Ruling::Escalate(Class::LiteralWords), Ruling::Instead)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn option(honours_words: bool, reversible: bool) -> Candidate {
        Candidate {
            honours_words,
            reversible,
        }
    }

    #[test]
    fn p15_words_prevail_where_an_option_that_honours_them_can_be_undone() {
        let options = [option(false, true), option(true, false), option(true, true)];
        assert_eq!(rule(&options, 0), Ruling::Instead(2));
        assert_eq!(rule(&options, 1), Ruling::Recommended);
    }

    #[test]
    fn p15_where_none_can_it_is_class_c3() {
        let c3 = Ruling::Escalate(Class::LiteralWords);
        assert_eq!(rule(&[option(false, true), option(true, false)], 0), c3);
        assert_eq!(rule(&[option(false, true)], 0), c3);
        assert_eq!(rule(&[], 0), c3);
    }
}
