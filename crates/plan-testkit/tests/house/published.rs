//! What a registry and its readers want to know of every crate that is published.

use cargo_metadata::{MetadataCommand, Package};

use crate::files::root;

fn lacks(package: &Package) -> Vec<&'static str> {
    let docs = package.metadata.pointer("/docs/rs");
    let facts = [
        ("a description", package.description.is_some()),
        ("a licence", package.license.is_some()),
        ("a repository", package.repository.is_some()),
        ("a readme", package.readme.is_some()),
        ("keywords", !package.keywords.is_empty()),
        ("the oldest Rust", package.rust_version.is_some()),
        (
            "the targets of docs.rs",
            docs.is_some_and(|docs| docs["targets"].is_array()),
        ),
    ];
    facts
        .into_iter()
        .filter(|(_, there)| !there)
        .map(|(what, _)| what)
        .collect()
}

#[test]
fn every_published_crate_says_what_it_is() {
    let metadata = MetadataCommand::new()
        .current_dir(root())
        .no_deps()
        .exec()
        .unwrap();
    let published = |package: &&Package| package.publish.as_ref().is_none_or(|to| !to.is_empty());
    let packages: Vec<_> = metadata.packages.iter().filter(published).collect();
    assert!(
        packages.len() >= 9,
        "{} crates are published",
        packages.len()
    );
    for package in packages {
        assert_eq!(lacks(package), [""; 0], "{} lacks it", package.name);
    }
}
