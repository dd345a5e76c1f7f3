//! What may grow without breaking a caller: each public type says it, open or closed
//! (`docs/compatibility.md`).

use crate::files::{below, crates, read, shown};

/// The paragraph of a closed type begins so.
const CLOSED: &str = "/// Closed: ";

/// The public enums of a source, and the structs that anybody can build by their fields, that are neither
/// `#[non_exhaustive]` nor say why they are closed.
fn undecided(source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = declared(line, &lines[at + 1..]) else {
            continue;
        };
        let above = lines[..at].iter().rev().map(|line| line.trim());
        let mut above = above.take_while(|line| !line.is_empty() && !line.ends_with(['}', ';']));
        if !above.any(|line| line == "#[non_exhaustive]" || line.starts_with(CLOSED)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The name of the type that a line declares, where it is one that the policy is about.
fn declared<'l>(line: &'l str, body: &[&str]) -> Option<&'l str> {
    let (indent, words) = line.split_at(line.find("pub ")?);
    let name = words.strip_prefix("pub enum ").or_else(|| {
        words
            .strip_prefix("pub struct ")
            .filter(|_| all_public(indent, line, body))
    })?;
    indent.trim().is_empty().then(|| {
        let end = name.find([' ', '<', '(', ';']).unwrap_or(name.len());
        &name[..end]
    })
}

/// Whether a struct has named fields, and all of them are public.
fn all_public(indent: &str, line: &str, body: &[&str]) -> bool {
    let end = format!("{indent}}}");
    let mut fields = body
        .iter()
        .take_while(|line| **line != end)
        .map(|line| line.trim())
        .filter(|line| !line.starts_with("//") && !line.starts_with('#'))
        .filter(|line| line.split(' ').any(|word| word.ends_with(':')))
        .peekable();
    line.ends_with('{') && fields.peek().is_some() && fields.all(|field| field.starts_with("pub "))
}

#[test]
fn every_public_type_says_whether_it_may_grow() {
    let (mut seen, mut silent) = (0, Vec::new());
    let libraries = crates();
    let libraries = libraries
        .iter()
        .filter(|path| !path.ends_with("plan-testkit"));
    for file in libraries.flat_map(|path| below(&path.join("src"), ".rs")) {
        let source = read(&file);
        seen += source.matches(CLOSED).count();
        let types = undecided(&source).into_iter();
        silent.extend(types.map(|name| format!("{}: {name}", shown(&file))));
    }
    assert_eq!(
        silent, [""; 0],
        "say `#[non_exhaustive]`, or why it is closed in a last paragraph `{CLOSED}…`"
    );
    assert!(seen > 100, "{seen} closed types");
}

#[test]
fn what_says_nothing_is_found() {
    let told = [
        "/// A word.\npub enum Word {\n    A,\n}\n",
        "pub struct Pair<'a> {\n    /// One.\n    pub one: &'a str,\n}\n",
        "    #[derive(Debug)]\n    pub enum $name {\n    }\n",
    ];
    let names: Vec<_> = told.iter().flat_map(|source| undecided(source)).collect();
    assert_eq!(names, ["Word", "Pair", "$name"]);
    let decided = [
        "#[non_exhaustive]\npub enum Word {\n    A,\n}\n",
        "/// A pair.\n///\n/// Closed: it is two.\n#[derive(\n    Debug,\n)]\npub struct Pair {\n    pub one: u8,\n}\n",
        "pub struct Kept {\n    pub one: u8,\n    two: u8,\n}\n",
        "pub struct Empty;\npub(crate) enum Own {\n    A,\n}\npub struct Wrapped(u8);\n",
    ];
    for source in decided {
        assert_eq!(undecided(source), [""; 0], "{source}");
    }
}
