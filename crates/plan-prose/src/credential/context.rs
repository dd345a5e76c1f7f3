//! Credentials that are known by what stands around them: headers, URLs, assignments, key blocks.

use super::{Leak, is_base64, is_mixed, is_plausible, run, short_run};

/// What opens a key block.
const BLOCK: &str = "-----BEGIN ";

/// Schemes of authorization, with the kind of what follows.
const SCHEMES: [(&str, &str); 2] = [("bearer", "bearer token"), ("basic", "basic credentials")];

/// What stands between the scheme of a URL and its authority.
const AUTHORITY: &str = "://";

/// The literals that open what is found here, letter case aside.
pub(super) const LITERALS: [&str; 8] = [
    BLOCK,
    SCHEMES[0].0,
    SCHEMES[1].0,
    AUTHORITY,
    ASSIGNED[0].0,
    ASSIGNED[1].0,
    ASSIGNED[2].0,
    ASSIGNED[3].0,
];

/// A PEM or OpenPGP private key block. The opening line is enough: half a key is a leak too.
pub(super) fn private_key(text: &str, at: usize) -> Option<Leak> {
    let label = text.get(at..)?.strip_prefix(BLOCK)?;
    let length = run(label, |b| {
        b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' '
    });
    let closed = label.get(length..)?.starts_with("-----");
    let is_private = label.get(..length)?.contains("PRIVATE KEY");
    (closed && is_private).then(|| Leak {
        kind: "private key",
        span: at..at + BLOCK.len() + length + 5,
    })
}

/// `Authorization: Bearer …` or `Basic …`, and `Bearer …` with a value that cannot be prose.
pub(super) fn authorization(text: &str, at: usize) -> Option<Leak> {
    let opens = |(scheme, _): &&(&str, &str)| starts_with(text, at, scheme);
    let (scheme, kind) = SCHEMES.iter().find(opens)?;
    let before = text.get(..at)?.trim_end_matches([' ', '"', '\'', '\t']);
    let named = before.strip_suffix([':', '=']).is_some_and(|head| {
        let head = head.trim_end_matches(['"', '\'', ' ']);
        let name = head.len().checked_sub("authorization".len());
        name.is_some_and(|name| starts_with(head, name, "authorization"))
    });
    let behind = at + scheme.len();
    let value_at = behind + gap(text.get(behind..)?)?;
    let rest = text.get(value_at..)?;
    let length = run(rest, |b| {
        is_base64(b) || matches!(b, b'-' | b'_' | b'.' | b'~')
    });
    let value = rest.get(..length)?.trim_end_matches('.');
    let least = match (named, *scheme) {
        (true, _) => 8,
        (false, "bearer") => 20,
        (false, _) => return None,
    };
    let secret = value.len() >= least && (named || is_mixed(value)) && is_plausible(value);
    let variable = value.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    (secret && !variable).then(|| Leak {
        kind,
        span: at..value_at + value.len(),
    })
}

/// Whether `word` stands at a place, letter case aside.
fn starts_with(text: &str, at: usize, word: &str) -> bool {
    let there = text.as_bytes().get(at..at + word.len());
    there.is_some_and(|there| there.eq_ignore_ascii_case(word.as_bytes()))
}

/// The length of the blanks at the start of `text`, of which there must be one.
fn gap(text: &str) -> Option<usize> {
    let length = run(text, |b| matches!(b, b' ' | b'\t'));
    (length > 0).then_some(length)
}

/// Passwords that are words for a password, or for nothing.
const EXAMPLE_PASSWORDS: &[&str] = &[
    "password",
    "passwd",
    "pass",
    "pwd",
    "pw",
    "secret",
    "token",
    "contraseña",
    "clave",
    "x",
];

/// `scheme://user:password@host`.
pub(super) fn url_password(text: &str, at: usize) -> Option<Leak> {
    let authority = text.get(at..)?.strip_prefix(AUTHORITY)?;
    let start = at + AUTHORITY.len();
    let end = authority
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '`'))
        .unwrap_or(authority.len());
    let (userinfo, host) = authority.get(..end)?.rsplit_once('@')?;
    let (user, password) = userinfo.split_once(':')?;
    let named = EXAMPLE_PASSWORDS.contains(&password.to_lowercase().as_str());
    let variable = password.starts_with(['$', '{', '<', '[', '%', '*']);
    let secret = password.len() >= 3 && password != user && !named && !variable;
    (secret && !host.is_empty() && is_plausible(password)).then(|| Leak {
        kind: "password in a URL",
        span: start + user.len() + 1..start + userinfo.len(),
    })
}

/// Names whose value is a base64 secret of at least forty bytes, with the kind that it is.
const ASSIGNED: [(&str, &str); 4] = [
    ("accountkey=", "Azure connection string"),
    ("sharedaccesskey=", "Azure connection string"),
    ("aws_secret_access_key", "AWS secret key"),
    ("hooks.slack.com/services/", "Slack webhook"),
];

/// A secret with no shape of its own, known by the name that it is assigned to.
pub(super) fn assignment(text: &str, at: usize) -> Option<Leak> {
    let opens = |(name, _): &&(&str, &str)| starts_with(text, at, name);
    let (name, kind) = ASSIGNED.iter().find(opens)?;
    let after = at + name.len();
    let skipped = run(text.get(after..)?, |b| {
        matches!(b, b' ' | b'=' | b':' | b'"' | b'\'')
    });
    let value = text.get(after + skipped..)?;
    let length = short_run(value, is_base64);
    let value = value.get(..length)?;
    (length >= 40 && is_mixed(value) && is_plausible(value)).then(|| Leak {
        kind,
        span: at..after + skipped + length,
    })
}
