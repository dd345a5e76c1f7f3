//! Credential shapes in text that is about to be written or checked (B12, P19).
//!
//! Only well-known shapes are looked for. What looks like one but is documentation (a run of
//! `x`, a word such as `example` in it, an ellipsis, a variable) is let through. Nothing here
//! returns, stores or prints the value: a [`Leak`] says what kind of credential it is and where.

mod conceal;
mod context;
mod diff;
mod email;
mod issuers;
mod named;
mod opening;
mod prefixed;
#[cfg(test)]
mod tests;

pub use conceal::conceal;
pub use diff::{AddedLeak, in_diff};
pub use email::email;

use std::ops::Range;

/// A credential found in a text: what it is and where it stands, never what it says (P19).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leak {
    /// The kind in words, such as `GitHub token`, fit for a message.
    pub kind: &'static str,
    /// The bytes of the text that it takes up.
    pub span: Range<usize>,
}

/// Finds the first credential in `text` (B12, P19).
///
/// ```
/// use plan_prose::credential;
///
/// let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
/// let leak = credential::find(&format!("pushed with {token}")).map(|leak| leak.kind);
/// assert_eq!(leak, Some("GitHub token"));
/// assert_eq!(credential::find("set GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"), None);
/// ```
#[must_use]
pub fn find(text: &str) -> Option<Leak> {
    let mut first: Option<((usize, usize), Leak)> = None;
    let mut from = 0;
    while let Some(at) = opening::next(text, from) {
        // A password stands behind the place that gives it away, and others may stand before it.
        if first.as_ref().is_some_and(|((start, _), _)| *start < at) {
            break;
        }
        for (rank, shape) in SHAPES.iter().enumerate() {
            let Some(leak) = shape(text, at) else {
                continue;
            };
            let key = (leak.span.start, rank);
            if first.as_ref().is_none_or(|(least, _)| key < *least) {
                first = Some((key, leak));
            }
        }
        from = at + 1;
    }
    first.map(|(_, leak)| leak)
}

/// The kind of a private key block.
const PRIVATE_KEY: &str = "private key";

/// What may open at a place, each given the text and the place. Of two at one place the first is it.
const SHAPES: [fn(&str, usize) -> Option<Leak>; 10] = [
    prefixed::token,
    prefixed::web_token,
    context::private_key,
    context::authorization,
    context::url_password,
    named::assignment,
    named::connection_password,
    named::netrc,
    named::webhook,
    named::infix_token,
];

/// Words whose presence in a value marks it as an example rather than a secret.
const EXAMPLE_WORDS: &[&str] = &[
    "example",
    "xxxx",
    "placeholder",
    "redacted",
    "your",
    "dummy",
    "changeme",
    "abcdefghijkl",
    "1234567890",
    "notreal",
    "not-real",
    "not_real",
    "sample",
    "fake",
    "<",
    "***",
    "...",
    "…",
];

/// Whether `value` is as varied as a secret is: no example word in it, more than a handful of
/// different characters.
fn is_plausible(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    if EXAMPLE_WORDS.iter().any(|word| lower.contains(word)) {
        return false;
    }
    let mut seen = [false; 128];
    for byte in value.bytes() {
        if let Some(slot) = seen.get_mut(usize::from(byte)) {
            *slot = true;
        }
    }
    seen.iter().filter(|&&there| there).count() >= 6.min(value.len() / 2)
}

/// Whether `value` mixes letters and digits, as random values do and words do not.
fn is_mixed(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_digit()) && value.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Whether `value` has capitals, small letters and digits, as random values of that alphabet do and
/// words joined by hyphens do not.
fn is_varied(value: &str) -> bool {
    let has = |belongs: fn(&u8) -> bool| value.as_bytes().iter().any(belongs);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
}

/// How far into a value that may itself contain openings of values is read, in bytes: what makes
/// the search linear. No known token of such a shape is longer.
const LONGEST: usize = 512;

/// As [`run`], at most [`LONGEST`] bytes.
fn short_run(text: &str, belongs: impl Fn(u8) -> bool) -> usize {
    text.bytes()
        .take(LONGEST)
        .take_while(|&b| b.is_ascii() && belongs(b))
        .count()
}

/// The length in bytes of the run of ASCII at the start of `text` whose bytes all satisfy
/// `belongs`.
fn run(text: &str, belongs: impl Fn(u8) -> bool) -> usize {
    text.bytes()
        .take_while(|&b| b.is_ascii() && belongs(b))
        .count()
}

fn is_base64url(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
}

fn is_base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
}
