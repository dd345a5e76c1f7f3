//! Credentials that are known by what stands before them: headers, URLs, key blocks.

use super::{Leak, PRIVATE_KEY, is_base64, is_mixed, is_plausible, run};

/// What opens a key block.
const BLOCK: &str = "-----BEGIN ";

/// What opens the key files of other tools.
const KEY_FILES: [&str; 2] = [
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
    "PuTTY-User-Key-File-",
];

/// Schemes of authorization, with the kind of what follows.
const SCHEMES: [(&str, &str); 3] = [
    ("bearer", "bearer token"),
    ("basic", "basic credentials"),
    ("token", "authorization token"),
];

/// What stands between the scheme of a URL and its authority.
const AUTHORITY: &str = "://";

/// The literals that open what is found here, letter case aside.
pub(super) const LITERALS: [&str; 7] = [
    BLOCK,
    KEY_FILES[0],
    KEY_FILES[1],
    SCHEMES[0].0,
    SCHEMES[1].0,
    SCHEMES[2].0,
    AUTHORITY,
];

/// A private key block of PEM, OpenPGP, OpenVPN, SSH2 or PuTTY. The opening line is enough: half a key
/// is a leak too.
pub(super) fn private_key(text: &str, at: usize) -> Option<Leak> {
    let rest = text.get(at..)?;
    let length = match KEY_FILES.iter().find(|file| rest.starts_with(**file)) {
        Some(file) => file.len(),
        None => block(rest)?,
    };
    Some(Leak {
        kind: PRIVATE_KEY,
        span: at..at + length,
    })
}

/// The length of the opening line of a key block.
fn block(rest: &str) -> Option<usize> {
    let label = rest.strip_prefix(BLOCK)?;
    let length = run(label, |b| b.is_ascii_alphanumeric() || b == b' ');
    let closed = label.get(length..)?.starts_with("-----");
    let name = label.get(..length)?;
    let is_private = name.contains("PRIVATE KEY") || name.contains("Static key");
    (closed && is_private).then_some(BLOCK.len() + length + 5)
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
pub(super) fn starts_with(text: &str, at: usize, word: &str) -> bool {
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

/// Whether a value can be a password, rather than a variable or a word for one.
pub(super) fn is_password(value: &str) -> bool {
    let named = EXAMPLE_PASSWORDS.contains(&value.to_lowercase().as_str());
    let variable = value.starts_with(['$', '{', '<', '[', '%', '*']);
    !named && !variable && is_plausible(value)
}

/// `scheme://user:password@host`.
pub(super) fn url_password(text: &str, at: usize) -> Option<Leak> {
    let authority = text.get(at..)?.strip_prefix(AUTHORITY)?;
    let start = at + AUTHORITY.len();
    let end = authority
        .find(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '`'))
        .unwrap_or(authority.len());
    let (userinfo, host) = authority.get(..end)?.rsplit_once('@')?;
    let (user, password) = userinfo.split_once(':')?;
    let secret = password.len() >= 3 && password != user && is_password(password);
    (secret && !host.is_empty()).then(|| Leak {
        kind: "password in a URL",
        span: start + user.len() + 1..start + userinfo.len(),
    })
}
