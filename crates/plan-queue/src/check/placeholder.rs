//! Text that says of itself that it is still to be decided: `Por definir`, `Por completar` (Q15).

/// The first placeholder in a text, as it is written there.
///
/// The words count with their capital anywhere, and in any case where a text or a part of one opens
/// with them: a sentence about *lo que queda por definir* is no placeholder.
pub(super) fn find(text: &str) -> Option<&str> {
    memchr::memchr2_iter(b'p', b'P', text.as_bytes()).find_map(|at| {
        let found = ["por definir", "por completar"]
            .into_iter()
            .find_map(|words| {
                let there = text.get(at..at + words.len())?;
                there.eq_ignore_ascii_case(words).then_some(there)
            })?;
        stands(text, at, at + found.len()).then_some(found)
    })
}

fn stands(text: &str, at: usize, end: usize) -> bool {
    let (Some(before), Some(after)) = (text.get(..at), text.get(end..)) else {
        return false;
    };
    let joins = char::is_alphanumeric;
    if before.ends_with(joins) || after.starts_with(joins) {
        return false;
    }
    let before = before.trim_end_matches([' ', '*', '_', '"', '«', '`', '[', '<']);
    let opens = before.is_empty() || before.ends_with([':', ';', '.', '(', '—', '–', '\n']);
    opens || text[at..].starts_with('P')
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn q15_placeholders_and_sentences_about_them() {
        for text in [
            "Por definir",
            "por completar",
            "El alta. _Por definir._",
            "C1: por definir con ventas",
            "queda Por definir",
            "**Por completar**",
        ] {
            assert!(find(text).is_some(), "{text}");
        }
        let first = find("İ: por completar; por definir");
        assert_eq!(first, Some("por completar"));
        for text in [
            "",
            "la lista de lo que queda por definir está vacía",
            "falta por completar el formulario: avisa",
            "Por definirse",
            "Se define por completo",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
