//! Links in the documents lead somewhere, and the tests that they name are there.

use std::path::Path;

use crate::files::{below, crates, read, root, shown};

/// The links of a page, text and target, without those in code.
fn links(page: &str) -> Vec<(&str, &str)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in page.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced {
            found.extend(links_of_line(line));
        }
    }
    found
}

fn links_of_line(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.match_indices("](").filter_map(|(at, _)| {
        let (before, text) = line[..at].rsplit_once('[')?;
        let target = line[at + 2..].split_once(')')?.0;
        let in_code = before.matches('`').count() % 2 == 1;
        (!in_code).then_some((text, target))
    })
}

/// What is wrong with a link, if anything.
fn fault(page: &Path, text: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with('#') || target.is_empty() {
        return None;
    }
    let file = page.parent()?.join(target.split('#').next()?);
    if !file.exists() {
        return Some(format!("{}: {target} is not there", shown(page)));
    }
    let test = text.strip_prefix('`')?.strip_suffix('`')?;
    let names_a_test = target.ends_with(".rs") && !test.contains(['.', '/', ':']);
    (names_a_test && !read(&file).contains(&format!("fn {test}(")))
        .then(|| format!("{}: {target} has no test {test}", shown(page)))
}

#[test]
fn links_lead_somewhere() {
    let top = ["README.md", "CHANGELOG.md"].map(|name| root().join(name));
    let pages = crates().into_iter().map(|dir| dir.join("README.md"));
    let faults: Vec<_> = below(&root().join("docs"), ".md")
        .into_iter()
        .chain(top)
        .chain(pages)
        .flat_map(|page| {
            let text = read(&page);
            let of = |(text, target)| fault(&page, text, target);
            links(&text).into_iter().filter_map(of).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn the_readme_names_every_crate_and_the_command_that_the_checks_run() {
    let readme = read(&root().join("README.md"));
    for dir in crates().iter().filter(|dir| !dir.ends_with("plan-testkit")) {
        let page = format!("]({}/README.md)", shown(dir));
        assert!(
            readme.contains(&page),
            "README.md does not link {}",
            shown(dir)
        );
    }
    let command = "cargo test --workspace";
    assert!(readme.contains(command) && read(&root().join(".ci/run")).contains(command));
}
