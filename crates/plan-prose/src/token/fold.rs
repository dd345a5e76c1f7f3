//! Case and accent folding, adequate for English and Spanish.

use std::borrow::Cow;

/// Folds `text` to lower case without diacritics: `Corrió` and `CORRIO` are the same word, in
/// composed and decomposed form alike. All apostrophes are the same, too.
pub(crate) fn fold(text: &str) -> Cow<'_, str> {
    if text
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return Cow::Borrowed(text);
    }
    if text.is_ascii() {
        return Cow::Owned(text.to_ascii_lowercase());
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            folded.extend(c.to_lowercase().filter(|c| !is_mark(*c)).map(plain));
        }
    }
    Cow::Owned(folded)
}

/// Whether `c` is a combining diacritical mark.
pub(crate) fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        '’' | 'ʼ' => '\'',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_and_accents_fold() {
        assert_eq!(fold("Aún CORRIÓ Ningún ñandú"), "aun corrio ningun nandu");
        assert_eq!(fold("corrio\u{301}"), "corrio");
        assert_eq!(fold("İ"), "i");
    }
}
