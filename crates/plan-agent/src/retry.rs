//! Retries: each needs a hypothesis that was not tried, and two without new evidence are the last
//! (P10).

use crate::journal::Attempt;

/// Retries without new evidence after which a task stops.
const PATIENCE: usize = 2;

/// Why a gate is not recorded as a retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryFault {
    /// The gate failed before, and nothing is said about the cause.
    HypothesisMissing,
    /// That hypothesis was tried.
    HypothesisRepeated,
    /// Two retries brought no new evidence: stop (stop condition 4).
    Exhausted,
}

impl RetryFault {
    /// The kebab-case word; they never change meaning.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::HypothesisMissing => "hypothesis-missing",
            Self::HypothesisRepeated => "hypothesis-repeated",
            Self::Exhausted => "retries-exhausted",
        }
    }

    /// What is wrong and what to do, in one sentence.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::HypothesisMissing => {
                "the gate failed before: say what is taken to be the cause, or stop"
            }
            Self::HypothesisRepeated => {
                "that hypothesis was tried, and the gate failed: find another one, or stop"
            }
            Self::Exhausted => "two retries of this gate brought no new evidence: stop",
        }
    }
}

/// Whether `command` may be tried now, after these attempts at the task, on this hypothesis.
/// `failed_before` says that the last record of the command fails, where no attempt is known.
pub(crate) fn judge(
    earlier: &[&Attempt],
    command: &str,
    hypothesis: Option<&str>,
    failed_before: bool,
) -> Result<(), RetryFault> {
    let mine: Vec<&&Attempt> = earlier.iter().filter(|a| a.command == command).collect();
    let failed = mine.last().map_or(failed_before, |last| !last.passes);
    if !failed {
        return Ok(());
    }
    if in_vain(&mine) >= PATIENCE {
        return Err(RetryFault::Exhausted);
    }
    let Some(hypothesis) = hypothesis.map(same).filter(|text| !text.is_empty()) else {
        return Err(RetryFault::HypothesisMissing);
    };
    let tried = mine.iter().filter_map(|a| a.hypothesis.as_deref());
    if tried.map(same).any(|tried| tried == hypothesis) {
        return Err(RetryFault::HypothesisRepeated);
    }
    Ok(())
}

/// How many retries in a row, up to the last one, failed with evidence that was seen before.
fn in_vain(attempts: &[&&Attempt]) -> usize {
    let since = attempts.iter().rposition(|attempt| attempt.passes);
    let failing = &attempts[since.map_or(0, |at| at + 1)..];
    let is_old = |at: usize| {
        let evidence = same(&failing[at].evidence);
        failing[..at].iter().any(|a| same(&a.evidence) == evidence)
    };
    (0..failing.len())
        .rev()
        .take_while(|at| is_old(*at))
        .count()
}

/// A text without regard to letter case and spacing.
fn same(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(passes: bool, evidence: &str, hypothesis: Option<&str>) -> Attempt {
        Attempt {
            command: "make".into(),
            passes,
            evidence: evidence.into(),
            hypothesis: hypothesis.map(str::to_owned),
        }
    }

    fn judged(earlier: &[Attempt], hypothesis: Option<&str>) -> Result<(), RetryFault> {
        judge(
            &earlier.iter().collect::<Vec<_>>(),
            "make",
            hypothesis,
            false,
        )
    }

    #[test]
    fn p10_a_retry_needs_a_hypothesis_that_was_not_tried() {
        let first = [attempt(false, "1 failed", None)];
        assert_eq!(judged(&[], None), Ok(()));
        assert_eq!(judged(&first, None), Err(RetryFault::HypothesisMissing));
        assert_eq!(
            judged(&first, Some(" ")),
            Err(RetryFault::HypothesisMissing)
        );
        assert_eq!(judged(&first, Some("a stale cache")), Ok(()));
        let second = [
            first[0].clone(),
            attempt(false, "2 failed", Some("a stale cache")),
        ];
        let again = judged(&second, Some("A  stale cache"));
        assert_eq!(again, Err(RetryFault::HypothesisRepeated));
        assert_eq!(judged(&second, Some("the clock")), Ok(()));
        // Near misses: another command, and one that passed since.
        let other = judge(&[&first[0]], "cargo test", None, false);
        assert_eq!(other, Ok(()));
        assert_eq!(
            judge(&[], "make", None, true),
            Err(RetryFault::HypothesisMissing)
        );
        let passed = [first[0].clone(), attempt(true, "64 passed", Some("x"))];
        assert_eq!(judged(&passed, None), Ok(()));
    }

    #[test]
    fn p10_two_retries_without_new_evidence_are_the_last() {
        let mut tries = vec![
            attempt(false, "1 failed", None),
            attempt(false, "1 failed", Some("a")),
        ];
        assert_eq!(judged(&tries, Some("b")), Ok(()));
        tries.push(attempt(false, "1  FAILED", Some("b")));
        assert_eq!(judged(&tries, Some("c")), Err(RetryFault::Exhausted));
        // New evidence is worth another try.
        tries[2].evidence = "2 failed".into();
        assert_eq!(judged(&tries, Some("c")), Ok(()));
    }
}
