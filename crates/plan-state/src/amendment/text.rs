//! Criteria compared: an amendment quotes them verbatim (G1).

/// Whether two texts are the same criterion: line breaks and the quotation marks around a
/// quotation aside, every character counts.
///
/// ```
/// use plan_state::amendment::same_criterion;
///
/// assert!(same_criterion("“The export takes\n  under 2 s.”", "The export takes under 2 s."));
/// assert!(!same_criterion("The export takes under 3 s.", "The export takes under 2 s."));
/// ```
#[must_use]
pub fn same_criterion(a: &str, b: &str) -> bool {
    let words = |text| unquoted(text).split_whitespace();
    words(a).eq(words(b))
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let pairs = [('"', '"'), ('“', '”'), ('«', '»'), ('‘', '’')];
    pairs
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(text)
}

/// Whether a criterion names a command: as a code span, or by being nothing else.
pub(super) fn names_command(criterion: &str, command: &str) -> bool {
    let spans = criterion.split('`').skip(1).step_by(2);
    same_criterion(criterion, command) || spans.into_iter().any(|span| span.trim() == command)
}

/// Whether a criterion names the amendment `A{id}` as a word.
pub(super) fn names_amendment(criterion: &str, id: u32) -> bool {
    let name = format!("A{id}");
    criterion
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word == name)
}
