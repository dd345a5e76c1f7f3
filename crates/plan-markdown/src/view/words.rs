//! Words as people write them: names compared, ornaments taken off.

/// A name for comparison: words in lower case with one space between them, without punctuation,
/// markup and the word "and" (`Completion & Log` is `Completion and Log`).
pub(crate) fn key(name: &str) -> String {
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut out = String::with_capacity(name.len());
    for word in words {
        if word.eq_ignore_ascii_case("and") || word.eq_ignore_ascii_case("y") {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        if word.is_ascii() {
            let start = out.len();
            out.push_str(word);
            out[start..].make_ascii_lowercase();
        } else {
            out.push_str(&word.to_lowercase());
        }
    }
    out
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
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
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
    fn ornaments_come_off() {
        assert_eq!(bare("✅ **Completed** ⏳"), "Completed");
        assert_eq!(bare("`pre_approved`."), "pre_approved");
        assert_eq!(bare("  "), "");
    }
}
