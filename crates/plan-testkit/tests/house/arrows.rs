//! Which crate may depend on which. `docs/architecture.md` says why.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

use crate::files;

/// For each crate, the crates of the workspace that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("plan-prose", &[]),
    ("plan-diagnostics", &[]),
    ("plan-guard", &[]),
    ("plan-markdown", &["plan-diagnostics"]),
    (
        "plan-state",
        &["plan-markdown", "plan-prose", "plan-diagnostics"],
    ),
    (
        "plan-verify",
        &[
            "plan-state",
            "plan-markdown",
            "plan-prose",
            "plan-guard",
            "plan-diagnostics",
        ],
    ),
    (
        "plan-update",
        &[
            "plan-verify",
            "plan-state",
            "plan-markdown",
            "plan-prose",
            "plan-guard",
            "plan-diagnostics",
        ],
    ),
    (
        "plan-agent",
        &[
            "plan-update",
            "plan-verify",
            "plan-state",
            "plan-markdown",
            "plan-prose",
            "plan-guard",
            "plan-diagnostics",
        ],
    ),
    (
        "plan-queue",
        &[
            "plan-markdown",
            "plan-prose",
            "plan-guard",
            "plan-diagnostics",
        ],
    ),
];

/// Packages that may depend on any crate. They are not published, and nothing but each other may
/// depend on them, save in tests.
const FREE: &[&str] = &[
    "plan-testkit",
    "planwright-examples",
    "planwright-workloads",
];

fn metadata() -> Metadata {
    let manifest = files::root().join("Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .exec()
        .unwrap()
}

/// What a package needs from the workspace to be built, tests left out.
fn arrows(package: &Package) -> BTreeSet<&str> {
    package
        .dependencies
        .iter()
        .filter(|dependency| dependency.path.is_some())
        .filter(|dependency| dependency.kind != DependencyKind::Development)
        .map(|dependency| dependency.name.as_str())
        .collect()
}

#[test]
fn crates_depend_on_each_other_only_along_the_arrows() {
    let allowed: BTreeMap<_, _> = ARROWS.iter().copied().collect();
    let mut seen = 0;
    for package in &metadata().packages {
        let name = package.name.as_str();
        if FREE.contains(&name) {
            continue;
        }
        let Some(targets) = allowed.get(name) else {
            panic!("{name} has no place in ARROWS")
        };
        for target in arrows(package) {
            assert!(
                targets.contains(&target),
                "{name} must not depend on {target}"
            );
            seen += 1;
        }
    }
    assert!(
        seen > 5,
        "only {seen} arrows were seen: the test looks at the wrong place"
    );
}

#[test]
fn what_may_depend_on_all_is_not_published() {
    for package in &metadata().packages {
        if FREE.contains(&package.name.as_str()) {
            assert_eq!(
                package.publish.as_deref(),
                Some([].as_slice()),
                "{}",
                package.name
            );
        }
    }
}

#[test]
fn the_markdown_parser_stays_behind_the_markdown_crate() {
    for package in &metadata().packages {
        let uses = package
            .dependencies
            .iter()
            .any(|dependency| dependency.name == "comrak");
        let name = package.name.as_str();
        // The benches measure against it.
        assert!(
            !uses || name == "plan-markdown" || FREE.contains(&name),
            "{name} uses comrak"
        );
    }
}
