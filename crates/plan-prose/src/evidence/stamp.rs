//! The stamp of an invalidated record (E3, G4).

use std::ops::Range;

/// The stamp as it is written.
const STAMP: &str = "invalidated by refine";

/// The words of the stamp in every language in which it is read.
const STAMPS: [[&str; 3]; 3] = [
    ["invalidated", "by", "refine"],
    ["invalidada", "por", "refine"],
    ["invalidado", "por", "refine"],
];

/// The words after the stamp that say that the command was withdrawn.
const WITHDRAWN: [&str; 3] = ["withdrawn", "retirada", "retirado"];

/// The most code points that evidence may have (B5).
const MOST: usize = 500;

/// Whether `evidence` is stamped as invalidated (E3): it starts with `invalidated by refine` or
/// `invalidada por refine`, in any letter case, blanks and quotation marks before it disregarded.
#[must_use]
pub fn is_invalidated(evidence: &str) -> bool {
    prefix(evidence).is_some()
}

/// Whether `evidence` is stamped as withdrawn: `invalidated by refine: withdrawn` (C5).
#[must_use]
pub fn is_withdrawn(evidence: &str) -> bool {
    let Some(rest) = prefix(evidence).and_then(|span| evidence.get(span.end..)) else {
        return false;
    };
    let Some(reason) = rest.trim_start().strip_prefix(':') else {
        return false;
    };
    let word = reason.trim_start();
    let length = word
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(word.len());
    let first = word.get(..length).unwrap_or_default().to_lowercase();
    WITHDRAWN.contains(&first.as_str())
}

/// The evidence stamped as invalidated for `reason` (such as `A1`, or `withdrawn`): the prefix,
/// the reason, then the evidence as it was, cut to 500 code points (E3, G4). Line breaks and other
/// control characters become blanks. Evidence that already carries that very stamp stays as it is,
/// so that stamping twice is stamping once.
///
/// ```
/// use plan_prose::evidence::invalidate;
///
/// assert_eq!(invalidate("64 passed", "A1"), "invalidated by refine: A1; 64 passed");
/// assert_eq!(invalidate("64 passed", ""), "invalidated by refine; 64 passed");
/// ```
#[must_use]
pub fn invalidate(evidence: &str, reason: &str) -> String {
    let reason = reason.trim();
    let stamp = if reason.is_empty() {
        STAMP.to_owned()
    } else {
        format!("{STAMP}: {reason}")
    };
    let is_stamped = evidence
        .strip_prefix(stamp.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(';'));
    let whole = match (is_stamped, evidence.trim()) {
        (true, _) => evidence.to_owned(),
        (false, "") => stamp,
        (false, old) => format!("{stamp}; {old}"),
    };
    let flat = |c: char| {
        if crate::single_line(c.encode_utf8(&mut [0; 4])) {
            c
        } else {
            ' '
        }
    };
    whole.chars().take(MOST).map(flat).collect()
}

/// The bytes of the stamp at the start of `evidence`.
pub(super) fn prefix(evidence: &str) -> Option<Range<usize>> {
    let ignored = |c: char| c.is_whitespace() || "\"'`“”‘’«»*_>([-".contains(c);
    let body = evidence.trim_start_matches(ignored);
    let start = evidence.len() - body.len();
    STAMPS
        .iter()
        .find_map(|stamp| Some(start..start + stamp_length(body, stamp)?))
}

/// The length of `stamp` at the start of `text`, in any letter case, with any blanks between words.
fn stamp_length(text: &str, stamp: &[&str]) -> Option<usize> {
    let mut rest = text;
    for (at, word) in stamp.iter().enumerate() {
        let trimmed = rest.trim_start();
        if at > 0 && trimmed.len() == rest.len() {
            return None;
        }
        let head = trimmed.get(..word.len())?;
        if !head.eq_ignore_ascii_case(word) {
            return None;
        }
        rest = trimmed.get(word.len()..)?;
    }
    Some(text.len() - rest.len())
}
