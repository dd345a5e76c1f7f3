//! Finding and reading the files of the workspace.

use std::path::{Path, PathBuf};

/// The directory of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// The names in a directory, in order.
pub(crate) fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(dir)
        .unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// All files below a directory whose names end so, in order. Build output is left out.
pub(crate) fn below(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in names(dir) {
        let path = dir.join(&name);
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(below(&path, ending));
        } else if name.ends_with(ending) && path.is_file() {
            found.push(path);
        }
    }
    found
}

/// The directories of the library crates, in order.
pub(crate) fn crates() -> Vec<PathBuf> {
    let crates = root().join("crates");
    names(&crates)
        .iter()
        .map(|name| crates.join(name))
        .filter(|path| path.is_dir())
        .collect()
}

/// The Rust files of crates, examples and benches.
pub(crate) fn rust_files() -> Vec<PathBuf> {
    let dirs = ["crates", "examples", "benches"].map(|name| root().join(name));
    dirs.iter().flat_map(|dir| below(dir, ".rs")).collect()
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A path as it is written in the repository.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Asserts that a page that is made from code is as it would be made now; makes it anew where the
/// environment asks for that.
#[allow(
    clippy::disallowed_methods,
    reason = "a test that is asked by the environment to write; the page is part of the repository, not of a plan"
)]
pub(crate) fn in_step(path: &Path, expected: &str) {
    if std::env::var("PLANWRIGHT_REGENERATE").is_ok_and(|value| value == "1") {
        std::fs::write(path, expected).unwrap();
    }
    assert!(
        path.exists() && read(path) == expected,
        "{} is out of step; make it anew with PLANWRIGHT_REGENERATE=1",
        shown(path)
    );
}
