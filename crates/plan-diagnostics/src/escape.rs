//! Escapes for text that comes from files and goes to a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a terminal, or a reader's eye, could be led astray by this character.
///
/// These are the control characters (C0, DEL and C1), the line and paragraph separators, the
/// characters that change the direction of text, the invisible spaces and the tag characters.
/// The joiners U+200C and U+200D are not among them: emoji and several scripts need them.
#[must_use]
pub(crate) fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// The text with every character that could control a terminal, or hide or reorder what it shows,
/// written out: `\n`, `\r`, `\t`, else `\u{1b}` and the like.
///
/// Backslashes stay as they are: the result is for reading, not for reading back.
///
/// ```
/// use plan_diagnostics::escape_terminal;
///
/// assert_eq!(escape_terminal("título"), "título");
/// assert_eq!(escape_terminal("\u{1b}[2Jgone"), "\\u{1b}[2Jgone");
/// ```
#[must_use]
pub fn escape_terminal(text: &str) -> Cow<'_, str> {
    replace(text, |out, character| match character {
        '\n' | '\r' | '\t' => out.extend(character.escape_default()),
        _ => out.extend(character.escape_unicode()),
    })
}

/// Like [`escape_terminal`], save that tabs stay, for a renderer that expands them.
pub(crate) fn escape_excerpt(text: &str) -> Cow<'_, str> {
    if text.contains('\t') {
        let parts: Vec<_> = text.split('\t').map(escape_terminal).collect();
        return Cow::Owned(parts.join("\t"));
    }
    escape_terminal(text)
}

/// JSON text with the same characters as JSON escapes, so that printing it is safe and reading it
/// gives the same values. The line breaks and spaces between its tokens stay.
///
/// ```
/// use plan_diagnostics::escape_json;
///
/// assert_eq!(escape_json("[\"\u{9b}2J\"]\n"), "[\"\\u009b2J\"]\n");
/// ```
#[must_use]
pub fn escape_json(json: &str) -> Cow<'_, str> {
    replace(json, |out, character| match character {
        '\n' | '\r' | '\t' => out.push(character),
        _ => push_json_escape(out, character),
    })
}

fn push_json_escape(out: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a string does not fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

fn replace(text: &str, mut escape: impl FnMut(&mut String, char)) -> Cow<'_, str> {
    if !text.chars().any(is_deceptive) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_deceptive(character) {
            escape(&mut out, character);
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}
