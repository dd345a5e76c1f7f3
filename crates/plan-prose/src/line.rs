//! Whether a text fits on one line (B12).

/// Says whether `text` is a single line: no line break of any kind (CR, LF, VT, FF, NEL,
/// U+2028, U+2029) and no other control character, tabs included.
///
/// Evidence, outcome entries, reasons and notes are single lines when written (B12). The empty
/// text is a single line; whether it is enough is for the caller to say.
///
/// ```
/// assert!(plan_prose::single_line("64 passed in 3.1s"));
/// assert!(!plan_prose::single_line("64 passed\n0 failed"));
/// assert!(!plan_prose::single_line("64 passed\u{2028}0 failed"));
/// ```
#[must_use]
pub fn single_line(text: &str) -> bool {
    !text
        .chars()
        .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

#[cfg(test)]
mod tests {
    use super::single_line;

    #[test]
    fn b12_every_line_break_is_refused() {
        for c in [
            '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}', '\0', '\u{1b}', '\t',
        ] {
            assert!(!single_line(&format!("a{c}b")), "{c:?}");
        }
    }

    #[test]
    fn b12_spaces_and_accents_are_not_breaks() {
        for text in ["", "año", "a\u{a0}b", "a\u{200b}b", "—"] {
            assert!(single_line(text), "{text:?}");
        }
    }
}
