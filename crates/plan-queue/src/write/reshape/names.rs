//! Names for new files: what a text comes to as one, and which are free.

use super::judge::taken;
use crate::QueueFiles;

/// A text as a slug: letters lowered and without their accents, everything else as single hyphens;
/// `None` where nothing is left.
pub(super) fn slug_of(text: &str) -> Option<String> {
    let mut slug = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase).map(plain) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    (!slug.is_empty()).then_some(slug)
}

/// The letter without its accent.
const fn plain(c: char) -> char {
    match c {
        'á' | 'à' => 'a',
        'é' | 'è' => 'e',
        'í' => 'i',
        'ó' | 'ò' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    }
}

/// The first of `name`, `name-2`, `name-3` … of which no folder has a file.
pub(super) fn free(files: &QueueFiles, folders: &[&str], name: &str) -> String {
    let is_free = |name: &String| {
        let mut places = folders.iter().map(|folder| format!("{folder}/{name}.md"));
        places.all(|place| taken(files, &place).is_none())
    };
    let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(is_free).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q33_names_come_from_texts() {
        for (text, slug) in [
            ("validar-stock", Some("validar-stock")),
            (
                "La épica de Año Nuevo (2027)",
                Some("la-epica-de-ano-nuevo-2027"),
            ),
            ("../x", Some("x")),
            ("—", None),
            ("", None),
        ] {
            assert_eq!(slug_of(text).as_deref(), slug, "{text}");
        }
    }

    #[test]
    fn q33_a_taken_name_is_numbered() {
        let files = QueueFiles::new("p", [("human/a.md", ""), ("human/done/A-2.md", "")]);
        assert_eq!(free(&files, &["human", "human/done"], "a"), "a-3");
        assert_eq!(free(&files, &["human", "human/done"], "b"), "b");
    }
}
