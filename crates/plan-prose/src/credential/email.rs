//! E-mail addresses, which `created_by` and `updated_by` may not carry (B12).

use std::ops::Range;

/// Finds the first e-mail address in `text`, as a byte range (B12).
///
/// An address has a name, an `@` and a host of at least two labels, the last of which is of
/// letters. Package versions (`left-pad@1.2.3`, `actions/checkout@v4`), scopes (`@types/node`),
/// remotes (`git@host.org:path`) and the user part of a URL are not addresses.
///
/// ```
/// use plan_prose::credential;
///
/// assert_eq!(credential::email("by ana@example.org."), Some(3..18));
/// assert_eq!(credential::email("cloned git@github.com:org/repo"), None);
/// ```
#[must_use]
pub fn email(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut floor = 0;
    for (at, _) in text.match_indices('@') {
        let name = bytes[floor..at]
            .iter()
            .rev()
            .take_while(|&&b| is_name(b))
            .count();
        let start = at - name;
        floor = at + 1;
        let Some(host) = text.get(at + 1..).map(host_length) else {
            continue;
        };
        let end = at + 1 + host;
        let inside_url = start > 0 && matches!(bytes[start - 1], b'/' | b':');
        let remote = bytes.get(end) == Some(&b':')
            && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        if name > 0 && host > 0 && !inside_url && !remote {
            return Some(start..end);
        }
    }
    None
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'%' | b'+' | b'-') || !b.is_ascii()
}

/// The length of the host name at the start of `text`, or zero where there is none.
fn host_length(text: &str) -> usize {
    let run = super::run(text, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')
    });
    let host = text
        .get(..run)
        .unwrap_or_default()
        .trim_end_matches(['.', '-']);
    let mut labels = host.split('.');
    let last = labels.next_back().unwrap_or_default();
    let has_domain = labels.clone().next().is_some() && labels.all(|label| !label.is_empty());
    let is_top = last.len() >= 2 && last.bytes().all(|b| b.is_ascii_alphabetic());
    if has_domain && is_top { host.len() } else { 0 }
}
