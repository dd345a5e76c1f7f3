//! Secrets with no shape of their own, known by the name that they are given to, by the service that
//! takes them, or by what stands in their middle.

use super::context::{is_password, starts_with};
use super::{Leak, is_base64, is_base64url, is_mixed, is_plausible, run, short_run};

/// A name, the kind of what is assigned to it, and the least length of that.
type Name = (&'static str, &'static str, usize);

const NAMES: [Name; 9] = [
    ("accountkey=", "Azure connection string", 40),
    ("sharedaccesskey=", "Azure connection string", 40),
    ("aws_secret_access_key", "AWS secret key", 40),
    ("aws_session_token", "AWS session token", 60),
    ("hooks.slack.com/services/", "Slack webhook", 40),
    ("_authtoken=", "registry token", 20),
    ("x-api-key", "API key", 20),
    ("private-token", "GitLab token", 20),
    ("sig=", "shared access signature", 40),
];

/// What gives a password to a connection, behind a separator.
const PASSWORDS: [&str; 2] = ["password=", "pwd="];

/// How a line of a `.netrc` begins.
const MACHINE: &str = "machine ";

const WEBHOOKS: [(&str, &str); 2] = [
    ("/api/webhooks/", "Discord webhook"),
    ("webhook.office.com/webhookb2/", "Teams webhook"),
];

/// What stands in the middle of a token, with the kind, and what is before and behind it.
struct Infix {
    mark: &'static str,
    kind: &'static str,
    before: (fn(u8) -> bool, usize),
    behind: (fn(u8) -> bool, usize),
}

const fn infix(
    mark: &'static str,
    kind: &'static str,
    before: (fn(u8) -> bool, usize),
    behind: (fn(u8) -> bool, usize),
) -> Infix {
    Infix {
        mark,
        kind,
        before,
        behind,
    }
}

const INFIXES: [Infix; 4] = [
    infix("8Q~", "Azure client secret", (alnum, 3), (azure, 31)),
    infix(
        ".atlasv1.",
        "Terraform token",
        (alnum, 14),
        (is_base64url, 60),
    ),
    infix(":AA", "Telegram bot token", (digit, 8), (is_base64url, 32)),
    infix("-us", "Mailchimp key", (hex, 32), (digit, 1)),
];

/// The literals that open what is found here, letter case aside.
pub(super) const LITERALS: [&str; 18] = [
    NAMES[0].0,
    NAMES[1].0,
    NAMES[2].0,
    NAMES[3].0,
    NAMES[4].0,
    NAMES[5].0,
    NAMES[6].0,
    NAMES[7].0,
    NAMES[8].0,
    PASSWORDS[0],
    PASSWORDS[1],
    MACHINE,
    WEBHOOKS[0].0,
    WEBHOOKS[1].0,
    INFIXES[0].mark,
    INFIXES[1].mark,
    INFIXES[2].mark,
    INFIXES[3].mark,
];

const fn alnum(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

const fn digit(b: u8) -> bool {
    b.is_ascii_digit()
}

const fn hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

const fn azure(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'~' | b'.' | b'_' | b'-')
}

/// A secret that is assigned to a known name.
pub(super) fn assignment(text: &str, at: usize) -> Option<Leak> {
    let opens = |(name, ..): &&Name| starts_with(text, at, name);
    let (name, kind, least) = NAMES.iter().find(opens)?;
    let after = at + name.len();
    let skipped = run(text.get(after..)?, |b| {
        matches!(b, b' ' | b'=' | b':' | b'"' | b'\'')
    });
    let value = text.get(after + skipped..)?;
    let length = short_run(value, |b| is_base64(b) || matches!(b, b'-' | b'_' | b'%'));
    let value = value.get(..length)?;
    let secret = length >= *least && is_mixed(value) && is_plausible(value);
    secret.then(|| Leak {
        kind,
        span: at..after + skipped + length,
    })
}

/// `;Password=…` and `&password=…` in a connection string.
pub(super) fn connection_password(text: &str, at: usize) -> Option<Leak> {
    let name = PASSWORDS.iter().find(|name| starts_with(text, at, name))?;
    let behind_separator = text.get(..at)?.ends_with([';', '&', '?']);
    let start = at + name.len();
    let value = text.get(start..)?;
    let end =
        value.find(|c: char| c.is_whitespace() || matches!(c, ';' | '&' | '"' | '\'' | '`' | ')'));
    let value = value.get(..end.unwrap_or(value.len()))?;
    (behind_separator && value.len() >= 6 && is_password(value)).then(|| Leak {
        kind: "password of a connection",
        span: start..start + value.len(),
    })
}

/// `machine HOST login NAME password SECRET`.
pub(super) fn netrc(text: &str, at: usize) -> Option<Leak> {
    if !starts_with(text, at, MACHINE) {
        return None;
    }
    let mut from = at;
    let mut word = || {
        let rest = text.get(from..)?;
        let begin = from + (rest.len() - rest.trim_start().len());
        let rest = text.get(begin..)?;
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        from = begin + length;
        Some((begin, rest.get(..length)?))
    };
    let mut is_word =
        |wanted: &str| word().is_some_and(|(_, word)| word == wanted || wanted.is_empty());
    let form =
        is_word("machine") && is_word("") && is_word("login") && is_word("") && is_word("password");
    let (start, value) = word()?;
    (form && value.len() >= 6 && is_password(value)).then(|| Leak {
        kind: "password of a .netrc",
        span: start..start + value.len(),
    })
}

/// The address of a webhook, which is all that it takes to use it.
pub(super) fn webhook(text: &str, at: usize) -> Option<Leak> {
    let opens = |(path, _): &&(&str, &str)| starts_with(text, at, path);
    let (path, kind) = WEBHOOKS.iter().find(opens)?;
    let start = at + path.len();
    let value = text.get(start..)?;
    let length = short_run(value, |b| is_base64url(b) || matches!(b, b'/' | b'@'));
    let value = value.get(..length)?;
    (length >= 60 && value.contains('/') && is_mixed(value) && is_plausible(value)).then(|| Leak {
        kind,
        span: start..start + length,
    })
}

/// A token that is known by what stands in its middle.
pub(super) fn infix_token(text: &str, at: usize) -> Option<Leak> {
    let rest = text.get(at..)?;
    let found = INFIXES.iter().find(|infix| rest.starts_with(infix.mark))?;
    let (is_before, least) = found.before;
    let before = text.as_bytes().get(..at)?.iter().rev();
    let before = before.take(64).take_while(|b| is_before(**b)).count();
    let (is_behind, enough) = found.behind;
    let behind = short_run(rest.get(found.mark.len()..)?, is_behind);
    let span = at - before..at + found.mark.len() + behind;
    let value = text.get(span.clone())?;
    (before >= least && behind >= enough && is_mixed(value) && is_plausible(value)).then_some(
        Leak {
            kind: found.kind,
            span,
        },
    )
}
