//! Texts with the credentials in them made unreadable, for what has to be shown (P19).

use super::find;

/// `text` with the letters and digits of every credential in it replaced by `*`; `None` where there is
/// none. Every other byte stays where it is: spans and lines hold, and a JSON string is still one.
///
/// ```
/// use plan_prose::credential;
///
/// let shown = credential::conceal("postgres://app:hunter2@db/app");
/// assert_eq!(shown.as_deref(), Some("postgres://app:*******@db/app"));
/// assert_eq!(credential::conceal("64 passed"), None);
/// ```
#[must_use]
pub fn conceal(text: &str) -> Option<String> {
    let mut shown = String::new();
    let mut from = 0;
    while let Some(leak) = text.get(from..).and_then(find) {
        let (start, end) = (from + leak.span.start, from + leak.span.end);
        let end = if leak.kind == super::PRIVATE_KEY {
            end_of_key(text, end)
        } else {
            end
        };
        shown.push_str(text.get(from..start)?);
        shown.extend(text.get(start..end)?.chars().flat_map(hidden));
        from = end;
    }
    if from == 0 {
        return None;
    }
    shown.push_str(text.get(from..)?);
    Some(shown)
}

/// A character as it is shown: as many bytes as it has.
fn hidden(c: char) -> impl Iterator<Item = char> {
    let (shown, times) = if c.is_alphanumeric() {
        ('*', c.len_utf8())
    } else {
        (c, 1)
    };
    std::iter::repeat_n(shown, times)
}

/// Where the key block that opens before `from` ends: at its last line, or with the text.
fn end_of_key(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.find("-----END").unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p19_what_is_shown_holds_no_credential_and_keeps_its_places() {
        let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        for text in [
            format!("first {token}\nthen {token}."),
            "redis://:contraseña9ñ@cache:6379 and é".to_owned(),
            "a\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----\nb".to_owned(),
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEvQIBADAN\n".to_owned(),
        ] {
            let shown = conceal(&text).unwrap_or_default();
            assert_eq!(shown.len(), text.len(), "{text}");
            assert_eq!(find(&shown), None, "{shown}");
            assert_eq!(conceal(&shown), None, "{shown}");
            assert!(
                !shown.contains("MIIE") && !shown.contains("a1B2"),
                "{shown}"
            );
            assert_eq!(shown.lines().count(), text.lines().count());
        }
    }
}
