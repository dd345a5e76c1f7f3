//! Words as people write them: names compared, ornaments taken off.

/// A name for comparison: words in lower case with one space between them, without punctuation,
/// markup and the word "and" (`Completion & Log` is `Completion and Log`).
pub(crate) fn key(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split(|c: char| !c.is_alphanumeric()) {
        let joins = word.eq_ignore_ascii_case("and") || word.eq_ignore_ascii_case("y");
        if word.is_empty() || joins {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    if out.is_ascii() {
        out.make_ascii_lowercase();
        out
    } else {
        out.to_lowercase()
    }
}

/// Whether a character is an ornament: an arrow, a dingbat, an emoji or a part of one.
pub(crate) const fn is_emoji(c: char) -> bool {
    matches!(c as u32,
        0x2190..=0x2BFF | 0x1F000..=0x1FAFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0020..=0xE007F)
}

/// A dash between a name and what follows it.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '―')
}

/// A value without emphasis, code marks, ornaments and a final stop around it.
pub(crate) fn bare(value: &str) -> &str {
    let outer = |c: char| c.is_whitespace() || is_emoji(c) || matches!(c, '*' | '_' | '`' | '~');
    value
        .trim_matches(outer)
        .trim_end_matches(['.', ';', ','])
        .trim_end_matches(outer)
}

/// The text with every run of white space as one space, and none at the ends.
pub(crate) fn squeeze(text: &str) -> String {
    if is_squeezed(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Whether a text of ASCII is so already, as most are.
fn is_squeezed(text: &str) -> bool {
    let is_space = |byte: u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let bytes = text.as_bytes();
    let mut before = b' ';
    for byte in bytes {
        let joins = *byte == b' ' && !is_space(before);
        if !byte.is_ascii() || (is_space(*byte) && !joins) {
            return false;
        }
        before = *byte;
    }
    !is_space(before) || bytes.is_empty()
}

/// The text behind a prefix, letter case aside.
pub(crate) fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    (head.eq_ignore_ascii_case(word)).then(|| &text[word.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_compare_without_markup_and_conjunctions() {
        for (a, b) in [
            ("Completion & Log", "completion and log"),
            ("**Task List & Links**", "Task list and links"),
            ("Lista y enlaces", "LISTA ENLACES"),
            ("Notes / follow-ups", "notes follow ups"),
        ] {
            assert_eq!(key(a), key(b));
        }
    }

    #[test]
    fn white_space_is_squeezed() {
        for (text, squeezed) in [
            ("", ""),
            (" ", ""),
            ("a b", "a b"),
            ("a  b", "a b"),
            (" a", "a"),
            ("a ", "a"),
            ("a\tb\u{b}c\r\nd", "a b c d"),
            ("á\u{a0}b  c", "á b c"),
        ] {
            assert_eq!(squeeze(text), squeezed, "{text:?}");
        }
    }

    #[test]
    fn ornaments_come_off() {
        assert_eq!(bare("✅ **Completed** ⏳"), "Completed");
        assert_eq!(bare("`pre_approved`."), "pre_approved");
        assert_eq!(bare("  "), "");
    }
}
