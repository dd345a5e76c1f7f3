//! Tokens that their issuers give a known prefix, as a table.

use super::{Leak, is_base64url, is_mixed, is_plausible, run, short_run};

/// One issuer's shape: a prefix, then at least `least` further bytes of `body`.
struct Shape {
    kind: &'static str,
    prefix: &'static str,
    least: usize,
    body: Body,
}

/// What the part after the prefix is made of.
#[derive(Clone, Copy)]
enum Body {
    /// Capital letters and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `-` and `_`.
    Url,
    /// As `Url`, and `.` too.
    Dotted,
}

impl Body {
    fn holds(self, b: u8) -> bool {
        match self {
            Body::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
            Body::Alnum => b.is_ascii_alphanumeric(),
            Body::Url => is_base64url(b),
            Body::Dotted => is_base64url(b) || b == b'.',
        }
    }
}

const fn shape(kind: &'static str, prefix: &'static str, least: usize, body: Body) -> Shape {
    Shape {
        kind,
        prefix,
        least,
        body,
    }
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

/// The known shapes. Where one prefix is the beginning of another, the longer one comes first.
const SHAPES: &[Shape] = &[
    shape("AWS access key", "AKIA", 16, Body::Upper),
    shape("AWS access key", "ASIA", 16, Body::Upper),
    shape("GitHub token", "github_pat_", 22, Body::Url),
    shape("GitHub token", "ghp_", 30, Body::Alnum),
    shape("GitHub token", "gho_", 30, Body::Alnum),
    shape("GitHub token", "ghu_", 30, Body::Alnum),
    shape("GitHub token", "ghs_", 30, Body::Alnum),
    shape("GitHub token", "ghr_", 30, Body::Alnum),
    shape("GitLab token", "glpat-", 20, Body::Dotted),
    shape("GitLab token", "gldt-", 20, Body::Url),
    shape("GitLab token", "glrt-", 20, Body::Url),
    shape("GitLab token", "glptt-", 20, Body::Url),
    shape("Slack token", "xoxb-", 10, Body::Url),
    shape("Slack token", "xoxp-", 10, Body::Url),
    shape("Slack token", "xoxa-", 10, Body::Url),
    shape("Slack token", "xoxr-", 10, Body::Url),
    shape("Slack token", "xoxs-", 10, Body::Url),
    shape("Slack token", "xoxe-", 10, Body::Url),
    shape("Slack token", "xoxe.", 10, Body::Dotted),
    shape("Slack token", "xapp-", 10, Body::Url),
    shape("Stripe key", "sk_live_", 16, Body::Alnum),
    shape("Stripe key", "rk_live_", 16, Body::Alnum),
    shape("Stripe key", "sk_test_", 16, Body::Alnum),
    shape("Stripe key", "whsec_", 24, Body::Alnum),
    shape("Google API key", "AIza", 35, Body::Url),
    shape("Google OAuth token", "ya29.", 20, Body::Dotted),
    shape("Google OAuth secret", "GOCSPX-", 20, Body::Url),
    shape("Anthropic key", "sk-ant-", 20, Body::Url),
    shape("OpenAI key", "sk-", 20, Body::Url),
    shape("npm token", "npm_", 30, Body::Alnum),
    shape("PyPI token", "pypi-", 50, Body::Url),
    shape("Hugging Face token", "hf_", 30, Body::Alnum),
    shape("Docker token", "dckr_pat_", 20, Body::Url),
    shape("DigitalOcean token", "dop_v1_", 40, Body::Alnum),
    shape("SendGrid key", "SG.", 40, Body::Dotted),
    shape("Shopify token", "shpat_", 30, Body::Alnum),
    shape("Vault token", "hvs.", 24, Body::Url),
    shape("Databricks token", "dapi", 32, Body::Alnum),
    shape("Linear key", "lin_api_", 30, Body::Alnum),
    shape("age key", "AGE-SECRET-KEY-1", 50, Body::Upper),
];

/// A token with a known prefix.
pub(super) fn token(text: &str, at: usize) -> Option<Leak> {
    let rest = fresh(text, at)?;
    let found = SHAPES.iter().find(|shape| rest.starts_with(shape.prefix))?;
    let body = rest.get(found.prefix.len()..)?;
    let length = short_run(body, |b| found.body.holds(b));
    let value = body.get(..length)?;
    (length >= found.least && is_mixed(value) && is_plausible(value)).then(|| Leak {
        kind: found.kind,
        span: at..at + found.prefix.len() + length,
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
