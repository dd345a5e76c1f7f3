//! Credentials that are known by what stands around them: headers, URLs, assignments, key blocks.

use super::{Leak, is_base64, is_mixed, is_plausible, run, short_run};

/// A PEM or OpenPGP private key block. The opening line is enough: half a key is a leak too.
pub(super) fn private_key(text: &str) -> Option<Leak> {
    const OPENING: &str = "-----BEGIN ";
    text.match_indices(OPENING).find_map(|(start, _)| {
        let label = text.get(start + OPENING.len()..)?;
        let length = run(label, |b| {
            b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' '
        });
        let closed = label.get(length..)?.starts_with("-----");
        let is_private = label.get(..length)?.contains("PRIVATE KEY");
        (closed && is_private).then(|| Leak {
            kind: "private key",
            span: start..start + OPENING.len() + length + 5,
        })
    })
}

/// `Authorization: Bearer …` or `Basic …`, and `Bearer …` with a value that cannot be prose.
pub(super) fn authorization(text: &str) -> Option<Leak> {
    let lower = text.to_ascii_lowercase();
    let schemes = [("bearer", "bearer token"), ("basic", "basic credentials")];
    let firsts = schemes.map(|(scheme, kind)| {
        lower.match_indices(scheme).find_map(|(start, _)| {
            let before = lower.get(..start)?.trim_end_matches([' ', '"', '\'', '\t']);
            let named = before.strip_suffix([':', '=']).is_some_and(|head| {
                head.trim_end_matches(['"', '\'', ' '])
                    .ends_with("authorization")
            });
            let value_at = start + scheme.len() + gap(lower.get(start + scheme.len()..)?)?;
            let rest = text.get(value_at..)?;
            let length = run(rest, |b| {
                is_base64(b) || matches!(b, b'-' | b'_' | b'.' | b'~')
            });
            let value = rest.get(..length)?.trim_end_matches('.');
            let least = match (named, scheme) {
                (true, _) => 8,
                (false, "bearer") => 20,
                (false, _) => return None,
            };
            let secret = value.len() >= least && (named || is_mixed(value)) && is_plausible(value);
            let variable = value.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
            (secret && !variable).then(|| Leak {
                kind,
                span: start..value_at + value.len(),
            })
        })
    });
    firsts
        .into_iter()
        .flatten()
        .min_by_key(|leak| leak.span.start)
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
pub(super) fn url_password(text: &str) -> Option<Leak> {
    text.match_indices("://").find_map(|(at, _)| {
        let authority = text.get(at + 3..)?;
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
            span: at + 3 + user.len() + 1..at + 3 + userinfo.len(),
        })
    })
}

/// Names whose value is a base64 secret of at least forty bytes, with the kind that it is.
const ASSIGNED: &[(&str, &str)] = &[
    ("accountkey=", "Azure connection string"),
    ("sharedaccesskey=", "Azure connection string"),
    ("aws_secret_access_key", "AWS secret key"),
    ("hooks.slack.com/services/", "Slack webhook"),
];

/// Secrets with no shape of their own, known by the name that they are assigned to.
pub(super) fn assignment(text: &str) -> Option<Leak> {
    let lower = text.to_ascii_lowercase();
    let firsts = ASSIGNED.iter().map(|(name, kind)| {
        lower.match_indices(name).find_map(|(start, _)| {
            let after = start + name.len();
            let skipped = run(text.get(after..)?, |b| {
                matches!(b, b' ' | b'=' | b':' | b'"' | b'\'')
            });
            let value = text.get(after + skipped..)?;
            let length = short_run(value, is_base64);
            let value = value.get(..length)?;
            (length >= 40 && is_mixed(value) && is_plausible(value)).then(|| Leak {
                kind,
                span: start..after + skipped + length,
            })
        })
    });
    firsts.flatten().min_by_key(|leak| leak.span.start)
}
