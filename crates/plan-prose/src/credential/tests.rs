//! Each shape with a value that trips it and near misses that do not (B12, P19).
//! Values are put together here, so that no scanner takes this file for a leak.

use super::{email, find};

const RANDOM: &str = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0";

fn kind(text: &str) -> Option<&'static str> {
    find(text).map(|leak| leak.kind)
}

#[test]
fn b12_known_prefixes_trip() {
    for (prefix, expected) in [
        ("ghp_", "GitHub token"),
        ("gho_", "GitHub token"),
        ("ghs_", "GitHub token"),
        ("github_pat_", "GitHub token"),
        ("glpat-", "GitLab token"),
        ("xoxb-", "Slack token"),
        ("xoxp-", "Slack token"),
        ("sk_live_", "Stripe key"),
        ("rk_live_", "Stripe key"),
        ("AIza", "Google API key"),
        ("sk-", "OpenAI key"),
        ("sk-proj-", "OpenAI key"),
        ("sk-ant-api03-", "Anthropic key"),
        ("npm_", "npm token"),
        ("pypi-", "PyPI token"),
        ("hf_", "Hugging Face token"),
    ] {
        assert_eq!(
            kind(&format!("key={prefix}{RANDOM};")),
            Some(expected),
            "{prefix}"
        );
        assert_eq!(
            kind(&format!("{prefix}{}", "x".repeat(60))),
            None,
            "{prefix}"
        );
        assert_eq!(kind(&format!("{prefix}...")), None, "{prefix}");
        assert_eq!(
            kind(&format!("see my{prefix}{RANDOM}")),
            None,
            "{prefix} inside a word"
        );
    }
}

#[test]
fn b12_aws_keys_trip_and_the_documented_one_does_not() {
    for prefix in ["AKIA", "ASIA"] {
        assert_eq!(
            kind(&format!("id {prefix}Q3EGRIZ7K2LMN4OP")),
            Some("AWS access key")
        );
        assert_eq!(kind(&format!("id {prefix}IOSFODNN7EXAMPLE")), None);
        assert_eq!(kind(&format!("{prefix} is a prefix")), None);
    }
    let secret = format!("aws_secret_access_key = \"{}\"", &RANDOM[..40]);
    assert_eq!(kind(&secret), Some("AWS secret key"));
    assert_eq!(kind("aws_secret_access_key = \"$AWS_SECRET\""), None);
}

#[test]
fn b12_private_key_blocks_trip_and_public_ones_do_not() {
    for label in [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ] {
        assert_eq!(
            kind(&format!("x -----BEGIN {label}-----\nMII")),
            Some("private key")
        );
    }
    for label in ["PUBLIC KEY", "CERTIFICATE", "PGP MESSAGE"] {
        assert_eq!(kind(&format!("-----BEGIN {label}-----")), None);
    }
    assert_eq!(kind("the private key is kept in the vault"), None);
}

#[test]
fn b12_headers_trip_and_variables_do_not() {
    for text in [
        format!("Authorization: Bearer {}", &RANDOM[..24]),
        format!("authorization: bearer {}", &RANDOM[..24]),
        format!("{{\"Authorization\": \"Bearer {}\"}}", &RANDOM[..24]),
        format!("curl -H 'Bearer {}'", &RANDOM[..32]),
    ] {
        assert_eq!(kind(&text), Some("bearer token"), "{text}");
    }
    assert_eq!(
        kind("Authorization: Basic YWRtaW46aHVudGVyMg=="),
        Some("basic credentials")
    );
    for text in [
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer <token>",
        "Authorization: Bearer {{token}}",
        "Authorization: Bearer YOUR_ACCESS_TOKEN",
        "Authorization: Bearer ACCESS_TOKEN",
        "Authorization: Bearer xxxxxxxxxxxxxxxxxxxx",
        "the bearer of this letter-of-recommendation",
        "basic authentication is refused",
        "rejects a missing Authorization: header",
    ] {
        assert_eq!(kind(text), None, "{text}");
    }
}

#[test]
fn b12_passwords_in_urls_trip_and_examples_do_not() {
    for text in [
        "postgres://app:hunter2@db.internal/app",
        "https://ci:s3cr3t-k3y@git.host/x.git",
        "redis://:p4ssw0rd!@cache:6379",
    ] {
        assert_eq!(kind(text), Some("password in a URL"), "{text}");
    }
    for text in [
        "https://github.com/org/repo@main",
        "postgres://postgres:postgres@localhost/test",
        "https://user:password@host",
        "https://user:$PASS@host",
        "https://user:${PASS}@host",
        "https://user:<pass>@host",
        "https://user:***@host",
        "https://user@host/path",
        "ssh://git@host:22/x",
        "http://localhost:8080/a@b",
    ] {
        assert_eq!(kind(text), None, "{text}");
    }
}

#[test]
fn b12_connection_strings_and_web_tokens() {
    let azure = format!("AccountName=a;AccountKey={RANDOM}==;EndpointSuffix=core");
    assert_eq!(kind(&azure), Some("Azure connection string"));
    assert_eq!(kind("AccountName=a;AccountKey=<key>;"), None);
    let jwt = format!("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.{}", &RANDOM[..32]);
    assert_eq!(kind(&jwt), Some("JSON Web Token"));
    assert_eq!(kind("eyJhbGciOiJIUzI1NiJ9 is a header"), None);
    assert_eq!(kind("eyJ.eyJ.x"), None);
}

#[test]
fn b12_hashes_ids_and_slugs_are_not_credentials() {
    for text in [
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "fp=1f2e3d4+clean; commit 1f2e3d4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c9d0e",
        "550e8400-e29b-41d4-a716-446655440000",
        "sk-loading-spinner-container-wrapper",
        "task-sk-20",
        "npm_config_registry npm_lifecycle_event_name_of_the_script",
        "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
    ] {
        assert_eq!(kind(text), None, "{text}");
    }
}

#[test]
fn p19_the_value_is_in_no_rendering() {
    let text = format!("ghp_{}", &RANDOM[..36]);
    let leak = find(&text);
    assert!(leak.is_some());
    assert!(!format!("{leak:?}").contains(&RANDOM[..6]));
}

#[test]
fn b12_addresses_are_found() {
    for (text, expected) in [
        ("ana@example.org", "ana@example.org"),
        (
            "Ana <ana.b+x@mail.example.co.uk>",
            "ana.b+x@mail.example.co.uk",
        ),
        ("mailto ana@ejemplo.es.", "ana@ejemplo.es"),
        ("a@b and c@d.eu", "c@d.eu"),
        ("josé@example.org", "josé@example.org"),
    ] {
        assert_eq!(
            email(text).map(|span| &text[span]),
            Some(expected),
            "{text}"
        );
    }
}

#[test]
fn b12_versions_scopes_and_remotes_are_not_addresses() {
    for text in [
        "left-pad@1.2.3",
        "actions/checkout@v4",
        "@types/node",
        "git@github.com:org/repo.git",
        "https://joe@example.com/x",
        "user@localhost",
        "a@@b.com@",
        "claude-code",
    ] {
        assert_eq!(email(text), None, "{text}");
    }
}
