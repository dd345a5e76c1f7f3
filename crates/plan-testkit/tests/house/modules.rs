//! Every module says what it is for, and every crate has a page.

use crate::files::{crates, read, rust_files, shown};

const PAGE: &str = "#![doc = include_str!(\"../README.md\")]";

#[test]
fn every_module_opens_with_its_purpose() {
    let files = rust_files();
    assert!(files.len() > 20, "only {} files were found", files.len());
    let silent: Vec<_> = files
        .iter()
        .filter(|path| {
            let text = read(path);
            !text.starts_with("//! ") && !text.starts_with(PAGE)
        })
        .map(|path| shown(path))
        .collect();
    assert_eq!(
        silent,
        Vec::<String>::new(),
        "these do not open with a `//!` comment"
    );
}

#[test]
fn every_crate_has_a_page_that_is_its_documentation() {
    for dir in crates() {
        let page = read(&dir.join("README.md"));
        let name = dir.file_name().unwrap().to_string_lossy();
        assert!(
            page.starts_with(&format!("# {name}\n")),
            "{} opens with its name",
            shown(&dir)
        );
        assert!(
            page.contains("# Limitations\n"),
            "{} says what it does not do",
            shown(&dir)
        );
        let library = read(&dir.join("src/lib.rs"));
        assert!(
            library.contains(PAGE),
            "{}/src/lib.rs includes its README.md",
            shown(&dir)
        );
    }
}

#[test]
fn no_module_is_longer_than_a_reader_can_hold() {
    // Tests that read as tables may be longer.
    let shipped = rust_files()
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "tests"));
    let long: Vec<_> = shipped
        .map(|path| (read(&path).lines().count(), shown(&path)))
        .filter(|(lines, _)| *lines > 450)
        .collect();
    assert_eq!(long, Vec::new(), "split these");
}
