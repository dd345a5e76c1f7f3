//! Tokens that begin with a known prefix, and JSON Web Tokens.

use super::issuers::{Body, SHAPES};
use super::{Leak, is_base64, is_base64url, is_mixed, is_plausible, is_varied, run, short_run};

impl Body {
    fn holds(self, b: u8) -> bool {
        match self {
            Self::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
            Self::Alnum => b.is_ascii_alphanumeric(),
            Self::Base64 => is_base64(b),
            Self::Url | Self::NoWords => is_base64url(b),
            Self::Dotted => is_base64url(b) || matches!(b, b'.' | b'$'),
        }
    }

    /// Whether a value is none that words would make.
    fn is_random(self, value: &str) -> bool {
        match self {
            Self::NoWords => is_varied(value),
            Self::Upper | Self::Alnum | Self::Base64 => is_mixed(value),
            Self::Url | Self::Dotted => is_mixed(value) || has_both_cases(value),
        }
    }
}

fn has_both_cases(value: &str) -> bool {
    let has = |belongs: fn(&u8) -> bool| value.as_bytes().iter().any(belongs);
    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// The beginning of a JSON object in base64url: `{"`.
pub(super) const OBJECT: &str = "eyJ";

/// The known prefixes.
pub(super) const PREFIXES: [&str; SHAPES.len()] = {
    let mut prefixes = [""; SHAPES.len()];
    let mut at = 0;
    while at < SHAPES.len() {
        prefixes[at] = SHAPES[at].prefix;
        at += 1;
    }
    prefixes
};

/// A token with a known prefix.
pub(super) fn token(text: &str, at: usize) -> Option<Leak> {
    let rest = fresh(text, at)?;
    let first = rest.as_bytes().first();
    let same = SHAPES
        .iter()
        .filter(|shape| shape.prefix.as_bytes().first() == first);
    let mut begin = same.filter(|shape| rest.starts_with(shape.prefix));
    begin.find_map(|shape| {
        let body = rest.get(shape.prefix.len()..)?;
        let length = short_run(body, |b| shape.body.holds(b));
        let value = body.get(..length)?;
        let secret = length >= shape.least && shape.body.is_random(value) && is_plausible(value);
        secret.then(|| Leak {
            kind: shape.kind,
            span: at..at + shape.prefix.len() + length,
        })
    })
}

/// A JSON Web Token: three base64url parts, of which the first two are JSON objects.
pub(super) fn web_token(text: &str, at: usize) -> Option<Leak> {
    let rest = fresh(text, at)?;
    if !rest.starts_with(OBJECT) {
        return None;
    }
    let header = run(rest, is_base64url);
    let claims = rest.get(header..)?.strip_prefix('.')?;
    let middle = run(claims, is_base64url);
    let signature = claims.get(middle..)?.strip_prefix('.')?;
    let tail = run(signature, is_base64url);
    let end = header + 1 + middle + 1 + tail;
    let long = header >= 15 && middle >= 10 && tail >= 10 && claims.starts_with(OBJECT);
    (long && is_plausible(signature.get(..tail)?)).then(|| Leak {
        kind: "JSON Web Token",
        span: at..at + end,
    })
}

/// The text from a place on where a token can begin: at a letter that continues no other token.
fn fresh(text: &str, at: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let continues = at > 0 && is_base64url(bytes[at - 1]);
    let opens = bytes[at].is_ascii_alphabetic() && !continues;
    opens.then(|| text.get(at..)).flatten()
}
