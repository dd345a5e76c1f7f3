//! A test as a closing names it (Q9).

use super::Text;

/// A test as a trace names it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestRef {
    /// All of it.
    pub text: Text,
}

/// The parts of `file › «name» — note`; none of them where a test is named in another form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestParts<'t> {
    /// The file.
    pub file: Option<&'t str>,
    /// The name, without the quotes.
    pub name: Option<&'t str>,
    /// The note.
    pub note: Option<&'t str>,
}

/// What a name may stand in: the angle quotes of the form, and others that are read for them.
const QUOTES: [(char, char); 5] = [('«', '»'), ('“', '”'), ('"', '"'), ('\'', '\''), ('`', '`')];

impl TestRef {
    /// File, name and note; `>` is read for `›`.
    #[must_use]
    pub fn parts(&self) -> TestParts<'_> {
        parts(&self.text.value).unwrap_or_default()
    }
}

fn parts(line: &str) -> Option<TestParts<'_>> {
    let (file, rest) = line.split_once('›').or_else(|| line.split_once(" > "))?;
    let file = filled(file.trim().trim_matches('`').trim())?;
    let rest = rest.trim();
    let (name, note) = quoted(rest).unwrap_or_else(|| rest.split_once(" — ").unwrap_or((rest, "")));
    Some(TestParts {
        file: Some(file),
        name: filled(name.trim()),
        note: filled(note.trim().trim_start_matches(['—', '–', '-']).trim()),
    })
}

/// The text between the quotes that `rest` opens with, and what stands behind them.
fn quoted(rest: &str) -> Option<(&str, &str)> {
    QUOTES.into_iter().find_map(|(open, close)| {
        let inner = rest.strip_prefix(open)?;
        let last = inner.rfind(close)?;
        // The note may hold quotes too: the name ends at the first that a dash or the end follows.
        let mut ends = inner.match_indices(close).map(|(at, _)| at);
        let end = ends.find(|at| {
            let behind = inner[at + close.len_utf8()..].trim_start();
            behind.is_empty() || behind.starts_with(['—', '–', '-', '.', ',', ';', '('])
        });
        let end = end.unwrap_or(last);
        Some((&inner[..end], &inner[end + close.len_utf8()..]))
    })
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn q9_a_test_in_a_file_has_a_name() {
        let shown = |text: &str| {
            let parts = parts(text).unwrap_or_default();
            [parts.file, parts.name, parts.note].map(|part| part.unwrap_or_default().to_owned())
        };
        assert_eq!(
            shown("test/a.js › «rechaza — y avisa» — en rojo antes"),
            ["test/a.js", "rechaza — y avisa", "en rojo antes"]
        );
        assert_eq!(
            shown("`test/a.js` › «con «comillas» adentro»"),
            ["test/a.js", "con «comillas» adentro", ""]
        );
        assert_eq!(shown("a.rs › nombre — nota"), ["a.rs", "nombre", "nota"]);
        assert_eq!(shown("npm test"), ["", "", ""]);
    }
}
