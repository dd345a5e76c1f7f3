//! Frontmatter that is about to be written (Q3).

use plan_markdown::Document;

use super::Refusal;

/// A frontmatter of these keys and values, which reads back as they are.
///
/// A value that the form would read otherwise is put between quotes; one that it cannot hold, as it is
/// empty or runs over several lines, is refused (`value-unfit`).
pub(super) fn front(entries: &[(&'static str, &str)]) -> Result<String, Refusal> {
    let mut text = String::from("---\n");
    for (key, value) in entries {
        let fits = |written: &String| reads_as(key, written, value);
        let forms = [(*value).to_owned(), format!("\"{value}\"")];
        let written = forms.into_iter().find(fits).ok_or_else(|| {
            let message = format!("`{key}` cannot be written: {value:?}");
            let help = "give a text of one line that is not empty";
            Refusal::new("value-unfit", message).with_help(help)
        })?;
        text += &format!("{key}: {written}\n");
    }
    text += "---\n";
    Ok(text)
}

/// Whether a value that is written so reads back as it is.
fn reads_as(key: &str, written: &str, value: &str) -> bool {
    let document = Document::parse("", format!("---\n{key}: {written}\n---\n"));
    let Some(front) = document.frontmatter() else {
        return false;
    };
    let clean = document.findings().is_empty()
        && document.content(front.span) == document.slice(front.span);
    let [entry] = front.entries.as_slice() else {
        return false;
    };
    clean && !value.trim().is_empty() && document.slice(entry.value) == value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q3_values_read_back_as_they_are() {
        for (value, line) in [
            ("/trees/one", "/trees/one"),
            ("ana@example.com", "ana@example.com"),
            ("a: b # c", "a: b # c"),
            ("\"quoted\"", "\"\"quoted\"\""),
            ("'", "'"),
            (" padded ", "\" padded \""),
        ] {
            assert_eq!(
                front(&[("runner", value)]),
                Ok(format!("---\nrunner: {line}\n---\n")),
                "{value}"
            );
        }
    }

    #[test]
    fn q3_what_the_form_cannot_hold_is_refused() {
        for value in ["", "  ", "a\nb", "a\r", "x\n---", "<!-- hidden -->"] {
            let refusal = front(&[("runner", value)]).unwrap_err();
            assert_eq!(refusal.code(), "value-unfit", "{value:?}");
        }
    }
}
