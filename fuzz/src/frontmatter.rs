//! Frontmatter: a closed form of `key: value` lines.

use plan_markdown::Document;

/// Entries are in order and inside; the form of the line endings does not matter, nor does what follows.
pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let text = format!("---\n{}", text.replace('\r', ""));
    let document = Document::parse("a.md", text.as_str());
    let entries = entries(&document);
    if let Some(front) = document.frontmatter() {
        let mut last = front.span.start;
        for entry in &front.entries {
            assert!(
                last <= entry.line.start && entry.line.end <= front.span.end,
                "{text:?}"
            );
            assert!(
                entry.line.contains(entry.key) && entry.line.contains(entry.value),
                "{text:?}"
            );
            assert!(entry.key.end <= entry.value.start, "{text:?}");
            last = entry.line.end;
        }
    }
    let crlf = Document::parse("a.md", text.replace('\n', "\r\n"));
    assert_eq!(entries, self::entries(&crlf), "{text:?}");
    if document.frontmatter().is_some() {
        let more = Document::parse("a.md", format!("{text}\n\n# More\n\nkey: value\n"));
        assert_eq!(entries, self::entries(&more), "{text:?}");
    }
}

fn entries(document: &Document) -> Vec<(String, String)> {
    let front = document
        .frontmatter()
        .into_iter()
        .flat_map(|front| &front.entries);
    let text = |span| document.slice(span).to_owned();
    front
        .map(|entry| (text(entry.key), text(entry.value)))
        .collect()
}
