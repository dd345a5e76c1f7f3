//! What lies at the top level: what people look for there, and no more.

use crate::files::{names, root};

const ALLOWED: &[&str] = &[
    ".ci",
    ".git",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "clippy.toml",
    "crates",
    "deny.toml",
    "docs",
    "examples",
    "fuzz",
    "rustfmt.toml",
    "schemas",
    "target",
];

#[test]
fn the_top_level_holds_nothing_else() {
    let strangers: Vec<_> = names(&root())
        .into_iter()
        .filter(|name| !ALLOWED.contains(&name.as_str()))
        .collect();
    assert_eq!(strangers, Vec::<String>::new());
}
